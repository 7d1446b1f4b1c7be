import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueFiguresOf } from '@sightglass/measure';
import {
  type Catalog,
  type Columns,
  createCatalog,
  createColumns,
  foldSummedDay,
  issueDays,
  migrate,
  recomputeSessions,
} from '@sightglass/store';
import { ndjson, noon, recordRow } from '@sightglass/store/contract';
import { type LiveMessage, SightglassError } from '@sightglass/wire';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { answerIssues } from '../answer/issues.ts';
import { startEngine } from '../engine/index.ts';
import { createChanges, type IssueChanges } from './changes.ts';
import { type IssueGrouping, mostFingerprints } from './face.ts';
import { findIssue } from './find.ts';
import { startGrouping } from './grouping.ts';
import { listIssues } from './list.ts';

const folder = mkdtempSync(join(tmpdir(), 'sg-grouping-'));
const silent = { info: () => undefined, warn: () => undefined };
/** Lines of the one source by the column of the script; what is not here has no map. */
const sources = new Map<number, { file: string; function: string; text: string }>();
const told: Extract<LiveMessage, { type: 'issue' }>[] = [];
/** So many questions more find that other readings wait. */
let busy = 0;
/** So many questions more meet an engine that is too busy to answer. */
let unanswered = 0;
/** So many rows more meet one that is too busy to take them. */
let unputtable = 0;
/** What happens just before fingerprints are put into the engine, and just after it, once. */
let aroundPut: (() => Promise<void>) | undefined;
/** What happens in the middle of a question, of which so many are asked before. */
let gap: { after: number; meanwhile(): Promise<void> } | undefined;
let now = noon;
let batch = 0;
let stops: (() => unknown)[] = [];
let catalog: Catalog;
let columns: Columns;
let grouping: IssueGrouping;
let changes: IssueChanges;
let project = '';

beforeAll(async () => {
  const engine = startEngine({ dataDir: join(folder, 'engine'), socketPath: join(folder, 'e.sock'), log: silent });
  await engine.ready;
  columns = createColumns({ socketPath: engine.socketPath });
  await migrate(columns);
  catalog = await createCatalog(join(folder, 'catalog.sqlite'), () => now);
  project = (await catalog.projects.create('Shop')).id;
  begin();
  stops = [() => grouping.stop(), () => catalog.stop(), () => columns.stop(), () => engine.stop()];
});
afterAll(async () => {
  for (const stop of stops) await stop();
  rmSync(folder, { recursive: true, force: true });
});

/** As the server does when it starts. */
function begin(): void {
  const tell = (_: string, message: (typeof told)[number]) => void told.push(message);
  grouping = startGrouping({
    ...{ catalog, columns: seldomAnswering(columns), tell, log: silent, now: () => now },
    soonestMs: 10,
    symbolicate: async (_project, _release, frames) => {
      busy -= 1;
      return frames.map(({ column = 0 }) => {
        const source = sources.get(column);
        if (busy > 0 && column === 30) return { found: false, why: 'put-off', detail: 'Other readings wait.' };
        if (source === undefined) return { found: false, why: 'no-map', detail: 'There is no map.' };
        const lines = { first: 7, text: [source.text] };
        return {
          found: true,
          owner: 'product',
          line: 7,
          column: 0,
          file: source.file,
          function: source.function,
          lines,
        };
      });
    },
  });
  grouping.begin();
  changes = createChanges({ catalog, grouping, tell, now: () => now });
}

const seldomAnswering = (those: Columns): Columns => {
  const answers = () => {
    unanswered -= 1;
    if (unanswered >= 0) throw new SightglassError('query_timeout');
  };
  return {
    ...those,
    async ask(...asked) {
      answers();
      if (gap?.after === 0) await gap.meanwhile();
      if (gap !== undefined) gap.after -= 1;
      return await those.ask(...asked);
    },
    async insert(...put) {
      answers();
      const ask = aroundPut;
      aroundPut = undefined;
      await ask?.();
      unputtable -= 1;
      if (unputtable >= 0) throw new SightglassError('engine_unavailable');
      await those.insert(...put);
      await ask?.();
    },
  };
};

