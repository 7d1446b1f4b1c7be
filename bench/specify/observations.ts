import { type Columns, foldDay } from '../../packages/store/src/index.ts';
import type { Traffic } from '../engine/traffic.ts';

export const rowsPerSession = 64;
// The engine may use about 320 MB for one statement.
const sessionsAtOnce = 1_000;

/**
 * What the sessions of `fillProject` show, as the digest would have written it: a head and 63 things of about 2,000 that there are, the
 * first ones far more frequent, with two to eight labels each. Made by the engine itself.
 */
export async function fillObservations(columns: Columns, traffic: Traffic): Promise<void> {
  const { project, from, sessions } = traffic;
  const stepMs = Math.floor((traffic.until - 3_600_000 - from) / sessions);
  for (let first = 0, version = 1; first < sessions; first += sessionsAtOnce, version += 1)
    await columns.command(sql, {
      ...{ project, from, stepMs, first: first * rowsPerSession, version },
      count: Math.min(sessionsAtOnce, sessions - first) * rowsPerSession,
    });
}

const sql = `
INSERT INTO observations (project, kind, key, session, start, visitor, role, environment, release, sample, replay, at, quality, note,
  first, last, n, against, labels, counts, seen, revision, version)
WITH {first:UInt64} + number AS row, intDiv(row, 64) AS s, row % 64 AS k, cityHash64(row) AS dice, cityHash64(s) AS who,
  multiIf(k = 0, '', k < 8, 'screen', k < 16, 'link', k < 28, 'action', k < 44, 'call', k < 52, 'responseField', k < 60, 'access', 'error') AS kind_,
  toUInt64(pow(dice % 1000 / 1000, 3) * 40) AS place,
  multiIf(k = 0, 0, kind_ = 'screen', 40, kind_ = 'link', 300, kind_ = 'action', 400, kind_ = 'call', 200, kind_ = 'responseField', 600, kind_ = 'access', 400, 20) AS things,
  toUInt64(pow((dice % 1000 + k) / 1064, 3) * things) AS thing
SELECT {project:String}, kind_, if(k = 0, '', concat('GET /api/', kind_, '-', toString(thing), '/{integer}')) AS key,
  concat('session-', lower(hex(who)), toString(s)), fromUnixTimestamp64Milli(toInt64({from:Int64} + s * {stepMs:Int64})) AS start,
  concat('visitor-', toString(who % 20000)), ['viewer', 'member', 'admin'][who % 3 + 1], 'production', concat('1.', toString(s % 3), '.0'),
  0, s % 2, start + toIntervalSecond(k * 4), 1 + dice % 3, concat('200 on /section-', toString(place), '/{integer}'), start, start + toIntervalSecond(255),
  1 + dice % 4, 0,
  if(k = 0, [], arrayMap(i -> concat(['type:string', 'status:200', 'from:/section-', 'format:word'][i % 4 + 1], toString((dice + i) % 4)), range(2 + dice % 7))) AS labels,
  arrayMap(i -> toUInt32(1 + dice % 3), labels), 1, 1, {version:UInt64}
FROM numbers({count:UInt64})`;

/** As the digest does it: every past day whole, the last one but for its last hour. */
export async function foldDays(columns: Columns, { project, from, until }: Traffic): Promise<void> {
  const dayMs = 86_400_000;
  for (let day = Math.floor(from / dayMs) * dayMs; day < until; day += dayMs) {
    const hours = Math.min(24, Math.floor((until - day) / 3_600_000) - 1);
    if (hours > 0) await foldDay(columns, project, day, hours, 1_000_000);
  }
}
