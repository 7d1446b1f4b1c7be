import { type ErrorStatement, type Fact, statementKey } from '@sightglass/wire';
import { type FactBook, joinFacts } from '../book.ts';
import { existential, ground, trust } from '../confidence.ts';
import { labelled, ownCalls } from '../own-calls.ts';
import { messageTemplates } from './message-template.ts';
import { enumerate, type Point, type Reading, surestFirst } from './point.ts';

const mostRaisers = 8;

/**
 * The errors that the application knows: codes of its answers, and error types of its own. A script that failed (`TypeError`) is an
 * issue, not a part of what the application is.
 */
export const errors: Point = { point: 8, read };

/** What `observe/errors.ts` put into a key. */
interface ErrorKey {
  origin: ErrorStatement['origin'];
  status: number | null;
  host: string;
  code: string;
  message: string;
}

function readKey(key: string): ErrorKey {
  const [origin = '', status = '', host = '', ...what] = key.split(' ');
  const text = what.join(' ');
  return {
    origin: origin === 'thrown' ? 'thrown' : 'answer',
    status: status === '0' ? null : Number(status),
    host: host === '-' ? '' : host,
    code: text.startsWith('"') ? '' : text,
    message: text.startsWith('"') ? text.slice(1) : '',
  };
}

function read(book: FactBook): Reading {
  const own = ownCalls(book);
  const reasons = Map.groupBy(book.of('error'), (fact) => whyLeftOut(fact, (key) => own.idOf(key) !== undefined));
  const known = reasons.get(undefined) ?? [];
  const templates = messageTemplates(known.map(({ key }) => readKey(key).message));
  // One code may come with several statuses: it is one error.
  const told = joinFacts(known, ({ key }) => identify(withTemplate(readKey(key), templates)));
  const openable = told.filter(({ fact }) => fact.sample.length > 0);
  return {
    statements: surestFirst(openable.map(({ id, fact }) => toStatement(id, fact, templates, book))),
    leftOut: [
      ...[...reasons].flatMap(([reason, some]) => (reason ? [{ reason, times: some.length }] : [])),
      { reason: 'errors without a session that can still be opened', times: told.length - openable.length },
    ],
  };
}

function identify({ code, message, status }: ErrorKey): string {
  return statementKey.error(message === '' ? { code, status, message } : { code, status: null, message });
}

function withTemplate(key: ErrorKey, templates: ReadonlyMap<string, string>): ErrorKey {
  return { ...key, message: templates.get(key.message) ?? key.message };
}

/** `undefined`: it belongs in the catalogue. */
function whyLeftOut({ key, counts }: Fact, isOwn: (call: string) => boolean): string | undefined {
  const { origin, host, code } = readKey(key);
  if (host !== '') return 'errors of other hosts';
  if (origin === 'answer') {
    const raisers = labelled(counts, 'call:');
    if (counts.page !== undefined) return undefined;
    return raisers.some(({ value }) => isOwn(value)) ? undefined : 'errors of files and probes';
  }
  // What the application reports by hand it takes for an error of its own, if the type names one.
  const reported = counts['source:manual'] !== undefined && !/^(?:|object|string)$/.test(code);
  return reported && !anybodys.test(code) ? undefined : 'script errors, which stand under Issues';
}

/** Error types of the language, the browser and HTTP clients: any application can throw them. */
const anybodys =
  /^(?:|(?:Type|Range|Syntax|Reference|Eval|URI|Aggregate|Internal)?Error|DOMException|\w*(?:Abort|Network|Timeout|NotAllowed|NotFound|NotSupported|Security|InvalidState|QuotaExceeded)Error|(?:Axios|ChunkLoad|Http|HTTP|Fetch|Ky)Error|HttpErrorResponse|object|string)$/;

function toStatement(key: string, fact: Fact, templates: ReadonlyMap<string, string>, book: FactBook): ErrorStatement {
  const { origin, status, code, message } = withTemplate(readKey(fact.key), templates);
  const error = {
    code: code === '' ? `HTTP ${status}` : code,
    status,
    origin,
    message: message || (messageOf(fact) ?? ''),
    raisedBy: raisersOf(fact, origin, book),
  };
  return {
    key,
    point: 8,
    kind: 'error',
    text: tell(error),
    ...ground(fact, existential(fact.sessions, trust.usual)),
    ...error,
  };
}

/** What most people were told; what one alone was told could be about them. */
function messageOf({ counts, visitorsOf, visitors }: Fact): string | undefined {
  const told = labelled(counts, 'message:');
  const templates = messageTemplates(told.map(({ value }) => value));
  const known = told.find(
    ({ value }) => (visitorsOf[`message:${value}`] ?? 0) > 1 || (visitors > 1 && templates.get(value) !== value),
  );
  const message = (known ?? (visitors === 1 ? told[0] : undefined))?.value;
  return message === undefined ? undefined : (templates.get(message) ?? message);
}

/** Calls that differ only in what stands in the place of a variable are one. */
function raisersOf({ counts }: Fact, origin: ErrorStatement['origin'], book: FactBook): ErrorStatement['raisedBy'] {
  const subjects = labelled(counts, origin === 'answer' ? 'call:' : 'route:').map(({ value, times }) => {
    if (origin === 'thrown') return { subject: book.route(value), times };
    const { method, path } = book.call(value);
    return { subject: `${method} ${path}`, times };
  });
  return [...Map.groupBy(subjects, ({ subject }) => subject)]
    .map(([subject, some]) => ({ subject, times: some.reduce((sum, { times }) => sum + times, 0) }))
    .sort((one, other) => other.times - one.times || (one.subject < other.subject ? -1 : 1))
    .slice(0, mostRaisers);
}

function tell({
  code,
  status,
  origin,
  message,
  raisedBy,
}: Pick<ErrorStatement, 'code' | 'status' | 'origin' | 'message' | 'raisedBy'>): string {
  const how =
    origin === 'thrown' ? 'is thrown' : code === `HTTP ${status}` ? 'is answered' : `is answered with ${status}`;
  const where =
    raisedBy.length === 0
      ? ''
      : `${origin === 'thrown' ? ' on' : ' by'} ${enumerate(raisedBy.map(({ subject }) => subject))}`;
  return `${code} ${how}${where}${message === '' ? '.' : `: “${message}”${/[.!?…]$/.test(message) ? '' : '.'}`}`;
}
