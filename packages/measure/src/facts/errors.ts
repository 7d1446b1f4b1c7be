import type { Columns } from '@sightglass/store';
import type { About, ErrorFact } from '@sightglass/wire';
import { momentOf, people } from '../sample.ts';
import { bindSpan, latestOfEach, recordsInSpan } from '../span.ts';
import { mostFacts, perSession, placeOf, type SeenRow, seenColumns, toSeen } from './seen.ts';

interface Row extends SeenRow {
  code: string;
  status: number;
  host: string;
  sources: string[];
  messages: [string[], number[]];
  subjects: [string[], number[]];
  groups: number;
}

const answered = `
    SELECT code, status, host, '' AS source, text, concat(method, ' ', host, ${placeOf('path')}) AS subject, action != '' AS acted,
      session, at, release
    FROM records
    WHERE ${recordsInSpan} AND kind = 'resource' AND type IN ('fetch', 'xhr') AND status >= 400
    ${latestOfEach}`;

const thrown = `
    SELECT name AS code, toUInt16(0) AS status, JSONExtractString(record, 'stack', 1, 'host') AS host, toString(type) AS source, text,
      ${placeOf('route')} AS subject, action != '' AS acted, session, at, release
    FROM records
    WHERE ${recordsInSpan} AND kind = 'error' AND type IN ('uncaught', 'rejection', 'manual')
    ${latestOfEach}`;

const sqlOver = (raised: string) => `
  WITH ${people},
  raised AS (${raised}
  ),
  by_session AS (
    SELECT code, status, host, session, ${perSession}, groupUniqArrayIf(source, source != '') AS sources, sumMap([text], [toUInt64(1)]) AS messages,
      sumMap([subject], [toUInt64(1)]) AS subjects, toUInt8(1 + max(acted)) AS quality,
      argMin(${momentOf('subject')}, (1 - acted, at)) AS best
    FROM raised GROUP BY code, status, host, session
  )
  SELECT code, status, host, arraySort(groupUniqArrayArray(by_session.sources)) AS sources, sumMap(tupleElement(by_session.messages, 1), tupleElement(by_session.messages, 2)) AS messages, sumMap(tupleElement(by_session.subjects, 1), tupleElement(by_session.subjects, 2)) AS subjects,
    ${seenColumns}, count() OVER () AS groups
  FROM by_session LEFT JOIN people USING (session)
  GROUP BY code, status, host ORDER BY observations DESC, host, status, code LIMIT ${mostFacts}`;

const answeredSql = sqlOver(answered);
const thrownSql = sqlOver(thrown);

/**
 * What was seen of errors: answers of 400 and above by code and status, and errors that were thrown or reported, by type.
 *
 * @throws {SightglassError} `query_timeout`, `engine_unavailable`
 */
export async function errorFacts(
  columns: Columns,
  project: string,
  about: About,
): Promise<{ facts: ErrorFact[]; leftOut: number }> {
  const bound = bindSpan(project, about);
  const [answers, errors] = await Promise.all([
    columns.ask<Row>(answeredSql, bound),
    columns.ask<Row>(thrownSql, bound),
  ]);
  const leftOut = [answers, errors].reduce((sum, rows) => sum + (rows[0]?.groups ?? 0) - rows.length, 0);
  return { facts: [...answers.map(toFact('answer')), ...errors.map(toFact('thrown'))], leftOut };
}

function toFact(origin: ErrorFact['origin']): (row: Row) => ErrorFact {
  return (row) => ({
    origin,
    code: row.code,
    status: origin === 'answer' ? row.status : null,
    host: row.host,
    sources: row.sources,
    messages: counted(row.messages).map(([value, times]) => ({ value, times })),
    seen: toSeen(row),
    raisedBy: counted(row.subjects).map(([subject, times]) => ({ subject, times })),
  });
}

/** Most frequent first; at most 20. */
function counted([values, times]: [string[], number[]]): [value: string, times: number][] {
  return values
    .map((value, index): [string, number] => [value, times[index] ?? 0])
    .filter(([value]) => value !== '')
    .sort(([one, ones], [other, others]) => others - ones || (one < other ? -1 : 1))
    .slice(0, 20);
}