const issueOf = async (id: string): Promise<string | undefined> => (await findIssue(catalog.issues, project, id))?.id;

/** An error of a minified script is stored; its fingerprint says which. */
async function meet(
  issue: string,
  column: number,
  release = '1.0.0',
  message = 'x is undefined',
  session = `session-${batch + 1}`,
): Promise<void> {
  batch += 1;
  now += 60_000;
  const stack = [{ function: 'a', host: '', file: '/assets/index-BxY12_aZ.js', line: 1, column }];
  const record = JSON.stringify({
    kind: 'error',
    source: 'uncaught',
    type: 'TypeError',
    message,
    stack,
  });
  const about = { project, session, release, at: now, number: batch, _batch: batch };
  const row = recordRow({
    ...about,
    kind: 'error',
    name: 'TypeError',
    type: 'uncaught',
    text: message,
    issue,
    record,
  });
  await columns.insert('records', ndjson([row]));
  await recomputeSessions(columns, project, [{ session, start: now }], batch);
  grouping.stored(project);
  await grouping.settled();
}

async function listed(): Promise<[id: string, times: number][]> {
  const span = { from: noon - 3_600_000, until: noon + 6 * 3_600_000, environment: '', release: '', search: '' };
  const { issues } = await issueFiguresOf(columns, project, span, 'times');
  return issues.map(({ id, times }) => [id, times]);
}

test('without a map places of one script are one issue; with it they part, and old links lead on', async () => {
  await meet('f1', 10);
  await meet('f2', 20);
  const [[whole = '', times] = []] = await listed();
  expect(times).toBe(2);
  expect(told).toMatchObject([{ became: 'new', issue: whole }]);
  await changes.change(project, [whole], { to: 'ignored' }, 'ada');

  sources.set(10, { file: 'src/cart.ts', function: 'total', text: 'x.total' });
  sources.set(20, { file: 'src/order.ts', function: 'send', text: 'x.send' });
  grouping.mapsChanged(project, '1.0.0');
  await grouping.settled();
  const parted = await listed();
  expect(parted.map(([, n]) => n)).toEqual([1, 1]);
  expect(parted.map(([id]) => id)).not.toContain(whole);
  for (const [id] of parted) expect(await catalog.issues.find(project, id)).toMatchObject({ state: 'ignored' });
  expect(parted.map(([id]) => id)).toContain((await findIssue(catalog.issues, project, whole))?.id);
  expect(await findIssue(catalog.issues, project, 'f1')).toMatchObject({ place: 'src/cart.ts in total' });
});

test('the next release brings the same error to the same issue, whatever its script looks like', async () => {
  sources.set(99, { file: 'src/cart.ts', function: 'total', text: '  x.total' });
  await meet('f3', 99, '1.1.0');
  expect((await listed()).map(([, times]) => times)).toEqual([2, 1]);
});

test('what was merged stays merged when maps are read again and when it comes back in a later release', async () => {
  const [[cart = ''] = [], [order = ''] = []] = await listed();
  await changes.merge(project, cart, [order], 'ada');
  expect(await listed()).toEqual([[cart, 3]]);
  grouping.mapsChanged(project, '1.0.0');
  await grouping.settled();
  sources.set(88, { file: 'src/order.ts', function: 'send', text: 'x.send' });
  await meet('f4', 88, '1.2.0');
  expect(await listed()).toEqual([[cart, 4]]);
  expect((await findIssue(catalog.issues, project, order))?.id).toBe(cart);
});

test('what was split goes its own way, and takes what comes under its key along', async () => {
  const [[cart = ''] = []] = await listed();
  const made = await changes.split(project, cart, ['f2', 'f4'], 'ada');
  expect(new Map(await listed())).toEqual(
    new Map([
      [cart, 2],
      [made, 2],
    ]),
  );
  sources.set(77, { file: 'src/order.ts', function: 'send', text: 'x.send' });
  await meet('f5', 77, '1.3.0');
  expect(new Map(await listed()).get(made)).toBe(3);
  const all = (await catalog.issues.fingerprintsOf(project, made)).map(({ fingerprint }) => fingerprint);
  await expect(changes.split(project, made, all, 'ada')).rejects.toMatchObject({ code: 'bad_request' });
  await expect(changes.merge(project, made, ['nobody'], 'ada')).rejects.toMatchObject({ code: 'not_found' });
});

