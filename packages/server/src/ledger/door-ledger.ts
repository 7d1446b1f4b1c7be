import { createErasedLook } from './erased.ts';
import type { DoorLedger } from './face.ts';
import { accepted, createTally, readOutcomes, writeOutcomes } from './outcomes.ts';
import { openDatabase, readNumber, transaction } from './schema.ts';

const writeEveryMs = 1_000;

/**
 * The server's side of `ledger.sqlite`. Refusals at the door are written once a second: what a crash takes with it was never acknowledged.
 *
 * @throws {SightglassError} `data_newer`
 */
export function openLedger(file: string, now: () => number): DoorLedger {
  const database = openDatabase(file);
  const tally = createTally();

  function flush(): void {
    const counted = tally.take();
    if (counted.length === 0) return;
    try {
      transaction(database, () => writeOutcomes(database, counted, now()));
    } catch {
      // Busy or full: counted again with the next.
      for (const { project, door, outcome, items } of counted) tally.count(project, door, outcome, items);
    }
  }
  const timer = setInterval(flush, writeEveryMs);
  timer.unref();

  return {
    count: tally.count,
    checkpoint: () => readNumber(database, 'checkpoint'),
    isErased: createErasedLook(database),
    summary(project) {
      flush();
      const outcomes = readOutcomes(database, project);
      const items = outcomes.filter(({ outcome }) => !outcome.startsWith('note:'));
      const received = items.reduce((sum, row) => sum + row.items, 0);
      const kept = items.reduce((sum, row) => (row.outcome === accepted ? sum + row.items : sum), 0);
      return { received, accepted: kept, refused: received - kept, outcomes };
    },
    stop() {
      clearInterval(timer);
      flush();
      database.close();
    },
  };
}
