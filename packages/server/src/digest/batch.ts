import type { LineRow, TableName } from '@sightglass/store';
import { type Claim, createTally, type FixedBatch, type Tally } from '../ledger/index.ts';

/** Rows as bytes, which lie outside of the heap: as texts they would be there twice, and a third time joined. */
interface Gathered {
  table: Written;
  partition: string;
  rows: number;
  /** Whole lines. */
  chunks: Buffer[];
  /** Lines that are not bytes yet. */
  text: string;
}

/** Large enough that the system gets it back as soon as it is free. */
const chunkChars = 256 * 1024;

export type Written = 'records' | 'replay_segments';

/** Rows that are stored together, ready as NDJSON, and all that follows from them. */
export interface Batch {
  id: number;
  first: number;
  last: number;
  ancestors: number[];
  rows: number;
  bytes: number;
  /** Rows by table and partition: what one insert writes whole or not at all. */
  atoms: Map<string, Gathered>;
  /** Lines for full text: stored before everything else, since the same line twice counts once. */
  lines: LineRow[];
  /** By project and session: some time inside it. */
  touched: Map<string, Map<string, number>>;
  /** Segments to be told of when they can be asked for. */
  segments: { project: string; session: string; tab: string; page: string; seq: number; until: number }[];
  claims: Claim[];
  tally: Tally;
}

export function createBatch(id: number, first: number, ancestors: number[] = []): Batch {
  return {
    id,
    first,
    last: first,
    ancestors,
    rows: 0,
    bytes: 0,
    atoms: new Map(),
    lines: [],
    touched: new Map(),
    segments: [],
    claims: [],
    tally: createTally(),
  };
}

export function addRow(batch: Batch, table: Written, partition: string, row: object): void {
  const key = atomKey(table, partition);
  const atom = batch.atoms.get(key) ?? { table, partition, rows: 0, chunks: [], text: '' };
  const line = `${JSON.stringify(row)}\n`;
  atom.rows += 1;
  atom.text += line;
  if (atom.text.length >= chunkChars) pack(atom);
  batch.atoms.set(key, atom);
  batch.rows += 1;
  batch.bytes += line.length;
}

export function addLines(batch: Batch, rows: readonly LineRow[]): void {
  for (const row of rows) {
    batch.lines.push(row);
    batch.bytes += row.text.length + lineBytes;
  }
}

/** What a line's row takes besides its text. */
const lineBytes = 150;

function pack(atom: Gathered): void {
  if (atom.text !== '') atom.chunks.push(Buffer.from(atom.text));
  atom.text = '';
}

export function touch(batch: Batch, project: string, session: string, at: number): void {
  const sessions = batch.touched.get(project) ?? new Map<string, number>();
  sessions.set(session, at);
  batch.touched.set(project, sessions);
}

export const atomKey = (table: TableName, partition: string): string => `${table} ${partition}`;

export function fixed(batch: Batch): FixedBatch {
  const { id, first, last, ancestors } = batch;
  const atoms = [...batch.atoms.values()].map(({ table, partition, rows }) => ({ table, partition, rows }));
  return { id, first, last, ancestors, atoms };
}

/** What is sent for one table, without the atoms that are there already. */
export function ndjson(batch: Batch, table: Written, there: ReadonlySet<string>): Buffer[] {
  return [...batch.atoms].flatMap(([key, atom]) => {
    if (atom.table !== table || there.has(key)) return [];
    pack(atom);
    return atom.chunks;
  });
}