test('what was resolved as of a release regresses in it or later, and not in an older one', async () => {
  const made = (await findIssue(catalog.issues, project, 'f5'))?.id ?? '';
  await changes.change(project, [made], { to: 'resolved', release: '1.10.0' }, 'ada');
  await meet('f5', 77, '1.3.0');
  await meet('f5', 77, '1.9.0');
  expect(await catalog.issues.find(project, made)).toMatchObject({ state: 'resolved' });
  await meet('f5', 77, '1.10.1');
  expect(await catalog.issues.find(project, made)).toMatchObject({ state: 'regressed', regressedIn: '1.10.1' });
  expect(told.at(-1)).toMatchObject({ became: 'regressed', issue: made });
  const log = await catalog.issues.activity(project, made);
  expect(log.map(({ did, by }) => [did, by])).toEqual([
    ['regressed', ''],
    ['resolved', 'ada'],
    ['split', 'ada'],
  ]);
});

test('an error whose map was put off gets its issue as soon as the map can be read, without anybody asking', async () => {
  sources.set(30, { file: 'src/cart.ts', function: 'total', text: 'x.total' });
  busy = 3;
  await meet('f40', 30, '1.1.0');
  expect(busy).toBeLessThanOrEqual(0);
  const cart = await findIssue(catalog.issues, project, 'f3');
  expect(cart).toMatchObject({ place: 'src/cart.ts in total' });
  expect((await findIssue(catalog.issues, project, 'f40'))?.id).toBe(cart?.id);
});

test('what nothing is left of is forgotten however busy the engine is: whoever erases it hears of its end, and not that it failed half done', async () => {
  await meet('f60', 60);
  expect(await findIssue(catalog.issues, project, 'f60')).toBeDefined();
  await columns.command("ALTER TABLE records DELETE WHERE issue = 'f60' SETTINGS mutations_sync = 1");
  unanswered = 2;
  await grouping.forget(project);
  expect(await findIssue(catalog.issues, project, 'f60')).toBeUndefined();
});

test.each([0, 1])('what is decided while that is forgotten holds, and says what it is about: %i', async (after) => {
  const [first, second, gone] = [0, 1, 2].map((at) => 160 + 10 * after + at) as [number, number, number];
  for (const column of [first, second, gone]) {
    sources.set(column, { file: `src/f${column}.ts`, function: 'send', text: 'x' });
    await meet(`f${column}`, column, '1.0.0', `cart ${column} is lost`);
  }
  const [whole = '', part = '', left = ''] = await Promise.all(
    [first, second, gone].map((column) => issueOf(`f${column}`)),
  );
  await changes.merge(project, whole, [part], 'ada');
  await columns.command(`ALTER TABLE records DELETE WHERE issue = 'f${gone}' SETTINGS mutations_sync = 1`);
  let split = Promise.resolve('');
  gap = {
    after,
    async meanwhile() {
      split = changes.split(project, whole, [`f${second}`], 'ada');
      await changes.change(project, [left], { to: 'ignored' }, 'ada');
      const isSplit = async () => (await catalog.issues.activity(project, whole)).some(({ did }) => did === 'split');
      await vi.waitUntil(isSplit, { timeout: 10_000, interval: 5 });
    },
  };
  await grouping.forget(project);
  gap = undefined;
  expect(await catalog.issues.find(project, await split)).toMatchObject({ message: `cart ${second} is lost` });
  expect(await catalog.issues.find(project, left)).toMatchObject({ state: 'ignored', message: '' });
});

test('of a new issue is told as soon as lists show it, also where the engine was busy at first', async () => {
  sources.set(75, { file: 'src/parcel.ts', function: 'send', text: 'x' });
  told.length = 0;
  unputtable = 1;
  await meet('f75', 75);
  const id = await issueOf('f75');
  expect(new Map(await listed()).get(id ?? '')).toBe(1);
  expect(told.map(({ became, issue }) => [became, issue])).toEqual([['new', id]]);
});

