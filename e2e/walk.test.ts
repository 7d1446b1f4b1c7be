import { getSpecification, type LiveMessage, listRecords, listSessions } from '@sightglass/wire';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browsing, startBrowsing } from './lib/chromium.ts';
import { since } from './lib/doors.ts';
import { placeEmptyOrder } from './lib/shop-order.ts';
import { shownPage } from './lib/shown-page.ts';
import { type Running, startSightglass } from './lib/sightglass.ts';
import { signIn } from './lib/sign-in.ts';

/**
 * The whole walk, as somebody new takes it: start it, sign in to the dashboard, order a part in the example application, and find
 * that visit live, as a replay, and in the specification.
 */
const owner = { email: 'owner@workshop.example', password: 'a-long-enough-password-1' };
const reference = 'Walk 7 / bench';
const clicks = 30;
const promisedMs = 1_000;
const monthMs = 30 * 86_400_000;

let sightglass: Running;
let manager: Browsing;
let shopper: Browsing;
let dashboard: Page;
let shop: Page;
let project = '';
/** The session in the dashboard that is the shopper's. */
let session = '';

beforeAll(async () => {
  sightglass = await startSightglass({ demo: true, owner });
  [manager, shopper] = await Promise.all([startBrowsing({ width: 1440, height: 900, shell: true }), startBrowsing()]);
  dashboard = await manager.context.newPage();
  shop = await shopper.context.newPage();
});

afterAll(async () => {
  await Promise.all([manager?.stop(), shopper?.stop()]);
  await sightglass?.stop();
});

test('the owner signs in, and the example application is a project with recorded visits', async () => {
  await signIn(dashboard, `${sightglass.origin}/signin`, owner);
  await dashboard.waitForURL(/\/p\/p_\w+/);
  project = /\/p\/(p_\w+)/.exec(dashboard.url())?.[1] ?? '';
  await expect
    .poll(() => sightglass.said(), { timeout: 240_000, interval: 250 })
    .toMatch(/Sample project: \d+ recorded visits are in\./);
  await expect.poll(() => countSessions(), { interval: 250 }).toBeGreaterThan(100);
});

test('a shopper orders a part, and the session appears live', async () => {
  await dashboard.goto(`${sightglass.origin}/p/${project}/sessions`);
  await dashboard.getByRole('heading', { name: 'Sessions', exact: true }).waitFor();
  await hearLive();

  const userId = await placeEmptyOrder(shop, sightglass.demoOrigin, reference);

  await expect.poll(async () => (await heard()).some((one) => one.visitor === userId)).toBe(true);
  session = (await heard()).find((one) => one.visitor === userId)?.session ?? '';
  await dashboard
    .getByRole('link', { name: userId })
    .or(dashboard.getByRole('button', { name: /new session/i }))
    .first()
    .waitFor();
});

test('an event in the browser is in the dashboard within a second', async () => {
  const part = shop.getByRole('textbox', { name: 'Part number' });
  const add = shop.getByRole('button', { name: 'Add line' });
  await part.fill('hinge');
  /** Clicks, and how late all but one in twenty of them were heard at most. */
  async function measure(): Promise<number> {
    const before = (await heard()).length;
    for (let at = 0; at < clicks; at += 1) {
      await add.click();
      await shop.getByText('A part number looks like HNG-0412').waitFor();
      // Not a wait for anything: clicks of a person, not of a machine, which would come as one batch.
      await shop.waitForTimeout(120 + ((at * 97) % 400));
    }
    // An action is told again when it turns out to have frustrated; the first time counts.
    const latencies = async () => {
      const first = new Map<number, number>();
      for (const one of (await heard()).slice(before))
        if (one.session === session) for (const at of one.actions) if (!first.has(at)) first.set(at, one.heardAt - at);
      return [...first.values()].sort((a, b) => a - b);
    };
    await expect.poll(async () => (await latencies()).length, { timeout: 60_000 }).toBeGreaterThanOrEqual(clicks);
    const sorted = await latencies();
    const at = (share: number) =>
      Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
    console.log(
      `event to dashboard: ${sorted.length} events, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, worst ${at(1)} ms`,
    );
    return at(0.95);
  }
  // The machine is others' as well: who keeps the promise is as quick once it is left alone, and who does not is never.
  let late = await measure();
  for (let again = 0; late > promisedMs && again < 4; again += 1) late = await measure();
  expect(late).toBeLessThanOrEqual(promisedMs);
});

