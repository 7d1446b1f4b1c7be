/** The doors of the intake whose bodies the journal keeps; the number stands in the entry, so numbers never change. */
export const doors = { records: 1, segments: 2 } as const;
export type Door = keyof typeof doors;

/** How a body is packed on the outside. What is inside is told by its first bytes. */
export const encodings = { identity: 0, gzip: 1, deflate: 2, 'deflate-raw': 3 } as const;
export type Encoding = keyof typeof encodings;

/** One acknowledged body with what the door knew of it. */
export interface Entry {
  receivedAt: number;
  project: string;
  door: Door;
  encoding: Encoding;
  /** Sample data: marked in its rows, so that it can be removed. */
  sample: boolean;
  /** How often it was taken out of the quarantine and run again. */
  tries: number;
  userAgent: string;
  /** As received, still packed. */
  body: Buffer;
}

/** An entry that has its place in the order. */
export interface Numbered extends Entry {
  sequence: number;
}
