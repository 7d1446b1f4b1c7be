import type { Columns, SampleCounts, Segments } from '@sightglass/store';
import { type ErrorCode, limits, SightglassError } from '@sightglass/wire';
import { createReader, type Numbered, type Read, type Teller } from '../journal/index.ts';
import type { DigestLedger, FixedBatch, Whom } from '../ledger/index.ts';
import type { Aside } from '../quarantine/index.ts';
import { createUnpacker } from '../receive/index.ts';
import { type Batch, createBatch, fixed } from './batch.ts';
import { createChores } from './chores.ts';
import { createCompacting } from './compacting.ts';
import { addUpDaysLeft } from './days-left.ts';
import { createErasing, type Erased } from './erasing.ts';
import type { DaysLeft, DigestOptions } from './face.ts';
import { createFilling } from './filling.ts';
import { createFolder } from './fold.ts';
import { createFolding } from './folding.ts';
import { createFoldingOfDays } from './folding-days.ts';
import { createKeeper, isWhole } from './keep.ts';
import { createLeaving } from './leaving.ts';
import { createObserving } from './observing.ts';
import { createRemoving } from './removing.ts';
import { createRetaining } from './retaining.ts';
import { createTakingOver } from './taking-over.ts';
import { createWaker } from './waker.ts';

export interface DigestParts extends Pick<DigestOptions, 'onLive' | 'onConfirmed'> {
  journalDir: string;
  columns: Columns;
  segments: Segments;
  ledger: DigestLedger;
  aside: Aside;
  partitionOf(time: number): string;
  teller: Teller;
  now(): number;
  /** Milliseconds that never step back: what waits is not kept waiting by a clock that is set. */
  ticks(): number;
  /** The machine's start, where it is known: after another one, what was not synced is looked for. */
  bootId: string;
  /** Earlier ones crashed by themselves at this place: mark each entry before it is read, set the guilty one aside. */
  careful: boolean;
  retentionDays: number;
  /** Of one session's replay by another SDK. Default: what the wire says. */
  sessionReplayBytes?: number;
  /** Projects that were removed: nothing of them is stored. */
  gone: Set<string>;
  onProjectRemoved(project: string): void;
  /** There is no room to take it out now. */
  onProjectStays(project: string): void;
  onState(stored: number, trouble: string | null): void;
  onDaysLeft(days: DaysLeft): void;
  onSampleRemoved(project: string, was: SampleCounts, upTo: number): void;
  /** It could not be taken out now, nor written down that it is to be. */
  onSampleStays(project: string, code: ErrorCode): void;
  onErased(erased: Erased): void;
  onErasureOver(erased: Erased): void;
  /** They could not be erased now, nor written down that they are to be. */
  onNotErased(project: string, whom: Whom, code: ErrorCode): void;
  onDropped(project: string | null, before: number): void;
}

export interface Running {
  grown(durable: number): void;
  /** Syncs as soon as everything is stored that is safe in the journal by now, and does not wait until it would anyway. */
  settle(): void;
  /** Takes the project's sample data out, as soon as everything up to this entry is stored. */
  removeSample(project: string, after: number): void;
  /** Erases a visitor, or sessions, as soon as everything up to this entry is stored. */
  erase(project: string, whom: Whom, after: number): void;
  /** What is elsewhere of whom was erased here, up to this entry, is gone too. */
  endErasure(project: string, whom: Whom, upTo: number): void;
  /** It could not be erased now. */
  putErasureOff(project: string, whom: Whom, upTo: number): void;
  /** Nothing more of this project is stored; what is goes as soon as everything that is safe in the journal by now was read. */
  removeProject(project: string): void;
  /** The project keeps what it recorded for so many days. */
  retain(project: string, days: number): void;
  /** Resolves when nothing is left of who was erased from the folder that this one takes the place of; mostly it has. */
  takenOver: Promise<void>;
  /** Stores what is read, then ends. */
  stop(): Promise<void>;
  /** Rejects when the digest cannot go on: its process ends, and the next one begins where this one stopped. */
  failed: Promise<never>;
}