test('the replay shows the order, and nothing that was typed into it', async () => {
  const { records } = await sightglass.ask(listRecords, { project, session, kind: 'action' });
  const last = records
    .flatMap(({ record }) => (record.kind === 'action' ? record : []))
    .findLast(({ name }) => name === 'Add line');
  await dashboard.goto(`${sightglass.origin}/p/${project}/sessions/${session}?t=${last?.at}`);
  const stage = shownPage(dashboard);
  const order = new URL(shop.url()).pathname.split('/').at(-1) ?? '';
  await stage.getByRole('heading', { name: order }).waitFor();
  await stage.getByText('A part number looks like HNG-0412').waitFor();
  // What was typed stays in the browser, also where the application shows it again.
  expect(await stage.locator('body').textContent()).not.toContain(reference);
});

test('the specification says POST /api/orders, and its evidence opens at that moment', async () => {
  await dashboard.goto(`${sightglass.origin}/p/${project}`);
  const entry = dashboard
    .getByRole('article')
    .filter({ has: dashboard.getByRole('heading', { name: /^POST \/api\/orders( |$)/ }) });
  await entry
    .getByRole('link', { name: /^Watch moment/ })
    .first()
    .click();
  await dashboard.waitForURL(/\/sessions\/[^/?]+\?.*\bt=\d+/);
  const url = new URL(dashboard.url());
  const at = Number(url.searchParams.get('t'));
  const shown = url.pathname.split('/').at(-1) ?? '';
  const answer = await sightglass.ask(listRecords, { project, session: shown, kind: 'resource' });
  const seen = answer.records.map(({ record }) => record).filter((one) => Math.abs(one.at - at) < 2_000);
  expect(seen).toContainEqual(expect.objectContaining({ method: 'POST', path: '/api/orders' }));
  await shownPage(dashboard).getByText('New order').first().waitFor();
});

test('the specification as Markdown links its evidence to the replay', async () => {
  const answer = await sightglass.send(getSpecification, { project, format: 'markdown', ...since(monthMs) });
  const written = await answer.text();
  const link = /evidence: \[[^\]]+\]\((\S+?)\)/.exec(written)?.[1] ?? '';
  await dashboard.goto(link);
  await dashboard.getByRole('button', { name: 'Play' }).waitFor();
  expect(new URL(dashboard.url()).searchParams.get('t')).toMatch(/^\d+$/);
});

interface Heard {
  heardAt: number;
  session: string;
  visitor: string | null;
  /** When each click that it tells of was made. */
  actions: number[];
}

/** Listens where the dashboard listens, in its page, and notes when each message came. */
async function hearLive(): Promise<void> {
  await dashboard.evaluate((address) => {
    const heard: Heard[] = [];
    Object.assign(window, { heard });
    const source = new EventSource(address);
    source.addEventListener('session', ({ data }: MessageEvent<string>) => {
      const message: LiveMessage = JSON.parse(data);
      if (message.type !== 'session') return;
      const actions = message.records.filter(({ kind }) => kind === 'action').map(({ at }) => at);
      heard.push({ heardAt: Date.now(), session: message.session, visitor: message.visitor, actions });
    });
    return new Promise((done) => source.addEventListener('open', done));
  }, `/api/v1/projects/${project}/live`);
}

const heard = (): Promise<Heard[]> => dashboard.evaluate(() => (window as unknown as { heard: Heard[] }).heard);

async function countSessions(): Promise<number> {
  return (await sightglass.ask(listSessions, { project, limit: 1, ...since(monthMs) })).total;
}
