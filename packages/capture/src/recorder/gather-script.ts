import type { Gathered, Gathering } from './asset.ts';
import { gather } from './gather.ts';

/** Entry of `/sdk-assets.js`: all that a worker of `assets.ts` does. */
addEventListener('message', ({ data }: MessageEvent<Gathering>) => {
  // Of a worker, not of a window, whose `postMessage` wants to know for whom.
  const post = postMessage as (message: Gathered | 0) => void;
  void gather(data, post);
});
