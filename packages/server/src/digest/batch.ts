import type { TableName } from '@sightglass/store';
import { type Claim, createTally, type FixedBatch, type Tally } from '../ledger/index.ts';

export type Written = 'records' | 'replay_segments';

/** Rows that are stored together, ready as NDJSON, and all that follows from them. */
export interface Batch {
  id: number;
  first: number;
  last: number;
  ancestors: number[];
  rows: number;
  bytes: number;
  /** Lines by table and partition: what one insert writes whole or not at all. */
  atoms: Map<string, { table: Written; partition: string; lines: string[] }>;
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
    touched: new Map(),
    segments: [],
    claims: [],
    tally: createTally(),
  };
}

export function addRow(batch: Batch, table: Written, partition: string, row: object): void {
  const key = atomKey(table, partition);
  const atom = batch.atoms.get(key) ?? { table, partition, lines: [] };
  const line = JSON.stringify(row);
  atom.lines.push(line);
  batch.atoms.set(key, atom);
  batch.rows += 1;
  batch.bytes += line.length + 1;
}

export function touch(batch: Batch, project: string, session: string, at: number): void {
  const sessions = batch.touched.get(project) ?? new Map<string, number>();
  sessions.set(session, at);
  batch.touched.set(project, sessions);
}

export const atomKey = (table: TableName, partition: string): string => `${table} ${partition}`;

export function fixed(batch: Batch): FixedBatch {
  const { id, first, last, ancestors } = batch;
  const atoms = [...batch.atoms.values()].map(({ table, partition, lines }) => ({
    table,
    partition,
    rows: lines.length,
  }));
  return { id, first, last, ancestors, atoms };
}

/** What is sent for one table, without the atoms that are there already. */
export function ndjson(batch: Batch, table: Written, there: ReadonlySet<string>): string {
  let text = '';
  for (const [key, atom] of batch.atoms)
    if (atom.table === table && !there.has(key)) text += `${atom.lines.join('\n')}\n`;
  return text;
}
