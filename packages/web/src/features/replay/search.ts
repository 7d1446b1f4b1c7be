import type { Span } from '@sightglass/replay';
import type { SearchTexts } from '../../client/index.ts';
import { type ItemGroup, itemGroups } from './items.ts';
import { type CallsShown, callsShown, type Level, levels, type PanelName, panelNames } from './panel.ts';

/** What a link to a replay says. */
export interface ReplaySearch {
  /** Where to open: a moment (epoch ms) or a place counted from the session's start. `null`: at the start. */
  place: { at: number } | { afterMs: number } | null;
  /** Run at once. Without a place that is the rule; with one, only when the link says so. */
  plays: boolean;
  /** The tab that is held; `null` follows the person. */
  tab: string | null;
  /** The kinds of events that are listed; `null`: those that are listed by default. */
  groups: ItemGroup[] | null;
  panel: PanelName;
  /** The part of the session that is chosen, to be looped, zoomed, sent or saved. */
  clip: Span | null;
  loops: boolean;
  /** The part that the timeline shows; `null`: all of it. */
  zoom: Span | null;
  /** Words that what is listed must have, in whichever panel. */
  find: string;
  /** The one level of the console that is listed; `null`: all. */
  level: Level | null;
  /** Which requests are listed. */
  calls: CallsShown;
  /** The panel of performance shows what was fetched in its time, in place of what was measured. */
  waterfall: boolean;
  /** The request that is open, by its id. */
  request: string | null;
  /** The element of the page that is looked at, by its selector. */
  element: string | null;
  /** What the list that one came from was searched for: the sessions beside this one are those of that list. */
  of: string;
}

export function readSearch(texts: SearchTexts): ReplaySearch {
  const clip = readSpan(texts.clip ?? '');
  // A link to a part opens where the part begins.
  const place = readPlace(texts.t ?? '') ?? (clip && { at: clip.from });
  const groups = (texts.show ?? '').split(',').filter((name): name is ItemGroup => name in itemGroups);
  return {
    place,
    plays: place === null || texts.play === '1',
    tab: texts.tab ?? null,
    groups: groups.length === 0 ? null : groups,
    panel: panelNames.find((name) => name === texts.panel) ?? 'events',
    clip,
    loops: clip !== null && texts.loop === '1',
    zoom: readSpan(texts.zoom ?? ''),
    find: texts.find ?? '',
    level: levels.find((level) => level === texts.level) ?? null,
    calls: callsShown.find((shown) => shown === texts.calls) ?? 'calls',
    waterfall: texts.waterfall === '1',
    request: texts.request ?? null,
    element: texts.element ?? null,
    of: texts.q ?? '',
  };
}

export function writeSearch(change: {
  at?: number;
  tab?: string | null;
  groups?: ItemGroup[] | null;
  panel?: PanelName;
  clip?: Span | null;
  loops?: boolean;
  zoom?: Span | null;
  find?: string;
  level?: Level | null;
  calls?: CallsShown;
  waterfall?: boolean;
  request?: string | null;
  element?: string | null;
}): SearchTexts {
  return {
    ...('at' in change ? { t: String(Math.round(change.at ?? 0)), play: undefined } : {}),
    ...('tab' in change ? { tab: change.tab ?? undefined } : {}),
    ...('panel' in change ? { panel: change.panel === 'events' ? undefined : change.panel } : {}),
    ...('clip' in change ? { clip: writeSpan(change.clip ?? null), ...(change.clip ? {} : { loop: undefined }) } : {}),
    ...('loops' in change ? { loop: change.loops ? '1' : undefined } : {}),
    ...('zoom' in change ? { zoom: writeSpan(change.zoom ?? null) } : {}),
    ...('find' in change ? { find: change.find || undefined } : {}),
    ...('level' in change ? { level: change.level ?? undefined } : {}),
    ...('calls' in change ? { calls: change.calls === 'calls' ? undefined : change.calls } : {}),
    ...('waterfall' in change ? { waterfall: change.waterfall ? '1' : undefined } : {}),
    ...('request' in change ? { request: change.request ?? undefined } : {}),
    ...('element' in change ? { element: change.element ?? undefined } : {}),
    ...('groups' in change ? { show: change.groups?.join(',') } : {}),
  };
}

/** The moment that a link names; `null` where it names none. */
export const placeIn = (span: Span, place: ReplaySearch['place']): number | null =>
  place && ('at' in place ? place.at : span.from + place.afterMs);

/** Numbers from here on are moments; below, seconds since the start of a session are meant. */
const earliestMoment = 100_000_000_000;

/** `1790000000000` is a moment; `83`, `83.5` and `83s` are seconds; `1:23` and `1:02:03` are places on the clock. */
function readPlace(text: string): ReplaySearch['place'] {
  if (/^\d+(\.\d+)?s?$/.test(text)) {
    const number = Number.parseFloat(text);
    return number >= earliestMoment ? { at: number } : { afterMs: number * 1_000 };
  }
  if (!/^\d+(:\d{1,2}){1,2}$/.test(text)) return null;
  const seconds = text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return { afterMs: seconds * 1_000 };
}

/** `1790000000000-1790000005000`: two moments, the earlier first. */
function readSpan(text: string): Span | null {
  const [, from, until] = (/^(\d{12,14})-(\d{12,14})$/.exec(text) ?? []).map(Number);
  return from !== undefined && until !== undefined && from < until ? { from, until } : null;
}

function writeSpan(span: Span | null): string | undefined {
  return span === null ? undefined : `${Math.round(span.from)}-${Math.round(span.until)}`;
}
