import { exportHead, exportLine } from './line.ts';

/** One body for a door of the intake. */
export interface Body {
  path: string;
  query: Record<string, string>;
  text: string;
}

const eventsPerBody = 500;
const charsPerBody = 2_000_000;

/**
 * The bodies that a file holds: an export of Sightglass, or rrweb's events (one array, `{"events": […]}`, or an event a line).
 *
 * @param session - The visit that rrweb's events belong to, which they do not name.
 * @throws {Error} with one sentence where the file is neither
 */
export async function* bodiesOf(lines: AsyncIterable<string>, session: string): AsyncGenerator<Body> {
  let isFirst = true;
  let isExport = false;
  const events = gatherEvents(session);
  for await (const { value, number } of valuesOf(lines)) {
    if (isFirst && exportHead.safeParse(value).success) isExport = true;
    else if (isExport) yield bodyOf(value, number);
    else for (const event of eventsOf(value, number)) yield* events.add(event);
    isFirst = false;
  }
  if (isFirst) throw new Error('The file is empty.');
  yield* events.rest();
}

/** A value a line; or one over all lines, as tools write JSON that people read. Empty lines hold none. */
async function* valuesOf(lines: AsyncIterable<string>): AsyncGenerator<{ value: unknown; number: number }> {
  const noJson = (number: number) =>
    new Error(`Line ${number} is no JSON. An export of Sightglass or events of rrweb can be imported.`);
  let number = 0;
  let isFirst = true;
  const ofOne: string[] = [];
  for await (const line of lines) {
    number += 1;
    if (line.trim() === '') continue;
    const value = ofOne.length > 0 ? undefined : parsed(line);
    if (value !== undefined) yield { value, number };
    else if (ofOne.length > 0 || (isFirst && /^\s*[[{]/.test(line))) ofOne.push(line);
    else throw noJson(number);
    isFirst = false;
  }
  if (ofOne.length === 0) return;
  const value = parsed(ofOne.join('\n'));
  if (value === undefined) throw noJson(1);
  yield { value, number: 1 };
}

/** `undefined` where a text is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function bodyOf(value: unknown, number: number): Body {
  const line = exportLine.safeParse(value);
  if (!line.success) throw new Error(`Line ${number} is no line of an export.`);
  if ('batch' in line.data) return { path: '/v1/records', query: {}, text: JSON.stringify(line.data.batch) };
  return { path: '/v1/segments', query: {}, text: JSON.stringify(line.data.segment) };
}

function eventsOf(value: unknown, number: number): unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value === 'string') return [value]; // packed by @rrweb/packer
  if (typeof value === 'object' && value !== null) {
    if ('events' in value && Array.isArray(value.events)) return value.events;
    if ('type' in value && 'timestamp' in value) return [value];
  }
  throw new Error(`Line ${number} is no event of rrweb, and the file is no export of Sightglass.`);
}

function gatherEvents(session: string) {
  let texts: string[] = [];
  let chars = 0;
  let seq = 0;
  /** Told by rrweb at a page's start only; what a body after that tells happens there too. */
  let url: string | undefined;
  function* rest(): Generator<Body> {
    if (texts.length === 0) return;
    yield {
      path: `/rrweb/${encodeURIComponent(session)}`,
      query: { seq: String(seq), ...(url ? { url } : {}) },
      text: `[${texts.join(',')}]`,
    };
    texts = [];
    chars = 0;
    seq += 1;
  }
  return {
    rest,
    *add(event: unknown): Generator<Body> {
      const text = JSON.stringify(event);
      if (texts.length === eventsPerBody || chars + text.length > charsPerBody) yield* rest();
      texts.push(text);
      url = addressOf(event) ?? url;
      chars += text.length;
    },
  };
}

/** Of a `Meta` event (4). */
function addressOf(event: unknown): string | undefined {
  const { type, data } = (event ?? {}) as { type?: unknown; data?: { href?: unknown } | null }; // read as far as it is what we hope
  return type === 4 && typeof data?.href === 'string' ? data.href : undefined;
}
