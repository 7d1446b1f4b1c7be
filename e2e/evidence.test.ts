import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands, run } from '@sightglass/cli';
import { type Columns, createColumns, findUnobserved } from '@sightglass/store';
import {
  getReleaseSource,
  getSpecification,
  listRecords,
  type ReplayMoment,
  type Specification,
  type Statement,
  type WireRecord,
} from '@sightglass/wire';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { buildDemo } from '../demo/build.ts';
import { feedSample } from '../demo/sample/feed.ts';
import { revision } from '../packages/server/src/digest/observing.ts';
import { seriousFaults } from './lib/axe.ts';
import { carries } from './lib/carries.ts';
import { type Browsing, startBrowsing } from './lib/chromium.ts';
import { shownPage } from './lib/shown-page.ts';
import { type Running, startSightglass } from './lib/sightglass.ts';
import { signIn } from './lib/sign-in.ts';

/** Whoever doubts a statement opens its evidence, and sees it happen. Here every piece of evidence of the sample's specification is opened. */

const owner = { email: 'ada@example.com', password: 'a glass that one sees through' };
const now = Date.now();
let server: Running;
let columns: Columns;
let browsing: Browsing;
let project: string;
let specification: Specification;

beforeAll(async () => {
  server = await startSightglass({ owner });
  columns = createColumns({ socketPath: join(server.data, 'engine.sock') });
  const made = await server.makeProject('Parts Desk');
  project = made.id;
  const about = { origin: server.origin, key: made.clientKey, backfillToken: server.bootstrapToken, now };
  const { visits, refused } = await feedSample(about);
  expect(refused).toEqual({});
  const allIsRead = async () => {
    expect(await notStored()).toBe(0);
    expect(await notRead()).toBe(0);
  };
  await vi.waitFor(allIsRead, { timeout: 800_000, interval: 1_000 });
  specification = await specify();
  expect(specification.basis.sessions).toBeGreaterThanOrEqual(visits);
  browsing = await startBrowsing({ width: 1440, height: 900, shell: true });
  const page = await browsing.context.newPage();
  await signIn(page, server.origin, owner);
  await page.waitForURL(`**/p/${project}`);
  await page.close();
});

afterAll(async () => {
  await browsing?.stop();
  await columns?.stop();
  await server?.stop();
});

test('at every moment that a statement names, the session shows what the statement says', async () => {
  const evidence = specification.points.flatMap(({ statements }) =>
    statements.flatMap((statement) => momentsOf(statement).map((moment) => ({ statement, moment }))),
  );
  const records = await recordsOf(new Set(evidence.map(({ moment }) => moment.session)));
  const empty = evidence.filter(
    ({ statement, moment }) => !carries(statement, moment, records.get(moment.session) ?? []),
  );
  expect(empty.map(({ statement, moment }) => `${statement.text} @ ${moment.session} ${moment.at}`)).toEqual([]);
  expect(evidence.length).toBeGreaterThan(1_000);
  expect(specification.points.flatMap(({ statements }) => statements).every((one) => one.evidence.length > 0)).toBe(
    true,
  );
});

test('evidence of each kind opens the player at its moment, and the page of that moment is there', async () => {
  const page = await openPage();
  for (const { kind, moment } of oneOfEachKind()) {
    await page.goto(`${server.origin}/p/${project}/sessions/${moment.session}?t=${moment.at}`);
    await expect.poll(() => wordsOnStage(page), { message: kind }).toBeGreaterThan(0);
    expect(new URL(page.url()).searchParams.get('t'), kind).toBe(String(moment.at));
  }
  const [name, moments] = shownToSome();
  const [first, last] = [moments[0], moments.at(-1)];
  for (const [moment, times] of [
    [first, 1],
    [last, 0],
  ] as const) {
    const message = `${moment?.note}`;
    await page.goto(`${server.origin}/p/${project}/sessions/${moment?.session}?t=${moment?.at}`);
    await expect.poll(() => wordsOnStage(page), { message }).toBeGreaterThan(0);
    const named = shownPage(page).getByText(name, { exact: true });
    await expect.poll(() => named.count(), { message }).toBe(times);
  }
});

