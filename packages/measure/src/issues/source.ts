import {
  type Columns,
  eachTrouble,
  issueStates,
  type Parameters,
  stateNames,
  troubleRowNames,
  troubleRows,
} from '@sightglass/store';
import { rowsOfDays } from '../reach.ts';
import { bindSpan } from '../span.ts';
import { fingerprintsOf } from './grouped.ts';
import { findReach, type Reach } from './reach.ts';
import { troubleRowsThat } from './search.ts';

/** What is asked of issues, whichever question it is. */
export interface AboutIssues {
  from: number;
  until: number;
  environment: string;
  release: string;
  search: string;
  kind?: '' | 'error' | 'call';
  /** Where it is known already, since the same span was just asked about. */
  reach?: Reach;
}

/** Errors and failed calls of a span, added up by fingerprint; to be read with `issueFigures` or `issueSums` of the store. */
export interface Source {
  /** SQL of a select with `fingerprint`, `what` and the columns of the store's issue states. */
  sql: string;
  /** Where a search asks: SQL of a select of what fits one by one, as `eachTrouble` of the store names it. */
  rows?: string;
  bound: Parameters;
}

/** Some of them, known by their session and time. */
export interface Picked {
  /** Hashes of sessions, decimal. */
  sessions: readonly string[];
  moments: readonly number[];
}

const hourMs = 3_600_000;

/**
 * @param sliceMs - What the trend is made of; days that are added up serve where it is a whole number of hours.
 * @param ids - Only these issues; all where it is left out.
 * @param picked - Only what is known to fit: nothing is searched.
 * @throws {SightglassError} `bad_search`, `query_timeout`, `engine_unavailable`
 */
export async function findSource(
  columns: Columns,
  project: string,
  about: AboutIssues,
  sliceMs: number,
  ids?: readonly string[],
  picked?: Picked,
): Promise<Source> {
  const found = picked ? { sql: '1', bound: {} } : troubleRowsThat(about.search);
  const isSearched = found.sql !== '';
  // Added up, days serve whole hours; one by one they serve any trend.
  const fine = sliceMs % hourMs !== 0 && !isSearched;
  const span = { from: about.from, until: about.until };
  const [reach, fingerprints] = await Promise.all([
    fine ? { days: [], rest: [span] } : (about.reach ?? findReach(columns, project, span)),
    ids === undefined ? [] : fingerprintsOf(columns, project, ids),
  ]);
  const kind = about.kind ?? '';
  const bound: Parameters = {
    ...bindSpan(project, about),
    ...found.bound,
    ...rowsOfDays(reach).bound,
    sliceMs: isSearched ? sliceMs : Math.min(sliceMs, hourMs),
    days: reach.days,
    fingerprints,
    ...(picked && { pickedSessions: picked.sessions, pickedMoments: picked.moments }),
    ...Object.fromEntries(
      reach.rest.flatMap(({ from, until }, at) => [[`from${at}`, from] as const, [`until${at}`, until]]),
    ),
  };
  const raw = [
    'project = {project:String}',
    `(${reach.rest.map((_, at) => `(at >= fromUnixTimestamp64Milli({from${at}:Int64}) AND at < fromUnixTimestamp64Milli({until${at}:Int64}))`).join(' OR ') || '0'})`,
    ...inEnvironment(about),
    ...(kind === '' ? [] : [`kind = '${kind === 'error' ? 'error' : 'resource'}'`]),
    ...(ids === undefined ? [] : ['issue IN {fingerprints:Array(String)}']),
    ...(picked ? [isPicked('cityHash64(session)')] : []),
  ].join(' AND ');
  const restFrom = reach.rest[0]?.from ?? about.from;
  const sessions = `project = {project:String} AND start >= fromUnixTimestamp64Milli(toInt64(${Math.trunc(restFrom)}) - 86400000)
      AND start < fromUnixTimestamp64Milli({until:Int64})`;
  const ofDays = (kindOf: string, ...more: string[]): string =>
    [
      'project = {project:String}',
      ...more,
      ...inEnvironment(about),
      ...(kind === '' ? [] : [`${kindOf} = '${kind}'`]),
      ...(ids === undefined ? [] : ['fingerprint IN {fingerprints:Array(String)}']),
    ].join(' AND ');
  const states = `toString(fingerprint) AS fingerprint, what, ${issueStates('{sliceMs:Int64}')}`;
  const each = eachTrouble(raw, sessions);
  if (isSearched) {
    const kept =
      reach.days.length === 0
        ? ''
        : `UNION ALL SELECT ${troubleRowNames} FROM trouble_rows WHERE ${ofDays('what', rowsOfDays(reach).sql, ...(picked ? [isPicked('of_session')] : []))}`;
    // Once over both: what a search asks of sessions is looked for once.
    const rows = `SELECT ${troubleRowNames} FROM (${each} ${kept}) WHERE ${found.sql}`;
    return { sql: `SELECT ${states} FROM (${troubleRows(rows)}) GROUP BY fingerprint, what`, rows, bound };
  }
  const whole = about.environment === '' && about.release === '' ? 1 : 0;
  const added = ofDays(
    'kind',
    "fingerprint != ''",
    `whole = ${whole} AND has({days:Array(String)}, concat(toString(toUnixTimestamp64Milli(start)), ' ', toString(version)))`,
  );
  const sql = `
    SELECT ${states} FROM (${troubleRows(each)}) GROUP BY fingerprint, what
    ${
      reach.days.length === 0
        ? ''
        : `UNION ALL SELECT fingerprint, toString(kind) AS what, ${stateNames} FROM issue_days WHERE ${added}`
    }`;
  return { sql, bound };
}

const isPicked = (session: string): string =>
  `${session} IN (SELECT arrayJoin(arrayMap(one -> toUInt64(one), {pickedSessions:Array(String)})))
    AND toUnixTimestamp64Milli(at) IN {pickedMoments:Array(Int64)}`;

function inEnvironment({ environment, release }: AboutIssues): string[] {
  return [
    ...(environment === '' ? [] : ['environment = {environment:String}']),
    ...(release === '' ? [] : ['release = {release:String}']),
  ];
}
