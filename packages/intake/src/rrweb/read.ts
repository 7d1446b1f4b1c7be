import { limits } from '@sightglass/wire';
import type { Tools } from '../foreign/index.ts';
import { fieldsOf, type Given } from '../given.ts';
import { type Cleaned, cleanTree } from '../json/clean.ts';
import { parseJson, readJson } from '../json/index.ts';

/** What a body held: its events, not yet looked at, and what it says beside them. */
export interface Read {
  events: unknown[];
  beside: Given;
  /** Things in the places of events that are none, by reason. */
  bad: Record<string, number>;
  cleaned: Cleaned;
}

const bounds = { maxNesting: limits.maxSegmentNesting, maxValues: limits.maxJsonValues };
const newline = 0x0a;
/** One more than is taken, so that too many are told as such. */
const maxEvents = limits.maxEventsPerSegment + 1;

/**
 * A body in any of the forms that teams post: a JSON array of events, an object with `events`, one event, or one of these a line. An event
 * may be a text: then it is packed (`@rrweb/packer`), JSON in a zlib stream in a string of Latin-1 letters.
 *
 * @returns undefined when no part of it is JSON
 */
export function readBody(body: Uint8Array, tools: Tools): Read | undefined {
  const read: Read = { events: [], beside: {}, bad: {}, cleaned: { forbidden: 0, replaced: 0 } };
  let roomBytes = limits.maxSegmentUnpackedBytes;

  /** Not cleaned yet: that would spoil what is packed, which holds any letter. */
  function parse(bytes: Uint8Array): { value: unknown; plain: boolean } | undefined {
    const parsed = parseJson(bytes, bounds, tools.toText);
    return 'fault' in parsed ? undefined : parsed;
  }

  function take(given: unknown, plain: boolean): void {
    const { events } = fieldsOf(given);
    if (Array.isArray(given)) for (const one of given.slice(0, maxEvents)) takeEvent(one, plain);
    else if (Array.isArray(events)) {
      const beside = Object.entries(fieldsOf(given)).filter(([name, value]) => name !== 'events' && !isNested(value));
      read.beside = { ...fieldsOf(cleanTree(Object.fromEntries(beside), read.cleaned)), ...read.beside };
      take(events, plain);
    } else takeEvent(given, plain);
  }

  function takeEvent(given: unknown, plain: boolean): void {
    const event = typeof given === 'string' ? unpack(given) : plain ? given : cleanTree(given, read.cleaned);
    if (event === undefined) bad('a packed event that cannot be unpacked');
    else read.events.push(event);
  }

  function unpack(packed: string): unknown {
    const bytes = new Uint8Array(packed.length);
    for (let at = 0; at < packed.length; at += 1) {
      const code = packed.charCodeAt(at);
      if (code > 0xff) return undefined;
      bytes[at] = code;
    }
    const inflated = roomBytes > 0 ? tools.inflate(bytes, roomBytes) : undefined;
    if (inflated === undefined) return undefined;
    roomBytes -= inflated.length;
    const parsed = readJson(inflated, bounds, tools.toText);
    if ('fault' in parsed) return undefined;
    read.cleaned.forbidden += parsed.cleaned.forbidden;
    read.cleaned.replaced += parsed.cleaned.replaced;
    return parsed.value;
  }

  function bad(reason: string): void {
    read.bad[reason] = (read.bad[reason] ?? 0) + 1;
  }

  const whole = parse(body);
  if (whole !== undefined) {
    take(whole.value, whole.plain);
    return read;
  }
  if (!body.includes(newline)) return undefined;
  let lines = 0;
  for (let at = 0; at < body.length && read.events.length < maxEvents; ) {
    const found = body.indexOf(newline, at);
    const end = found === -1 ? body.length : found;
    const line = body.subarray(at, end);
    at = end + 1;
    if (line.length === 0 || (line.length === 1 && line[0] === 0x0d)) continue;
    const given = parse(line);
    if (given === undefined) bad('a line that is no JSON');
    else {
      lines += 1;
      take(given.value, given.plain);
    }
  }
  return lines === 0 ? undefined : read;
}

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null;
