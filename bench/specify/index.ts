import { observedFacts } from '../../packages/measure/src/index.ts';
import type { Columns } from '../../packages/store/src/index.ts';
import { startStage } from '../engine/stage.ts';
import type { Traffic } from '../engine/traffic.ts';
import { type Measured, median } from '../measured.ts';
import { fillObservations, foldDays, rowsPerSession } from './observations.ts';

const days = 14;
const hourMs = 3_600_000;
// In the middle of a day: what is past of it is added up, and its last hour is not.
const now = Date.UTC(2026, 10, 18, 12);
const runs = 7;

/**
 * How long a specification's facts take over 1,000 and 100,000 sessions of two weeks (quick: 1,000 and 10,000), 63 things each: session by
 * session, and with past days added up, against reading the same rows and doing nothing with them.
 */
export async function benchSpecify(quick: boolean): Promise<Measured[]> {
  const { columns, stop } = await startStage();
  try {
    const measured: Measured[] = [];
    for (const sessions of [1_000, quick ? 10_000 : 100_000]) measured.push(...(await measure(columns, sessions)));
    return measured;
  } finally {
    await stop();
  }
}

async function measure(columns: Columns, sessions: number): Promise<Measured[]> {
  const from = now - days * 24 * hourMs;
  const traffic: Traffic = { project: `p_${sessions}`, from, until: now + hourMs, records: 0, sessions };
  await fillObservations(columns, traffic);
  const span = { from, until: now + hourMs, environment: '', release: '' };
  const bareSql = `SELECT sum(cityHash64(key, session, note, labels, counts, n, at)) AS sum FROM observations
    WHERE project = {project:String}`;
  const bare = await time(() => columns.ask(bareSql, { project: traffic.project }, { timeoutMs: 60_000 }));
  const facts = () => observedFacts(columns, traffic.project, span);
  const bySession = await time(facts);
  await foldDays(columns, traffic);
  const byDay = await time(facts);
  const size = `${sessions.toLocaleString('en')} sessions, ${(sessions * rowsPerSession).toLocaleString('en')} rows`;
  return [
    tell(`facts, session by session / bare read: ${size}`, bySession, bare),
    tell(`facts, past days added up / bare read: ${size}`, byDay, bare),
  ];
}

function tell(name: string, ms: number, against: number): Measured {
  return { name, ratio: ms / against, detail: `${Math.round(ms)} ms against ${Math.round(against)} ms` };
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = -1; run < runs; run += 1) {
    const began = performance.now();
    await work();
    if (run >= 0) times.push(performance.now() - began);
  }
  return median(times);
}
