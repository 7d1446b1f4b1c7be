import { type Columns, claimDatabase } from '@sightglass/store';
import { SightglassError } from '@sightglass/wire';
import type { EngineLog } from './supervise.ts';

export interface OutsideOptions {
  columns: Columns;
  /** The data folder's id: the database is to be its own. */
  folder: string;
  log: EngineLog;
  /** Called once where nobody answers at first. */
  onAway(): void;
}

/** A ClickHouse server that somebody else runs. */
export interface Outside {
  /**
   * Resolves when it answers and will do.
   * @throws {SightglassError} `clickhouse_refused`, `clickhouse_taken`
   */
  ready: Promise<void>;
  /** Waits for it no longer. */
  stop(): void;
}

const againMs = 1_000;
/** It may be starting beside us. */
const awayAfterMs = 3_000;

/** Waits until a server answers. It is not ours to start: as long as it is away, what comes in stays in the journal. */
export function awaitServer({ columns, folder, log, onAway }: OutsideOptions): Outside {
  const gone = new AbortController();
  const ready = claim();
  ready.catch(() => undefined);

  async function claim(): Promise<void> {
    const begun = performance.now();
    let isTold = false;
    while (!gone.signal.aborted)
      try {
        await claimDatabase(columns, folder);
        return;
      } catch (error) {
        if (!(error instanceof SightglassError) || /^clickhouse_/.test(error.code)) throw error;
        if (!isTold && performance.now() - begun > awayAfterMs) {
          isTold = true;
          log.warn({ code: error.code }, 'the ClickHouse server does not answer');
          onAway();
        }
        await new Promise((resolve) => setTimeout(resolve, againMs));
      }
  }

  return { ready, stop: () => gone.abort() };
}
