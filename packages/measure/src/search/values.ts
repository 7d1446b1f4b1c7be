import { type Columns, callDays } from '@sightglass/store';
import { type AnswerOf, type searchValues as endpoint, findSearchKey, type QueryOf } from '@sightglass/wire';
import { groups } from '../issues/grouped.ts';
import { bindSpan, finalByPartition, recordsInSpan, sessionsInSpan } from '../span.ts';
import { eachOf, findSource } from '../traffic/source.ts';
import { overDays } from '../while-days-stand.ts';

const mostValues = 20;

/** Where the values of a key are seen: which records, and as what. */
const told: Record<string, [where: string, value: string]> = {
  route: ["kind = 'view'", 'route'],
  title: ["kind = 'view'", 'text'],
  action: ["kind = 'action'", 'name'],
  control: ["kind = 'action'", 'text'],
  error: ["kind = 'error'", "concat(name, ': ', text)"],
  console: ["kind = 'console'", 'text'],
  level: ["kind = 'console'", 'type'],
  form: ["kind = 'form'", 'name'],
  refused: ["kind = 'form' AND type = 'refused'", 'name'],
  event: ["kind = 'custom'", 'name'],
  state: ["kind = 'state'", 'name'],
};

/** An issue is named by a hash, whatever fingerprints its errors have, and found by those and by what its errors say as well. */
const issues = `
  SELECT if(grouped = '', fingerprint, grouped) AS value, uniqCombined64(14)(session) AS sessions, argMax(called, at) AS says
  FROM (
    SELECT toString(issue) AS fingerprint, session, at, if(name = '', text, concat(name, ': ', text)) AS called FROM records
    WHERE ${recordsInSpan} AND kind = 'error' AND issue != ''
  ) AS met LEFT JOIN ${groups} AS known USING (fingerprint)
  WHERE arrayExists(one -> position(lowerUTF8(one), {part:String}) > 0, [value, fingerprint, called])
  GROUP BY value ORDER BY sessions DESC, value LIMIT ${mostValues}`;

/** Of calls, each of which is told once. */
const ofCalls: Record<string, string> = {
  call: 'call',
  method: 'method',
  status: 'toString(status)',
  host: 'host',
  code: 'code',
};

const ofSessions: Record<string, string> = {
  ...Object.fromEntries(
    [
      ...['visitor', 'role', 'browser', 'os', 'device', 'country', 'language', 'timezone', 'referrer', 'release'],
      ...['environment', 'intake'],
    ].map((name) => [name, name]),
  ),
  entry: 'entry_route',
  exit: 'last_route',
};

const most = `value != '' AND position(lowerUTF8(value), {part:String}) > 0
  GROUP BY value ORDER BY sessions DESC, value LIMIT ${mostValues}`;

/**
 * Values of a key that hold a text, as the sessions of the span have them, most frequent first, at most 20. Sessions are counted within
 * one percent. Of keys without values of their own (numbers, texts on screens) there are none.
 *
 * @throws {SightglassError} `query_timeout`, `engine_unavailable`
 */
export const searchValues = overDays(askOnce);

async function askOnce(
  columns: Columns,
  project: string,
  { key: written, part: begun, ...about }: QueryOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const key = findSearchKey(written)?.name ?? '';
  const part = begun.toLowerCase();
  const attribute = /^trait\.(.+)$/.exec(key)?.[1];
  const bound = { ...bindSpan(project, about), part, attribute: attribute ?? '' };
  if (key === 'issue') return { values: await columns.ask(issues, bound) };
  const column = ofSessions[key];
  if (column !== undefined)
    return {
      values: await columns.ask(
        `SELECT toString(${column}) AS value, count() AS sessions FROM sessions FINAL WHERE ${sessionsInSpan} AND ${most} ${finalByPartition}`,
        bound,
      ),
    };
  const ofCall = ofCalls[key];
  if (ofCall !== undefined) {
    const source = await findSource(columns, project, about, callDays);
    return {
      values: await columns.ask(
        `SELECT toString(${ofCall}) AS value, uniqCombined64(14)(of_session) AS sessions FROM (${eachOf(source, '1')}) WHERE ${most}`,
        { ...source.bound, part },
      ),
    };
  }
  const [where, value] =
    attribute === undefined
      ? (told[key] ?? [])
      : ["kind IN ('user', 'context', 'custom')", 'attributes[{attribute:String}]'];
  if (where === undefined) return { values: [] };
  return {
    values: await columns.ask(
      `SELECT toString(${value}) AS value, uniqCombined64(14)(session) AS sessions FROM records WHERE ${recordsInSpan} AND ${where} AND ${most}`,
      bound,
    ),
  };
}
