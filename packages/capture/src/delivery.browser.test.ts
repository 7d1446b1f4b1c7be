import { beforeEach, expect, test } from 'vitest';
import { deliveries, wholly } from './testing/deliveries.ts';
import { until } from './testing/until.ts';
import type { Watched } from './testing/watched.ts';

const came = deliveries();
const { names, wholeNumbers } = came;
let watched: Watched;
beforeEach(() => {
  watched = came.watched;
});

test('the first batch is sent at once, and the next ones soon while someone looks on', async () => {
  /** Of the first record of a batch that holds this, until it was sent; by the page's own clock. */
  const waitedMs = (kind: string): number => {
    const batch = watched.intake.batches.find(({ records }) => records.some((record) => record.kind === kind));
    return (batch?.sentAt ?? Number.NaN) - (batch?.records[0]?.at ?? Number.NaN);
  };
  /** Where nobody looks on it is five seconds. */
  const soonMs = 4_500;
  watched.intake.manner.watched = true;
  const page = await watched.open('/');
  await until(() => expect(watched.intake.batches.length).toBeGreaterThan(0));
  expect(waitedMs('session')).toBeLessThan(soonMs);
  await wholly(page);
  await page.getByText('Buy').click();
  await until(() => expect(names()).toContain('Buy'));
  expect(waitedMs('action')).toBeLessThan(soonMs);
});

test('reloads and further tabs belong to one session; each tab counts its own batches', async () => {
  const page = await watched.open('/');
  await until(() => expect(watched.intake.batches.length).toBeGreaterThan(0));
  await page.getByText('Buy').click();
  await page.reload();
  const other = await watched.open('/');
  await other.getByText('Last').click();
  await page.close();
  await other.close();
  await until(() => expect(names()).toEqual(expect.arrayContaining(['Buy', 'Last'])));
  await until(() =>
    expect(
      watched.intake.records('view').filter(({ cause, version }) => cause === 'load' && version === 0),
    ).toHaveLength(3),
  );
  const { batches } = watched.intake;
  expect(new Set(batches.map(({ session }) => session)).size).toBe(1);
  expect(new Set(batches.map(({ tab }) => tab)).size).toBe(2);
  expect(watched.intake.records('session')).toHaveLength(1);
  await wholeNumbers();
});

test('a tab that the page opens itself has numbers of its own', async () => {
  const page = await watched.open('/');
  await until(() => expect(watched.intake.batches.length).toBeGreaterThan(0));
  const [opened] = await Promise.all([page.waitForEvent('popup'), page.evaluate(() => void window.open('/'))]);
  await opened.getByText('Buy').click();
  await page.getByText('Last').click();
  await opened.close();
  await page.close();
  await until(() => expect(names()).toEqual(expect.arrayContaining(['Buy', 'Last'])));
  expect(new Set(watched.intake.batches.map(({ tab }) => tab)).size).toBe(2);
  await wholeNumbers();
});

test('the last click before a tab is closed arrives, and so does the one before a link is followed', async () => {
  watched.site.pages['/away'] = '<title>away</title>';
  for (const leave of ['close', 'follow', 'at once'] as const) {
    const page = await watched.open('/');
    if (leave !== 'at once') await wholly(page);
    await page.getByText('Buy').click();
    await page.getByText('Last').click();
    if (leave === 'close') await page.close({ runBeforeUnload: true });
    else await page.goto(`${watched.site.origin}/away`);
    await until(() => expect(names().filter((name) => name === 'Last')).toHaveLength(1));
    watched.intake.batches.length = 0;
    if (!page.isClosed()) await page.close();
  }
});

test('tabs that are left one after the other count on where they were', async () => {
  const tabs = [await watched.open('/'), await watched.open('/')];
  const batches = (name: string): number => names().filter((one) => one === name).length;
  for (const [at, page] of tabs.entries()) {
    await page.getByText('Buy').click();
    await until(() => expect(batches('Buy')).toBe(at + 1));
  }
  for (const page of tabs) await page.goto(`${watched.site.origin}/empty`);
  for (const [at, page] of tabs.entries()) {
    await page.goto(watched.site.origin);
    await page.getByText('Last').click();
    await until(() => expect(batches('Last')).toBe(at + 1));
  }
  expect(new Set(watched.intake.batches.map(({ tab }) => tab)).size).toBe(2);
  await wholeNumbers();
});