test('what is past its time goes out of the catalog: all of it where nobody decided anything, else its words; and comes back as the issue that it was', async () => {
  const dayMs = 86_400_000;
  const of = (id: string) => catalog.issues.find(project, id);
  const mergedInto = async (id: string) =>
    (await catalog.issues.activity(project, id)).flatMap(({ did, about }) => (did === 'merged' ? [about] : []));
  for (const column of [80, 81, 82, 83, 84])
    sources.set(column, { file: `src/f${column}.ts`, function: 'send', text: 'x' });
  const then = noon - 100 * dayMs;
  now = then;
  await meet('f80', 80, '0.8.0');
  await meet('f81', 81, '0.8.0');
  await meet('f82', 82, '0.8.0', 'total of 17 is wrong');
  await meet('f83', 83, '0.8.0', 'Anna has no parcel');
  const [passed = '', ignored = '', met = '', part = ''] = await Promise.all(['f80', 'f81', 'f82', 'f83'].map(issueOf));
  await changes.change(project, [ignored], { to: 'ignored' }, 'ada');
  await changes.merge(project, met, [part], 'ada');
  await changes.change(project, [met], { to: 'resolved', release: '0.9.0' }, 'ada');
  now = noon;
  await meet('f82', 82, '0.8.1', 'total of 18 is wrong');
  await meet('f84', 84, '0.8.1', 'order 19 is late');
  await changes.merge(project, met, [(await issueOf('f84')) ?? ''], 'ada');
  await meet('f84', 84, '0.8.1', 'order 20 is late');
  const before = (await catalog.issues.fingerprints(project)).length;

  const past = `toUnixTimestamp64Milli(at) < ${then + dayMs}`;
  await columns.command(`ALTER TABLE records DELETE WHERE ${past} SETTINGS mutations_sync = 1`);
  // An engine that is busy is left to others: the next hour comes for it.
  unanswered = 1;
  grouping.dropBefore(null, noon - 90 * dayMs);
  await grouping.settled();
  expect(await of(passed)).toBeDefined();
  grouping.dropBefore(null, noon - 90 * dayMs + 3_600_000);
  await grouping.settled();

  expect(await of(passed)).toBeUndefined();
  expect(await of(ignored)).toMatchObject({ state: 'ignored', type: '', message: '', place: '' });
  expect((await catalog.issues.fingerprints(project)).length).toBe(before - 3);
  // What is still met says what is left of it, and keeps what goes by releases of which no session is left.
  expect(await of(met)).toMatchObject({
    message: 'total of 18 is wrong',
    firstRelease: '0.8.0',
    firstAt: then + 180_000,
  });
  await meet('f82', 82, '0.8.1');
  expect(await of(met)).toMatchObject({ state: 'resolved', resolvedIn: '0.9.0' });
  // A line about words that are gone says them no more; one that was written since does.
  expect(await mergedInto(met)).toEqual(['TypeError: order 19 is late', '']);

  told.length = 0;
  await meet('f80', 80);
  await meet('f81', 81);
  expect(told.map(({ became, issue }) => [became, issue])).toEqual([['new', passed]]);
  expect(await of(ignored)).toMatchObject({ state: 'ignored', type: 'TypeError', place: 'src/f81.ts in send' });
});

test('what is merged and split while the engine is busy is so in lists once it is answered', async () => {
  for (const [fingerprint, column] of [
    ['f70', 70],
    ['f71', 71],
  ] as const) {
    sources.set(column, { file: `src/${fingerprint}.ts`, function: 'send', text: 'x' });
    await meet(fingerprint, column);
  }
  const [whole = '', part = ''] = await Promise.all(['f70', 'f71'].map((one) => issueOf(one)));
  const before = new Map(await listed());
  expect([before.get(whole), before.get(part)]).toEqual([1, 1]);

  unanswered = 1;
  await changes.merge(project, whole, [part], 'ada');
  expect(new Map(await listed()).get(whole)).toBe(2);

  unanswered = 1;
  const made = await changes.split(project, whole, ['f71'], 'ada');
  const after = new Map(await listed());
  expect([after.get(whole), after.get(made)]).toEqual([1, 1]);
});

