import type { ReplayLine } from '@sightglass/wire';

/** When the first segment of {@link ownLine} begins: milliseconds since 1970. */
export const from = 1_790_000_000_000;

/** A segment of our own format, as the replay's door tells it: one a second, of one page, the first with all of it. */
export function ownLine(seq: number, events: unknown[]): ReplayLine {
  const span = { from: from + seq * 1_000, until: from + seq * 1_000 + 900 };
  const about = { tab: 'tab', page: 'page', anchor: seq === 0 };
  // As the intake lets them pass.
  return { format: 'sightglass/1', ...about, seq, ...span, events: events as [number, number][] };
}
