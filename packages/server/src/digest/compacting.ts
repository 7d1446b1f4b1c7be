import { type Columns, compactPacks, type Segments } from '@sightglass/store';
import type { Teller } from '../journal/index.ts';

const everyMs = 10 * 60_000;
/** A pack holds the segments of an hour; after half an hour more the sessions in it are over. */
const restMs = 90 * 60_000;

export interface Compacting {
  /** Begins when it is time and nothing is under way; storing goes on beside it. */
  perhaps(): void;
  /** Breaks off at the next pack, and resolves when that is done. */
  stop(): Promise<void>;
}

/** Replay of sessions that are over is packed again, smaller. Whatever fails is tried again the next time. */
export function createCompacting(columns: Columns, segments: Segments, now: () => number, teller: Teller): Compacting {
  let underWay: Promise<void> | undefined;
  let nextAt = now();
  let stopping = false;

  async function run(): Promise<void> {
    try {
      const packs = await compactPacks(columns, segments, now() - restMs, () => !stopping);
      if (packs > 0) teller.info({ packs }, 'replay was packed again');
    } catch (err) {
      teller.warn({ err }, 'replay could not be packed again');
    }
    nextAt = now() + everyMs;
    underWay = undefined;
  }

  return {
    perhaps() {
      if (underWay === undefined && now() >= nextAt) underWay = run();
    },
    async stop() {
      stopping = true;
      await underWay;
    },
  };
}
