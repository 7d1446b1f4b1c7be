import { stateTypes } from './adding-up.ts';
import {
  batch,
  count,
  facet,
  facets,
  fewRows,
  flag,
  kindsOfEvents,
  ofDay,
  oneByOne,
  quickHash,
  quickReal,
  quickTime,
  real,
  rising,
  text,
  time,
} from './column-types.ts';
import { issueStateTypes } from './issue-states.ts';
import type { Rows, TableName } from './tables.ts';
import { callStateTypes, routeStateTypes } from './traffic-states.ts';

/** How one table is kept. Columns stand once, with type and codec, so that a missing one can also be added later. */
export interface TableShape<Row> {
  columns: Record<keyof Row & string, string>;
  /**
   * Columns of the engine's own, which no row is written with. Those that it makes of others (`MATERIALIZED`) it makes anew in each answer for what
   * was written before there were any, until `fillLater` has written them there too.
   */
  hidden?: Record<string, string>;
  indexes?: Record<string, string>;
  /** Arguments of ReplacingMergeTree; without them every row stays. */
  replacing?: string;
  /** The time that partitions and `dropPast` go by; without one there are none, and rows stay whatever their age. */
  time?: string;
  /** Of sums that are made again where they are missing: rows that are read together. They are wide, and one question needs few of them. */
  granule?: number;
  order: string;
}

