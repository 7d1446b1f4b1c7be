/**
 * A page alive cuts every five seconds and sends every ten (docs/formats/sending.md), and after failures waits five minutes at most; what is
 * still older when it is sent lay in the browser, and says nothing of what the page does that sends it.
 */
const longestMs = 5 * 60_000;

/**
 * Whether a judged body of our own SDK was left over by an earlier page: whoever sends it now may be in another session. Both times are of
 * the browser's clock, so that it may be wrong.
 */
export function isLeftOver(body: { sentAt: number; until?: unknown; records?: unknown }): boolean {
  const newest = Array.isArray(body.records)
    ? body.records.reduce<number>((last, { at }) => (typeof at === 'number' ? Math.max(last, at) : last), 0)
    : Number(body.until);
  return newest > 0 && body.sentAt - newest > longestMs;
}
