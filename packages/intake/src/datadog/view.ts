import type { VitalName } from '@sightglass/wire';
import type { Gatherer } from '../foreign/index.ts';
import { hash64 } from '../hash.ts';
import { scrubLabel } from '../privacy/index.ts';
import { ratingOf } from '../rating.ts';
import { attributesOf, type Common, isOfPerson, pageOf, serviceOf } from './common.ts';
import { at, countAt, type Fields, fieldsAt, isFields, msAt, numberAt, textAt } from './fields.ts';
import { liftTimings } from './timings.ts';
import { addPart, type ViewPart } from './view-parts.ts';
import { mergeUpdate } from './view-update.ts';

const causes: Record<string, 'load' | 'push' | 'bfcache'> = {
  initial_load: 'load',
  session_renewal: 'load',
  bf_cache: 'bfcache',
};
const maxUInt32 = 2 ** 32 - 1;
/** Times 256 it still fits its column. */
const maxVersion = 2 ** 24 - 2;

/**
 * A view, and what only views tell: vitals, the session's browser, the visitor, the context. The highest document version stands. An
 * update whose whole view was told by another body is put to it.
 *
 * @param isWhole - Not an update by itself.
 */
export function liftView(event: Fields, isWhole: boolean, common: Common, userAgent: string, gather: Gatherer): void {
  const { sender, here } = common;
  if (here.view === undefined) {
    gather.aside('a view without an id');
    return;
  }
  const version = Math.min(countAt(event, '_dd', 'document_version') ?? 0, maxVersion);
  const part = { ...partOf(event, common), ...(isWhole && { whole: true as const }) };
  const { whole: _, ...known } = tellView(`${sender.session} ${here.view}`, version, part, common, gather);
  if (!isWhole && known.cause === undefined) gather.apart('view-update-alone');
  liftVitals(event, common, version, gather);
  liftTimings(event, common, gather);
  liftSession(event, common, userAgent, gather);
  liftSaid(event, common, gather);
}

/** Of one document version, the one that misses least stands; what lacks its whole stands below all that do not. */
function tellView(name: string, version: number, part: ViewPart, { sender, here }: Common, gather: Gatherer): ViewPart {
  const now = addPart(name, version, part, gather);
  const { whole: _, ...known } = now.part;
  const rank =
    now.missing === undefined ? Math.min(now.version, 255) : now.version * 256 + 255 - Math.min(now.missing, 255);
  gather.record(
    sender,
    { id: '', version: rank },
    {
      ...here,
      kind: 'view',
      version: now.version,
      path: here.route ?? '',
      title: '',
      cause: 'push',
      ...known,
      ...(known.cause === 'load' && { loadMs: known.loadMs ?? null }),
    },
  );
  return now.part;
}

function partOf(event: Fields, { page }: Common): ViewPart {
  const loading = textAt(event, 'view', 'loading_type');
  const cause = loading === undefined ? undefined : Object.hasOwn(causes, loading) ? causes[loading] : 'push';
  const { page: referrer, route: from } = pageOf(textAt(event, 'view', 'referrer') ?? '');
  const loadMs = msAt(event, 'view', 'load_event');
  const durationMs = msAt(event, 'view', 'time_spent');
  // The SDK tells no title; a name that the application gave to the view is the nearest.
  const title = textAt(event, 'view', 'name');
  return {
    ...(title !== undefined && { title: scrubLabel(title, 300) }),
    ...(cause !== undefined && { cause }),
    ...(from !== undefined && referrer?.host === page?.host && { from }),
    ...(loadMs !== undefined && { loadMs }),
    ...(durationMs !== undefined && { durationMs }),
  };
}

export { mergeUpdate };

