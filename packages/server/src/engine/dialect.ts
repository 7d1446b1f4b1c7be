import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createGunzip } from 'node:zlib';
import { type Pool, PoolFull } from './pool.ts';
import type { Pulse } from './pulse.ts';
import { type EngineLimits, insertSettings, readSettings, writeSettings } from './settings.ts';
import {
  bind,
  insertTarget,
  Refused,
  refuseReach,
  settingsList,
  splitFormat,
  statementKind,
  unescapeTsv,
} from './statement.ts';

export interface DialectParts {
  readers: Pool;
  writer: Pool;
  pulse: Pick<Pulse, 'during'>;
  /** Asks the engine to stop the statement that carries this mark. */
  kill(mark: string): Promise<void>;
  /** Lower-case names of the engine's table functions: all but a few are refused. */
  tableFunctions: ReadonlySet<string>;
  limits: EngineLimits;
}

/** An insert is at most 48 MB (STORAGE, section 7); a statement with long lists of ids a few hundred kilobytes. */
const maxBodyBytes = 128 * 1024 * 1024;
/** An insert that took longer would have lost whoever waits for it; DDL and mutations of large tables may take their time. */
const insertLimitMs = 300_000;
const anyLimitMs = 3_600_000;
const tooManyQueries = 202;
const tooLargeBody = 307;
const unknownError = 1002;
/** Query parameters of ClickHouse's HTTP interface that are no settings. */
const reserved =
  /^(?:query|query_id|database|default_format|session_id|session_timeout|session_check|role|user|password|param_.*|enable_http_compression|wait_end_of_query|http_.*|send_progress_in_http_headers)$/;

interface Asked {
  sql: string;
  parameters: Map<string, string>;
  settings: Map<string, string>;
  format: string;
  id: string;
  /** Whose turn it is: who says so (`x-asker`), or else the project that is asked about. */
  asker: string;
}

/** ClickHouse's HTTP interface over chDB, as far as `@clickhouse/client` speaks it: ping, query, command, insert. */
export function createDialect(parts: DialectParts): RequestListener {
  return (request, response) => {
    // A failure after the head was sent can only be told by cutting the answer off.
    answer(parts, request, response).catch((error) => fail(response, error));
  };
}

async function answer(parts: DialectParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://engine');
  if (url.pathname === '/ping') {
    response.end('Ok.\n');
    return;
  }
  const inQuery = url.searchParams.get('query');
  const target = inQuery === null ? undefined : insertTarget(inQuery);
  if (target) {
    await insertRows(parts, target, await bodyOf(request), asked(url, '', request), response);
    return;
  }
  const body = request.method === 'POST' ? (await bodyOf(request)).toString('utf8') : '';
  const question = asked(url, inQuery === null ? body : body === '' ? inQuery : `${inQuery}\n${body}`, request);
  refuseReach(question.sql, parts.tableFunctions);
  if (statementKind(question.sql) === 'read') await read(parts, question, response);
  else await write(parts, question, response);
}

function asked(url: URL, sql: string, { headers }: IncomingMessage): Asked {
  const parameters = new Map<string, string>();
  const settings = new Map<string, string>();
  for (const [name, value] of url.searchParams) {
    if (name.startsWith('param_')) parameters.set(name.slice('param_'.length), value);
    else if (!reserved.test(name)) settings.set(name, unescapeTsv(value));
  }
  const { body, format } = splitFormat(sql);
  return {
    sql: body,
    parameters,
    settings,
    format: format ?? url.searchParams.get('default_format') ?? 'TabSeparated',
    id: url.searchParams.get('query_id') ?? randomUUID(),
    asker: typeof headers['x-asker'] === 'string' ? headers['x-asker'] : `project ${parameters.get('project') ?? ''}`,
  };
}

async function read(parts: DialectParts, question: Asked, response: ServerResponse): Promise<void> {
  const mark = `sightglass-${randomUUID()}`;
  const settings = new Map([...readSettings(parts.limits), ...bounded(question.settings, parts.limits)]);
  settings.set('readonly', '2').set('log_comment', mark);
  const sql = `${bind(question.sql, question.parameters)}\nFORMAT ${name(question.format)} SETTINGS ${settingsList(settings)}`;
  const gone = new AbortController();
  let running = false;
  response.on('close', () => {
    if (response.writableFinished) return;
    gone.abort();
    // A kill that fails leaves the statement to its own time limit.
    if (running) parts.kill(mark).catch(() => undefined);
  });
  // Not as a stream: chDB begins one on the event loop, which then stands still for as long as a subquery takes.
  const result = await parts.readers.use(
    question.asker,
    async (session) => {
      running = true;
      try {
        return await parts.pulse.during(limitMs(settings), () => session.queryAsync(sql, { format: question.format }));
      } finally {
        running = false;
      }
    },
    gone.signal,
  );
  response.writeHead(200, { 'x-clickhouse-query-id': question.id, 'x-clickhouse-format': question.format });
  response.end(result.bytes());
}

