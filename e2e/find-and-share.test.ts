import { listProjects, listRecords, listSessions } from '@sightglass/wire';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { seriousFaults } from './lib/axe.ts';
import { type Browsing, startBrowsing } from './lib/chromium.ts';
import { since } from './lib/doors.ts';
import { placeEmptyOrder } from './lib/shop-order.ts';
import { shownPage } from './lib/shown-page.ts';
import { type Running, startSightglass } from './lib/sightglass.ts';
import { signIn } from './lib/sign-in.ts';
import { replayUntil, sessionWhere } from './lib/stored.ts';

/** Somebody lost their patience with a button: a member finds the session, looks closely, and shows it to another. */
const owner = { email: 'owner@workshop.example', password: 'a-long-enough-password-1' };
const patience = { timeout: 180_000, interval: 250 };
const untilRage = { timeout: 150_000, interval: 250 };

let sightglass: Running;
let manager: Browsing;
let dashboard: Page;
let visitor = '';
let project = '';
/** Opens at the moment of the rage. */
let link = '';

beforeAll(async () => {
  sightglass = await startSightglass({ demo: 'unfed', owner });
  await passBy(sightglass.demoOrigin);
  const shopper = await startBrowsing({ shell: true });
  try {
    const shop = await shopper.context.newPage();
    visitor = await placeEmptyOrder(shop, sightglass.demoOrigin, 'Rage 1');
    const submit = shop.getByRole('button', { name: 'Submit order' });
    // Each refusal puts a notice above the button and so moves it: as a person does, each click finds it where it stands then. Three within
    // a second are of rage, and a person who has no answer goes on: a busy machine clicks slower than one.
    await vi.waitFor(async () => {
      for (let clicks = 0; clicks < 6; clicks++) await submit.click();
      // While the page is open: whether clicks were of rage is known a moment after them.
      await vi.waitFor(async () => expect(await countSessions(search)).toBe(1), { timeout: 10_000, interval: 100 });
    }, untilRage);
    // What moves last is stored last: the browser ends with the test of it, and has nothing to hand over by then.
    const movedAt = Date.now();
    await shop.mouse.move(9, 9);
    const { session } = await sessionWhere(sightglass, { project, search, ...since(3_600_000) }, {});
    await replayUntil(sightglass, { project, session }, movedAt);
  } finally {
    await shopper.stop();
  }
  manager = await startBrowsing({ width: 1440, height: 900, shell: true });
  await manager.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: sightglass.origin });
  dashboard = await manager.context.newPage();
  await signIn(dashboard, sightglass.origin, owner);
  await dashboard.waitForURL(/\/p\/p_\w+/);
});

afterAll(async () => {
  await manager?.stop();
  await sightglass?.stop();
});

/** Somebody else was there as well, and lost nothing. */
async function passBy(origin: string): Promise<void> {
  const passer = await startBrowsing({ shell: true });
  try {
    const shop = await passer.context.newPage();
    const told = shop.waitForResponse((response) => /v1.(records|parcels)/.test(response.url()) && response.ok());
    await shop.goto(origin);
    await told;
    await vi.waitFor(async () => expect(await countSessions('')).toBe(1), patience);
  } finally {
    await passer.stop();
  }
}

const search = 'frustration:rage action:"Submit order"';

async function countSessions(search: string): Promise<number> {
  const { projects } = await sightglass.ask(listProjects);
  project = projects[0]?.id ?? '';
  return (await sightglass.ask(listSessions, { project, search, ...since(3_600_000) })).total;
}

/** Of the session that is open. */
async function rageAt(): Promise<number> {
  const { pathname } = new URL(dashboard.url());
  const session = pathname.split('/').at(-1) ?? '';
  const { records } = await sightglass.ask(listRecords, { project, session, limit: 5000 });
  const actions = records.flatMap(({ record }) => (record.kind === 'action' ? record : []));
  const rages = actions.filter(({ name, frustrations }) => name === 'Submit order' && frustrations.includes('rage'));
  return Math.min(...rages.map(({ at }) => at));
}

const moment = async (page: Page) =>
  Number(await page.getByRole('slider', { name: 'Moment' }).getAttribute('aria-valuenow'));
const inUrl = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);

