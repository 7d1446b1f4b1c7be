import { limits, type ReplayEvent, type WireRecord, wireRecord } from '@sightglass/wire';
import type { About, Clock } from '../clock.ts';
import { compileFits } from '../fits.ts';
import { hash64 } from '../hash.ts';
import { compileLetters } from '../letters.ts';
import { catchSlips, withoutSlips } from '../second-net/index.ts';
import { repair } from '../sightglass/repair.ts';
import { createForeignClock } from './clock.ts';
import type { Lifted, LiftedBatch, LiftedSegment, Sender, Told, Unjudged } from './face.ts';

/** Gathers what a decoder lifts out of one body, and holds it to the schema, the clock and the bounds. */
export interface Gatherer {
  /** Times by the sender's clock. A text that is too long is cut, a number that cannot be is left out; a record that its schema refuses is counted as `invalid_record`. */
  record(sender: Sender, told: Told, record: Unjudged): void;
  /** Times by the sender's clock, here too. Empty ones are left out. */
  segment(segment: LiftedSegment): void;
  /** An item that cannot be understood. The reason names no value. */
  aside(reason: string, items?: number): void;
  /** Items about the SDK itself. */
  apart(what: string, items?: number): void;
  /** What cleaning the JSON of an item did (`readJson`). */
  cleaned(cleaned: { forbidden: number; replaced: number }): void;
  /** What this body or an earlier one kept under a name. */
  recall(name: string): string | undefined;
  /** For this body and later ones; the first value under a name stays. */
  keep(name: string, value: string): void;
  lifted(): Lifted;
}

interface Gathered {
  sender: Sender;
  records: { told: Told; record: Unjudged }[];
}

const fitsRecord = compileFits(wireRecord);
const maxTold = 256;
/** A body tells of some dozen traces and views; more is made up. */
const maxKept = 500;
const maxUInt32 = 2 ** 32 - 1;
const maxEpochMs = 4_102_444_800_000;