test('what was decided just before the server ended is so once it runs again', async () => {
  const [whole = '', made = ''] = await Promise.all(['f70', 'f71'].map((one) => issueOf(one)));
  const ending = changes.merge(project, whole, [made], 'ada').catch(({ code }: SightglassError) => code);
  await grouping.stop();
  expect(await ending).toBe('stopping');
  expect(new Map(await listed()).get(whole)).toBe(1);

  begin();
  await grouping.settled();
  expect(new Map(await listed()).get(whole)).toBe(2);
});

test('an issue that parted for its maps is there by itself again when a release has none yet: what is decided about it then is about it', async () => {
  for (const column of [110, 120]) sources.delete(column);
  await meet('f110', 110, '1.1.0', 'y is undefined');
  const whole = (await issueOf('f110')) ?? '';
  sources.set(110, { file: 'src/bill.ts', function: 'print', text: 'y.print' });
  grouping.mapsChanged(project, '1.1.0');
  await grouping.settled();
  const part = await issueOf('f110');
  expect(await issueOf(whole)).toBe(part);
  await meet('f120', 120, '1.2.0', 'y is undefined');
  expect(await issueOf('f120')).toBe(whole);
  await changes.change(project, [whole], { to: 'resolved' }, 'ada');
  expect(await catalog.issues.find(project, whole)).toMatchObject({ state: 'resolved' });
  expect(await catalog.issues.find(project, part ?? '')).toMatchObject({ state: 'open' });
});

test('what was merged into an issue that was merged itself since comes back to where that went, though nothing of it was left by then', async () => {
  for (const column of [140, 141, 142]) sources.set(column, { file: `src/f${column}.ts`, function: 'send', text: 'x' });
  for (const column of [140, 141, 142]) await meet(`f${column}`, column);
  const [first = '', second = '', third = ''] = await Promise.all(['f140', 'f141', 'f142'].map(issueOf));
  await changes.merge(project, second, [first], 'ada');
  await columns.command("ALTER TABLE records DELETE WHERE issue = 'f140' SETTINGS mutations_sync = 1");
  await grouping.forget(project);
  await changes.merge(project, third, [second], 'ada');
  await meet('f140', 140);
  sources.set(143, { file: 'src/f140.ts', function: 'send', text: 'x' });
  await meet('f143', 143, '2.0.0');
  const list = new Map(await listed());
  expect([list.get(first), list.get(second), list.get(third)]).toEqual([undefined, undefined, 4]);
});

test('what was split off says what it is again when it is met after all of it was gone', async () => {
  for (const column of [150, 151]) sources.set(column, { file: 'src/f150.ts', function: 'send', text: 'x' });
  await meet('f150', 150);
  await meet('f151', 151, '1.1.0');
  const made = await changes.split(project, (await issueOf('f150')) ?? '', ['f151'], 'ada');
  await columns.command("ALTER TABLE records DELETE WHERE issue = 'f151' SETTINGS mutations_sync = 1");
  await grouping.forget(project);
  expect(await catalog.issues.find(project, made)).toMatchObject({ type: '', message: '', place: '' });
  await meet('f151', 151, '1.1.0');
  expect(await catalog.issues.find(project, made)).toMatchObject({ type: 'TypeError', place: 'src/f150.ts in send' });
});

