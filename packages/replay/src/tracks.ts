import type { EpochMs, ReplayEvent } from '@sightglass/wire';
import { meta } from './activity.ts';
import type { Recording } from './recording.ts';

export interface Span {
  from: EpochMs;
  until: EpochMs;
}

/** A share of the busiest slice, 0 to 1, for each of `slices` equal slices of the span. */
export function density(times: readonly EpochMs[], span: Span, slices: number): number[] {
  const counts = new Array<number>(slices).fill(0);
  const length = span.until - span.from;
  if (length <= 0) return counts;
  for (const at of times) {
    if (at < span.from || at > span.until) continue;
    const slice = Math.min(slices - 1, Math.floor(((at - span.from) / length) * slices));
    counts[slice] = (counts[slice] ?? 0) + 1;
  }
  const most = Math.max(...counts, 1);
  return counts.map((count) => count / most);
}

/** Shorter rests are reading and thinking; longer ones are what a viewer wants to skip. */
export const idleAfterMs = 8_000;
/** What comes next must be seen coming. */
export const idleLeadMs = 1_000;

/** Rests of at least {@link idleAfterMs}, less a lead-in before what ends them. `times` need no order. */
export function idleSpans(times: readonly EpochMs[], span: Span): Span[] {
  const within = times.filter((at) => at >= span.from && at <= span.until).sort((a, b) => a - b);
  const idle: Span[] = [];
  let before = span.from;
  for (const at of [...within, span.until]) {
    if (at - before >= idleAfterMs) idle.push({ from: before + idleLeadMs, until: at - idleLeadMs });
    before = at;
  }
  return idle;
}

export function activityOf(recording: Recording): EpochMs[] {
  return recording.pages.flatMap(({ activity }) => activity).sort((a, b) => a - b);
}

export interface PageChange {
  at: EpochMs;
  tab: string;
  page: string;
  /** Path of the address, without query or fragment. */
  path: string;
}

/** Each time a page told its address: on loading, and on every full snapshot after it if the address had changed. */
export function pageChanges(recording: Recording): PageChange[] {
  const changes = recording.pages.flatMap(({ tab, page, events, addresses }) => {
    let last = '';
    return (addresses ?? addressesIn(events)).flatMap(({ at, href }) => {
      const path = pathOf(href);
      if (path === last) return [];
      last = path;
      return [{ at, tab, page, path }];
    });
  });
  return changes.sort((a, b) => a.at - b.at);
}

function addressesIn(events: readonly ReplayEvent[]): { at: EpochMs; href: string }[] {
  return events.flatMap(({ type, timestamp, data }) =>
    type === meta && typeof data === 'object' && data !== null && 'href' in data
      ? [{ at: timestamp, href: String(data.href) }]
      : [],
  );
}

function pathOf(href: string): string {
  return URL.parse(href)?.pathname ?? href.split(/[?#]/)[0] ?? '';
}
