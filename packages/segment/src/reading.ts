import type { EpochMs, ReplayEvent } from '@sightglass/wire';

/** A segment of our own format, as far as reading it needs. */
export interface NativeSegment {
  seq: number;
  from: EpochMs;
  until: EpochMs;
  events: readonly unknown[];
}

/** What a segment says. */
export interface Reading {
  /** rrweb's events in the order in which they are to be applied. Times ascend but for pointer moves, which have their own. */
  events: ReplayEvent[];
  /** When a person did something. */
  activity: EpochMs[];
  notes: Note[];
  /** Operations that are none, or more than a reader takes. */
  refused: number;
}

/** Something else that is worth knowing: `visibility`, `print`, `zoom`, `restored`, `shed`, `lost`. */
export interface Note {
  at: EpochMs;
  name: string;
  about: Record<string, unknown>;
}
