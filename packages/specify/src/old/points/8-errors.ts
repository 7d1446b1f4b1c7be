import { type ErrorFact, type ErrorStatement, type Facts, nameVariables, placeOf } from '@sightglass/wire';
import { trust, weigh } from '../../confidence.ts';
import { enumerate, type Point, type Reading, surestFirst } from './point.ts';

const mostRaisers = 8;

/**
 * The errors that the application knows: codes of its answers, and error types of its own. A script that failed (`TypeError`) is an
 * issue, not a part of what the application is.
 */
export const errors: Point = { point: 8, read };

function read(facts: Facts): Reading {
  const foreign = facts.errors.filter(({ host }) => host !== '');
  const scripts = facts.errors.filter((fact) => fact.host === '' && isScriptError(fact));
  const own = facts.errors.filter((fact) => fact.host === '' && !isScriptError(fact));
  const told = own.filter(({ seen }) => seen.sample.length > 0);
  const hosts = [...new Set(foreign.map(({ host }) => host))].sort();
  return {
    statements: surestFirst(told.map(toStatement)),
    leftOut: [
      { reason: `errors of other hosts (${enumerate(hosts)})`, times: foreign.length },
      { reason: 'script errors, which stand under Issues', times: scripts.length },
      { reason: 'errors without a session that can still be opened', times: own.length - told.length },
      { reason: 'errors seen less often than the first 500', times: facts.leftOut.errors },
    ],
  };
}

/** Error types of the language, the browser and HTTP clients: any application can throw them. */
const anybodys =
  /^(?:|(?:Type|Range|Syntax|Reference|Eval|URI|Aggregate|Internal)?Error|DOMException|\w*(?:Abort|Network|Timeout|NotAllowed|NotFound|NotSupported|Security|InvalidState|QuotaExceeded)Error|(?:Axios|ChunkLoad|Http|HTTP|Fetch|Ky)Error|HttpErrorResponse|object|string)$/;

function isScriptError({ origin, code, sources }: ErrorFact): boolean {
  // What the application reports by hand it takes for an error of its own, if the type names one.
  const reported = sources.includes('manual') && code !== '' && code !== 'object' && code !== 'string';
  return origin === 'thrown' && !reported && anybodys.test(code);
}

/** Calls that differ only in what stands in the place of a variable are one. */
function raisersOf({ raisedBy }: ErrorFact): ErrorStatement['raisedBy'] {
  const byPlace = Map.groupBy(raisedBy, ({ subject }) => placeOf(subject));
  return [...byPlace.values()].map((some) => ({
    subject: nameVariables(some[0]?.subject ?? ''),
    times: some.reduce((sum, { times }) => sum + times, 0),
  }));
}

function toStatement(fact: ErrorFact): ErrorStatement {
  const error = {
    code: fact.code === '' ? `HTTP ${fact.status}` : fact.code,
    status: fact.status,
    origin: fact.origin,
    message: fact.messages[0]?.value ?? '',
    raisedBy: raisersOf(fact).slice(0, mostRaisers),
  };
  return {
    key: fact.origin === 'answer' ? `error ${error.status} ${error.code}` : `error thrown ${error.code}`,
    point: 8,
    kind: 'error',
    text: tell(error),
    ...weigh(fact.seen, trust.usual),
    ...error,
  };
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