test('a list that is asked for while its issues become others shows them, at whatever moment that is', async () => {
  const own = (await catalog.projects.create('Mill')).id;
  const row = { project: own, kind: 'error', type: 'uncaught', session: 'one', at: noon, record: '{}' };
  await columns.insert('records', ndjson([recordRow({ ...row, issue: 'f130', _batch: 3 })]));
  const asked = {
    ...{ from: noon - 3_600_000, until: noon + 3_600_000, environment: '', release: '', search: '' },
    ...({ kind: '', state: '', assignee: '', limit: 20 } as const),
  };
  let [questions, version] = [0, 0];
  /** Puts the only one under another name just before that question. */
  const sortedBefore = (at: number): Columns => ({
    ...columns,
    async ask(...question) {
      questions += 1;
      if (questions === at) {
        version += 1;
        const group = { project: own, fingerprint: 'f130', issue: `i${version}`, version };
        await columns.insert('issue_groups', ndjson([group]));
      }
      return await columns.ask(...question);
    },
  });
  for (const sort of ['people', 'times'] as const)
    for (let at = 1; at <= questions + 1; at += 1) {
      questions = 0;
      const list = await listIssues(
        { columns: sortedBefore(at), catalog, now: () => now },
        own,
        { ...asked, sort },
        undefined,
      );
      expect([at, list.total, list.issues.map(({ times }) => times)]).toEqual([at, 1, [1]]);
    }
  expect(version).toBeGreaterThan(4);
});

test('a list that is asked for while a day is added up anew shows what was met on it, at whatever moment that is', async () => {
  const own = (await catalog.projects.create('Quarry')).id;
  const row = { project: own, kind: 'error', type: 'uncaught', session: 'one', at: noon, record: '{}' };
  await columns.insert('records', ndjson([recordRow({ ...row, issue: 'f140', _batch: 4 })]));
  const day = noon - 12 * 3_600_000;
  const asked = {
    ...{ from: day, until: day + 24 * 3_600_000, environment: '', release: '', search: '' },
    ...({ kind: '', state: '', assignee: '', limit: 20, sort: 'people' } as const),
  };
  let [questions, version] = [0, 0];
  /** As the digest does, and then the engine. */
  async function foldAnew(): Promise<void> {
    version += 2;
    await foldSummedDay(columns, issueDays, own, { day, hours: 24, version });
    for (const table of ['issue_days', 'trouble_rows']) await columns.command(`OPTIMIZE TABLE ${table} FINAL`);
  }
  const foldedBefore = (at: number): Columns => ({
    ...columns,
    async ask(...question) {
      questions += 1;
      if (questions === at) await foldAnew();
      return await columns.ask(...question);
    },
  });
  await foldAnew();
  for (let at = 1; at === 1 || at <= questions; at += 1) {
    questions = 0;
    const parts = { columns: foldedBefore(at), catalog, now: () => now };
    const list = await listIssues(parts, own, asked, undefined);
    expect([at, list.total, list.issues.map(({ times }) => times)]).toEqual([at, 1, [1]]);
  }
});

test('an issue is found by its links in the moment in which it becomes another', async () => {
  const doors = answerIssues({
    ...{ catalog, columns, grouping, now: () => now, tell: () => undefined },
    code: { symbolicate: async () => [], maySeeSources: async () => false },
  });
  const query = { from: now - 3_600_000, until: now + 3_600_000, environment: '', release: '', search: '', limit: 20 };
  const asked = (issue: string) => ({ params: { project, issue, session: '', tab: '', number: 0 }, query }) as never; // what the handlers read
  const found: unknown[] = [];
  const askFor = async (id: string): Promise<void> => {
    const told = Promise.all([doors.issue(asked(id)), doors.issueEvents(asked(id))]);
    found.push(await told.catch((error: unknown) => error));
  };
  sources.set(180, { file: 'src/lane.ts', function: 'send', text: 'x' });
  aroundPut = () => askFor('f180');
  await meet('f180', 180, '1.8.0');
  const before = (await issueOf('f180')) ?? '';
  sources.set(180, { file: 'src/road.ts', function: 'send', text: 'x' });
  aroundPut = () => askFor(before);
  grouping.mapsChanged(project, '1.8.0');
  await grouping.settled();
  expect(await issueOf('f180')).not.toBe(before);
  await askFor(before);
  const whole = [{ times: 1, variants: [{ fingerprint: 'f180' }] }, { events: [{ release: '1.8.0' }] }];
  expect(found).toMatchObject([whole, whole, whole, whole, whole]);
});

