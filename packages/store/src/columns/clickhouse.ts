import { Agent } from 'node:http';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ClickHouseError, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { SightglassError } from '@sightglass/wire';
import type { AskOptions, Atom, Columns, Parameters } from './columns.ts';
import type { TableName } from './tables.ts';

/**
 * The embedded engine's socket, or the address of a ClickHouse server or cluster. `asker`: who asks, where that is not the project that is
 * asked about; the embedded engine lets each asker have a turn.
 */
export type EngineAddress = { asker?: string } & (
  | { socketPath: string }
  /** `folder`: id of the data folder that the database is to be kept for, see `claimDatabase`. */
  | { url: string; user: string; password: string; database?: string; folder?: string }
);

/** Tables whose rows carry the batch that wrote them; the others are recomputed from these. */
const batched = ['records', 'replay_segments'] as const satisfies TableName[];
const defaultTimeoutMs = 10_000;
/** The engine keeps the time of a question itself, but looks at it only between blocks: this much later nobody waits for it any more. */
const graceMs = 5_000;
/** Inserts and maintenance: an insert that touched a hundred days took over a second, mutations take tens of them. */
const commandTimeoutMs = 300_000;

/** What the embedded engine says by itself of each question and each insert (its `settings.ts`), a server is told. */
const outside = {
  question: {
    // An answer is held whole before it is used.
    max_result_bytes: String(64 << 20),
    cancel_http_readonly_queries_on_client_close: 1,
  },
  /** Rows in a body: one block, so one part for each partition, whole or not at all. */
  insert: {
    async_insert: 0,
    input_format_parallel_parsing: 0,
    max_insert_threads: '1',
    max_insert_block_size: '1000000',
    max_partitions_per_insert_block: '1000',
    input_format_skip_unknown_fields: 0,
    wait_end_of_query: 1,
  },
  /** A day that is over goes, however large it is. */
  dropping: { max_table_size_to_drop: '0', max_partition_size_to_drop: '0' },
} as const;

const dropping = /^(?:DROP|TRUNCATE) |^ALTER TABLE \S+ DROP PART/;

