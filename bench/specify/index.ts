import { observedFacts } from '../../packages/measure/src/index.ts';
import type { Columns } from '../../packages/store/src/index.ts';
import type { Meter } from '../engine/cost.ts';
import { startStage } from '../engine/stage.ts';
import type { Traffic } from '../engine/traffic.ts';
import type { Measured } from '../measured.ts';
import { fillObservations, foldDays, rowsPerSession } from './observations.ts';

const days = 14;
const hourMs = 3_600_000;
// In the middle of a day: what is past of it is added up, and its last hour is not.
const now = Date.UTC(2026, 10, 18, 12);
const runs = 3;

/**
 * What a specification's facts cost over 1,000 and 100,000 sessions of two weeks (quick: 1,000 and 10,000), 63 things each: session by
 * session, as it is done before a day was added up, and with past days added up; against reading the same rows and doing nothing with them.
 * In processor time of the engine, which is the same on a busy machine.
 */
export async function benchSpecify(quick: boolean): Promise<Measured[]> {
  const { columns, meter, stop } = await startStage();
  try {
    const measured: Measured[] = [];
    for (const sessions of [1_000, quick ? 10_000 : 100_000])
      measured.push(...(await measure(columns, meter, sessions)));
    return measured;
  } finally {
    await stop();
  }
}

async function measure(columns: Columns, meter: Meter, sessions: number): Promise<Measured[]> {
  const from = now - days * 24 * hourMs;
  const traffic: Traffic = { project: `p_${sessions}`, from, until: now + hourMs, records: 0, sessions };
  await fillObservations(columns, traffic);
  const span = { from, until: now + hourMs, environment: '', release: '' };
  const bareSql = `SELECT sum(cityHash64(key, session, note, labels, counts, n, at)) AS sum FROM observations
    WHERE project = {project:String}`;
  const time = (work: () => Promise<unknown>, times = runs) => cpuOf(meter, work, times);
  const bare = await time(() => columns.ask(bareSql, { project: traffic.project }, { timeoutMs: 60_000 }));
  const facts = () => observedFacts(columns, traffic.project, span);
  const bySession = await time(facts, sessions > 10_000 ? 1 : runs);
  await foldDays(columns, traffic);
  const byDay = await time(facts);
  const size = `${sessions.toLocaleString('en')} sessions, ${(sessions * rowsPerSession).toLocaleString('en')} rows`;
  return [
    tell(`facts, session by session / bare read: ${size}`, bySession, bare),
    tell(`facts, past days added up / bare read: ${size}`, byDay, bare),
  ];
}

function tell(name: string, ms: number, against: number): Measured {
  return {
    name,
    ratio: ms / against,
    detail: `${Math.round(ms)} ms of the processor against ${Math.round(against)} ms`,
  };
}

/** What the engine's process spends on one run; the first of several only warms it. */
async function cpuOf(meter: Meter, work: () => Promise<unknown>, runs: number): Promise<number> {
  if (runs > 1) await work();
  const before = meter.cpuMs();
  for (let run = 0; run < runs; run += 1) await work();
  return (meter.cpuMs() - before) / runs;
}
