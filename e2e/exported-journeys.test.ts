import type { ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mergeObservations, observe, specify, toPlaywright } from '@sightglass/specify';
import type { Specification } from '@sightglass/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDemo } from '../demo/build.ts';
import { seedDesk } from '../demo/server/seed/seed.ts';
import { type Demo, startDemoServer } from '../demo/server/serve.ts';
import { readSessions } from '../scripts/score/visits.ts';
import { chromiumPath } from './lib/chromium.ts';
import { runPlaywright } from './lib/run-playwright.ts';

const root = join(import.meta.dirname, '..');
const release = '1.1.0';
/** The four that most visitors take; further ones need orders in a certain state. */
const most = 4;
/** How often each: `JOURNEY_TIMES=10` is what a release is judged by. */
const times = Number(process.env.JOURNEY_TIMES ?? 2);
let demo: Demo;
let folder: string;
let running: ChildProcess | undefined;
const desk = seedDesk(release, { now: Date.now }, 'a secret of this test');

beforeAll(async () => {
  const built = join(root, 'demo/dist');
  await buildDemo(built);
  const visitedBy = () => ({ desk, watching: undefined, hints: false });
  demo = await startDemoServer({ port: 0, host: '127.0.0.1', root: built, visitedBy });
  folder = await mkdtemp(join(tmpdir(), 'sightglass-journeys-'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
});

afterAll(async () => {
  running?.kill();
  await demo.stop();
  await rm(folder, { recursive: true, force: true });
});

test('the journeys that recorded visitors took, exported as tests, are taken again, every time', {
  timeout: 600_000,
}, async () => {
  const member = [...desk.users.values()].find(({ role, active }) => role === 'member' && active);
  const part = [...desk.parts.values()].find(({ discontinued, stock }) => !discontinued && stock > 50);
  if (!member || !part) throw new Error('The desk has nobody to sign in, or nothing to order.');
  const values = { 'E-mail': member.email, Password: member.password, 'Part number': part.partNo };
  await mkdir(join(folder, 'tests'));
  await writeFile(join(folder, 'tests/journeys.spec.ts'), toPlaywright(await specifyVisits(), { values, most }));
  await writeFile(join(folder, 'playwright.config.ts'), config());
  const { code, said } = await runPlaywright(folder, (child) => {
    running = child;
  });
  expect(said).toContain(`${most * times} passed`);
  expect(code).toBe(0);
});

async function specifyVisits(): Promise<Specification> {
  const sessions = await readSessions(release);
  const at = sessions.flatMap(({ records }) => records.map((record) => record.at));
  return specify(mergeObservations(sessions.flatMap(observe)), {
    project: { id: 'p_000000000000', name: 'Parts Desk' },
    span: { from: at.reduce((a, b) => Math.min(a, b)), until: at.reduce((a, b) => Math.max(a, b)) + 1 },
    environment: null,
    release,
    basis: {
      sessions: sessions.length,
      visitors: new Set(sessions.map(({ visitor }) => visitor)).size,
      releases: [release],
    },
  });
}

function config(): string {
  const use = {
    baseURL: demo.origin,
    launchOptions: { executablePath: chromiumPath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] },
  };
  const settings = {
    testDir: 'tests',
    repeatEach: times,
    workers: 1,
    retries: 0,
    reporter: 'line',
    timeout: 120_000,
    expect: { timeout: 30_000 },
    use,
  };
  return `export default ${JSON.stringify(settings)};\n`;
}
