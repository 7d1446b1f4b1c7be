import type { ActionRecord, ConsoleRecord, ResourceRecord, ViewRecord } from '@sightglass/wire';
import { type Gatherer, isToDoor, type Sender } from '../foreign/index.ts';
import { countOf, fieldsOf, type Given, inTenths, numberOf, textOf, timeOf } from '../given.ts';
import { hash64 } from '../hash.ts';
import {
  type Address,
  framesOf,
  placeOf,
  queryOf,
  routeOf,
  scrubMessage,
  segment,
  takeApart,
} from '../privacy/index.ts';
import { attributesOf, levelOf, lineOf } from '../said.ts';
import { toldOfBodies } from '../told-bodies.ts';
import { controlOf, createKnown } from './known.ts';
import { logSource } from './normalise.ts';
import { createPageNodes } from './page-nodes.ts';

/** A page at one of its addresses. */
interface Shown {
  /** Of what an earlier body told, the host alone. */
  address: Address;
  route: string;
  view: string;
  place: string;
}

/**
 * What rrweb's events tell beside the picture: page loads, clicks, and what its plugins for console and network saw. In order of time.
 * What comes before the first page of a body is on the one that `url` names, else on the one that earlier bodies told, else has no route.
 * `isFirst`: the page begins in this body.
 */
