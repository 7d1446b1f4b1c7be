import type { EpochMs } from '@sightglass/wire';

/** A piece of recording, as text made once. `events` is a JSON array of rrweb events. */
export interface Piece {
  from: EpochMs;
  until: EpochMs;
  /** Holds a full snapshot: a player can begin here. */
  anchor: boolean;
  events: string;
}

/** Records what the page looks like. The one face between us and whatever does the recording. */
export interface Recorder {
  start(emit: (piece: Piece) => void): void;
  /** Ends the current piece. */
  cut(): void;
  /** Someone looks on: shorter pieces. */
  watch(watched: boolean): void;
  stop(): void;
}

/** What a recorder is given, so that its own file holds nothing twice. */
export interface RecorderParts {
  isSecret(element: Element): boolean;
  isAllowed(element: Element): boolean;
  /** Takes ids, query and fragment out of an address. */
  scrubUrl(url: string): string;
  scrubTitle(title: string): string;
  /** Takes out what the person typed, where the page shows it elsewhere. */
  hideTyped(text: string): string;
  wrap<Args extends unknown[], T>(task: (...args: Args) => T): (...args: Args) => T | undefined;
  toJson(value: unknown): string;
}

export type CreateRecorder = (parts: RecorderParts) => Recorder;