/** The first entry waits this long for others: an insert costs nearly the same for one row as for a thousand. */
const flushAfterMs = 300;
/** Two batches are in memory at once here, and one of them in the engine; an insert of 5,000 rows costs little more a row than this. */
const maxRows = 12_500;
const maxBytes = 12 * 1024 * 1024;
/** The journal's files are kept until a sync; one of the whole folder took 63 ms (STORAGE, section 2). */
const syncEveryMs = 10_000;
const syncAfterBytes = 48 * 1024 * 1024;
/** Whoever waits for the store is woken when it is done. */
const longPauseMs = 60_000;
/** What a careful one marks: more than any batch, so the place of the crash is among them. */
const carefulEntries = 5_000;

/** Runs through the journal from where the ledger says: recovers, then follows. Resolves when it has recovered. */
export async function runDigest(parts: DigestParts, durableNow: number): Promise<Running> {
  const { ledger, teller } = parts;
  const grew = createWaker();
  const stopped = createWaker();
  const folder = createFolder({ ...parts, unpacker: createUnpacker() });
  const removing = createRemoving({
    ...{ ...parts, sync },
    ...{ onRemoved: parts.onSampleRemoved, onFull: (project) => parts.onSampleStays(project, 'disk_full') },
  });
  const erasing = createErasing({
    ...{ ...parts, durable: () => durable, sync },
    onFull: (project, whom) => parts.onNotErased(project, whom, 'disk_full'),
  });
  const leaving = createLeaving({ ...parts, sync });
  const { promise: takenOver, resolve: onOver } = Promise.withResolvers<void>();
  const takingOver = createTakingOver({ ...parts, erasing, removing, durable: durableNow, onOver });
  const compacting = createCompacting(parts);
  const retaining = createRetaining({ ...parts, days: parts.retentionDays });
  const observing = createObserving({ ...parts, nextVersion: ledger.nextBatch });
  const folding = createFolding({ ...parts, nextVersion: ledger.nextBatch });
  const onDaysLeftOf = addUpDaysLeft(parts.onDaysLeft);
  const foldingDays = createFoldingOfDays({ ...parts, nextVersion: ledger.nextBatch }, onDaysLeftOf);
  const filling = createFilling(parts, onDaysLeftOf('filling'));
  const chores = createChores(
    [removing, erasing, takingOver, leaving, observing, retaining, folding, ...foldingDays, filling, compacting],
    parts.ticks,
    teller,
  );
  const triedBefore = ledger.trying();
  let carefulLeft = parts.careful ? carefulEntries : 0;
  let durable = durableNow;
  let stopping = false;
  let storing = false;
  let trouble: string | null = null;
  let syncAt = parts.ticks() + syncEveryMs;
  let unsyncedBytes = 0;
  /** Somebody waits until everything up to here is stored and synced. */
  let wantedUpTo = 0;
  const isSyncDue = (): boolean =>
    parts.ticks() >= syncAt || (ledger.synced() < wantedUpTo && ledger.checkpoint() >= wantedUpTo);

  const keeper = createKeeper({
    ...parts,
    pause: (ms) => stopped.pause(ms),
    stopping: () => stopping,
    onTrouble: tellState,
  });

  await recover();
  const reader = createReader(parts.journalDir, ledger.checkpoint());
  const following = follow();
  chores.look();

  /** Batches that an earlier process fixed: whatever of them is absent is stored now, with the same rows. */
  async function recover(): Promise<void> {
    if (ledger.bootId() !== parts.bootId) {
      const unsynced = ledger.unsynced();
      const atoms = await parts.columns.atoms(unsynced.flatMap(({ id, ancestors }) => [id, ...ancestors]));
      for (const batch of unsynced) if (!isWhole(batch, atoms)) await store(await readAgain(batch), true);
      ledger.setBootId(parts.bootId);
    }
    for (const batch of ledger.open()) await store(await readAgain(batch), true);
    parts.onConfirmed(ledger.synced());
    tellState(null);
  }

  async function follow(): Promise<void> {
    let gathering = gather();
    while (true) {
      const batch = await gathering;
      if (batch !== undefined) {
        ledger.fix([fixed(batch)], batch.claims);
        folder.forget(batch.claims);
        storing = true;
        gathering = gather();
        // A failure of the next one is met when it is awaited.
        gathering.catch(() => undefined);
        await store(batch, false);
        storing = false;
        grew.wake();
      } else if (!stopping) gathering = gather();
      if (stopping || isSyncDue() || unsyncedBytes >= syncAfterBytes) await sync();
      if (stopping) return;
    }
  }

  /** The next entries as one batch: for as long as the first may wait, or the batch before is being stored. */
  async function gather(): Promise<Batch | undefined> {
    let batch: Batch | undefined;
    let until = Number.POSITIVE_INFINITY;
    while (!stopping) {
      const read = isFull(batch) ? undefined : reader.next(durable);
      if (read === undefined) {
        if (batch !== undefined && !storing && (parts.ticks() >= until || isFull(batch))) return batch;
        if (batch === undefined && isSyncDue()) return undefined;
        await grew.pause(storing ? longPauseMs : Math.max(1, Math.min(until, syncAt) - parts.ticks()));
      } else {
        // What is run again may be of the batch that is being stored: what that has claimed would count as there, and it be lost.
        while (storing && !stopping && 'entry' in read && read.entry.tries > 0) await grew.pause(longPauseMs);
        if (stopping) return batch;
        if ('entry' in read && batch === undefined) {
          batch = createBatch(ledger.nextBatch(), read.entry.sequence);
          until = parts.ticks() + flushAfterMs;
        }
        await take(read, batch);
      }
      if (batch !== undefined && !storing && parts.ticks() >= until) return batch;
    }
    return batch;
  }

  async function take(read: Read, batch: Batch | undefined): Promise<void> {
    if ('damage' in read) {
      teller.warn({ offset: read.damage.offset, bytes: read.damage.bytes.length }, 'the journal is damaged here');
      await parts.aside.putDamage(read.damage);
    } else if (batch !== undefined) await foldCarefully(read.entry, batch);
  }

  async function foldCarefully(entry: Numbered, batch: Batch): Promise<void> {
    if (carefulLeft === 0) return folder.fold(entry, batch);
    carefulLeft -= 1;
    if (entry.sequence === triedBefore)
      return folder.setAside(entry, batch, 'the digest ended while it read this', 'quarantined');
    ledger.setTrying(entry.sequence);
    await folder.fold(entry, batch);
    ledger.setTrying(0);
  }

  async function readAgain({ id, first, last, ancestors }: FixedBatch): Promise<Batch> {
    const batch = createBatch(id, first, ancestors);
    const again = createReader(parts.journalDir, first - 1);
    try {
      for (let read = again.next(last); read !== undefined && !isPast(read, last); read = again.next(last))
        await take(read, batch);
    } finally {
      again.stop();
    }
    batch.last = last;
    folder.forget(batch.claims);
    return batch;
  }

  /** A batch that is fixed becomes stored; poisoned ones are halved until the entry that does it stands alone. */
  async function store(batch: Batch, doubtful: boolean): Promise<void> {
    const result = await keeper.keep(batch, doubtful);
    if (result.kept) finish(batch, []);
    else if (batch.first < batch.last) await halve(batch);
    else await quarantine(batch, result.reason);
  }

  function finish(batch: Batch, released: Buffer[]): void {
    ledger.done(fixed(batch), batch.tally.take(), released);
    unsyncedBytes += batch.bytes;
    tellState(trouble);
    for (const [project, sessions] of batch.touched) if (!parts.gone.has(project)) observing.touched(project, sessions);
    chores.look();
    for (const { project, ...segment } of batch.segments) parts.onLive(project, { type: 'segment', ...segment });
    for (const [project, sessions] of batch.touched)
      parts.onLive(project, { type: 'stored', at: parts.now(), sessions: [...sessions.keys()] });
  }

  async function halve({ id, first, last, ancestors }: Batch): Promise<void> {
    const middle = Math.floor((first + last) / 2);
    const all = [...ancestors, id];
    const halves = [
      { id: ledger.nextBatch(), first, last: middle, ancestors: all, atoms: [] },
      { id: ledger.nextBatch(), first: middle + 1, last, ancestors: all, atoms: [] },
    ];
    ledger.fix(halves, [], id);
    for (const half of halves) await store(await readAgain(half), true);
  }

  async function quarantine(batch: Batch, reason: string): Promise<void> {
    const again = createReader(parts.journalDir, batch.first - 1);
    const read = again.next(batch.first);
    const empty = createBatch(batch.id, batch.first, batch.ancestors);
    if (read !== undefined && 'entry' in read)
      await folder.setAside(read.entry, empty, `the engine refused it: ${reason}`, 'quarantined');
    again.stop();
    teller.warn({ sequence: batch.first, reason }, 'an entry went to the quarantine');
    finish(
      empty,
      batch.claims.map(({ identity }) => identity),
    );
  }

  /** Only what is synced is let go from the journal. */
  async function sync(): Promise<void> {
    const stored = ledger.checkpoint();
    syncAt = parts.ticks() + syncEveryMs;
    // Once: where it fails, the next one comes when its time comes.
    if (stored >= wantedUpTo) wantedUpTo = 0;
    if (stored === ledger.synced()) return;
    // Where it fails, what was not synced has to be written again, by the next digest.
    await parts.segments.sync();
    try {
      await parts.columns.sync();
    } catch (error) {
      // The journal keeps it; the next sync covers it.
      teller.warn({ err: error }, 'the store could not be synced');
      return;
    }
    unsyncedBytes = 0;
    ledger.setSynced(stored, parts.now() - limits.duplicateWindowMs);
    parts.onConfirmed(stored);
  }

  /** What is wished is written down. Where it cannot be, whoever wishes hears why, and all else goes on. */
  function wish(writeDown: () => void, onFailed: (code: ErrorCode) => void): void {
    try {
      writeDown();
    } catch (err) {
      teller.warn({ err }, 'a wish could not be written down');
      onFailed(err instanceof SightglassError ? err.code : 'internal');
    }
    chores.look();
  }

  function tellState(now: string | null): void {
    if (now !== null && now !== trouble) teller.warn({ trouble: now }, 'the digest cannot store');
    trouble = now;
    parts.onState(ledger.checkpoint(), trouble);
  }

  return {
    grown(upTo) {
      durable = Math.max(durable, upTo);
      grew.wake();
    },
    settle() {
      wantedUpTo = durable;
      grew.wake();
    },
    removeSample(project, after) {
      wish(
        () => removing.want(project, after),
        (code) => parts.onSampleStays(project, code),
      );
    },
    erase(project, whom, after) {
      wish(
        () => erasing.want(project, whom, after),
        (code) => parts.onNotErased(project, whom, code),
      );
    },
    endErasure(project, whom, upTo) {
      erasing.end(project, whom, upTo);
      chores.look();
    },
    putErasureOff(project, whom, upTo) {
      erasing.putOff(project, whom, upTo);
      chores.look();
    },
    removeProject(project) {
      parts.gone.add(project);
      observing.forget(project);
      retaining.keep(project, parts.retentionDays);
      leaving.want(project, durable);
      chores.look();
    },
    retain(project, days) {
      retaining.keep(project, days);
      chores.look();
    },
    takenOver,
    async stop() {
      stopping = true;
      grew.wake();
      stopped.wake();
      await chores.stop();
      await following.catch(() => undefined); // `failed` tells it; stopping goes on
      reader.stop();
    },
    failed: following.then(() => new Promise<never>(() => undefined)),
  };
}

function isFull(batch: Batch | undefined): boolean {
  return batch !== undefined && (batch.rows >= maxRows || batch.bytes >= maxBytes);
}

function isPast(read: Read, last: number): boolean {
  return 'entry' in read && read.entry.sequence > last;
}
