import type { Inspection, OriginalFrame } from '@sightglass/bundle';

/** Where a packed file of a release is, and where in it the map stands. */
export interface MapFile {
  file: string;
  inline: boolean;
}

/** What the reading process is asked, one at a time. */
export type Job =
  | { job: 'frames'; map: MapFile; frames: { line: number; column: number }[] }
  | { job: 'source'; map: MapFile; source: string; line: number; around: number }
  | { job: 'lines'; file: string; line: number; around: number }
  /** Whether the map is of this script. */
  | { job: 'belongs'; script: string; map: MapFile }
  | { job: 'code'; files: { path: string; file: string; map?: MapFile }[]; about: CodeAbout };

export interface CodeAbout {
  name: string;
  release: string;
  at: number;
}

/** `fault`: the map cannot be read; for a person. */
export type FramesAnswer = { fault: string } | { frames: (OriginalFrame | undefined)[] };
/** `undefined`: there is no such source in it, or no text of it. */
export type LinesAnswer = { first: number; text: string[]; of: number } | undefined;

export interface AnswerOfJob {
  frames: FramesAnswer;
  source: LinesAnswer;
  lines: LinesAnswer;
  /** Why not; for a person. */
  belongs: string | undefined;
  code: Inspection;
}

export type FromReading =
  | { tell: 'ready' }
  /** How much of a job is done, 0 to 1. */
  | { tell: 'share'; share: number }
  | { tell: 'answer'; answer: AnswerOfJob[Job['job']] | null }
  | { tell: 'failed'; message: string };