test('the session in which somebody rage-clicked “Submit order” is found by a search', async () => {
  await dashboard.goto(`${sightglass.origin}/p/${project}/sessions`);
  await dashboard.getByRole('table', { name: /^Sessions/ }).waitFor();
  await dashboard.keyboard.press('/');
  await dashboard.keyboard.type(search);
  await dashboard.keyboard.press('Enter');
  await expect.poll(() => inUrl(dashboard, 'q')).toBe(search);
  const table = dashboard.getByRole('table', { name: /^Sessions/ });
  // Of two people, the one who raged; her visits and no other.
  const isHers = (row: string) => row.includes(visitor.slice(-6));
  const visits = async () => (await table.getByRole('row').allInnerTexts()).slice(1).map(isHers);
  await expect.poll(async () => new Set(await visits())).toEqual(new Set([true]));
  // The list shortens a visitor's id.
  await table
    .getByRole('link', { name: visitor.slice(-6) })
    .first()
    .click();
  await dashboard.waitForURL(/\/sessions\/[0-9a-f-]+/);
});

test('it opens at that moment, which the address names', async () => {
  // It rests just before what was searched for.
  await dashboard.getByRole('button', { name: 'Play', exact: true }).waitFor();
  const before = (await rageAt()) - Number(inUrl(dashboard, 't'));
  expect(before).toBeGreaterThanOrEqual(0);
  expect(before).toBeLessThanOrEqual(500);
  // The sessions beside it are those of the search.
  expect(inUrl(dashboard, 'q')).toBe(search);
  const find = dashboard.getByRole('searchbox', { name: 'Find in what happened' });
  await find.fill('rage submit');
  await expect.poll(() => inUrl(dashboard, 'find')).toBe('rage submit');
  const rage = dashboard.getByRole('list', { name: 'What happened' }).getByRole('button', { name: /Submit order/ });
  await rage.first().click();
  const raged = await rageAt();
  await expect.poll(() => Number(inUrl(dashboard, 't'))).toBe(raged);
  await shownPage(dashboard).getByText('Submit order').first().waitFor();
  await find.fill('');
});

test('one steps frame by frame and event by event, and never while typing', async () => {
  await dashboard.getByRole('searchbox', { name: 'Find in what happened' }).press('Escape');
  const times: string[] = [inUrl(dashboard, 't') ?? ''];
  for (const key of ['Alt+ArrowRight', 'Alt+ArrowRight', 'Shift+ArrowRight', 'ArrowLeft']) {
    await dashboard.keyboard.press(key);
    await expect.poll(() => inUrl(dashboard, 't'), { message: key }).not.toBe(times.at(-1));
    times.push(inUrl(dashboard, 't') ?? '');
  }
  const [start = 0, first = 0, second = 0, event = 0, back = 0] = times.map(Number);
  expect(start < first && first < second && second < event && back < event).toBe(true);
  // In the session's time: a frame is never further than that, however long the key took.
  expect(second - first).toBeLessThanOrEqual(1_000);

  const find = dashboard.getByRole('searchbox', { name: 'Find in what happened' });
  await find.pressSequentially('i l z 8', { delay: 5 });
  await expect.poll(() => inUrl(dashboard, 'find')).toBe('i l z 8');
  expect(inUrl(dashboard, 'clip')).toBe(null);
  await find.fill('');
  await dashboard.keyboard.press('Escape');
});

test('the sheet lists every key of the player', async () => {
  await dashboard.keyboard.press('?');
  const sheet = dashboard.getByRole('dialog', { name: 'Keyboard' });
  for (const says of [
    'Play or pause',
    'Back 10 seconds',
    'One frame further',
    'To the next event',
    'Speed 8×',
    'Full screen',
    'The session before this one',
    'Console',
    'Copy a link to this moment',
    'Loop the part',
  ])
    await sheet.getByText(says, { exact: true }).waitFor();
  await dashboard.keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });
});

test('panels open by key and stand in the address', async () => {
  for (const [key, panel, shows] of [
    ['Shift+C', 'console', 'Console'],
    ['Shift+N', 'network', 'Network'],
    ['Shift+R', 'errors', 'Errors'],
    ['Shift+P', 'performance', 'Performance'],
    ['Shift+S', 'state', 'State'],
    ['Shift+D', 'specification', 'Specification'],
  ] as const) {
    await dashboard.keyboard.press(key);
    await expect.poll(() => inUrl(dashboard, 'panel')).toBe(panel);
    await dashboard.getByRole('tab', { name: shows, selected: true }).waitFor();
  }
  await dashboard
    .getByText(/POST \/api\/orders/)
    .first()
    .waitFor();
  await dashboard.keyboard.press('Shift+E');
  await expect.poll(() => inUrl(dashboard, 'panel')).toBe(null);
});

