import type { EpochMs, Observation, ObservationKind } from '@sightglass/wire';
import type { SessionSeen } from './session.ts';

/** Things that one session may show. A session of hours in a large application shows a few hundred. */
export const mostKeys = 2_000;
/** Labels of one thing. What has more is no closed set, and those that came first say as much as all of them would. */
export const mostLabels = 100;
/** Names come bounded from the wire; this is for keys and labels that are made of several. */
const mostChars = 1_200;

/** What is seen of a thing at one moment. */
export interface Sighting {
  at: EpochMs;
  /** How well it shows at this moment. 3: an action with its answer in view, 2: an answer, 1: a sighting. */
  quality?: Observation['quality'];
  /** What is seen there, in a few words; paths with placeholders. */
  note?: string;
  /** Counters to raise by one. */
  labels?: readonly string[];
  /** How often; once unless said. 0: only labels are added to what is seen anyway. */
  times?: number;
  /** How often the opposite was seen. */
  against?: number;
}
export type Put = (kind: ObservationKind, key: string, sighting: Sighting) => void;
/**
 * Looks for one topic in a session. Knows no other session, keeps nothing. `seen` has what was told last of each thing; `told` has all
 * that was told of it before, too.
 */
export type Observer = (seen: SessionSeen, put: Put, told: SessionSeen['records']) => void;

export interface Collected {
  put: Put;
  /** Adds up by kind and key, in order of letters, so that the same session makes the same rows. */
  rows(): Observation[];
}

/** Adds up what observers put: one row for each kind and key. What goes beyond the bounds is not taken. */
export function collect({ session, visitor, role, release, environment }: SessionSeen): Collected {
  const rows = new Map<string, Observation>();
  const identity = { session, visitor, role, release, environment };

  function put(kind: ObservationKind, key: string, sighting: Sighting): void {
    if (key.length > mostChars) return;
    const { quality = 1, note = '', labels = [], times = 1, against = 0 } = sighting;
    // Where a call ended is told in parts of a millisecond; a moment that one goes to has none.
    const at = Math.round(sighting.at);
    const id = `${kind}\n${key}`;
    const known = rows.get(id);
    if (known === undefined && rows.size >= mostKeys) return;
    const row = known ?? {
      kind,
      key,
      ...identity,
      at,
      quality,
      note,
      first: at,
      last: at,
      n: 0,
      against: 0,
      counts: {},
    };
    if (known === undefined) rows.set(id, row);
    row.n += times;
    row.against += against;
    row.first = Math.min(row.first, at);
    row.last = Math.max(row.last, at);
    // Of equally good moments the first: there the thing was new to this person too.
    if (quality > row.quality || (quality === row.quality && at < row.at)) Object.assign(row, { at, quality, note });
    count(row.counts, labels);
  }

  return { put, rows: () => [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row) };
}

function count(counts: Record<string, number>, labels: readonly string[]): void {
  let size = Object.keys(counts).length;
  for (const label of labels) {
    if (label.length > mostChars || label === '__proto__') continue;
    if (!Object.hasOwn(counts, label)) {
      if (size >= mostLabels) continue;
      size += 1;
    }
    counts[label] = (counts[label] ?? 0) + 1;
  }
}