test('the home page says first what the application is for; all of it is drawn before anybody scrolls, for browsers that print', async () => {
  const page = await openPage();
  await page.goto(`${server.origin}/p/${project}`);
  const [purpose] = specification.points.flatMap(({ statements }) =>
    statements.filter(({ kind }) => kind === 'purpose'),
  );
  const above = page.locator('header', { has: page.getByRole('heading', { level: 1, name: 'Parts Desk' }) });
  await above.getByText(purpose?.text ?? '').waitFor();
  await above.getByRole('link', { name: `Watch moment 1: ${purpose?.text}` }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  for (const name of ['How screens lead to each other', 'States of order'])
    await page.getByRole('figure', { name }).waitFor();
  await expect.poll(() => page.locator('[data-drawing=coming]').count()).toBe(0);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('where the code of a release is there, statements stand on it too, and each place in it has its line', async () => {
  const built = mkdtempSync(join(tmpdir(), 'sightglass-demo-'));
  await buildDemo(built);
  const said: string[] = [];
  const code = await run(commands, ['upload', join(built, '1.1.0'), '--release', '1.1.0'], {
    ...{ cwd: built, env: { SIGHTGLASS_URL: server.origin, SIGHTGLASS_TOKEN: server.bootstrapToken } },
    ...{ out: (text) => void said.push(text), say: (line) => void said.push(line), fetch },
  });
  rmSync(built, { recursive: true, force: true });
  expect(code, said.join('\n')).toBe(0);
  await expect.poll(async () => (await specify()).code?.state, { timeout: 800_000, interval: 1_000 }).toBe('read');
  const found = await specify();
  const statements = found.points.flatMap((point) => point.statements);
  const both = statements.filter(({ evidence }) => new Set(evidence.map(({ type }) => type)).size === 2);
  expect(both.length).toBeGreaterThan(150);
  expect(new Set(both.map(({ point }) => point))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8, 9]));
  // What even one session of the release came to was reached.
  const byKey = new Map(statements.map((statement) => [statement.key, statement]));
  const unreached = found.code?.findings.filter(({ sort }) => sort === 'in code, never reached') ?? [];
  expect(unreached.filter(({ key }) => byKey.get(key)?.support.sessions !== 0).map(({ text }) => text)).toEqual([]);
  const places = statements.flatMap(({ evidence }) => evidence.filter((piece) => piece.type === 'code'));
  const byPlace = new Map(places.map((place) => [`${place.file}:${place.line}`, place]));
  for (const { release, file, line } of byPlace.values()) {
    const lines = await server.ask(getReleaseSource, { project, release, file, line, around: 0 });
    expect(lines.text.join('').trim(), `${file}:${line}`).not.toBe('');
  }
});

/** Gone with its test: a home page draws all of its evidence, and a session plays on. */
async function openPage(): Promise<Page> {
  const page = await browsing.context.newPage();
  onTestFinished(() => page.close());
  return page;
}

function momentsOf({ evidence }: Statement): ReplayMoment[] {
  return evidence.filter((one) => one.type === 'moment');
}

/** Of each kind the statement that most sessions show, and its best moment. */
function oneOfEachKind(): { kind: string; moment: ReplayMoment }[] {
  const all = specification.points.flatMap(({ statements }) => statements);
  return [...Map.groupBy(all, ({ kind }) => kind)].flatMap(([kind, [first]]) =>
    first === undefined
      ? []
      : momentsOf(first)
          .slice(0, 1)
          .map((moment) => ({ kind, moment })),
  );
}

/** A button that one role is shown and another is not, with the moments of both. */
function shownToSome(): [name: string, moments: ReplayMoment[]] {
  const all = specification.points.flatMap(({ statements }) => statements);
  for (const one of all) {
    const name = one.kind === 'permission' ? / the button (.+) on \//.exec(one.action ?? '')?.[1] : undefined;
    if (one.kind === 'permission' && name !== undefined) return [name, momentsOf(one)];
  }
  throw new Error('No button that only some are shown');
}

/** How many words the page inside of the player has. */
async function wordsOnStage(page: Page): Promise<number> {
  const inside = shownPage(page).locator('body');
  const text = (await inside.count()) > 0 ? ((await inside.textContent()) ?? '') : '';
  return text.split(/\s+/).filter(Boolean).length;
}

async function specify(): Promise<Specification> {
  return server.ask(getSpecification, { project, from: now - 30 * 86_400_000, until: now + 60_000 });
}

/** How much that was acknowledged is still to be stored, as the digest itself knows it. */
async function notStored(): Promise<number> {
  const metrics = await (await fetch(`${server.origin}/metrics`)).text();
  const figure = (name: string) => Number(new RegExp(`^sightglass_${name} (\\d+)$`, 'm').exec(metrics)?.[1]);
  return figure('journal_durable') - figure('digest_stored');
}

/** How many sessions are still to be read since their last word. */
async function notRead(): Promise<number> {
  const span = { from: now - 30 * 86_400_000, until: now + 86_400_000 };
  return (await findUnobserved(columns, span, revision)).length;
}

async function recordsOf(sessions: ReadonlySet<string>): Promise<Map<string, WireRecord[]>> {
  const known = new Map<string, WireRecord[]>();
  for (const session of sessions) {
    const answer = await server.ask(listRecords, { project, session, limit: 5000 });
    known.set(
      session,
      answer.records.map(({ record }) => record),
    );
  }
  return known;
}
