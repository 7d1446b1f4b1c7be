import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createColumns } from '@sightglass/store';
import { startEngine } from '../../packages/server/src/engine/index.ts';
import { pause, startLoad } from './load.ts';
import { createSeeded, type Seeded } from './seeded.ts';
import { judge, type Verdict } from './verdict.ts';
import { createVictim, token, type Victim } from './victim.ts';

export interface TortureOptions {
  kills: number;
  port: number;
  seed: number;
  say(line: string): void;
}

export interface Tortured {
  verdict: Verdict;
  kills: Record<string, number>;
  answers: Record<string, number>;
  seconds: number;
}

const writers = 4;
/** Every stage of the road gets its turn: K54 names them, chance finds them. */
const pauseBetweenMs = { least: 20, most: 700 };
const settleWithinMs = 90_000;

/**
 * Kills the server, its engine and its digest at random while several writers send, starts again what does not start by itself, and
 * then compares what is stored with what was acknowledged (FAULTS K54, K55, K58, E60).
 */
export async function torture(options: TortureOptions): Promise<Tortured> {
  const begun = performance.now();
  const data = mkdtempSync(join(tmpdir(), 'sg-torture-'));
  const victim = createVictim(data, options.port);
  try {
    await victim.start();
    const project = await createProject(victim.origin);
    const load = startLoad(victim.origin, project.clientKey, writers, createSeeded(options.seed + 1));
    const kills = await killAll(victim, createSeeded(options.seed), options);
    await load.stop();
    await settle(victim);
    options.say(`stopped in ${await victim.stop()} ms`);
    const verdict = await inEngine(data, (columns) =>
      judge(columns, join(data, 'ledger.sqlite'), project.id, load.sent),
    );
    const seconds = Math.round((performance.now() - begun) / 1_000);
    return { verdict, kills: Object.fromEntries(kills), answers: Object.fromEntries(load.answers), seconds };
  } finally {
    await victim.kill();
    rmSync(data, { recursive: true, force: true });
  }
}

async function createProject(origin: string): Promise<{ id: string; clientKey: string }> {
  const answer = await fetch(`${origin}/api/v1/projects`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Torture' }),
  });
  return (await answer.json()) as { id: string; clientKey: string }; // as the API's schema says
}

async function killAll(victim: Victim, seeded: Seeded, { kills, say }: TortureOptions): Promise<Map<string, number>> {
  const done = new Map<string, number>();
  let count = 0;
  while (count < kills) {
    await pause(seeded.whole(pauseBetweenMs.least, pauseBetweenMs.most));
    const what = await killOne(victim, seeded);
    // A child that was killed just before may not be back yet.
    if (what === undefined) continue;
    count += 1;
    done.set(what, (done.get(what) ?? 0) + 1);
    if (count % 20 === 0) say(`${count} kills: ${[...done].map(([name, times]) => `${name} ${times}`).join(', ')}`);
  }
  return done;
}

/** @returns what was killed; undefined: it was not there. */
async function killOne(victim: Victim, seeded: Seeded): Promise<string | undefined> {
  const what = seeded.oneOf(['server', 'server', 'engine', 'engine', 'digest', 'digest', 'digest', 'engine stopped']);
  if (what === 'server') {
    await victim.kill();
    const started = victim.start();
    // Now and then again while it starts and recovers (FAULTS K55).
    if (seeded.share() < 0.3) {
      await pause(seeded.whole(50, 600));
      await victim.kill();
      await started;
      await victim.start();
      return 'server twice';
    }
    await started;
    return what;
  }
  const pid = victim.childPid(what === 'digest' ? 'digest' : 'engine');
  if (pid === undefined) return undefined;
  if (what !== 'engine stopped') signal(pid, 'SIGKILL');
  else {
    signal(pid, 'SIGSTOP');
    await pause(seeded.whole(200, 3_000));
    signal(pid, 'SIGCONT');
  }
  return what;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended by itself between looking and killing.
  }
}

/** Until everything that the journal holds is stored. */
async function settle(victim: Victim): Promise<void> {
  const until = performance.now() + settleWithinMs;
  let last = '';
  while (performance.now() < until) {
    const text = await fetch(`${victim.origin}/metrics`).then((answer) => answer.text());
    const value = (name: string) => Number(new RegExp(`^\\S*${name} (\\d+)`, 'm').exec(text)?.[1] ?? -1);
    const [durable, stored] = [value('journal_durable'), value('digest_stored')];
    if (durable >= 0 && stored >= durable) return;
    last = `${stored} of ${durable} stored`;
    await pause(100);
  }
  throw new Error(`not everything was stored after ${settleWithinMs} ms: ${last}`);
}

async function inEngine<T>(data: string, work: (columns: ReturnType<typeof createColumns>) => Promise<T>): Promise<T> {
  const silent = { info: () => undefined, warn: () => undefined };
  const socketPath = join(data, 'verdict.sock');
  const engine = startEngine({ dataDir: join(data, 'engine'), socketPath, log: silent });
  await engine.ready;
  const columns = createColumns({ socketPath });
  try {
    return await work(columns);
  } finally {
    await columns.stop();
    await engine.stop();
  }
}