test('a part is chosen by keys, loops, and is looked into', async () => {
  // Near the end of the session a part is short: a busy machine passes such a one between two frames, and shows its start each time.
  await dashboard.keyboard.press('ArrowLeft');
  await dashboard.keyboard.press('i');
  await expect.poll(() => inUrl(dashboard, 'clip')).toMatch(/^\d+-\d+$/);
  const [from = 0, until = 0] = (inUrl(dashboard, 'clip') ?? '').split('-').map(Number);
  await dashboard.keyboard.press('l');
  await expect.poll(() => inUrl(dashboard, 'loop')).toBe('1');
  await dashboard.keyboard.press('z');
  await expect.poll(() => inUrl(dashboard, 'zoom')).toBe(`${from}-${until}`);
  // No faster, for the same reason.
  await dashboard.keyboard.press('2');
  await dashboard.keyboard.press('Space');
  // Passing the end of the part leads back to its start: the moment falls while the session plays.
  let before = await moment(dashboard);
  await expect
    .poll(
      async () => {
        const now = await moment(dashboard);
        const fell = now < before;
        before = now;
        return fell;
      },
      { interval: 40 },
    )
    .toBe(true);
  await dashboard.keyboard.press('Space');
  await dashboard.keyboard.press('1');
  await dashboard.keyboard.press('z');
  await dashboard.keyboard.press('Escape');
  await expect.poll(() => inUrl(dashboard, 'clip')).toBe(null);
});

test('a note stands on the timeline for the next reader, until its writer deletes it', async () => {
  await dashboard.keyboard.press('Shift+M');
  await dashboard.getByLabel(/^Note at/).fill('Here <b>it</b> never answered');
  await dashboard.getByRole('button', { name: 'Add the note' }).click();
  const notes = dashboard.getByRole('region', { name: 'Notes of this session' });
  await notes.getByText('Here <b>it</b> never answered').waitFor();
  await notes.getByText(owner.email).waitFor();
  await dashboard.reload();
  await dashboard.getByRole('list', { name: 'Marks' }).getByText('1 note').waitFor();
  await notes.getByRole('button', { name: 'Delete' }).click();
  await notes.getByText('No notes yet').waitFor();
  await dashboard.keyboard.press('Shift+E');
});

test('axe finds nothing serious on the page of a replay, light and dark', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await dashboard.emulateMedia({ colorScheme });
    for (const panel of ['events', 'network', 'specification', 'notes'] as const) {
      await dashboard.getByRole('tab', { name: new RegExp(`^${panel}`, 'i') }).click();
      await dashboard.getByRole('tabpanel').waitFor();
      expect(await seriousFaults(dashboard), `${panel}, ${colorScheme}`).toEqual([]);
    }
  }
  await dashboard.emulateMedia({ colorScheme: 'light' });
  await dashboard.getByRole('tab', { name: /^Events/ }).click();
});

test('the copied link opens the same moment for somebody who has to sign in first', async () => {
  const find = dashboard.getByRole('searchbox', { name: 'Find in what happened' });
  await find.fill('rage submit');
  await dashboard
    .getByRole('list', { name: 'What happened' })
    .getByRole('button', { name: /Submit order/ })
    .first()
    .click();
  await dashboard.keyboard.press('Shift+U');
  await expect
    .poll(() => dashboard.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/\/sessions\/[^?]+\?t=\d{13}/);
  link = await dashboard.evaluate(() => navigator.clipboard.readText());

  const other = await startBrowsing({ width: 1440, height: 900, shell: true });
  try {
    const page = await other.context.newPage();
    await signIn(page, link, owner);
    await page.waitForURL(/\/sessions\//);
    expect(inUrl(page, 't')).toBe(new URL(link).searchParams.get('t'));
    await shownPage(page).getByText('Submit order').first().waitFor();
    await page.getByRole('button', { name: 'Play' }).waitFor();
    const rage = page.getByRole('list', { name: 'What happened' }).locator('[aria-current]');
    await expect.poll(() => rage.textContent()).toContain('Submit order');
  } finally {
    await other.stop();
  }
});

test('Escape leads back to what was searched for', async () => {
  await dashboard.getByRole('searchbox', { name: 'Find in what happened' }).press('Escape');
  await dashboard.keyboard.press('Escape');
  await dashboard.waitForURL(/\/sessions\?/);
  expect(inUrl(dashboard, 'q')).toBe(search);
});
