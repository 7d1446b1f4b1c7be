import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Atom, Columns, Segments, TableName } from '@sightglass/store';
import { type LiveMessage, SightglassError } from '@sightglass/wire';
import { afterEach, beforeEach, vi } from 'vitest';
import { createJournal, type Entry, type Journal } from '../../journal/index.ts';
import { openDigestLedger, openLedger } from '../../ledger/index.ts';
import { createAside, openQuarantine, type Quarantine } from '../../quarantine/index.ts';
import { type DigestParts, type Running, runDigest } from '../digest.ts';

export const project = 'p_abcdefabcdef';
const silent = { info: () => undefined, warn: () => undefined };
const partitionOf = (time: number) => new Date(time).toISOString().slice(0, 10);

export type Row = Record<string, unknown> & { _batch: number };

/** Columns in memory: an insert makes one part for each partition, as the engine does, and fails as it is told. */
export function createEngine() {
  const tables: Record<string, Row[]> = { records: [], replay_segments: [] };
  /** Called before each part is kept: throws to fail there. */
  let fault: (rows: Row[]) => void = () => undefined;
  let away = false;
  const parts = (table: string, rows: Row[]) =>
    Map.groupBy(rows, (row) => partitionOf(Number(table === 'replay_segments' ? row.from : row.at)));
  const answer = () => {
    if (away) throw new SightglassError('engine_unavailable');
  };
  const columns: Columns = {
    ask: async () => [],
    async insert(table, ndjson) {
      answer();
      const rows = String(Array.isArray(ndjson) ? Buffer.concat(ndjson) : ndjson)
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Row);
      for (const part of parts(table, rows).values()) {
        fault(part);
        tables[table]?.push(...part);
      }
    },
    async command() {
      answer();
    },
    async atoms(batches) {
      answer();
      return Object.entries(tables).flatMap(([table, all]) =>
        [...parts(table, all)]
          .flatMap(([partition, rows]) =>
            [...Map.groupBy(rows, (row) => row._batch)].map(
              ([batch, some]): Atom => ({ table: table as TableName, partition, batch, rows: some.length }),
            ),
          )
          .filter(({ batch }) => batches.includes(batch)),
      );
    },
    async sync() {
      answer();
    },
    ping: async () => !away,
    stop: async () => undefined,
  };
  return {
    columns,
    names: () => (tables.records ?? []).map((row) => row.name).sort(),
    rows: () => tables.records ?? [],
    segments: () => tables.replay_segments ?? [],
    forget: () => tables.records?.splice(0),
    failWith(next: (rows: Row[]) => void) {
      fault = next;
    },
    goAway(now: boolean) {
      away = now;
    },
  };
}

/** Takes every segment and keeps none. */
export const segments: Segments = {
  sheets: {
    ...{ newest: async () => [], has: async () => false, known: async () => ({}) },
    ...{ load: async () => undefined, drop: async () => undefined },
  },
  append: async (of, { session, tab, page, seq, from, until }, { receivedAt }) => ({
    ...{ refusedTexts: 0, refusedAssets: 0, leftAssets: 0 },
    row: {
      ...{ project: of, session, tab, page, seq, from, until, anchor: 1, events: 1, pack: 'p', offset: 0, length: 1 },
      ...{ dictionary: '', content: '', sample: 0, received_at: receivedAt },
    },
  }),
  sync: async () => undefined,
  read: async () => ({ format: 'rrweb/2', events: [] }),
  compact: async () => [],
  discard: async () => undefined,
  tracesOf: async () => ({ texts: new Set(), longs: [], folders: [] }),
  leave: async () => undefined,
  packsOf: async () => [],
  wipe: async () => undefined,
  wipeLong: async () => undefined,
  move: async () => ({ rows: [], texts: new Set() }),
  named: async () => ({ texts: [], longs: [] }),
  dropFolder: async () => undefined,
  dropBefore: async () => undefined,
  removeSample: async () => undefined,
  removeProject: async () => undefined,
  stop: async () => undefined,
};

