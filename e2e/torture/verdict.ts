import { DatabaseSync } from 'node:sqlite';
import type { Columns } from '@sightglass/store';
import type { Sent } from './load.ts';

/** What is there after all that, against what was sent and answered. Every figure but the first five must be 0. */
export interface Verdict {
  bodies: number;
  acknowledged: number;
  recordsAcknowledged: number;
  recordsStored: number;
  segmentsStored: number;
  /** Acknowledged and not there. */
  lost: number;
  /** There more than once. */
  doubled: number;
  /** Bodies of which a part is there. */
  half: number;
  /** There, and never sent. */
  foreign: number;
  /** Sessions with records and no row of their own, or a row and no records. */
  sessionsWrong: number;
  /** Sessions that are observed and not there, or that count twice in a specification. */
  observationsWrong: number;
  /** How far the outcome counted as accepted is from what is stored. */
  miscounted: number;
  quarantined: number;
}

export const isGood = (verdict: Verdict): boolean =>
  verdict.lost + verdict.doubled + verdict.half + verdict.foreign + verdict.sessionsWrong + verdict.miscounted === 0 &&
  verdict.observationsWrong + verdict.quarantined === 0;

export async function judge(
  columns: Columns,
  ledgerFile: string,
  project: string,
  sent: readonly Sent[],
): Promise<Verdict> {
  const stored = await readStored(columns, project);
  const seen = new Set<string>();
  const verdict = { lost: 0, doubled: 0, half: 0 };
  for (const { names, acknowledged } of sent) {
    const counts = names.map((name) => stored.get(name) ?? 0);
    for (const name of names) seen.add(name);
    const there = counts.filter((count) => count > 0).length;
    if (acknowledged) verdict.lost += names.length - there;
    if (there > 0 && there < names.length) verdict.half += 1;
    verdict.doubled += counts.filter((count) => count > 1).length;
  }
  const rows = [...stored.values()].reduce((sum, count) => sum + count, 0);
  const segmentsStored = [...stored.keys()].filter((name) => name.includes(' ')).length;
  const counted = readOutcomes(ledgerFile);
  return {
    bodies: sent.length,
    acknowledged: sent.filter(({ acknowledged }) => acknowledged).length,
    recordsAcknowledged: sent.reduce((sum, body) => (body.acknowledged ? sum + body.names.length : sum), 0),
    recordsStored: stored.size - segmentsStored,
    segmentsStored,
    ...verdict,
    foreign: [...stored.keys()].filter((name) => !seen.has(name)).length,
    sessionsWrong: await countWrongSessions(columns, project),
    observationsWrong: await countWrongObservations(columns, project),
    miscounted: Math.abs(rows - (counted.get('accepted') ?? 0)),
    quarantined: (counted.get('quarantined') ?? 0) + (counted.get('conflict') ?? 0),
  };
}

async function readStored(columns: Columns, project: string): Promise<Map<string, number>> {
  const records = await columns.ask<{ name: string; rows: number }>(
    'SELECT name, count() AS rows FROM records WHERE project = {project:String} GROUP BY name',
    { project },
    { timeoutMs: 60_000 },
  );
  const segments = await columns.ask<{ name: string; rows: number }>(
    `SELECT concat(session, ' ', tab, ' ', page, ' ', toString(seq)) AS name, count() AS rows
     FROM replay_segments WHERE project = {project:String} GROUP BY name`,
    { project },
    { timeoutMs: 60_000 },
  );
  return new Map([...records, ...segments].map(({ name, rows }) => [name, rows]));
}

async function countWrongSessions(columns: Columns, project: string): Promise<number> {
  const [answer] = await columns.ask<{ wrong: number }>(
    `SELECT count() AS wrong FROM
       (SELECT DISTINCT session FROM (SELECT session FROM records WHERE project = {project:String}
          UNION ALL SELECT session FROM replay_segments WHERE project = {project:String})) AS told
       FULL OUTER JOIN (SELECT session FROM sessions FINAL WHERE project = {project:String}) AS kept USING session
     WHERE told.session = '' OR kept.session = ''`,
    { project },
  );
  return answer?.wrong ?? -1;
}

async function countWrongObservations(columns: Columns, project: string): Promise<number> {
  const [answer] = await columns.ask<{ wrong: number }>(
    `SELECT count() AS wrong FROM (
       SELECT session, countIf(gone = 0) AS heads FROM (
         SELECT session, toDate(start) AS day, argMax(deleted, version) AS gone FROM observations
         WHERE project = {project:String} AND kind = '' GROUP BY session, day
       ) GROUP BY session
     ) WHERE heads > 1 OR session NOT IN (SELECT session FROM sessions FINAL WHERE project = {project:String})`,
    { project },
  );
  return answer?.wrong ?? -1;
}

function readOutcomes(file: string): Map<string, number> {
  const ledger = new DatabaseSync(file, { readOnly: true });
  try {
    const rows = ledger.prepare('SELECT outcome, sum(items) AS items FROM outcomes GROUP BY outcome').all();
    return new Map(rows.map(({ outcome, items }) => [String(outcome), Number(items)]));
  } finally {
    ledger.close();
  }
}
