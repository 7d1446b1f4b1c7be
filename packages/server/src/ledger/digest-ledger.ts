import type { DatabaseSync } from 'node:sqlite';
import { tellDamage, tellingDamage } from './damage.ts';
import { createErasedBodyLook, createErasedLook, markBodies, markErased, type SetAside } from './erased.ts';
import { type Counted, writeOutcomes } from './outcomes.ts';
import { openDatabase, readNumber, readText, transaction, write } from './schema.ts';
import { endTakenOver, hasTakenOver } from './taken-over.ts';

/** What one insert of a batch writes into one partition, as the engine tells it back. */
export interface Expected {
  table: string;
  partition: string;
  rows: number;
}

/** Entries that are stored together; every row carries the id. */
export interface FixedBatch {
  id: number;
  first: number;
  last: number;
  /** Batches that held this one's rows before they were split: what those have stored counts for this one. */
  ancestors: number[];
  atoms: Expected[];
}

/** Whose a batch or segment is: the first entry that brought it. */
export interface Claim {
  identity: Buffer;
  sequence: number;
  /** Hash of a segment's events; '' for batches of records. */
  content: string;
  at: number;
}

/** Sample data of a project that is to go. */
export interface Removal {
  project: string;
  /** The last entry that may hold some of it. */
  after: number;
  /** What there was of it when it began to go, where everything was stored up to an entry; null: not begun. */
  found: { sessions: number; records: number; segments: number; upTo: number } | null;
  /** As of an {@link Erasure}. */
  again?: number;
}

/** What is to be erased: a visitor with all of their sessions, or sessions of whomever. The other one is empty. */
export interface Whom {
  visitor: string;
  sessions: string[];
  /** Visitors of whom nothing but these sessions is kept: what names them goes as well. */
  also?: string[];
}

/** Somebody who is to be erased. */
export interface Erasure {
  project: string;
  whom: Whom;
  /** The last entry that may hold something of them. */
  after: number;
  /** What was found when it began, where everything was stored up to an entry; null: not begun. */
  found: { sessions: string[]; records: number; segments: number; quarantined: number; upTo: number } | null;
  /** It was wanted again when more of them may have come than was found: the last entry that may hold that. It begins anew once it is over. */
  again?: number;
}

/** What the server's clock said. Milliseconds since 1970; 0: never. */
export interface ClockSeen {
  /** When it was last believed. */
  believed: number;
  /** When it was first seen to have leapt, by itself; 0: it has not. */
  leapt: number;
}

/** The digest's side of `ledger.sqlite`. Every method that writes is one commit, on the disk when it returns. */
export interface DigestLedger {
  /** Everything up to here is stored. */
  checkpoint(): number;
  /** Everything up to here is stored and synced. */
  synced(): number;
  /** Batches that were fixed and are not known to be stored, in order. */
  open(): FixedBatch[];
  /** Batches that are stored and were not synced when the machine, by its boot id, last ran. */
  unsynced(): FixedBatch[];
  bootId(): string;
  setBootId(id: string): void;
  clock(): ClockSeen;
  setClock(seen: ClockSeen): void;
  claimOf(identity: Buffer): { sequence: number; content: string } | undefined;
  /** A number for a batch, above every one before, also those of a ledger that was lost. */
  nextBatch(): number;
  /** Before the insert: these entries are this batch. `instead`: the batch that it is a part of. */
  fix(batches: readonly FixedBatch[], claims: readonly Claim[], instead?: number): void;
  /** After the insert. `released`: identities that are free again, since their entry went to the quarantine. */
  done(batch: FixedBatch, counted: readonly Counted[], released: readonly Buffer[]): void;
  setSynced(sequence: number, oldestClaim: number): void;
  /** The entry that is being tried alone, after a crash that could be its doing; 0: none. */
  trying(): number;
  setTrying(sequence: number): void;
  removals(): Removal[];
  /** One for each project: the last word counts. */
  setRemoval(removal: Removal): void;
  /** It is done. Where it was wanted again it is one that has not begun. */
  endRemoval(removal: Removal): void;
  erasures(): Erasure[];
  /**
   * One for each visitor or list of sessions: the last word counts. From when it is begun, nothing more is taken of the sessions that were found, nor of
   * those that were named, of which nothing need be stored yet.
   */
  setErasure(erasure: Erasure): void;
  /**
   * It is done: nothing of it is left in the ledger's file either, nor of what decoders kept that holds one of these texts. Where it was wanted again it
   * is one that has not begun.
   */
  endErasure(erasure: Erasure, texts: readonly string[]): void;
  isErased(project: string, session: string): boolean;
  /** Written before they go: in a folder that is restored they are known by it. */
  markBodies(bodies: readonly SetAside[]): void;
  isErasedBody(body: SetAside): boolean;
  /** As the door's ledger has it. */
  hasTakenOver(): boolean;
  endTakenOver(): void;
  /** The project is gone: nothing that names it is left in the file. */
  forgetProject(project: string): void;
  stop(): void;
}

