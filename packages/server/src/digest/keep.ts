import { type Atom, type Columns, recomputeSessions, type Segments } from '@sightglass/store';
import type { FixedBatch } from '../ledger/index.ts';
import { atomKey, type Batch, ndjson } from './batch.ts';
import { failureOf, reasonOf } from './failure.ts';

export interface KeepParts {
  columns: Columns;
  segments: Pick<Segments, 'sync'>;
  /** Resolves after this time, or at once when the digest stops: then the wait is over for good. */
  pause(ms: number): Promise<void>;
  stopping(): boolean;
  /** Why nothing can be stored now; null: it can. */
  onTrouble(trouble: string | null): void;
}

/** `refused`: the engine will not take it, however often it is asked. */
export type Kept = { kept: true } | { kept: false; reason: string };

/** Refusals until a batch is called poisoned: a refusal by chance passes in that time. */
const maxRefusals = 3;
const pauses = { first: 200, most: 5_000 };
const tables = ['records', 'replay_segments'] as const;

/** Writes fixed batches, each row once, whatever happens to the engine meanwhile. */
export interface Keeper {
  /** @param doubtful - Something of it may be stored already: look before the first insert. */
  keep(batch: Batch, doubtful: boolean): Promise<Kept>;
}

export function createKeeper(parts: KeepParts): Keeper {
  const { columns } = parts;

  async function keep(batch: Batch, doubtful: boolean): Promise<Kept> {
    // Rows never point at bytes that a power cut could take. Where it fails the digest ends: the next one writes them again.
    if (batch.segments.length > 0) await parts.segments.sync();
    let doubt = doubtful || batch.ancestors.length > 0;
    // Halves of a batch that was refused need no second word; an entry alone gets all its tries again.
    const refusals = batch.ancestors.length > 0 && batch.first < batch.last ? 1 : maxRefusals;
    const inserted = await untilDone(refusals, async () => {
      const there = doubt ? await whatIsThere(batch) : new Set<string>();
      // After any failure, of whichever table, what is stored has to be asked for.
      doubt = true;
      await insert(batch, there);
    });
    if (!inserted.kept) return inserted;
    const recomputed = await untilDone(maxRefusals, () => recompute(batch));
    // A session's row can be made anew at its next record; the records themselves are stored.
    if (!recomputed.kept) parts.onTrouble(`sessions could not be recomputed: ${recomputed.reason}`);
    return inserted;
  }

  async function insert(batch: Batch, there: ReadonlySet<string>): Promise<void> {
    if (batch.lines.length > 0)
      await columns.insert('lines', batch.lines.map((row) => `${JSON.stringify(row)}\n`).join(''));
    for (const table of tables) {
      const rows = ndjson(batch, table, there);
      if (rows.length > 0) await columns.insert(table, rows);
    }
  }

  /** Also what batches hold that this one was a part of: they had all its rows of those partitions. */
  async function whatIsThere(batch: Batch): Promise<Set<string>> {
    // An insert whose answer was lost may still be running; the engine syncs only after it.
    await columns.sync();
    const atoms = await columns.atoms([batch.id, ...batch.ancestors]);
    return new Set(atoms.map(({ table, partition }) => atomKey(table, partition)));
  }

  async function recompute(batch: Batch): Promise<void> {
    for (const [project, sessions] of batch.touched) {
      const touched = [...sessions].map(([session, start]) => ({ session, start }));
      await recomputeSessions(columns, project, touched, batch.id);
    }
  }

  /** Tries until it is done, is refused for good, or the digest stops. */
  async function untilDone(most: number, work: () => Promise<void>): Promise<Kept> {
    let refusals = 0;
    for (let waitMs = pauses.first; ; waitMs = Math.min(waitMs * 2, pauses.most)) {
      try {
        await work();
        parts.onTrouble(null);
        return { kept: true };
      } catch (error) {
        if (failureOf(error) === 'refused') refusals += 1;
        if (refusals >= most) return { kept: false, reason: reasonOf(error) };
        parts.onTrouble(reasonOf(error));
        if (parts.stopping()) throw error;
        await parts.pause(waitMs);
        if (parts.stopping()) throw error;
      }
    }
  }

  return { keep };
}

/** Whether everything that a batch should have written is there, by itself or by a batch that it was a part of. */
export function isWhole({ id, ancestors, atoms }: FixedBatch, there: readonly Atom[]): boolean {
  const counted = new Set([id, ...ancestors]);
  return atoms.every(({ table, partition }) =>
    there.some((atom) => atom.table === table && atom.partition === partition && counted.has(atom.batch)),
  );
}