/** The order puts one kind of one project's hour together: what questions ask for. Measured against five others. */
export const shapes: { [Name in TableName]: TableShape<Rows[Name]> } = {
  records: {
    columns: {
      project: facet,
      kind: facet,
      at: time,
      session: text,
      tab: text,
      number: rising,
      received_at: time,
      environment: facet,
      release: facet,
      visitor: text,
      role: facet,
      intake: facet,
      sample: flag,
      browser: facet,
      os: facet,
      device: facet,
      country: facet,
      view: text,
      route: facet,
      name: text,
      type: facet,
      text,
      path: text,
      host: facet,
      method: facet,
      status: 'UInt16 CODEC(ZSTD(1))',
      failed: flag,
      duration_ms: real,
      value: real,
      record_id: text,
      version: count,
      action: text,
      frustrations: 'Array(LowCardinality(String))',
      issue: facet,
      code: facet,
      attributes: 'Map(LowCardinality(String), String) CODEC(ZSTD(3))',
      record: text,
      _batch: batch,
    },
    indexes: {
      by_batch: '_batch TYPE minmax GRANULARITY 1',
      by_session: 'session TYPE bloom_filter(0.01) GRANULARITY 1',
      by_issue: 'issue TYPE bloom_filter(0.01) GRANULARITY 1',
      by_words: "lower(text) TYPE text(tokenizer = 'splitByNonAlpha')",
    },
    time: 'at',
    order: '(project, kind, toStartOfHour(at), session, at)',
  },
  sessions: {
    columns: {
      project: facet,
      session: text,
      start: time,
      end: time,
      visitor: text,
      role: facet,
      environment: facet,
      release: facet,
      intake: facet,
      sample: flag,
      browser: facet,
      os: facet,
      device: facet,
      country: facet,
      language: facet,
      timezone: facet,
      referrer: facet,
      entry_route: facet,
      last_route: facet,
      tabs: count,
      views: count,
      actions: count,
      calls: count,
      failed_calls: count,
      errors: count,
      frustrations: count,
      replay: flag,
      words: text,
      activity: 'Array(UInt8) CODEC(ZSTD(1))',
      lcp: real,
      inp: real,
      cls: real,
      version: batch,
    },
    // 1: the session now stands under another hour, or its records are gone. FINAL leaves such rows out.
    hidden: { deleted: flag },
    // One session, or one visitor's, whenever that was.
    indexes: {
      by_session: 'session TYPE bloom_filter(0.01) GRANULARITY 1',
      by_visitor: 'visitor TYPE bloom_filter(0.01) GRANULARITY 1',
    },
    replacing: 'version, deleted',
    time: 'start',
    order: '(project, toStartOfHour(start), session)',
  },
  replay_segments: {
    columns: {
      project: facet,
      session: text,
      tab: text,
      page: text,
      seq: rising,
      from: time,
      until: time,
      anchor: flag,
      events: count,
      pack: facet,
      offset: 'UInt64 CODEC(Delta, ZSTD(1))',
      length: count,
      dictionary: facet,
      content: text,
      sample: flag,
      received_at: time,
      _batch: batch,
    },
    indexes: { by_batch: '_batch TYPE minmax GRANULARITY 1' },
    replacing: '_batch',
    time: 'from',
    order: '(project, session, tab, page, seq)',
  },
  lines: {
    columns: {
      project: facet,
      kind: facet,
      text,
      session: text,
      at: time,
      sample: flag,
      earlier: batch,
    },
    hidden: {
      // What is looked for in it, whatever its case (`caseless` of measure). Neighbours are alike: each different one is kept and looked at once.
      folded: "LowCardinality(String) MATERIALIZED replaceAll(lowerUTF8(text), 'ς', 'σ') CODEC(ZSTD(1))",
      of_session: 'UInt64 MATERIALIZED cityHash64(session) CODEC(LZ4)',
    },
    indexes: {
      // Parts of words are looked for, in any script: three characters each.
      by_folded: 'folded TYPE text(tokenizer = ngrams(3))',
      by_session: 'session TYPE bloom_filter(0.01) GRANULARITY 1',
    },
    replacing: 'earlier',
    time: 'at',
    // Sessions of one application meet the same texts: side by side they take next to no room.
    order: '(project, kind, text, session)',
  },
  observations: {
    columns: {
      project: facet,
      kind: facet,
      key: 'LowCardinality(String) CODEC(ZSTD(1))',
      session: text,
      start: time,
      visitor: text,
      role: facet,
      environment: facet,
      release: facet,
      sample: flag,
      replay: flag,
      at: time,
      quality: flag,
      note: text,
      first: time,
      last: time,
      n: count,
      against: count,
      labels: 'Array(LowCardinality(String)) CODEC(ZSTD(1))',
      counts: 'Array(UInt32) CODEC(ZSTD(1))',
      seen: batch,
      revision: count,
      version: batch,
    },
    // 1, of a head: the session now stands in another day.
    hidden: { deleted: flag },
    replacing: 'version, deleted',
    time: 'start',
    // A thing's rows lie together: they are added up. So do all heads, before everything else.
    order: '(project, kind, key, session)',
  },
  observation_states: {
    columns: {
      project: facet,
      kind: facet,
      key: 'LowCardinality(String) CODEC(ZSTD(1))',
      start: time,
      whole: flag,
      environment: facet,
      release: facet,
      sample: flag,
      hours: flag,
      folded: batch,
      version: batch,
    },
    hidden: stateTypes,
    replacing: 'version',
    time: 'start',
    granule: fewRows,
    // Those of a release lie together: a question asks for one, or for what is of all.
    order: '(project, whole, environment, release, kind, key, start, sample)',
  },
  issue_groups: {
    columns: { project: facet, fingerprint: 'String CODEC(ZSTD(1))', issue: 'String CODEC(ZSTD(1))', version: batch },
    replacing: 'version',
    order: '(project, fingerprint)',
  },
  issue_days: {
    columns: {
      project: facet,
      fingerprint: 'String CODEC(ZSTD(1))',
      start: time,
      kind: facet,
      whole: flag,
      environment: facet,
      release: facet,
      sample: flag,
      hours: flag,
      newest: batch,
      told: batch,
      version: batch,
      revision: count,
    },
    hidden: issueStateTypes,
    replacing: 'version',
    time: 'start',
    granule: fewRows,
    order: '(project, whole, fingerprint, start, kind, environment, release, sample)',
  },
  trouble_rows: {
    columns: {
      project: facet,
      start: time,
      session: text,
      of_session: quickHash,
      what: facet,
      fingerprint: facet,
      name: text,
      type: facet,
      text,
      said: facet,
      visitor: text,
      person: text,
      watchable: flag,
      ...oneByOne,
    },
    replacing: 'version',
    time: 'start',
    order: '(project, start, of_session, at, what, of_tab, number)',
  },
  call_days: {
    columns: {
      project: facet,
      method: facet,
      host: facet,
      path: 'String CODEC(ZSTD(1))',
      status: 'UInt16 CODEC(ZSTD(1))',
      failed: flag,
      ...ofDay,
    },
    hidden: callStateTypes,
    replacing: 'version',
    time: 'start',
    granule: fewRows,
    order: '(project, whole, start, host, path, method, status, failed, environment, release, sample)',
  },
  call_rows: {
    columns: { project: facet, start: time, of_session: quickHash, path: facet, failed: flag, ...oneByOne },
    replacing: 'version',
    time: 'start',
    // What a session did lies together: a few sessions are a few places.
    order: '(project, start, of_session, at, of_tab, number)',
  },
  session_days: {
    columns: {
      ...{ project: facet, start: time, of_session: quickHash, alone: flag, environment: facet },
      ...{ release: facet, sample: flag, ends: 'Array(UInt64) CODEC(Delta, ZSTD(1))', what: kindsOfEvents },
      ...{ said: facets, also: facets, method: facets, host: facets },
      ...{ status: 'Array(UInt16) CODEC(ZSTD(1))', took: 'Array(Float64) CODEC(LZ4)' },
      ...{
        took: 'Array(Float64) CODEC(LZ4)',
        hours: flag,
        newest: batch,
        told: batch,
        version: batch,
        revision: count,
      },
    },
    replacing: 'version',
    time: 'start',
    // A few sessions are a few places; their rows are long. Those that are told of elsewhere too lie together: they are gathered.
    granule: 512,
    order: '(project, start, alone, of_session, environment, release, sample)',
  },
  route_days: {
    columns: { project: facet, route: 'String CODEC(ZSTD(1))', ...ofDay },
    hidden: routeStateTypes,
    replacing: 'version',
    time: 'start',
    granule: fewRows,
    order: '(project, whole, start, route, environment, release, sample)',
  },
  vital_rows: {
    columns: {
      ...{ project: facet, name: facet, start: time, at: quickTime, of_session: quickHash, of_vital: batch },
      ...{ telling: count, number: rising, value: quickReal, route: facet, environment: facet, release: facet },
      ...{ browser: facet, os: facet, device: facet, country: facet, intake: facet, sample: flag, across: flag },
      ...{ hours: flag, newest: batch, told: batch, version: batch, revision: count },
    },
    replacing: 'version',
    time: 'start',
    order: '(project, name, start, at, of_vital)',
  },
};

