import type { Columns } from '../../packages/store/src/index.ts';

/** Made by the engine itself from numbers, so that millions of rows are there in seconds and the same in every run. */
export interface Traffic {
  project: string;
  from: number;
  until: number;
  records: number;
  sessions: number;
}

export const recordsPerSession = 64;
const days = 14;
const until = Date.UTC(2026, 10, 18);
// The engine may use about 320 MB for one statement.
const mostRowsAtOnce = 40_000;

/**
 * Fills a project with `records` records in sessions of 64, spread evenly over 14 days: 1 session record, 16 of views (8 views told
 * twice), 12 actions, 28 calls, 5 vitals, 2 errors; 40 routes and 200 calls, the first ones far more frequent.
 */
export async function fillProject(columns: Columns, project: string, records: number): Promise<Traffic> {
  const sessions = Math.floor(records / recordsPerSession);
  const from = until - days * 86_400_000;
  const stepMs = Math.floor((until - from) / sessions);
  // In whole fractions of a day: each partition that one insert touches costs the engine a buffer for every column.
  const rowsPerDay = Math.ceil(sessions / days) * recordsPerSession;
  const rowsAtOnce = Math.ceil(rowsPerDay / Math.ceil(rowsPerDay / mostRowsAtOnce));
  for (let first = 0, batch = 1; first < records; first += rowsAtOnce, batch += 1)
    await columns.command(recordsSql, {
      ...{ project, from, stepMs, first, count: Math.min(rowsAtOnce, records - first), batch },
    });
  await columns.command(sessionsSql, { project, from, stepMs, count: sessions });
  for (let first = 0; first < sessions; first += sessionsAtOnce)
    await columns.command(linesSql, {
      project,
      from,
      stepMs,
      first,
      count: Math.min(sessionsAtOnce, sessions - first),
    });
  return { project, from, until: until + 3_600_000, records, sessions };
}

const sessionsAtOnce = 2_000;
/** Texts on the screens of a session, of a product that has some ten thousand; the first ones stand on nearly every screen. */
const linesPerSession = 60;

/** What a browser tells of itself when a session begins. */
const told =
  ',"userAgent":"Mozilla/5.0 (X11; Linux x86_64)","viewport":{"width":1400,"height":900},"language":"en","timeZone":"UTC","entryPath":"/section-1/7","replay":false';

const recordsSql = `
INSERT INTO records (project, kind, at, session, tab, number, received_at, environment, release, visitor, role, intake, browser, os,
  device, view, route, name, type, text, path, host, method, status, failed, duration_ms, value, record_id, version, action,
  frustrations, issue, code, record, _batch)
WITH {first:UInt64} + number AS n, intDiv(n, 64) AS s, n % 64 AS k, cityHash64(n) AS dice, cityHash64(s) AS who,
  multiIf(k = 0, 'session', k < 17, 'view', k < 29, 'action', k < 57, 'resource', k < 62, 'vital', 'error') AS kind,
  intDiv(k, 8) AS screen, toUInt64(pow(cityHash64(s, screen) % 1000 / 1000, 3) * 40) AS place, toUInt64(pow(dice % 1000 / 1000, 3) * 200) AS call
SELECT {project:String}, kind, fromUnixTimestamp64Milli(toInt64({from:Int64} + s * {stepMs:Int64} + k * 4000 + dice % 3000)) AS at,
  concat('session-', lower(hex(who)), toString(s)), 'tab-one-', toUInt32(k), at + 1500,
  'production', concat('1.', toString(s % 3), '.0'), concat('visitor-', toString(who % 20000)), ['viewer', 'member', 'admin'][who % 3 + 1],
  'sightglass', ['Chrome', 'Firefox', 'Safari', 'Edge'][who % 4 + 1], ['Windows', 'macOS', 'Linux', 'Android'][who % 4 + 1],
  ['desktop', 'desktop', 'mobile'][who % 3 + 1], concat('view-', lower(hex(who)), toString(screen)), concat('/section-', toString(place), '/{integer}'),
  multiIf(kind = 'action', concat('Button ', toString(dice % 60)), kind = 'vital', ['LCP', 'INP', 'CLS', 'FCP', 'TTFB'][k - 56], kind = 'error', 'TypeError', ''),
  multiIf(kind = 'action', 'click', kind = 'resource', 'fetch', kind = 'error', 'uncaught', kind = 'view', 'push', ''),
  multiIf(kind = 'view', concat('Section ', toString(place)), kind = 'error', concat('x', toString(dice % 50), ' is undefined'), kind = 'action', 'button', ''),
  if(kind = 'resource', concat('/api/thing-', toString(call), '/{integer}'), ''), '', if(kind = 'resource', ['GET', 'GET', 'GET', 'POST'][call % 4 + 1], ''),
  if(kind = 'resource', [200, 200, 200, 200, 200, 200, 200, 201, 404, 422][dice % 10 + 1], 0), kind = 'resource' AND dice % 10 >= 8,
  if(kind IN ('resource', 'view'), toFloat64(20 + dice % 900), 0), if(kind = 'vital', toFloat64(dice % 4000), 0),
  if(kind IN ('action', 'resource', 'vital'), concat('id-', lower(hex(dice))), ''), if(kind = 'view', toUInt32(k > 8), 0), '',
  if(kind = 'action' AND dice % 50 = 0, ['rage'], []), multiIf(kind = 'error', lower(hex(dice % 50)), kind = 'resource' AND dice % 10 >= 8, concat('call-', toString(call), '-', toString(dice % 10)), ''), if(kind = 'resource' AND dice % 10 = 9, 'TOO_LARGE', ''),
  concat('{"kind":"', kind, '","at":', toString(toUnixTimestamp64Milli(at)), if(kind = 'session', '${told}', ''), ',"status":200,"mime":"application/json","response":{"types":["object"],"fields":{"id":{"types":["integer"],"magnitude":', toString(dice % 20), '},"name":{"types":["string"],"format":"word","length":11},"total":{"types":["integer"]}}},"seed":"', hex(dice), '"}'),
  {batch:UInt64}
FROM numbers({count:UInt64})`;

