import type { ForeignFormat } from './face.ts';

export type {
  Asked,
  ForeignFormat,
  Head,
  Lifted,
  LiftedBatch,
  LiftedSegment,
  Sender,
  Told,
  Tools,
  Unjudged,
} from './face.ts';
export { createGatherer, type Gatherer, idOf } from './gatherer.ts';
export { readQuery } from './query.ts';

/** The doors of other SDKs. A format is one folder and one line here; its name is its door's in the journal. */
export const foreignFormats = {} as const satisfies Record<string, ForeignFormat>;
export type ForeignName = keyof typeof foreignFormats;