test('a list says where as many fingerprints are grouped as may be, so that new errors are issues of their own', async () => {
  const own = (await catalog.projects.create('Flood')).id;
  const asked = { from: noon - 1, until: noon, environment: '', release: '', search: '', assignee: '', limit: 20 };
  const list = () =>
    listIssues({ columns, catalog, now: () => now }, own, { ...asked, kind: '', state: '', sort: 'people' }, undefined);
  const about = { issue: 'i1', key: 'k1', message: '', place: '', release: '', mapped: false, byHand: false };
  const rows = Array.from({ length: mostFingerprints }, (_, at) => ({ ...about, fingerprint: `f${at}` }));
  await catalog.issues.putFingerprints(own, rows.slice(1));
  expect((await list()).groupedOnly).toBeNull();
  await catalog.issues.putFingerprints(own, rows);
  expect((await list()).groupedOnly).toBe(mostFingerprints);
});

describe('which release came first', () => {
  const dayMs = 86_400_000;
  const stateOf = async (fingerprint: string) => (await findIssue(catalog.issues, project, fingerprint))?.state;

  /** As on the day when they are past their time. */
  async function dropBefore(time: number): Promise<void> {
    for (const [table, column] of [
      ['records', 'at'],
      ['sessions', 'start'],
    ])
      await columns.command(
        `ALTER TABLE ${table} DELETE WHERE toUnixTimestamp64Milli(${column}) < ${time} SETTINGS mutations_sync = 1`,
      );
    grouping.dropBefore(project, time);
    await grouping.settled();
  }

  async function restart(): Promise<void> {
    await grouping.stop();
    await catalog.stop();
    catalog = await createCatalog(join(folder, 'catalog.sqlite'), () => now);
    begin();
    await grouping.settled();
  }

  test('is known when nothing that they recorded is left, also after a restart: what is resolved in one regresses in a later one, and in the next one not at once', async () => {
    for (const column of [90, 91]) sources.set(column, { file: `src/f${column}.ts`, function: 'send', text: 'x' });
    now = noon + 10 * dayMs;
    await meet('f90', 90, 'a81c09');
    await meet('f91', 91, 'a81c09');
    now += dayMs;
    await meet('f90', 90, 'f3300b');
    await changes.change(project, [(await issueOf('f90')) ?? ''], { to: 'resolved', release: 'f3300b' }, 'ada');
    await changes.change(project, [(await issueOf('f91')) ?? ''], { to: 'resolved', next: true }, 'ada');
    now += 100 * dayMs;
    await meet('f92', 92, '0d4e55');
    await dropBefore(now - 90 * dayMs);
    await restart();
    // A tab that was left open, of before.
    await meet('f90', 90, 'a81c09');
    await meet('f91', 91, 'a81c09');
    expect([await stateOf('f90'), await stateOf('f91')]).toEqual(['resolved', 'resolved']);
    await meet('f90', 90, '0d4e55');
    await meet('f91', 91, '0d4e55');
    expect([await stateOf('f90'), await stateOf('f91')]).toEqual(['regressed', 'regressed']);
  });

  test('is told by what was recorded under it: a session that began before a decision goes on under a release that came after it', async () => {
    sources.set(93, { file: 'src/f93.ts', function: 'send', text: 'x' });
    await meet('f93', 93, 'c5c5c5', undefined, 'long');
    await changes.change(project, [(await issueOf('f93')) ?? ''], { to: 'resolved', next: true }, 'ada');
    await meet('f93', 93, 'd6d6d6', undefined, 'long');
    expect(await stateOf('f93')).toBe('regressed');
  });

  test('is taken from the sessions that there are where nobody noted it, as by an earlier version', async () => {
    const other = (await catalog.projects.create('Depot')).id;
    const at = now - 30 * dayMs;
    const told = { project: other, kind: 'error', type: 'uncaught', session: 'before', release: 'b00b1e', at };
    await columns.insert('records', ndjson([recordRow({ ...told, issue: 'f94', record: '{}', _batch: 7 })]));
    await recomputeSessions(columns, other, [{ session: 'before', start: at }], 7);
    await restart();
    expect((await catalog.beginnings.of(other))('b00b1e')).toBe(at);
    expect((await catalog.beginnings.of(other))('none')).toBeUndefined();
  });
});
