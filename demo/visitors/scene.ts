import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { buildDemo } from '../build.ts';
import { startDemoServer, type Visited } from '../server/serve.ts';
import { startRecordingIntake } from './intake.ts';
import { deskCookie, type Scene } from './make-visit.ts';

/** The first is the same engine without a browser's windows: visits take half as long in it, and their vitals are less of the machine's. */
const chromiumPath =
  process.env.CHROMIUM ??
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path)) ??
  '/usr/bin/chromium';
/** The recordings' addresses. Fixed, since they stand in what is recorded. */
const deskPort = 4180;
const intakePort = 4181;

/** Browser, desk server and intake for a run of visits. @throws when Chromium is missing or a port is taken. */
export async function setScene(
  sdkDir: string,
  plan: Pick<Scene, 'seed' | 'pausesMs'>,
): Promise<Scene & { stop(): Promise<void> }> {
  if (!existsSync(chromiumPath))
    throw new Error(`No Chromium at ${chromiumPath}. Run \`apt-get install -y chromium\`, or set CHROMIUM.`);
  const root = await mkdtemp(join(tmpdir(), 'parts-desk-'));
  await buildDemo(join(root, 'build'));
  const desks = new Map<string, Visited>();
  const intake = await startRecordingIntake(intakePort, sdkDir);
  const demo = await startDemoServer({
    port: deskPort,
    host: '127.0.0.1',
    root: join(root, 'build'),
    visitedBy({ headers }) {
      const visit = new RegExp(`\\b${deskCookie}=(\\d+)`).exec(headers.cookie ?? '')?.[1];
      // The SDK's worker asks for pictures as a stranger, without cookies: they are the same on every desk.
      return visit === undefined ? desks.values().next().value : desks.get(visit);
    },
  });
  let browser = launch();
  /** The browser; another one when it has died, since a run takes long and a machine may be short of memory. */
  async function browse(): Promise<Browser> {
    const tried = browser;
    if ((await tried).isConnected()) return tried;
    if (browser === tried) browser = launch();
    return browser;
  }
  return {
    ...plan,
    browse,
    intake,
    origin: demo.origin,
    desks,
    async stop() {
      await (await browser).close();
      await demo.stop();
      await intake.stop();
      await rm(root, { recursive: true, force: true });
    },
  };
}

const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath,
    headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  });
