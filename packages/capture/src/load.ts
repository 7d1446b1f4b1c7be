import type { StartLater } from './later/later.ts';
import type { TakePictures } from './recorder/pictures.ts';
import type { CreateRecorder } from './recorder/recorder.ts';

/** What a page does not load first. */
export interface Parts {
  later: StartLater;
  recorder: CreateRecorder;
  pictures: TakePictures;
}

/** Brings one of them; undefined where something else came in its place. */
export type Load = <Part extends keyof Parts>(part: Part) => Promise<Parts[Part] | undefined>;
