/** One item of an envelope: its header as it came, and its payload, unread. */
export interface Item {
  header: Record<string, unknown>;
  payload: Uint8Array;
}

export interface Envelope {
  header: Record<string, unknown>;
  items: Item[];
  /** Why reading stopped before the end; the items before it hold. */
  broken?: string;
}

/** A line of JSON; undefined where it is no object. */
export type ReadLine = (line: Uint8Array) => Record<string, unknown> | undefined;

const newline = 0x0a;
const carriageReturn = 0x0d;
/** A header line is some hundred bytes; the longest, with a DSN and a trace, under two thousand. */
const maxHeaderBytes = 64 * 1024;
/** Browsers send one to three; a queue of old ones may hold more. */
const maxItems = 1_000;

/**
 * Takes an envelope apart (https://develop.sentry.dev/sdk/data-model/envelopes/): a line of JSON, then items, each a line of JSON and a
 * payload of `length` bytes, or without it up to the next newline. Nothing is copied. What follows a line that is no header cannot be
 * told apart any more, so reading stops there.
 *
 * @returns undefined when the first line is no header.
 */
export function readEnvelope(body: Uint8Array, readLine: ReadLine): Envelope | undefined {
  const first = lineAt(body, 0);
  const header = first.end <= maxHeaderBytes ? readLine(body.subarray(0, first.end)) : undefined;
  if (header === undefined) return undefined;
  const items: Item[] = [];
  for (let at = first.next; at < body.length; ) {
    const line = lineAt(body, at);
    if (line.end === at) {
      // Items are parted by a newline, which a payload with a length does not hold.
      at = line.next;
      continue;
    }
    if (items.length === maxItems) return { header, items, broken: 'too many items' };
    const itemHeader = line.end - at <= maxHeaderBytes ? readLine(body.subarray(at, line.end)) : undefined;
    if (itemHeader === undefined) return { header, items, broken: 'an item header that is none' };
    const { length } = itemHeader;
    if (typeof length === 'number' && Number.isSafeInteger(length) && length >= 0) {
      const end = line.next + length;
      if (end > body.length) return { header, items, broken: 'an item that is cut short' };
      items.push({ header: itemHeader, payload: body.subarray(line.next, end) });
      at = end;
    } else {
      const payload = lineAt(body, line.next);
      items.push({ header: itemHeader, payload: body.subarray(line.next, payload.end) });
      at = payload.next;
    }
  }
  return { header, items };
}

/** `end` of the line that begins at `from`, without its line break; `next`: where the line after it begins. */
export function lineAt(bytes: Uint8Array, from: number): { end: number; next: number } {
  const found = from < bytes.length ? bytes.indexOf(newline, from) : -1;
  if (found === -1) return { end: Math.max(from, bytes.length), next: Math.max(from, bytes.length) };
  return { end: found > from && bytes[found - 1] === carriageReturn ? found - 1 : found, next: found + 1 };
}
