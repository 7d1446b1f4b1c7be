import { isSound, tellDamage, tellingDamage } from './damage.ts';
import { createErasedLook } from './erased.ts';
import type { DoorLedger } from './face.ts';
import { accepted, createTally, known, readOutcomes, withUnwritten, writeOutcomes } from './outcomes.ts';
import { openDatabase, readNumber, transaction } from './schema.ts';
import { hasTakenOver } from './taken-over.ts';

const writeEveryMs = 1_000;

/**
 * The server's side of `ledger.sqlite`. Refusals at the door are written once a second: what a crash takes with it was never acknowledged.
 *
 * All of it is looked at for damage first; where only pages are damaged that a start does not need, it opens.
 *
 * @throws {SightglassError} `data_newer`, `ledger_damaged`
 */
export function openLedger(file: string, now: () => number): DoorLedger {
  let damaged = false;
  const onDamage = () => {
    damaged = true;
  };
  const database = tellDamage(() => {
    const opened = openDatabase(file);
    if (!isSound(opened)) onDamage();
    return opened;
  }, onDamage);
  const tally = createTally();

  function flush(): void {
    const counted = tally.take();
    if (counted.length === 0) return;
    try {
      tellDamage(() => transaction(database, () => writeOutcomes(database, counted, now())), onDamage);
    } catch {
      // Busy, full or damaged: counted again with the next.
      for (const { project, door, outcome, items } of counted) tally.count(project, door, outcome, items);
    }
  }
  const timer = setInterval(flush, writeEveryMs);
  timer.unref();

  const findClaim = database.prepare('SELECT 1 FROM claims WHERE identity = ?');
  const asked = {
    checkpoint: () => readNumber(database, 'checkpoint'),
    isErased: createErasedLook(database),
    hasTakenOver: () => hasTakenOver(database),
    isKnown: (identity: Buffer) => findClaim.get(identity) !== undefined,
    summary(project: string) {
      flush();
      const outcomes = withUnwritten(readOutcomes(database, project), tally.of(project), now());
      const items = outcomes.filter(({ outcome }) => !outcome.startsWith('note:'));
      const received = items.reduce((sum, row) => sum + row.items, 0);
      const sumOf = (which: string) => items.reduce((sum, row) => (row.outcome === which ? sum + row.items : sum), 0);
      const kept = sumOf(accepted);
      return { received, accepted: kept, refused: received - kept, known: sumOf(known), outcomes };
    },
  };
  return {
    ...tellingDamage(asked, onDamage),
    count: tally.count,
    isDamaged: () => damaged,
    stop() {
      clearInterval(timer);
      flush();
      database.close();
    },
  };
}
