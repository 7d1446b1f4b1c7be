import type { StartLater } from './later/later.ts';
import type { RecordingParts } from './recorder/recorder.ts';

/** What a page does not load first. */
export interface Parts extends RecordingParts {
  later: StartLater;
}

/** Brings one of them; undefined where something else came in its place. */
export type Load = <Part extends keyof Parts>(part: Part) => Promise<Parts[Part] | undefined>;