/** {@link Columns} over ClickHouse's HTTP interface: the same client, embedded or not. */
export function createColumns(address: EngineAddress): Columns {
  // More than the engine lets wait: whose turn it is, it says, and Node's agent would serve whoever came first.
  const sockets = { keepAlive: true, maxSockets: 320, maxFreeSockets: 32 };
  const agent = 'socketPath' in address ? new Agent({ ...address, ...sockets }) : undefined;
  const settings = 'url' in address ? outside : { question: {}, insert: {}, dropping: {} };
  const client = createClient({
    ...('socketPath' in address
      ? { url: 'http://engine', http_agent: agent }
      : {
          url: address.url,
          username: address.user,
          password: address.password,
          database: address.database ?? 'default',
        }),
    request_timeout: commandTimeoutMs,
    max_open_connections: 32,
    // 0: the client's own timer for idle connections also ends one that is in use again, after a question was given up
    // before it was sent. Node's agent closes idle connections as the server asks.
    keep_alive: { enabled: true, idle_socket_ttl: 0 },
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: {},
    ...(address.asker === undefined ? {} : { http_headers: { 'x-asker': address.asker } }),
  });

  async function ask<Row>(sql: string, parameters: Parameters = {}, options: AskOptions = {}): Promise<Row[]> {
    const timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
    options.signal?.throwIfAborted();
    // A signal of this question alone, silent once it is answered: one that fires later would break off whichever
    // question uses the connection by then.
    const given = new AbortController();
    const giveUp = (): void => given.abort();
    const late = setTimeout(giveUp, timeoutMs + graceMs);
    options.signal?.addEventListener('abort', giveUp);
    try {
      return await told(async () => {
        const answer = await client.query({
          query: sql,
          query_params: parameters,
          format: 'JSONEachRow',
          abort_signal: given.signal,
          clickhouse_settings: {
            ...settings.question,
            max_execution_time: timeoutMs / 1_000,
            output_format_json_quote_64bit_integers: 0,
          },
        });
        return answer.json<Row>();
      }, 'query_timeout');
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason;
      // Busy mostly, not away: what was asked may be asked smaller.
      if (given.signal.aborted) throw new SightglassError('query_timeout', undefined, { cause: error, retryAfter: 5 });
      throw error;
    } finally {
      clearTimeout(late);
      options.signal?.removeEventListener('abort', giveUp);
    }
  }

  async function insert(table: TableName, ndjson: string | Buffer | readonly Buffer[]): Promise<void> {
    const pieces = typeof ndjson === 'string' ? [Buffer.from(ndjson)] : Buffer.isBuffer(ndjson) ? [ndjson] : ndjson;
    if (!pieces.some((piece) => piece.length > 0)) return;
    await told(async () => {
      // `exec` lets bytes through as they are: serializing rows again would cost over twenty times as much.
      const query = `INSERT INTO ${table} FORMAT JSONEachRow`;
      const values = Readable.from(pieces, { objectMode: false });
      const answer = await client.exec({ query, values, clickhouse_settings: settings.insert });
      answer.stream.resume();
      await finished(answer.stream);
    }, 'engine_unavailable');
  }

  async function command(sql: string, parameters: Parameters = {}): Promise<void> {
    const clickhouse_settings = dropping.test(sql) ? settings.dropping : {};
    const asked = { query: sql, query_params: parameters, clickhouse_settings };
    await told(() => client.command(asked), 'engine_unavailable');
  }

  async function atoms(batches: readonly number[]): Promise<Atom[]> {
    if (batches.length === 0) return [];
    const counts = batched.map(
      (table) => `
        SELECT '${table}' AS table, _partition_id AS partition, _batch AS batch, count() AS rows
        FROM ${table} WHERE _batch IN {batches:Array(UInt64)} GROUP BY partition, batch`,
    );
    return ask<Atom>(`${counts.join(' UNION ALL ')}`, { batches }, { timeoutMs: 60_000 });
  }

  return {
    ask,
    insert,
    command,
    atoms,
    sync: () => command('SYSTEM SYNC FILE CACHE'),
    ping: async () => (await client.ping()).success,
    stop: async () => {
      await client.close();
      agent?.destroy();
    },
  };
}

/** Too slow, too much memory, too long an answer, cancelled: what a smaller question, or a quieter moment, would not have met. */
const exhausted = new Set(['159', '160', '241', '394', '396']);
const tooMany = '202';
/** Shutting down, read-only, the network inside a cluster: it passes by itself. */
const passing = new Set(['236', '242', '210', '209', '319', '279']);
/** No space, or a file that cannot be written for want of it. */
const full = new Set(['243', '75']);

/**
 * Runs a request and tells what went wrong in the catalogue's words; a statement that is wrong is our bug and throws as it came.
 *
 * @param whenExhausted - A question can be asked smaller; an insert can only be tried again.
 */
async function told<T>(request: () => Promise<T>, whenExhausted: 'query_timeout' | 'engine_unavailable'): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (error instanceof ClickHouseError) {
      if (exhausted.has(error.code))
        throw new SightglassError(whenExhausted, undefined, { cause: error, retryAfter: 5 });
      if (error.code === tooMany && whenExhausted === 'query_timeout')
        throw new SightglassError('too_many_questions', undefined, { cause: error, retryAfter: 2 });
      if (error.code === tooMany || passing.has(error.code)) throw gone(error);
      if (full.has(error.code)) throw new SightglassError('disk_full', undefined, { cause: error, retryAfter: 30 });
      throw error;
    }
    if (isConnection(error)) throw gone(error);
    throw error;
  }
}

/** A connection that was refused, broke, or stayed silent past its time. */
function isConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    /^E(?:[A-Z]+|AI_AGAIN)$/.test(code) ||
    code === 'ABORT_ERR' ||
    code === 'ERR_STREAM_PREMATURE_CLOSE' ||
    /aborted|timeout|socket hang up/i.test(error.message)
  );
}

function gone(cause: unknown): SightglassError {
  return new SightglassError('engine_unavailable', undefined, { cause, retryAfter: 2 });
}
