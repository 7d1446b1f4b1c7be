import type { Note } from '@sightglass/segment';
import type { EpochMs, ReplayIndexLine } from '@sightglass/wire';
import type { Gap, PageStream, Stretch } from './recording.ts';
import type { KeptPictures, PageSummary } from './scan.ts';

export type Place = ReplayIndexLine['place'];

/** What is known of one page load: which segments there are, what reading over them told, and the stretch that is here. */
export interface KnownPage {
  readonly tab: string;
  readonly page: string;
  /** False when it was known. */
  add(place: Place): boolean;
  learn(summary: PageSummary): void;
  /** By number. */
  places(): readonly Place[];
  /** Numbers of segments from which the page can be shown at this moment, the best one first. */
  beginnings(at: EpochMs): number[];
  stretch: Stretch | null;
  /** When its events are. */
  times: readonly EpochMs[];
  /** Numbers of segments that the decoder was given. It may have let go of them since. */
  readonly brought: Set<number>;
  refused: number;
  /** The decoder was given all that ended at this time or later. */
  hasSince(time: EpochMs): void;
  stream(): PageStream;
  gaps(): Gap[];
}

export function createKnownPage(tab: string, page: string): KnownPage {
  const bySeq = new Map<number, Place>();
  let sorted: Place[] | null = null;
  let format: PageStream['format'] | null = null;
  const activity: EpochMs[] = [];
  const addresses: { at: EpochMs; href: string }[] = [];
  const notes: Note[] = [];
  const damaged = new Set<number>();
  let pictures: KeptPictures | undefined;
  let unreadSheets: number | undefined;

  function places(): readonly Place[] {
    sorted ??= [...bySeq.values()].sort((a, b) => a.seq - b.seq);
    return sorted;
  }

  const known: KnownPage = {
    tab,
    page,
    stretch: null,
    times: [],
    brought: new Set(),
    refused: 0,
    places,
    add(place) {
      if (bySeq.has(place.seq)) return false;
      bySeq.set(place.seq, place);
      sorted = null;
      return true;
    },
    hasSince(time) {
      for (const { seq, until } of places()) if (until >= time) known.brought.add(seq);
    },
    learn(summary) {
      format = summary.format ?? format;
      pictures = summary.pictures ?? pictures;
      unreadSheets = summary.unreadSheets ?? unreadSheets;
      for (const seq of summary.damaged) damaged.add(seq);
      insert(activity, summary.activity, (at) => at);
      insert(addresses, summary.addresses, ({ at }) => at);
      insert(notes, summary.notes, ({ at }) => at);
    },
    beginnings(at) {
      const anchors = places().filter(({ anchor }) => anchor);
      const before = anchors.filter(({ from }) => from <= at).reverse();
      const after = anchors.slice(before.length, before.length + 1);
      const all = [...before.slice(0, mostTries), ...after].map(({ seq }) => seq);
      // No anchor was told of: what there is may still hold one.
      const [first] = places();
      return all.length > 0 || !first ? all : [first.seq];
    },
    stream() {
      const { stretch, times } = known;
      const own = { tab, page, ...spanOf(places()) };
      const begins = activity[0] === own.from ? [] : [own.from];
      return {
        ...own,
        events: [],
        anchors: [],
        activity: [...begins, ...activity],
        addresses,
        notes,
        ...(pictures ? { pictures } : {}),
        ...(unreadSheets ? { unreadSheets } : {}),
        format: stretch?.format ?? format ?? 'rrweb/2',
        stretch,
        times,
      };
    },
    gaps: () => gapsOf(tab, page, places(), damaged, format === 'sightglass/1'),
  };
  return known;
}

/** Damaged anchors that are passed over on the way back to a whole one. */
const mostTries = 4;

function spanOf(places: readonly Place[]): { from: EpochMs; until: EpochMs } {
  let [from, until] = [places[0]?.from ?? 0, 0];
  for (const place of places) {
    from = Math.min(from, place.from);
    until = Math.max(until, place.until);
  }
  return { from, until };
}

/** @param isOwn - What depends on what is known: what is missing matters until the page is told whole again. */
function gapsOf(
  tab: string,
  page: string,
  places: readonly Place[],
  damaged: ReadonlySet<number>,
  isOwn: boolean,
): Gap[] {
  const gaps: Gap[] = [];
  const { until: end } = spanOf(places);
  let next = 0;
  let before = places[0]?.from ?? 0;
  for (const [at, place] of places.entries()) {
    const { seq, from, until } = place;
    if (seq > next) {
      const staleUntil = places.slice(at).find(({ anchor }) => anchor)?.from ?? end;
      const known = isOwn ? staleUntil : from;
      const gap = { tab, page, from: Math.min(before, from), until: known, staleUntil };
      gaps.push({ ...gap, reason: 'missing-segments', segments: seq - next });
    }
    if (damaged.has(seq)) {
      const whole = places.slice(at + 1).find(({ anchor }) => anchor)?.from ?? end;
      const gap = { tab, page, from, until, staleUntil: Math.max(until, whole) };
      gaps.push({ ...gap, reason: 'damaged-segments', segments: 1 });
    }
    next = seq + 1;
    before = Math.max(before, until);
  }
  const [first] = places;
  const start = places.find(({ anchor, seq }) => anchor && !damaged.has(seq));
  if (first && start !== first) {
    const until = start?.from ?? end;
    gaps.push({ tab, page, from: first.from, until, staleUntil: until, reason: 'no-snapshot', segments: 0 });
  }
  return gaps;
}

/** What comes is later, mostly. */
function insert<T>(list: T[], more: readonly T[], timeOf: (one: T) => EpochMs): void {
  const last = list.at(-1);
  const [first] = more;
  const isLater = last === undefined || first === undefined || timeOf(last) <= timeOf(first);
  for (const one of more) list.push(one);
  if (!isLater) list.sort((a, b) => timeOf(a) - timeOf(b));
}
