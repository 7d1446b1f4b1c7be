const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Steps that people read off a time axis. */
const steps = [
  second,
  5 * second,
  15 * second,
  minute,
  5 * minute,
  15 * minute,
  30 * minute,
  hour,
  3 * hour,
  6 * hour,
  12 * hour,
  day,
  7 * day,
  28 * day,
];

/** Of thirty days, which end some minutes ahead for the clocks of browsers, each is told. */
const usualMost = 31;

/** The smallest step that cuts the span into at most `most` buckets. */
export function bucketMsOf(span: { from: number; until: number }, most = usualMost): number {
  const length = Math.max(1, span.until - span.from);
  return steps.find((step) => length / step <= most) ?? Math.ceil(length / most / day) * day;
}

/**
 * One entry for each bucket of the span, whether anything fell into it or not: a chart must show silence too. Buckets begin
 * at multiples of their length since 1970, so the first one may begin before the span.
 */
export function fillBuckets<Found extends { at: number }, Filled>(
  span: { from: number; until: number },
  bucketMs: number,
  found: readonly Found[],
  fill: (at: number, found: Found | undefined) => Filled,
): Filled[] {
  const byStart = new Map(found.map((bucket) => [bucket.at, bucket]));
  const filled: Filled[] = [];
  for (let at = Math.floor(span.from / bucketMs) * bucketMs; at < span.until; at += bucketMs)
    filled.push(fill(at, byStart.get(at)));
  return filled;
}

/** SQL: milliseconds at which the bucket of `at` begins. */
export const bucketStart = 'intDiv(toUnixTimestamp64Milli(at), {bucketMs:Int64}) * {bucketMs:Int64}';
