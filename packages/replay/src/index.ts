export {
  createSegmentReader,
  modelOf,
  type NativeSegment,
  type Note,
  type PageLine,
  type PlainNode,
  type PlainPage,
  type Reading,
  type SegmentReader,
  toRrweb,
} from '@sightglass/segment';
export { type Clock, type ClockState, createClock, speeds, type Ticker } from './clock.ts';
export { createDecoder, type Decoder } from './decoder.ts';
export { callDecoder, type Line } from './decoder-line.ts';
export { harmless } from './harmless.ts';
export { type Inspected, type Pair, piercing, type State, type Where } from './inspected.ts';
export { pageAt } from './page-at.ts';
export { readLines } from './read-lines.ts';
export {
  createGathering,
  type Gap,
  type Gathering,
  loadReplay,
  type PageStream,
  type Recording,
  type Stretch,
} from './recording.ts';
export {
  createReplayFeed,
  type OpenReplay,
  type ReplayFeed,
  type ReplayFeedState,
  type ReplayPart,
} from './replay-feed.ts';
export type { LeftOut } from './slices.ts';
export { createStage, type Shown, type Stage, type StagedPage } from './stage.ts';
export type { Look } from './stage-document.ts';
export { type FramedShown, openStage, type StageFailure, type StageFrame } from './stage-frame.ts';
export { startDecoder } from './start-decoder.ts';
export { stepFrom } from './steps.ts';
export {
  activityOf,
  density,
  idleAfterMs,
  idleSpans,
  type PageChange,
  pageChanges,
  type Span,
} from './tracks.ts';
export { keepWithin } from './within.ts';
