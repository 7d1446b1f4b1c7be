import type { Release, Role } from '../server/desk/shapes.ts';

/**
 * A recording: what the SDK sent in visits to the desk, as `index.json` and two files of bodies. A line of a bodies file is one
 * visit: a JSON array of the bodies as texts, in the order in which they came. The files are zstd over the whole, with a
 * window as large as the file, so that what visits share (style sheets, lists of parts) is stored once.
 */
export interface RecordingIndex {
  format: 'sightglass-recording/1';
  application: 'parts-desk';
  seed: number;
  /** Epoch milliseconds of the first day's midnight, and of the last body's receipt. */
  from: number;
  until: number;
  /** Size of the SDK that recorded, which tells one build of it from another. */
  sdkBytes: number;
  visits: RecordedVisit[];
}

export interface RecordedVisit {
  n: number;
  journey: string;
  /** False: beyond `plan.json`. */
  planned: boolean;
  role: Role;
  /** The id under which the application named the visitor. */
  visitor: string;
  release: Release;
  /** Days since `from`, with the part of the day. */
  day: number;
  /** The SDK's own session ids. More than one where the visitor stayed away for longer than a session lasts. */
  sessions: string[];
  /** Which file has its line: `sample` is a cross-section, `rest` the others. */
  file: 'sample' | 'rest';
  bodies: RecordedBody[];
}

export interface RecordedBody {
  door: 'records' | 'segments';
  /** Milliseconds from `from` to the receipt. */
  at: number;
  /** How the SDK had packed it. */
  encoding: 'gzip' | 'deflate' | '';
  /** Unpacked. */
  bytes: number;
}

export const bodiesFile = (file: RecordedVisit['file']): string => `${file}.ndjson.zst`;
