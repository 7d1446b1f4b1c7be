import type { TableName } from './tables.ts';

/** Values that the engine binds; a time goes as a number of milliseconds. Nothing is ever pasted into SQL. */
export type Parameters = Record<string, string | number | boolean | readonly string[] | readonly number[]>;

export interface AskOptions {
  /** Engine time; past it the question fails with `query_timeout`. Default 10 s. */
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** A (table, partition, batch) that the engine holds: what one insert writes whole or not at all (STORAGE, section 7). */
export interface Atom {
  table: TableName;
  partition: string;
  batch: number;
  rows: number;
}

/** The column engine, embedded or a cluster: the same SQL over ClickHouse's HTTP interface. */
export interface Columns {
  /** @throws {SightglassError} `query_timeout`, `too_many_questions`, `engine_unavailable` */
  ask<Row>(sql: string, parameters?: Parameters, options?: AskOptions): Promise<Row[]>;
  /**
   * One insert of ready NDJSON (`JSONEachRow`, one row a line, newline at the end), whole or in pieces. Rows carry their `_batch`. Whole or not at
   * all in each partition; a row that does not fit its table refuses all of it, with whatever error the engine gives.
   *
   * @throws {SightglassError} `engine_unavailable` (it may or may not be there: ask for its {@link atoms}), `disk_full`
   */
  insert(table: TableName, ndjson: string | Buffer | readonly Buffer[]): Promise<void>;
  /** DDL, maintenance and `INSERT … SELECT`. @throws {SightglassError} `engine_unavailable`, `disk_full` */
  command(sql: string, parameters?: Parameters): Promise<void>;
  /** Which atoms of these batches are there. */
  atoms(batches: readonly number[]): Promise<Atom[]>;
  /** Everything inserted before this call is on the disk when it resolves (embedded: one sync of the data folder). */
  sync(): Promise<void>;
  ping(): Promise<boolean>;
  stop(): Promise<void>;
}