function liftVitals(event: Fields, { sender, here }: Common, version: number, gather: Gatherer): void {
  const view = fieldsAt(event, 'view');
  const told = fieldsAt(view, 'performance');
  const navigation = textAt(view, 'loading_type') === 'route_change' ? 'soft-navigation' : 'navigate';
  const say = (
    name: VitalName,
    value: number | undefined,
    owed: { target?: string | undefined; parts?: Record<string, number> } = {},
  ): void => {
    if (value === undefined || value < 0) return;
    const id = `${here.view}-${name}`;
    gather.record(
      sender,
      { id, version },
      {
        ...{ ...here, kind: 'vital', id, name, value, rating: ratingOf(name, value), navigation },
        ...(owed.target !== undefined && { target: owed.target }),
        ...(owed.parts !== undefined && Object.keys(owed.parts).length > 0 && { parts: owed.parts }),
      },
    );
  };
  const ttfb = msAt(view, 'first_byte');
  say('TTFB', ttfb);
  say('FCP', msAt(told, 'fcp', 'timestamp') ?? msAt(view, 'first_contentful_paint'));
  say('LCP', msAt(told, 'lcp', 'timestamp') ?? msAt(view, 'largest_contentful_paint'), {
    target: textAt(told, 'lcp', 'target_selector') ?? textAt(view, 'largest_contentful_paint_target_selector'),
    parts: partsOf(fieldsAt(told, 'lcp', 'sub_parts'), ttfb),
  });
  say('CLS', numberAt(told, 'cls', 'score') ?? numberAt(view, 'cumulative_layout_shift'), {
    target: textAt(told, 'cls', 'target_selector') ?? textAt(view, 'cumulative_layout_shift_target_selector'),
  });
  say('INP', msAt(told, 'inp', 'duration') ?? msAt(view, 'interaction_to_next_paint'), {
    target: textAt(told, 'inp', 'target_selector') ?? textAt(view, 'interaction_to_next_paint_target_selector'),
    parts: partsOf(fieldsAt(told, 'inp', 'sub_parts')),
  });
}

const partNames: Record<string, string> = {
  load_delay: 'resourceLoadDelay',
  load_time: 'resourceLoadDuration',
  render_delay: 'elementRenderDelay',
  input_delay: 'inputDelay',
  processing_duration: 'processingDuration',
  presentation_delay: 'presentationDelay',
};

function partsOf(told: Fields, timeToFirstByte?: number): Record<string, number> {
  const parts: Record<string, number> = {};
  for (const [name, ours] of Object.entries(partNames)) {
    const value = msAt(told, name);
    if (value !== undefined) parts[ours] = value;
  }
  if (timeToFirstByte !== undefined && Object.keys(parts).length > 0) parts.timeToFirstByte = timeToFirstByte;
  return parts;
}

/** What the browser says of itself, from the earliest view that knows how large it is: an earlier one has the higher version. */
function liftSession(event: Fields, { sender, here, page }: Common, userAgent: string, gather: Gatherer): void {
  const width = countAt(event, 'display', 'viewport', 'width');
  const height = countAt(event, 'display', 'viewport', 'height');
  if (width === undefined || height === undefined) return;
  const { page: referrer } = pageOf(textAt(event, 'view', 'referrer') ?? '');
  gather.record(
    sender,
    { id: 'session', version: maxUInt32 - Math.floor(here.at / 1_000) },
    {
      ...here,
      kind: 'session',
      userAgent,
      viewport: { width, height },
      language: textAt(event, 'device', 'locale')?.slice(0, 64) ?? '',
      timeZone: textAt(event, 'device', 'time_zone')?.slice(0, 64) ?? '',
      ...(referrer !== undefined && referrer.host !== page?.host && { referrerHost: referrer.host.slice(0, 256) }),
      entryPath: here.route ?? '',
      replay: at(event, 'session', 'sampled_for_replay') === true || at(event, 'session', 'has_replay') === true,
    },
  );
}

/** Who the visitor is and what the application says of everything: each once, however many views repeat it. */
function liftSaid(event: Fields, { sender, here }: Common, gather: Gatherer): void {
  const account = at(event, 'account', 'id');
  const traits = {
    ...attributesOf(at(event, 'usr'), isOfPerson),
    ...((typeof account === 'string' || typeof account === 'number') && { 'account.id': account }),
  };
  if (at(event, 'usr', 'id') !== undefined || Object.keys(traits).length > 0)
    gather.record(
      sender,
      { id: `user-${hash64(JSON.stringify([sender.visitor, sender.role, traits]))}` },
      {
        ...{ ...here, kind: 'user', visitor: sender.visitor },
        ...(sender.role !== '' && { role: sender.role }),
        ...(Object.keys(traits).length > 0 && { traits }),
      },
    );
  const service = serviceOf(event);
  const flags = at(event, 'feature_flags');
  const attributes = {
    ...(service !== undefined && { service }),
    ...attributesOf(at(event, 'context')),
    ...(isFields(flags) && attributesOf({ feature_flags: flags })),
  };
  if (Object.keys(attributes).length === 0) return;
  gather.record(
    sender,
    { id: `context-${hash64(JSON.stringify(attributes))}` },
    { ...here, kind: 'context', attributes },
  );
}