const sessionsSql = `
INSERT INTO sessions (project, session, start, end, visitor, role, environment, release, intake, sample, browser, os, device,
  country, entry_route, last_route, tabs, views, actions, calls, failed_calls, errors, frustrations, replay, words, version)
WITH number AS s, cityHash64(s) AS who
SELECT {project:String}, concat('session-', lower(hex(who)), toString(s)), fromUnixTimestamp64Milli(toInt64({from:Int64} + s * {stepMs:Int64})) AS start,
  start + toIntervalSecond(255), concat('visitor-', toString(who % 20000)), ['viewer', 'member', 'admin'][who % 3 + 1], 'production',
  concat('1.', toString(s % 3), '.0'), 'sightglass', 0, ['Chrome', 'Firefox', 'Safari', 'Edge'][who % 4 + 1],
  ['Windows', 'macOS', 'Linux', 'Android'][who % 4 + 1], ['desktop', 'desktop', 'mobile'][who % 3 + 1], '', '/section-1/{integer}', '/section-2/{integer}',
  1, 8, 12, 28, 5, 2, 0, s % 2,
  arrayStringConcat(arrayMap(i -> concat('/section-', toString(cityHash64(s, i) % 40), '/{integer} button ', toString(cityHash64(i, s) % 60)), range(20)), ' '), 1
FROM numbers({count:UInt64})`;

const linesSql = `
INSERT INTO lines (project, kind, text, session, at, sample, earlier)
WITH {first:UInt64} + intDiv(number, ${linesPerSession}) AS s, number % ${linesPerSession} AS k, cityHash64(s) AS who, cityHash64(s, k) AS dice,
  toUInt64(pow(dice % 100000 / 100000, 3) * 12000) AS text_at
SELECT {project:String}, if(k < 55, 'screen', 'call'),
  if(k < 55, concat(['Order', 'Invoice', 'Customer', 'Payment', 'Stock', 'Delivery'][text_at % 6 + 1], ' number ', toString(text_at), ' of the ',
    ['north', 'south', 'east', 'west'][text_at % 4 + 1], ' branch'), concat('GET /api/thing-', toString(text_at % 200), ' 200')),
  concat('session-', lower(hex(who)), toString(s)), fromUnixTimestamp64Milli(toInt64({from:Int64} + s * {stepMs:Int64} + k * 4000)) AS at, 0,
  toUInt64(9007199254740991 - toUnixTimestamp64Milli(at))
FROM numbers({count:UInt64} * ${linesPerSession})`;
