import type { Parameters } from '@sightglass/store';
import { placeOf } from '@sightglass/wire';
import { type Narrowing, narrow } from '../search/narrowed.ts';
import { placed } from '../search/place.ts';
import { holds, testText } from '../search/test.ts';
import { isOfIssue } from './grouped.ts';

/** Where errors and failed calls are asked: what their columns are called, and how one is told from the other. */
interface Place {
  isError: string;
  isCall: string;
  said: string;
  call: string;
  took: string;
  issue: string;
  session?: 'of_session';
}

const ofRecords: Place = {
  isError: "kind = 'error'",
  isCall: "kind = 'resource'",
  said: "if(name = '', text, concat(name, ' ', text))",
  call: "concat(method, ' ', host, path)",
  took: 'duration_ms',
  issue: 'issue',
};
/** As `eachTrouble` of the store names them. */
const ofRows: Place = {
  isError: "what = 'error'",
  isCall: "what = 'call'",
  said: 'said',
  call: 'call',
  took: 'took',
  issue: 'fingerprint',
  session: 'of_session',
};

/**
 * A search asked of errors and failed calls: what is told of one is asked of it; whatever else happened, and who it was, of its session. An empty
 * condition where nothing is asked for.
 *
 * @throws {SightglassError} `bad_search`, saying what is wrong and where
 */
export const troubleRecords = (text: string): { sql: string; bound: Parameters } => narrow(text, narrowing(ofRecords));
export const troubleRowsThat = (text: string): { sql: string; bound: Parameters } => narrow(text, narrowing(ofRows));

function narrowing({ isError, isCall, said, call, took, issue, session }: Place): Narrowing {
  const terms: Record<string, NonNullable<Narrowing['term']>> = {
    error: ({ test }, binder) =>
      `${isError} AND ${testText("concat(name, ': ', text)", test, binder, { contains: true })}`,
    route: ({ test }, binder) => testText(placed('route'), test, binder, { read: placeOf }),
    call: ({ test }, binder) =>
      `${isCall} AND ${testText(placed(call), test, binder, { contains: true, read: placeOf })}`,
    method: ({ test }, binder) => `${isCall} AND ${testText('method', test, binder)}`,
    status: ({ test }, binder) => `${isCall} AND ${binder.number('status', test)}`,
    host: ({ test }, binder) => `${isCall} AND ${testText('host', test, binder)}`,
    took: ({ test }, binder) => `${isCall} AND ${took} > 0 AND ${binder.number(took, test)}`,
    code: ({ test }, binder) => `${isCall} AND ${testText('code', test, binder)}`,
    issue: ({ test }, binder) => isOfIssue(issue, test, binder),
  };
  return {
    term: (term, binder) => terms[term.key.name]?.(term, binder),
    word(text, binder) {
      return [said, call, 'route', 'visitor'].map((place) => holds(place, text, binder)).join(' OR ');
    },
    columns: new Set(['release', 'environment', 'session']),
    ...(session && { session }),
  };
}