/** @param earlier - See `Tools.recall`. */
export function createGatherer(
  about: About,
  earlier: (name: string) => string | undefined = () => undefined,
): Gatherer {
  const kept = new Map<string, string>();
  const bySender = new Map<string, Gathered>();
  let last: Gathered | undefined;
  const segments: LiftedSegment[] = [];
  const notes = { truncated: 0, clamped: 0, unmeasured: 0, forbidden: 0, replaced: 0 };
  const refused: Record<string, number> = {};
  const aside: Record<string, number> = {};
  const apart: Record<string, number> = {};

  function settle(clock: Clock): LiftedBatch[] {
    return [...bySender.values()].flatMap(({ sender, records }) => {
      const names: string[] = [];
      const taken: LiftedBatch['records'] = [];
      for (const { told, record } of records) {
        const judged = judge(record, clock);
        if (judged === undefined) continue;
        const id = told.id.length > maxTold ? hash64(told.id) : told.id;
        const version = Math.min(told.version ?? 0, maxUInt32);
        const name = nameOf(judged, id, version);
        names.push(name);
        taken.push({ number: numberOf(name), record: judged, told: { id, version } });
      }
      return taken.length === 0
        ? []
        : [{ sender: withoutSlips(sender), identity: hash64(names.join('')), records: taken }];
    });
  }

  function judge(record: Unjudged, clock: Clock): WireRecord | undefined {
    let parsed = record;
    if (!fitsRecord(record)) {
      const repaired = repair(record);
      if ('wrong' in repaired) {
        add(refused, 'invalid_record', 1);
        return undefined;
      }
      notes.truncated += repaired.truncated;
      notes.unmeasured += repaired.unmeasured;
      parsed = repaired.record;
    }
    const { at, clamped, late } = clock.at(parsed.at);
    if (late) {
      add(refused, 'too_late', 1);
      return undefined;
    }
    if (clamped) notes.clamped += 1;
    // In place: a decoder makes each record anew.
    parsed.at = at;
    catchSlips(parsed);
    return parsed;
  }

  function settleSegments(clock: Clock): Lifted['segments'] {
    return segments.flatMap((segment) => {
      const times = segment.events.map(({ timestamp }) => timestamp);
      const from = clock.at(times.reduce((least, time) => Math.min(least, time)));
      const until = clock.at(times.reduce((most, time) => Math.max(most, time)));
      if (from.late || until.late) {
        add(refused, 'too_late', 1);
        return [];
      }
      notes.clamped += Number(from.clamped) + Number(until.clamped);
      const { skewMs } = clock;
      const move = (event: ReplayEvent): ReplayEvent => ({ ...event, timestamp: event.timestamp + skewMs });
      const events = skewMs === 0 ? segment.events : segment.events.map(move);
      return [{ ...segment, events, from: from.at, until: Math.max(from.at, until.at) }];
    });
  }

  function newest(): number {
    let latest = 0;
    for (const { records } of bySender.values())
      for (const { record } of records) latest = Math.max(latest, Number(record.at) || 0);
    for (const { events } of segments) for (const { timestamp } of events) latest = Math.max(latest, timestamp);
    return latest;
  }

  return {
    record(sender, told, record) {
      // Neighbours come of one event, or of one sender at least.
      if (last === undefined || !isSame(last.sender, sender)) {
        const key = JSON.stringify(sender);
        last = bySender.get(key) ?? { sender, records: [] };
        bySender.set(key, last);
      }
      last.records.push({ told, record });
    },
    segment(segment) {
      const events = segment.events.flatMap((event) => eventOf(event) ?? []);
      add(apart, 'invalid_event', segment.events.length - events.length);
      if (events.length === 0) return;
      if (events.length > limits.maxEventsPerSegment) add(aside, 'too many events in a segment', 1);
      else segments.push({ ...segment, seq: Math.min(segment.seq, maxUInt32), events });
    },
    aside: (reason, items = 1) => add(aside, reason, items),
    apart: (what, items = 1) => add(apart, what, items),
    cleaned({ forbidden, replaced }) {
      notes.forbidden += forbidden;
      notes.replaced += replaced;
    },
    recall: (name) => kept.get(name) ?? earlier(name),
    keep(name, value) {
      if (kept.size < maxKept && !kept.has(name) && earlier(name) === undefined) kept.set(name, value);
    },
    lifted() {
      const clock = createForeignClock(newest(), about);
      return { batches: settle(clock), segments: settleSegments(clock), refused, aside, apart, kept: [...kept], notes };
    },
  };
}

/** An id that our columns and paths can hold: the given one where it is such, else one made of it, always the same. */
export function idOf(id: string): string {
  return isId(id) ? id : `x-${hashOf(id)}`;
}

const ids = /^[A-Za-z0-9-]{8,64}$/;
const isId = compileLetters(ids) ?? ((text: string) => ids.test(text));

/** 64 bits that name what a record tells, in its session. */
function nameOf({ kind, view = '' }: WireRecord, id: string, version: number): string {
  return hash64(`${kind} ${id === '' ? view : id} ${version}`);
}

/** Foreign records are not counted by their sender; a number made of what they are orders them instead. */
function numberOf(name: string): number {
  return Number.parseInt(name.slice(0, 8), 16);
}

function hashOf(text: string): string {
  return hash64(text) + hash64(`${text.length} ${text}`);
}

function isSame(one: Sender, other: Sender): boolean {
  if (one === other) return true;
  return (
    one.session === other.session &&
    one.tab === other.tab &&
    one.visitor === other.visitor &&
    one.role === other.role &&
    one.release === other.release &&
    one.environment === other.environment
  );
}

/** undefined: it is no event of rrweb's. */
function eventOf(event: ReplayEvent): ReplayEvent | undefined {
  const { type, timestamp } = event;
  const isEvent = Number.isInteger(type) && type >= 0 && type <= 100 && timestamp >= 0 && timestamp <= maxEpochMs;
  if (!isEvent) return undefined;
  return Number.isInteger(timestamp) ? event : { ...event, timestamp: Math.round(timestamp) };
}

function add(counts: Record<string, number>, name: string, items: number): void {
  if (items === 0) return;
  counts[name] = (counts[name] ?? 0) + items;
}