/** @throws {SightglassError} `data_newer`; `ledger_damaged`, as its methods do */
export function openDigestLedger(file: string, now: () => number): DigestLedger {
  const silent = () => undefined; // whoever is thrown at tells it
  return tellDamage(() => tellingDamage(open(openDatabase(file), now), silent), silent);
}

function open(database: DatabaseSync, now: () => number): DigestLedger {
  const findClaim = database.prepare('SELECT sequence, content FROM claims WHERE identity = ?');
  const removals = new Map(readRemovals(database).map((removal) => [removal.project, removal]));
  const erasures = new Map(readErasures(database).map((erasure) => [erasureName(erasure), erasure]));
  let lastBatch = Math.max(readNumber(database, 'batch'), now() * 1_000);

  function batches(where: string): FixedBatch[] {
    const rows = database.prepare(
      `SELECT id, first, last, ancestors, atoms FROM batches WHERE ${where} ORDER BY first`,
    );
    return rows.all().map(({ id, first, last, ancestors, atoms }) => ({
      id: Number(id),
      first: Number(first),
      last: Number(last),
      ancestors: JSON.parse(String(ancestors)),
      atoms: JSON.parse(String(atoms)),
    }));
  }

  return {
    checkpoint: () => readNumber(database, 'checkpoint'),
    synced: () => readNumber(database, 'synced'),
    open: () => batches('open = 1'),
    unsynced: () => batches('open = 0'),
    bootId: () => readText(database, 'boot'),
    setBootId: (id) => write(database, 'boot', id),
    clock: () => ({
      believed: readNumber(database, 'clock believed'),
      leapt: readNumber(database, 'clock leapt'),
    }),
    setClock: ({ believed, leapt }) =>
      transaction(database, () => {
        write(database, 'clock believed', believed);
        write(database, 'clock leapt', leapt);
      }),
    claimOf(identity) {
      const row = findClaim.get(identity);
      return row && { sequence: Number(row.sequence), content: String(row.content) };
    },
    nextBatch() {
      lastBatch += 1;
      return lastBatch;
    },
    fix(fixed, claims, instead) {
      transaction(database, () => {
        if (instead !== undefined) database.prepare('DELETE FROM batches WHERE id = ?').run(instead);
        const add = database.prepare(
          'INSERT OR REPLACE INTO batches (id, first, last, open, ancestors, atoms) VALUES (?, ?, ?, 1, ?, ?)',
        );
        for (const { id, first, last, ancestors, atoms } of fixed)
          add.run(id, first, last, JSON.stringify(ancestors), JSON.stringify(atoms));
        const claim = database.prepare(
          'INSERT OR IGNORE INTO claims (identity, sequence, content, at) VALUES (?, ?, ?, ?)',
        );
        for (const { identity, sequence, content, at } of claims) claim.run(identity, sequence, content, at);
        write(database, 'batch', lastBatch);
      });
    },
    done(batch, counted, released) {
      transaction(database, () => {
        // One that was stored before, and only had to be looked for again, is counted already.
        const { changes } = database.prepare('UPDATE batches SET open = 0 WHERE id = ? AND open = 1').run(batch.id);
        if (changes === 0) return;
        const release = database.prepare('DELETE FROM claims WHERE identity = ?');
        for (const identity of released) release.run(identity);
        writeOutcomes(database, counted, now());
        // Parts of a split batch are done in order, so the last of them carries the checkpoint.
        write(database, 'checkpoint', Math.max(batch.last, readNumber(database, 'checkpoint')));
      });
    },
    setSynced(sequence, oldestClaim) {
      transaction(database, () => {
        write(database, 'synced', sequence);
        database.prepare('DELETE FROM batches WHERE open = 0 AND last <= ?').run(sequence);
        database.prepare('DELETE FROM claims WHERE at < ? AND sequence <= ?').run(oldestClaim, sequence);
      });
    },
    trying: () => readNumber(database, 'trying'),
    setTrying: (sequence) => write(database, 'trying', sequence),
    removals: () => [...removals.values()],
    setRemoval(removal) {
      write(database, removalName(removal.project), JSON.stringify(removal));
      removals.set(removal.project, removal);
    },
    endRemoval({ project, again }) {
      const anew = again === undefined ? undefined : { project, after: again, found: null };
      if (anew === undefined) database.prepare('DELETE FROM state WHERE name = ?').run(removalName(project));
      else write(database, removalName(project), JSON.stringify(anew));
      removals.delete(project);
      if (anew !== undefined) removals.set(project, anew);
    },
    erasures: () => [...erasures.values()],
    setErasure(erasure) {
      transaction(database, () => {
        write(database, erasureName(erasure), JSON.stringify(erasure));
        if (erasure.found !== null)
          markErased(database, erasure.project, [...erasure.whom.sessions, ...erasure.found.sessions]);
      });
      erasures.set(erasureName(erasure), erasure);
    },
    endErasure({ project, whom, again }, texts) {
      const name = erasureName({ project, whom });
      const anew = again === undefined ? undefined : { project, whom, after: again, found: null };
      transaction(database, () => {
        database.prepare('DELETE FROM state WHERE name = ?').run(name);
        if (anew !== undefined) write(database, name, JSON.stringify(anew));
        const forget = database.prepare("DELETE FROM claims WHERE content != '' AND instr(content, ?) > 0");
        for (const text of texts) forget.run(text);
      });
      erasures.delete(name);
      if (anew !== undefined) erasures.set(name, anew);
      // Deleted rows are overwritten (see schema.ts); the log beside the file still has them.
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    },
    isErased: createErasedLook(database),
    markBodies: (bodies) => transaction(database, () => markBodies(database, bodies)),
    isErasedBody: createErasedBodyLook(database),
    hasTakenOver: () => hasTakenOver(database),
    endTakenOver: () => endTakenOver(database),
    forgetProject(project) {
      transaction(database, () => {
        database.prepare('DELETE FROM outcomes WHERE project = ?').run(project);
        for (const prefix of [removalPrefix, erasurePrefix]) {
          const name = `${prefix}${project}`;
          database
            .prepare('DELETE FROM state WHERE name = ? OR substr(name, 1, ?) = ?')
            .run(name, name.length + 1, `${name} `);
        }
      });
      removals.delete(project);
      for (const [name, erasure] of erasures) if (erasure.project === project) erasures.delete(name);
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    },
    stop: () => database.close(),
  };
}

