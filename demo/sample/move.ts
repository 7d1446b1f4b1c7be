/**
 * Moves one body of a recording by `ms`: every moment that the envelope, its records or its replay events carry. Everything else,
 * ids above all, stays as it is, so that the same body fed twice is stored once.
 */
export function moveBody(door: 'records' | 'segments', text: string, ms: number): string {
  // Recorded bodies were checked against the wire's schemas when they were recorded.
  const body = JSON.parse(text) as Moments & { format?: string; records?: Moments[]; events?: Moments[] };
  move(body, ms);
  // Operations of our own format count from the envelope's start.
  const events = body.format === 'sightglass/1' ? [] : body.events;
  for (const part of (door === 'records' ? body.records : events) ?? []) move(part, ms);
  return JSON.stringify(body);
}

/** The names under which the wire carries moments. All are epoch milliseconds. */
const moments = ['at', 'sentAt', 'startedAt', 'from', 'until', 'timestamp'] as const;
type Moments = { [name in (typeof moments)[number]]?: unknown };

function move(part: Moments, ms: number): void {
  for (const name of moments) {
    const value = part[name];
    // A view's `from` is a route, a segment's is a moment.
    if (typeof value === 'number') part[name] = value + ms;
  }
}
