import type { ActionRecord, Frustration, ResourceRecord } from '@sightglass/wire';
import { roleOf } from '../element.ts';
import { type Gatherer, idOf, isToDoor } from '../foreign/index.ts';
import { type Place, placeOf, queryOf, scrubLabel } from '../privacy/index.ts';
import { remember } from '../remember.ts';
import { actionOf, attributesOf, type Common } from './common.ts';
import { at, countAt, type Fields, msAt, textAt, textsAt } from './fields.ts';

/** What a person did, and what the page fetched. */

const cutMark = ' [...]';
const frustrations: Record<string, Frustration> = { rage_click: 'rage', dead_click: 'dead', error_click: 'error' };

/** A click; or, where the application told of something by itself, a custom record. */
export function liftAction(event: Fields, { sender, here }: Common, gather: Gatherer): void {
  const id = textAt(event, 'action', 'id');
  if (id === undefined) {
    gather.aside('an action without an id');
    return;
  }
  const type = textAt(event, 'action', 'type');
  const name = textAt(event, 'action', 'target', 'name') ?? '';
  if (type === 'custom') {
    // Of an action that was started and stopped.
    const durationMs = msAt(event, 'action', 'loading_time');
    const attributes = { ...(durationMs !== undefined && { durationMs }), ...attributesOf(at(event, 'context')) };
    gather.record(sender, { id }, { ...here, kind: 'custom', name, attributes });
    return;
  }
  // Of a control whose words are masked nobody knows the name; the SDK says `Masked Element`.
  const masked = textAt(event, '_dd', 'action', 'name_source') === 'mask_placeholder' || name === 'Masked Element';
  // Where a click falls on no control it takes the first hundred letters of whatever stands around it.
  const isCut = name.endsWith(cutMark);
  const target = textAt(event, '_dd', 'action', 'target', 'selector');
  const action: ActionRecord = {
    ...here,
    kind: 'action',
    id: idOf(id),
    version: 0,
    type: type === 'click' || type === 'tap' ? 'click' : 'custom',
    role: roleIn(target ?? ''),
    name: masked || isCut ? '' : scrubLabel(name),
    ...(target !== undefined && { target }),
    frustrations: [
      ...new Set(
        textsAt(event, 'action', 'frustration', 'type').flatMap((told) =>
          Object.hasOwn(frustrations, told) ? (frustrations[told] ?? []) : [],
        ),
      ),
    ].slice(0, 3),
  };
  gather.record(sender, { id: action.id }, action);
}

/** Tags that have one role whatever else stands in them; of an `INPUT` the type would say, which the SDK does not tell. */
const ownRoles = /^(A|BUTTON|SUMMARY|SELECT|TEXTAREA)(?=$|[.:#[])/i;

/** By the tag with which the path to an element ends: `#root>MAIN>P>A.cta` is a link. '' where it ends with an id alone. */
function roleIn(selector: string): string {
  const [tag] = ownRoles.exec(selector.slice(selector.lastIndexOf('>') + 1)) ?? [];
  return tag === undefined ? '' : roleOf(tag.toLowerCase(), {});
}

const types: Record<string, ResourceRecord['type']> = {
  ...{ fetch: 'fetch', xhr: 'xhr', beacon: 'beacon', document: 'document' },
  ...{ js: 'script', css: 'style', image: 'image', font: 'font', media: 'media' },
};

/** A call or an asset. Its query is told by names and looks, its path as a template; of bodies the SDK tells nothing. */
export function liftResource(event: Fields, { sender, here, page }: Common, gather: Gatherer): void {
  const id = textAt(event, 'resource', 'id');
  const told = textAt(event, 'resource', 'type') ?? '';
  const type = Object.hasOwn(types, told) ? (types[told] ?? 'other') : 'other';
  const files = /^(script|style|font)$/.test(type) ? 'f' : 'p';
  const { place, query, own } = whereIs(`${files} ${page?.host ?? ''} ${textAt(event, 'resource', 'url') ?? ''}`);
  if (id === undefined) {
    gather.aside('a resource without an id');
    return;
  }
  if (own) {
    gather.apart('own-request');
    return;
  }
  // `data:` and `blob:` were never on the network.
  if (place === undefined) {
    gather.apart('not-on-the-network');
    return;
  }
  const waited = msAt(event, 'resource', 'first_byte', 'start');
  const first = msAt(event, 'resource', 'first_byte', 'duration');
  const bytes = countAt(event, 'resource', 'encoded_body_size') ?? countAt(event, 'resource', 'size');
  const mime = mimeOf(at(event, 'resource', 'response', 'headers'));
  gather.record(
    sender,
    { id: idOf(id) },
    {
      ...here,
      kind: 'resource',
      id: idOf(id),
      type,
      method: (textAt(event, 'resource', 'method') ?? (type === 'beacon' ? 'POST' : 'GET')).slice(0, 16),
      host: place.host,
      path: place.path,
      ...(query !== undefined && { query: { ...query } }),
      status: Math.min(countAt(event, 'resource', 'status_code') ?? 0, 999),
      durationMs: msAt(event, 'resource', 'duration') ?? 0,
      firstByteMs: waited === undefined || first === undefined ? null : Math.round((waited + first) * 10) / 10,
      responseBytes: bytes ?? null,
      ...(mime !== undefined && { mime }),
      ...actionOf(event),
    },
  );
}

interface Where {
  place: Place | undefined;
  query: Record<string, string> | undefined;
  /** The SDK's own: it asks whether it may send profiles. */
  own: boolean;
}

/** By whether names of files stay, the page's host, and the address. */
const whereIs = remember(5_000, (key): Where => {
  const [files, host = '', ...url] = key.split(' ');
  const page = host === '' ? undefined : { host, path: '/', query: '', hash: '' };
  const place = placeOf(url.join(' '), page, files === 'f');
  return { place, query: place && queryOf(place.query), own: isToDoor(key) };
});

function mimeOf(headers: unknown): string | undefined {
  return textAt(headers, 'content-type')?.split(';')[0]?.trim().slice(0, 256);
}