export function recordEvents(
  given: readonly Given[],
  { page, isFirst, url }: { page: string; isFirst: boolean; url: string | undefined },
  sender: Sender,
  gatherer: Gatherer,
): void {
  const nodes = createPageNodes();
  const known = createKnown(`${sender.session} ${page}`, gatherer);
  const begun = timeOf(given[0]?.timestamp) ?? 0;
  const named = shownAt(url, begun);
  const left = named && known.shownAt(begun);
  // The address is said at the end of a body: what is clicked first in it was still where the page stood before.
  let arrived = left === undefined || left.view === named?.view || !given.some(isClick);
  let arrivedAt = begun;
  let shown: Shown | undefined;
  for (const event of given) {
    const { type } = event;
    const at = timeOf(event.timestamp);
    if (at === undefined) continue;
    if (type === 4) {
      shown = showPage(fieldsOf(event.data), at, shown);
      arrived = false;
      arrivedAt = at + 1;
    } else if (isClick(event)) {
      tellClick(fieldsOf(event.data), at, whereAt(at));
      if (!arrived) arrivedAt = at + 1;
      arrived = true;
    } else if (type === 5 || type === 6 || isLog(event)) tellSaid(event, at);
    nodes.apply({ type: Number(type), timestamp: at, data: event.data });
  }
  known.keepControls(given);
  if (named !== undefined && shown?.view !== named.view && given.length > 0) goTo(named, arrivedAt);

  function tellSaid({ type, data: given }: Given, at: number): void {
    const data = fieldsOf(given);
    const id = `${page} ${at}`;
    if (type === 5) tellCustom(data, at, id, whereAt(at));
    else if (type === 6) tellPlugin(data, at, id, whereAt(at));
    else tellLine(data, at, id, whereAt(at));
  }

  function whereAt(at: number): Where {
    const on = pageAt(at);
    return on === undefined ? {} : { view: on.view, route: on.route };
  }

  function pageAt(at: number): Shown | undefined {
    const page = shown ?? (arrived ? named : undefined);
    if (page !== undefined) return page;
    const before = known.shownAt(at);
    return before && { ...before, address: { host: before.host, path: '/', query: '', hash: '' } };
  }

  type Where = { view?: string; route?: string };

  function shownAt(href: unknown, at: number): Shown | undefined {
    const address = takeApart(textOf(href) ?? '');
    if (address === undefined) return undefined;
    const { path, query, hash } = address;
    const place = `v-${hash64(`${sender.session} ${page} ${path}?${query}#${hash}`)}`;
    const last = known.shownAt(at);
    // An address to which the page came back is another view of it.
    const isBack = last !== undefined && last.place !== place && known.wasAt(place);
    const view = last?.place === place ? last.view : isBack ? `v-${hash64(`${place} ${at}`)}` : place;
    return { address, route: routeOf(address), view, place };
  }

  /** rrweb writes the page's address again with each checkout: that is no other view. */
  function showPage(data: Given, at: number, before: Shown | undefined): Shown | undefined {
    const now = shownAt(data.href, at);
    if (now === undefined) return before;
    // Later than at a page's start, a checkout noticed that the page went to another address without being loaded again.
    if (before?.view !== now.view) tellView(now, at, before === undefined && isFirst ? 'load' : 'push');
    return now;
  }

  /** The sender says that the page is at another address now; since when, between its last body and this one, nobody knows better. */
  function goTo(now: Shown, at: number): void {
    if (!known.wasShown(now.view)) tellView(now, at, 'push');
  }

  function tellView({ view, place, route, address: { host } }: Shown, at: number, cause: ViewRecord['cause']): void {
    const left = shown ?? known.shownAt(at - 1);
    known.keepShown({ since: at, view, place, route, host });
    const record: ViewRecord = { kind: 'view', at, view, route, version: 0, path: route, title: '', cause };
    if (cause === 'push' && left !== undefined && left.view !== view) record.from = left.route;
    // The earliest is when it began: a later checkout tells the same view again.
    gatherer.record(sender, { id: '', version: versionOf(at) }, record);
  }

  function tellClick({ id: node }: Given, at: number, where: Where): void {
    const here = nodes.find(node);
    const found = here === undefined ? known.controlAt(node, at) : controlOf(here);
    const id = `a-${hash64(`${page} ${at} ${node}`)}`;
    const record: ActionRecord = {
      kind: 'action',
      at,
      ...where,
      id,
      version: 0,
      type: 'click',
      role: found?.role ?? '',
      name: found?.name ?? '',
      frustrations: [],
    };
    if (found !== undefined) record.target = found.tag;
    gatherer.record(sender, { id }, record);
  }

  function tellCustom({ tag, payload }: Given, at: number, id: string, where: Where): void {
    const name = segment(textOf(tag) ?? '').slice(0, 256) || 'custom';
    const said = fieldsOf(payload);
    if (tag === 'error' && textOf(said.message) !== undefined) {
      tellError(said, at, id, where);
      return;
    }
    const attributes = attributesOf({ ...said, ...fieldsOf(said.ctx) });
    gatherer.record(
      sender,
      { id: `${id} ${name} ${hash64(JSON.stringify(attributes))}` },
      {
        kind: 'custom',
        at,
        ...where,
        name,
        attributes,
      },
    );
  }

  /** rrweb has no word for an error; this is the custom event that docs/formats/rrweb.md asks for. */
  function tellError({ name, message, stack }: Given, at: number, id: string, where: Where): void {
    const type = scrubMessage((textOf(name) ?? 'Error').slice(0, 256));
    const text = scrubMessage(textOf(message) ?? '', { type });
    gatherer.record(
      sender,
      { id: `${id} ${hash64(`${type} ${text}`)}` },
      {
        kind: 'error',
        at,
        ...where,
        source: 'manual',
        handled: true,
        type,
        message: text,
        stack: framesOf(stack, pageAt(at)?.address),
      },
    );
  }

  function tellPlugin({ plugin, payload }: Given, at: number, id: string, where: Where): void {
    const name = textOf(plugin) ?? '';
    if (name.startsWith('rrweb/console@')) tellLine(fieldsOf(payload), at, id, where);
    else if (name.startsWith('rrweb/network@'))
      for (const [index, request] of requestsOf(payload).entries()) tellCall(request, at, `${id} ${index}`, where);
  }

  function tellLine({ level, payload }: Given, at: number, id: string, where: Where): void {
    const text = lineOf(Array.isArray(payload) ? payload.map(unquoted) : payload);
    if (text === '') return;
    const record: ConsoleRecord = { kind: 'console', at, ...where, level: levelOf(level), text };
    gatherer.record(sender, { id: `${id} ${record.level} ${hash64(text)}` }, record);
  }

  function tellCall(request: Given, at: number, id: string, where: Where): void {
    const url = textOf(request.name ?? request.url) ?? '';
    const place = placeOf(url, pageAt(at)?.address);
    // What delivers these events is seen by the plugin as well.
    if (place === undefined || isToDoor(url)) return;
    const query = queryOf(place.query);
    const status = Math.min(countOf(request.status ?? request.responseStatus) ?? 0, 999);
    const type = request.initiatorType === 'xmlhttprequest' ? 'xhr' : 'fetch';
    const durationMs = numberOf(request.duration);
    const mime = textOf(fieldsOf(request.responseHeaders)['content-type'])?.split(';')[0]?.trim();
    const record: ResourceRecord = {
      kind: 'resource',
      // The plugin tells of a call once it is answered.
      at: timeOf(request.timestamp) ?? at - Math.round(Math.max(0, durationMs ?? 0)),
      ...where,
      id: `c-${hash64(id)}`,
      type,
      method: (textOf(request.method) ?? 'GET').toUpperCase().slice(0, 16),
      host: place.host,
      path: place.path,
      ...(query === undefined ? {} : { query }),
      status,
      ...(status === 0 ? { failure: 'network' as const } : {}),
      ...(durationMs !== undefined && durationMs >= 0 && { durationMs: inTenths(durationMs) }),
      ...(mime !== undefined && mime !== '' && { mime: mime.slice(0, 256) }),
      ...toldOfBodies(
        { request: request.requestBody, response: request.responseBody },
        status,
        Object.keys(query ?? {}),
      ),
    };
    gatherer.record(sender, { id: record.id }, record);
  }
}

const isClick = ({ type, data }: Given): boolean => {
  if (type !== 3) return false;
  const { source, type: interaction } = fieldsOf(data);
  return source === 2 && interaction === 2;
};

const isLog = ({ type, data }: Given): boolean => type === 3 && fieldsOf(data).source === logSource;

/** The first word of a view is the truest: when it began. Seconds count down, for the highest version stands. */
const versionOf = (at: number): number => Math.max(0, 2 ** 32 - 1 - Math.floor(at / 1_000));

/** Calls, not what else the network plugin lists: assets come with each page and fill its list. */
function requestsOf(payload: unknown): Given[] {
  const { requests } = fieldsOf(payload);
  return (Array.isArray(requests) ? requests.slice(0, 1_000) : [])
    .map(fieldsOf)
    .filter(({ initiatorType }) => /^(fetch|xmlhttprequest)$/.test(String(initiatorType)));
}

/** The console plugin writes each argument as JSON. */
function unquoted(argument: unknown): unknown {
  if (typeof argument !== 'string') return argument;
  if (/^[[{]/.test(argument)) return '{object}';
  return /^".*"$/s.test(argument) ? argument.slice(1, -1) : scrubMessage(argument);
}