const removalPrefix = 'removal ';
export const removalName = (project: string): string => removalPrefix + project;

const erasurePrefix = 'erasure ';
export const erasureName = (erasure: Pick<Erasure, 'project' | 'whom'>): string => erasurePrefix + erasureKey(erasure);

/** Tells erasures apart. No visitor's id begins as the list of sessions does. */
export function erasureKey({ project, whom }: Pick<Erasure, 'project' | 'whom'>): string {
  return `${project} ${whom.visitor}${whom.sessions.map((session) => `\n${session}`).join('')}`;
}

/** Whatever holds one of these is theirs. @param sessions - Their ids. */
export function namesOf({ visitor, also = [] }: Whom, sessions: readonly string[]): string[] {
  return [...(visitor === '' ? [] : [visitor]), ...also, ...sessions];
}

export function readRemovals(database: DatabaseSync): Removal[] {
  const kept = readState<Removal & { was?: Omit<NonNullable<Removal['found']>, 'upTo'> | null }>(
    database,
    removalPrefix,
  );
  // One that an older version began does not say up to where it looked.
  return kept.map(({ was, ...removal }) =>
    was === undefined ? removal : { ...removal, found: was && { ...was, upTo: 0 } },
  );
}

export function readErasures(database: DatabaseSync): Erasure[] {
  return readState<Erasure & { visitor?: string }>(database, erasurePrefix).map(({ visitor, ...erasure }) => ({
    ...erasure,
    // One that an older version began names a visitor alone, and says neither up to where it looked nor what was aside.
    whom: visitor === undefined ? erasure.whom : { visitor, sessions: [] },
    found: erasure.found && { ...{ quarantined: 0, upTo: 0 }, ...erasure.found },
  }));
}

/** What was written under names with this beginning, by us. */
function readState<Value>(database: DatabaseSync, prefix: string): Value[] {
  const rows = database.prepare('SELECT value FROM state WHERE substr(name, 1, ?) = ?');
  return rows.all(prefix.length, prefix).map(({ value }) => JSON.parse(String(value)));
}