export interface Layout {
  /** Days that rows are kept, counted from the table's time: what partitions are cut by. */
  retentionDays: number;
  /** Name of the cluster; the tables are then replicated. */
  cluster?: string;
}

/** Days while there are few of them, weeks for long retention: each partition costs at least one part. */
export function partitionKey(column: string, retentionDays: number): string {
  return retentionDays <= 90 ? `toDate(${column})` : `toMonday(${column})`;
}

/** The statement that makes a table, for the embedded engine or for a cluster. */
export function createTable(table: TableName, layout: Layout): string {
  const shape: TableShape<object> = shapes[table];
  const columns = Object.entries({ ...shape.columns, ...shape.hidden }).map(([name, type]) => `\`${name}\` ${type}`);
  const indexes = Object.entries(shape.indexes ?? {}).map(([name, index]) => `INDEX ${name} ${index}`);
  return [
    `CREATE TABLE IF NOT EXISTS ${table}${layout.cluster ? ` ON CLUSTER \`${layout.cluster}\`` : ''} (`,
    [...columns, ...indexes].map((line) => `  ${line}`).join(',\n'),
    `) ENGINE = ${engine(table, shape, layout.cluster)}`,
    ...(shape.time === undefined ? [] : [`PARTITION BY ${partitionKey(`\`${shape.time}\``, layout.retentionDays)}`]),
    `ORDER BY ${shape.order}`,
    ...(shape.granule === undefined ? [] : [`SETTINGS index_granularity = ${shape.granule}`]),
  ].join('\n');
}

function engine(table: TableName, shape: TableShape<object>, cluster: string | undefined): string {
  const kind = shape.replacing === undefined ? 'MergeTree' : 'ReplacingMergeTree';
  const place = cluster ? [`'/clickhouse/tables/{shard}/{database}/${table}'`, "'{replica}'"] : [];
  const parts = [...place, ...(shape.replacing === undefined ? [] : [shape.replacing])];
  return `${cluster ? 'Replicated' : ''}${kind}(${parts.join(', ')})`;
}