async function write(parts: DialectParts, question: Asked, response: ServerResponse): Promise<void> {
  const isInsert = /^\s*insert\b/i.test(question.sql);
  const settings = new Map([
    ...(isInsert ? writeSettings(parts.limits) : []),
    ...bounded(question.settings, parts.limits),
  ]);
  const bound = bind(question.sql, question.parameters);
  const list = settingsList(settings);
  const tail = list === '' ? '' : isInsert ? `\nSETTINGS ${list}` : `\nFORMAT Null SETTINGS ${list}`;
  const result = await parts.writer.use(question.asker, (session) =>
    parts.pulse.during(limitMs(settings), () => session.queryAsync(bound + tail, { format: question.format })),
  );
  response.writeHead(200, {
    'x-clickhouse-query-id': question.id,
    'x-clickhouse-format': question.format,
    'x-clickhouse-summary': summary(result.rowsRead, result.bytesRead, 0, 0),
  });
  response.end(result.bytes());
}

async function insertRows(
  parts: DialectParts,
  target: NonNullable<ReturnType<typeof insertTarget>>,
  values: Buffer,
  question: Asked,
  response: ServerResponse,
): Promise<void> {
  if (target.format !== 'JSONEachRow') throw new Refused(73, `Rows come as JSONEachRow, not as ${target.format}`);
  // An empty body is an insert of nothing, which chDB would take for a missing one.
  const done =
    values.length === 0
      ? { rowsWritten: 0, bytesWritten: 0 }
      : await parts.writer.use(question.asker, (session) =>
          parts.pulse.during(insertLimitMs, () =>
            session.insert({
              table: target.table,
              values,
              format: 'JSONEachRow',
              ...(target.columns ? { columns: target.columns } : {}),
              settings: insertSettings,
            }),
          ),
        );
  response.writeHead(200, {
    'x-clickhouse-query-id': question.id,
    'x-clickhouse-summary': summary(done.rowsWritten, values.length, done.rowsWritten, done.bytesWritten),
  });
  response.end();
}

function summary(readRows: number, readBytes: number, writtenRows: number, writtenBytes: number): string {
  return JSON.stringify({
    read_rows: String(readRows),
    read_bytes: String(readBytes),
    written_rows: String(writtenRows),
    written_bytes: String(writtenBytes),
    total_rows_to_read: '0',
    result_rows: '0',
    result_bytes: '0',
    elapsed_ns: '0',
  });
}

/** How long a statement may take by its own settings. */
function limitMs(settings: ReadonlyMap<string, string>): number {
  const seconds = Number(settings.get('max_execution_time') ?? 0);
  return seconds > 0 ? seconds * 1_000 : anyLimitMs;
}

/** Whatever a caller asks for, memory stays inside the engine's own bound. */
function bounded(settings: ReadonlyMap<string, string>, limits: EngineLimits): Map<string, string> {
  const kept = new Map(settings);
  const memory = Number(kept.get('max_memory_usage') ?? 0);
  if (kept.has('max_memory_usage') && !(memory > 0 && memory <= limits.memoryBytes))
    kept.set('max_memory_usage', String(limits.memoryBytes));
  return kept;
}

function name(format: string): string {
  if (!/^\w+$/.test(format)) throw new Refused(73, 'Unknown format');
  return format;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const stream = request.headers['content-encoding'] === 'gzip' ? request.pipe(createGunzip()) : request;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) throw new Refused(tooLargeBody, `The body is over ${maxBodyBytes} bytes`);
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, bytes);
}

/** Errors as ClickHouse writes them, so that the client finds code and type. */
function fail(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const message = error instanceof Error ? error.message : String(error);
  const code = codeOf(error, message);
  response.writeHead(error instanceof PoolFull ? 503 : error instanceof Refused ? 400 : 500, {
    'x-clickhouse-exception-code': String(code),
    'content-type': 'text/plain; charset=utf-8',
  });
  response.end(
    /^Code: \d+/.test(message) ? `${message}\n` : `Code: ${code}. DB::Exception: ${message}. (${typeOf(error)})\n`,
  );
}

function codeOf(error: unknown, message: string): number {
  if (error instanceof PoolFull) return tooManyQueries;
  if (error instanceof Refused) return error.code;
  return Number(/Code: (\d+)\./.exec(message)?.[1] ?? unknownError);
}

function typeOf(error: unknown): string {
  if (error instanceof PoolFull) return 'TOO_MANY_SIMULTANEOUS_QUERIES';
  return error instanceof Refused ? 'REFUSED' : 'UNKNOWN_EXCEPTION';
}
