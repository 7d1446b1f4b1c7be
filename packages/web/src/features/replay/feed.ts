import {
  createReplayFeed,
  type Decoder,
  type OpenReplay,
  type ReplayFeed,
  type ReplayFeedState,
  startDecoder,
} from '@sightglass/replay';

export type FeedState = ReplayFeedState;
/** The recording of one session as far as the moment that is shown needs it, and as it grows while the session is live. */
export type Feed = ReplayFeed;

/** @param decoder - In a worker of its own, so that the screen stays free. */
export function createFeed(open: OpenReplay, decoder: Decoder = startDecoder()): Feed {
  return createReplayFeed(open, decoder);
}
