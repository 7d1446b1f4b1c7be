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
export { isToDoor } from './to-door.ts';
