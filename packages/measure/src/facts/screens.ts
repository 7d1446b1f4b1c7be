import type { Columns } from '@sightglass/store';
import type { About, ScreenFact } from '@sightglass/wire';
import { findEvidence, inSample, people, visitor } from '../evidence.ts';
import { bindSpan, latestOfEach, recordsInSpan } from '../span.ts';
import { type Breadth, breadthColumns, mostFacts, placeOf, toSeen } from './seen.ts';

interface Row extends Breadth {
  place: string;
  views: number;
  named: string;
  members: string[];
  groups: number;
}

/** A view that lasted shorter, and in which nobody did anything, was a redirect on the way to another. */
const redirectMs = 300;

const acts = `acts AS (
    SELECT ${placeOf('route')} AS place, session, view, name, text AS role, notEmpty(frustrations) AS frustrated FROM records
    WHERE ${recordsInSpan} AND kind = 'action' AND route != ''
    ${latestOfEach}
  )`;
const visits = `visits AS (
    SELECT route, ${placeOf('route')} AS place, session, tab, number, view, at, text AS title, release, visitor, duration_ms FROM (
      SELECT route, session, tab, number, view, at, text, release, visitor, duration_ms FROM records
      WHERE ${recordsInSpan} AND kind = 'view' AND route != ''
      ${latestOfEach}
    )
    WHERE NOT (duration_ms > 0 AND duration_ms < ${redirectMs} AND cityHash64(session, view) NOT IN (
      SELECT cityHash64(session, view) FROM records WHERE ${recordsInSpan} AND kind = 'action'
    ))
  )`;

const screensSql = `
  WITH ${visits}
  SELECT place, count() AS views, topK(1)(route)[1] AS named, groupUniqArray(100)(route) AS members, ${breadthColumns},
    count() OVER () AS groups
  FROM visits GROUP BY place ORDER BY views DESC, place LIMIT ${mostFacts}`;

// A visit that lasted shows more than one that was passed through.
const sightings = `
    SELECT ${placeOf('route')} AS thing, session, at, release, toString(route) AS note, toUInt8(1 + (duration_ms >= 1000)) AS quality
    FROM records WHERE ${recordsInSpan} AND kind = 'view' AND route != '' AND ${inSample('route')}`;

const titlesSql = `
  WITH ${people}, ${visits}
  SELECT place, title AS value, uniqExact(${visitor}) AS times FROM visits LEFT JOIN people USING (session)
  WHERE title != '' GROUP BY place, title ORDER BY place, times DESC, title LIMIT 50 BY place LIMIT 5000`;

const controlsSql = `
  WITH ${people}, ${acts}
  SELECT place, role, name, count() AS actions, countIf(frustrated) AS frustrated, uniqExact(${visitor}) AS visitors
  FROM acts LEFT JOIN people USING (session)
  WHERE name != '' GROUP BY place, role, name ORDER BY place, visitors DESC, actions DESC, role, name LIMIT 50 BY place LIMIT 10000`;

const enteredSql = `
  WITH ${visits}
  SELECT place, from_place AS fromPlace, topK(1)(from_route)[1] AS route, count() AS views FROM (
    SELECT place, lagInFrame(place) OVER before AS from_place, lagInFrame(route) OVER before AS from_route
    FROM visits
    WINDOW before AS (PARTITION BY session, tab ORDER BY at, number ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)
  )
  WHERE from_place != '' AND from_place != place
  GROUP BY place, from_place ORDER BY place, views DESC, from_place LIMIT 20 BY place LIMIT 5000`;

/**
 * What was seen of screens: visits, titles, what people acted on, and where they came from. Redirects are left out.
 *
 * @throws {SightglassError} `query_timeout`, `engine_unavailable`
 */
export async function screenFacts(
  columns: Columns,
  project: string,
  about: About,
): Promise<{ facts: ScreenFact[]; leftOut: number }> {
  const bound = bindSpan(project, about);
  // One after the other: each sorts what it reads, and all readers share the engine's memory.
  const screens = await columns.ask<Row>(screensSql, bound);
  const titles = await columns.ask<{ place: string; value: string; times: number }>(titlesSql, bound);
  const controls = await columns.ask<ScreenFact['controls'][number] & { place: string }>(controlsSql, bound);
  const entered = await columns.ask<{ place: string; route: string; views: number }>(enteredSql, bound);
  const wanted = screens.map(({ place, sessions, members }) => ({ thing: place, sessions, members }));
  const evidenceOf = await findEvidence(columns, sightings, bound, wanted);
  const [titlesOf, controlsOf, enteredOf] = [byPlace(titles), byPlace(controls), byPlace(entered)];
  return {
    facts: screens.map((row) => ({
      route: row.named,
      seen: toSeen(row.views, row, evidenceOf(row.place)),
      titles: (titlesOf.get(row.place) ?? []).map(({ value, times }) => ({ value, times })),
      controls: (controlsOf.get(row.place) ?? []).map(({ place: _, ...control }) => control),
      enteredFrom: (enteredOf.get(row.place) ?? []).map(({ route, views }) => ({ route, views })),
    })),
    leftOut: (screens[0]?.groups ?? 0) - screens.length,
  };
}

function byPlace<Row extends { place: string }>(rows: Row[]): Map<string, Row[]> {
  return Map.groupBy(rows, ({ place }) => place);
}
