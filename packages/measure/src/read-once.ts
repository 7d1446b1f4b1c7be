import { type Columns, engineOf, partsByPartition, type TableName } from '@sightglass/store';

/** What is asked of each partition of a table by itself. */
export interface Reading {
  /** Its own: what is kept of a project is found by it. */
  name: string;
  table: TableName;
  /** Rows of a `{project:String}` from these `{partitions:Array(String)}`, in order; each tells its `partition`. */
  sql: string;
}

/** A partition as it was read, and what it was made of then. */
interface Kept {
  parts: string;
  rows: readonly object[];
}

interface Keeper {
  /** By project and reading, by partition; what was used longest ago comes first. */
  kept: Map<string, Map<string, Kept>>;
  rows: number;
}

/** Of all projects together, some hundred bytes each; a project of ninety days has some ten thousand. */
const mostRows = 100_000;
/** By the engine that was asked. */
const keepers = new WeakMap<Columns, Keeper>();

/**
 * Rows of a span, and of what lies beside it in the same partitions. Whatever is stored, merged or deleted makes other parts, so that a partition is
 * read again only where its parts are not those of the last time.
 *
 * @param span - Half-open, milliseconds.
 * @throws {SightglassError} `query_timeout`, `engine_unavailable`
 */
export async function readOnce<Row>(
  columns: Columns,
  project: string,
  { name, table, sql }: Reading,
  span: { from: number; until: number },
): Promise<Row[]> {
  const keeper = keeperOf(engineOf(columns));
  const key = `${project} ${name}`;
  const there = await partsByPartition(columns, [table]);
  const wanted = partitionsOf(there, span);
  // As it is now: others may throw away what they need no longer.
  const known = new Map(keeper.kept.get(key));
  const partitions = wanted.filter((partition) => known.get(partition)?.parts !== there.get(partition));
  const read = new Map<string, Kept>();
  if (partitions.length > 0) {
    const found = await columns.ask<{ partition: string }>(sql, { project, partitions });
    const byPartition = Map.groupBy(found, ({ partition }) => partition);
    for (const partition of partitions) {
      const rows = (byPartition.get(partition) ?? []).map(({ partition: _, ...row }) => row);
      read.set(partition, { parts: there.get(partition) ?? '', rows });
    }
  }
  // Of what came or went meanwhile nobody knows whether it was read: only parts that are there before and after are what it was read from.
  keep(keeper, key, read.size === 0 ? there : await partsByPartition(columns, [table]), read);
  const rows = wanted.flatMap((partition) => (read.get(partition) ?? known.get(partition))?.rows ?? []);
  return rows as Row[]; // as the reading's SQL names them
}

function keeperOf(engine: Columns): Keeper {
  const keeper = keepers.get(engine) ?? { kept: new Map(), rows: 0 };
  keepers.set(engine, keeper);
  return keeper;
}

/** Those that may hold something of a span, in order. A partition is called by its first day, whether it holds one or a week. */
function partitionsOf(there: ReadonlyMap<string, string>, { from, until }: { from: number; until: number }): string[] {
  const all = [...there.keys()].sort();
  const first = all.findLastIndex((partition) => partition <= dayOf(from));
  return all.slice(Math.max(0, first)).filter((partition) => partition <= dayOf(until - 1));
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10).replaceAll('-', '');

/** @param still - Partitions that are there: what is kept of others goes. */
function keep(keeper: Keeper, key: string, still: ReadonlyMap<string, string>, read: ReadonlyMap<string, Kept>): void {
  // Who else asked meanwhile may have kept more.
  const own = keeper.kept.get(key) ?? new Map<string, Kept>();
  if (keeper.kept.delete(key)) keeper.rows -= sizeOf(own);
  for (const partition of own.keys()) if (!still.has(partition)) own.delete(partition);
  for (const [partition, one] of read) if (still.get(partition) === one.parts) own.set(partition, one);
  keeper.kept.set(key, own);
  keeper.rows += sizeOf(own);
  for (const [longestAgo, unused] of keeper.kept) {
    if (keeper.rows <= mostRows) break;
    keeper.kept.delete(longestAgo);
    keeper.rows -= sizeOf(unused);
  }
}

/** What holds nothing takes room too. */
const sizeOf = (own: ReadonlyMap<string, Kept>): number =>
  [...own.values()].reduce((sum, { rows }) => sum + rows.length + 1, 1);