interface Started extends Running {
  lives: LiveMessage[];
  /** As a kill does: nothing more is done, nothing is written. */
  crash(): void;
}

/** The folder of one test, with its journal, and the digests that read it. */
export interface DigestAlone {
  readonly dir: string;
  readonly journal: Journal;
  start(engine: ReturnType<typeof createEngine>, more?: Partial<DigestParts>): Promise<Started>;
  /** What the ledger says of the project. */
  summary(): { received: number; accepted: number; refused: number; outcomes: string[] };
  quarantine(): Quarantine;
}

/** A digest without the processes around it: each test of the file has a folder and a journal of its own. */
export function useDigest(): DigestAlone {
  let dir = '';
  let journal: Journal;
  const stops: (() => unknown)[] = [];
  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'sg-digest-'));
    journal = await createJournal({ dir: join(dir, 'journal'), after: 0, teller: silent, fileBytes: 1024 * 1024 });
  });
  afterEach(async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
    await journal.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  async function start(engine: ReturnType<typeof createEngine>, more: Partial<DigestParts> = {}): Promise<Started> {
    const ledger = openDigestLedger(join(dir, 'ledger.sqlite'), Date.now);
    const lives: LiveMessage[] = [];
    const running = await runDigest(
      {
        journalDir: join(dir, 'journal'),
        columns: engine.columns,
        segments,
        ledger,
        aside: createAside(join(dir, 'quarantine'), Date.now),
        partitionOf,
        teller: silent,
        now: Date.now,
        ticks: () => performance.now(),
        bootId: 'one',
        careful: false,
        retentionDays: 90,
        onLive: (_project, message) => lives.push(message),
        onConfirmed: (sequence) => journal.confirm(sequence),
        onState: () => undefined,
        onDaysLeft: () => undefined,
        onSampleRemoved: () => undefined,
        onSampleStays: () => undefined,
        onErased: () => undefined,
        onErasureOver: () => undefined,
        onNotErased: () => undefined,
        onDropped: () => undefined,
        gone: new Set(),
        onProjectRemoved: () => undefined,
        onProjectStays: () => undefined,
        ...more,
      },
      journal.state().durable,
    );
    running.failed.catch(() => undefined);
    stops.push(running.stop);
    stops.push(journal.onGrown(running.grown));
    return { ...running, lives, crash: () => ledger.stop() };
  }

  return {
    get dir() {
      return dir;
    },
    get journal() {
      return journal;
    },
    start,
    summary() {
      const ledger = openLedger(join(dir, 'ledger.sqlite'), Date.now);
      const { received, accepted, refused, outcomes } = ledger.summary(project);
      ledger.stop();
      return { received, accepted, refused, outcomes: outcomes.map(({ outcome, items }) => `${outcome} ${items}`) };
    },
    quarantine: () => openQuarantine(join(dir, 'quarantine'), journal),
  };
}

export const session = '11111111-1111-4111-8111-111111111111';
export function entry(value: object, more: Partial<Entry> = {}): Entry {
  const body = gzipSync(JSON.stringify(value));
  const about = { receivedAt: Date.now(), project, sample: false, tries: 0, userAgent: '' };
  return { ...about, door: 'records', encoding: 'gzip', body, ...more };
}
export function batch(seq: number, names: string[], at = Date.now(), tab = '22222222-2222'): Entry {
  const now = Date.now();
  const records = names.map((name) => ({ kind: 'custom', at, name }));
  const about = { v: 1, session, tab, seq, first: seq * 10, sentAt: now, startedAt: now };
  return entry({ ...about, sdk: { name: 'x', version: '1' }, records });
}
export function segment(seq: number, text: string): Entry {
  const now = Date.UTC(2026, 10, 1);
  const about = { v: 1, format: 'rrweb/2', session, tab: '22222222-2222', page: '33333333-3333', seq, sentAt: now };
  const events = [{ type: 3, timestamp: now, data: { text } }];
  return entry({ ...about, from: now, until: now, anchor: true, events }, { door: 'segments', receivedAt: now });
}
export const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 120_000, interval: 20 });
