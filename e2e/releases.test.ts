import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commands, run } from '@sightglass/cli';
import * as wire from '@sightglass/wire';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type Browsing, startBrowsing } from './lib/chromium.ts';
import { type Running, startSightglass } from './lib/sightglass.ts';

/** An error in a minified application is told in the words of its sources: through the real doors, and thrown in a real browser. */

let server: Running;
let browsing: Browsing;
let project = '';

beforeAll(async () => {
  server = await startSightglass({ demo: true });
  project = (await server.ask(wire.listProjects)).projects[0]?.id ?? '';
  browsing = await startBrowsing({ shell: true });
});
afterAll(async () => {
  await browsing?.stop();
  await server?.stop();
});

test('the sample has the scripts and maps of both releases soon after the start, and their code is read', async () => {
  const listed = async () => (await server.ask(wire.listReleases, { project })).releases;
  const states = async () => (await listed()).map(({ release, code }) => `${release} ${code.state}`).sort();
  await expect.poll(states, { timeout: 800_000, interval: 500 }).toEqual(['1.0.0 read', '1.1.0 read']);
  const releases = await listed();
  for (const { scripts, mapped, strayMaps, code } of releases) {
    expect({ scripts, mapped, strayMaps }).toEqual({ scripts: 1, mapped: 1, strayMaps: 0 });
    expect(code.statements).toBeGreaterThan(50);
    expect(code.libraries).toBeGreaterThan(1);
  }
});

/** An engine that is not quick enough is asked again, or killed and started again: that says something of the machine, not of the start. */
const ofABusyMachine = /query_timeout|engine_unavailable|engine is silent|engine hangs|"signal":"SIGKILL"/;
test('a fresh start with the sample has nothing alarming to say', () => {
  const said = readFileSync(join(server.data, 'sightglass.log'), 'utf8').trim().split('\n');
  const alarming = said
    .map((line) => JSON.parse(line) as { level: number; msg: string })
    .filter((one) => one.level > 30 && !ofABusyMachine.test(JSON.stringify(one)));
  expect(alarming).toEqual([]);
});

test("an error thrown in the example's minified build shows its TypeScript line", async () => {
  const begun = Date.now();
  const page = await browsing.context.newPage();
  await page.goto(server.demoOrigin);
  await page.getByRole('button', { name: 'Fill in the member' }).click();
  // The server answers what the code does not expect: no list of parts.
  await page.route(/\/api\/parts(\?|$)/, (route) => route.fulfill({ json: {} }));
  await page.getByRole('button', { name: 'Sign in' }).click();

  const { error, release } = await vi.waitFor(() => thrown(begun), { timeout: 180_000, interval: 500 });
  const [top] = error.stack;
  expect(top?.file).toBe('/assets/app.js');
  expect(top?.line).toBeLessThan(60);
  const { frames } = await server.ask(wire.unminifyFrames, { project, release }, { frames: error.stack });
  const own = frames.find((frame) => frame.found && frame.owner === 'product');
  expect(own).toMatchObject({ found: true, file: 'client/screens/parts.tsx', owner: 'product' });
  const line = own?.found ? own.lines?.text[own.line - own.lines.first] : undefined;
  expect(line).toMatch(/\.items|\.total|\.length/);
  expect(frames.some((frame) => frame.found && frame.package === 'react-dom')).toBe(true);
});

/** The newest error, of the kind that code throws which gets what it does not expect, in a session that began `since`: the sample has others. */
async function thrown(since: number): Promise<{ error: wire.WireRecord & { kind: 'error' }; release: string }> {
  const about = { project, from: since, until: Date.now() + 60_000, has: 'errors', limit: 5 };
  const { sessions } = await server.ask(wire.listSessions, about);
  for (const { session, release } of sessions) {
    const { records } = await server.ask(wire.listRecords, { project, session, kind: 'error' });
    for (const { record } of records)
      if (record.kind === 'error' && record.stack.length > 3) return { error: record, release };
  }
  throw new Error(`No such error is stored. Sessions with errors: ${JSON.stringify(sessions)}`);
}

test('the command uploads a build, and a second time there is nothing to send; maps that are not of their scripts are told and not used', async () => {
  const said: string[] = [];
  const upload = (folder = 'demo/dist/1.1.0', release = 'again') =>
    run(commands, ['upload', folder, '--release', release, '--url', server.origin, '--project', project], {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      env: { SIGHTGLASS_TOKEN: server.bootstrapToken },
      out: () => undefined,
      say: (line) => said.push(line),
      fetch,
    });
  expect(await upload()).toBe(0);
  expect(said.join('\n')).toMatch(/4 files sent, 0 were there.*\n1 of 1 scripts have a source map\./);
  expect(await upload()).toBe(0);
  expect(said.join('\n')).toMatch(/0 files sent, 4 were there/);

  // The map of the release before, under the right name; and one without end.
  const folder = mkdtempSync(join(tmpdir(), 'sightglass-foreign-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const dist = fileURLToPath(new URL('../demo/dist/', import.meta.url));
  const noId = (file: string) =>
    readFileSync(join(dist, file), 'utf8').replace(/\/\/# debugId=.*|"debugId":"[^"]*",?/g, '');
  writeFileSync(join(folder, 'app.js'), noId('1.1.0/assets/app.js'));
  writeFileSync(join(folder, 'app.js.map'), noId('1.0.0/assets/app.js.map'));
  writeFileSync(join(folder, 'long.js'), 'x;');
  writeFileSync(join(folder, 'long.js.map'), `{"version":3,"sources":[],"mappings":"${';'.repeat(20_000_000)}"}`);
  expect(await upload(folder, 'foreign')).toBe(1);
  expect(said.join('\n')).toMatch(/Not used: app\.js\.map for app\.js\. .*of another build/);
  expect(said.join('\n')).toMatch(
    /Not used: long\.js\.map for long\.js\. It cannot be read: 20000001 lines, more than/,
  );
  expect(said.at(-1)).toBe('0 of 2 scripts have a source map; 2 maps belong to no script.');
  const asked = { frames: [{ file: '/app.js', line: 5, column: 60 }] };
  const frames = await server.ask(wire.unminifyFrames, { project, release: 'foreign' }, asked);
  expect(frames).toMatchObject({
    frames: [{ found: false, why: 'bad-map', detail: expect.stringMatching('another build') }],
  });
});
