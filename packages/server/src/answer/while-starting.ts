import type { Columns } from '@sightglass/store';
import { SightglassError } from '@sightglass/wire';

/** Seconds. */
const retryAfter = 2;

/**
 * Columns that are asked from the first moment on. The digest makes the engine's tables, or brings them up to date: a question that fails
 * before it is ready has met them half made, and that is no mistake of ours, but passes.
 */
export function tellStarting(columns: Columns, ready: Promise<void>): Columns {
  let isReady = false;
  void ready.then(() => {
    isReady = true;
  });
  return {
    ...columns,
    async ask(...asked) {
      const wasReady = isReady;
      try {
        return await columns.ask(...asked);
      } catch (error) {
        if (wasReady || error instanceof SightglassError) throw error;
        throw new SightglassError('engine_unavailable', undefined, { cause: error, retryAfter });
      }
    },
  };
}