test('a page that calls something of its own Request, as MooTools does, hands over its last click as well', async () => {
  const head = '<script>window.Request = function () {}</script>';
  watched.site.pages['/'] = watched.html('<a href="/empty">Last</a>', { head });
  const page = await watched.open('/');
  await until(() => expect(watched.intake.batches.length).toBeGreaterThan(0));
  await wholly(page);
  await page.getByText('Last').click();
  await page.waitForURL('**/empty');
  await until(() => expect(names()).toEqual(['Last']));
});

test('where nobody looks on, what a page says at its end goes in one request', async () => {
  watched.intake.manner.watched = false;
  // What is said last leads away itself: no time passes in which the page might send by itself.
  watched.site.pages['/'] = watched.html('<a href="/empty">Last</a>');
  const page = await watched.open('/');
  await until(() => expect(watched.intake.batches.length).toBeGreaterThan(0));
  await wholly(page);
  await page.getByText('Last').click();
  await page.waitForURL('**/empty');
  const { requests } = watched.intake;
  await until(() => expect(names()).toEqual(['Last']));
  const lasts = requests.filter((bodies) => bodies.some(({ text }) => /"kind":"view"[^}]*"durationMs"/.test(text)));
  expect(lasts).toHaveLength(1);
  const text = lasts[0]?.map(({ text }) => text).join();
  for (const told of ['"name":"Last"', '"name":"CLS"', '"name":"LCP"']) expect(text).toContain(told);
});

test('large bodies are packed beside the page', async () => {
  watched.site.pages['/'] = watched.html(`<main>${'<p>Oiled oak and brass</p>'.repeat(3_000)}</main>`);
  await watched.open('/');
  // The first may be small: what a page before left, or of this one what there was time for.
  await until(() =>
    expect(watched.intake.bodies).toContainEqual(expect.objectContaining({ path: '/v1/segments', packed: true })),
  );
});

test('where a blocker has put something in the place of workers that never answers, the page packs by itself', async () => {
  const head = '<script>window.Worker = class { postMessage() {} terminate() {} }</script>';
  watched.site.pages['/oak'] = watched.html(`<main>${'<p>Oiled oak and brass</p>'.repeat(3_000)}</main>`, { head });
  await came.openNext('/oak');
  await until(() => expect(JSON.stringify(watched.intake.segments)).toContain('Oiled oak'));
});

test('a page that shows a text of megabytes, more than may wait to be sent, is replayed: a mask stands for that text', async () => {
  watched.site.pages['/log'] = watched.html(
    `<h1>Log</h1><pre hidden></pre><p>its end</p>
     <script>document.querySelector('pre').textContent = 'a line\\n'.repeat(900_000)</script>`,
  );
  await came.openNext('/log');
  const told = (): string => JSON.stringify(watched.intake.segments);
  await until(() => expect(told()).toContain('its end'));
  expect(told()).toContain('Log');
  expect(told()).not.toContain('a line');
});

test('a page whose style sheet is larger than what may wait to be sent is replayed, with as much of it as fits', async () => {
  watched.site.pages['/styles'] = watched.html(
    `<style></style><h1>Styles</h1><svg><path /></svg><p>its end</p>
     <script>
       const font = 'A'.repeat(20_000);
       document.querySelector('style').textContent =
         '.first { color: teal } ' + ('.more { background: url(data:font/woff2;base64,' + font + ') } ').repeat(300);
       document.querySelector('path').setAttribute('d', 'M1 1L2 2'.repeat(700_000));
     </script>`,
  );
  await came.openNext('/styles');
  const told = (): string => JSON.stringify(watched.intake.segments);
  // In any order: what was written and what its sheets say are pieces of their own.
  await until(() => {
    for (const said of ['.first { color: teal; }', 'its end', 'Styles']) expect(told()).toContain(said);
  });
});
