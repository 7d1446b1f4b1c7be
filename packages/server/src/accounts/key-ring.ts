import type { Keys } from '@sightglass/store';
import type { KeyRing } from '../parts.ts';

/** The intake's view of the client keys, which remembers when each was last used and writes that down once a minute. */
export function startKeyRing(keys: Keys, now: () => number): KeyRing & { stop(): Promise<void> } {
  let used = new Map<string, number>();

  /** What a full disk does not take is no harm: the times are written again with the next use. */
  async function write(): Promise<void> {
    const times = used;
    used = new Map();
    await keys.used(times).catch(() => undefined);
  }

  const timer = setInterval(write, 60_000);

  return {
    find(key) {
      const found = keys.find(key);
      if (found !== undefined && !found.revoked) used.set(key, now());
      return found;
    },
    async stop() {
      clearInterval(timer);
      await write();
    },
  };
}
