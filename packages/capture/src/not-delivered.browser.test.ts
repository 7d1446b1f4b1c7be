import type { Request } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { deliveries, nextFailure, wholly } from './testing/deliveries.ts';
import { until } from './testing/until.ts';
import type { Watched } from './testing/watched.ts';

const came = deliveries();
const { names, wholeNumbers } = came;
let watched: Watched;
beforeEach(() => {
  watched = came.watched;
});

test('a page whose process dies loses no more than what was recorded in the last seconds', async () => {
  watched.intake.manner.watched = false;
  const page = await watched.open('/');
  const other = await watched.open('/empty');
  await until(() => expect(watched.intake.batches.length).toBeGreaterThan(0));
  await page.getByText('Buy').click();
  // Of a replay the whole page may be kept, with the words of its buttons.
  const kept = () =>
    other.evaluate(() => {
      const name = Object.keys(localStorage).find((key) => key.startsWith('sightglass:last'));
      const parcels: [door: string, text: string][] = JSON.parse((name && localStorage.getItem(name)) ?? '[]');
      return parcels.flatMap(([door, text]) => (door === 'records' ? text : [])).join();
    });
  // Kept, or sent where the machine was slow.
  await until(async () => expect((await kept()) + names()).toContain('Buy'));
  const died = page.waitForEvent('crash');
  const session = await watched.browsing.context.newCDPSession(page);
  session.send('Page.crash').catch(() => undefined); // nobody is left to answer
  await died;
  await other.goto(watched.site.origin);
  await until(() => expect(names()).toEqual(['Buy']));
  await wholeNumbers();
  await page.close();
});

test('what is recorded while the intake is away is sent when it is back, once', async () => {
  const page = await watched.open('/');
  await wholly(page);
  await watched.intake.close();
  const failed = nextFailure(page);
  for (let i = 0; i < 3; i++) await page.getByText('Buy').click();
  await page.getByText('Last').click();
  await failed;
  await watched.intake.open();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await until(() => expect(names()).toEqual(['Buy', 'Buy', 'Buy', 'Last']));
  await wholeNumbers();
  expect(watched.complaints).toEqual([]);
});

test('what could not be sent when a page was left is sent on the next visit, once', async () => {
  const page = await watched.open('/');
  await wholly(page);
  await until(() => expect(watched.intake.segments.length).toBeGreaterThan(0));
  await watched.intake.close();
  const failed = nextFailure(page);
  await page.getByText('Buy').click();
  await failed;
  await page.getByText('Last').click();
  await page.goto(`${watched.site.origin}/empty`);
  await watched.intake.open();
  expect(names()).toEqual([]);
  const back = await page.evaluate(() => Date.now());
  await page.goto(watched.site.origin);
  await until(() => expect(names().sort()).toEqual(['Buy', 'Last']));
  await wholeNumbers();
  // Sent now, and not when it was cut: else the intake would take the time between for a clock that is off.
  const kept = watched.intake.batches.filter(({ records }) => records.some(({ kind }) => kind === 'action'));
  for (const { sentAt } of kept) expect(sentAt).toBeGreaterThanOrEqual(back);
  await page.close();
});

test('where the database takes nothing, what could not be sent is sent on the next visit all the same', async () => {
  const empty = await watched.open('/empty');
  // As one of a later version has it.
  await empty.evaluate(
    () =>
      new Promise<void>((done) => {
        const opening = indexedDB.open('sightglass', 7);
        opening.onsuccess = () => {
          opening.result.close();
          done();
        };
      }),
  );
  await empty.close();
  const page = await watched.open('/');
  await wholly(page);
  await until(() => expect(watched.intake.segments.length).toBeGreaterThan(0));
  await watched.intake.close();
  const failed = nextFailure(page);
  await page.getByText('Buy').click();
  await failed;
  await page.goto(`${watched.site.origin}/empty`);
  await watched.intake.open();
  expect(names()).toEqual([]);
  await page.goto(watched.site.origin);
  await until(() => expect(names()).toEqual(['Buy']));
  await wholeNumbers();
  await page.close();
});

test('what the intake said of the clock goes with all that is sent then, on every page', async () => {
  watched.intake.manner.skewMs = -7_200_000;
  const page = await watched.open('/');
  const known = () => page.evaluate(() => localStorage.getItem('sightglass:session'));
  await until(async () => expect(await known()).toContain('"skewMs":-7200000'));
  await page.getByText('Buy').click();
  await page.reload();
  await page.getByText('Last').click();
  await page.close();
  await until(() => expect(names()).toEqual(['Buy', 'Last']));
  expect(watched.intake.batches[0]).not.toHaveProperty('skewMs');
  // For the first time: a click in vain is told once more, two seconds later.
  const acted = watched.intake.batches.filter(({ records }) =>
    records.some((one) => one.kind === 'action' && one.version === 0),
  );
  expect(acted.map(({ skewMs }) => skewMs)).toEqual([-7_200_000, -7_200_000]);
  expect(watched.intake.invalid).toEqual([]);
});

test('an offline visitor is told of later', async () => {
  const page = await watched.open('/');
  await wholly(page);
  await page.context().setOffline(true);
  const failed = nextFailure(page);
  await page.getByText('Buy').click();
  await failed;
  await page.context().setOffline(false);
  await until(() => expect(names()).toContain('Buy'));
});

test('what takes longer on a slow line than a request may is given more time each time, and comes through', async () => {
  // Twenty times as fast as it goes, and so is what a request may take: a second and a half at first.
  const head =
    '<script>{ const { timeout } = AbortSignal; AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms / 20) }</script>';
  watched.site.pages['/slow'] = watched.html('<main></main>', { head });
  const page = await came.openNext('/slow');
  await wholly(page);
  const line = await watched.browsing.context.newCDPSession(page);
  const speeds = { downloadThroughput: -1, uploadThroughput: 20_000 };
  await line.send('Network.emulateNetworkConditions', { offline: false, latency: 0, ...speeds });
  // Words that pack badly, to some 60 kB.
  await page.evaluate(() => {
    const words = Array.from({ length: 10_000 }, () =>
      Math.random()
        .toString(36)
        .replace(/[^a-z]/g, ''),
    );
    document.body.append(words.join(' '), 'its end');
  });
  await until(() => expect(JSON.stringify(watched.intake.segments)).toContain('its end'));
});

test('a busy intake is asked again when it says so, a broken one later, a refusing one never', async () => {
  const { manner } = watched.intake;
  Object.assign(manner, { status: 429, headers: { 'retry-after': '2' } });
  const asked: Request[] = [];
  const page = await watched.browsing.context.newPage();
  page.on('request', (request) => {
    if (/v1.(records|segments|parcels)/.test(request.url())) asked.push(request);
  });
  const busy = page.waitForResponse((answer) => answer.status() === 429 && answer.url().includes('/v1/records'));
  await page.goto(watched.site.origin);
  await busy;
  Object.assign(manner, { status: 202, headers: {} });
  await until(() => expect(watched.intake.batches.length).toBeGreaterThan(0));
  // The browser tells the test a little later than it asks.
  await until(() => expect(asked.length).toBeGreaterThan(1));
  // By the browser's clock, once both are answered.
  const begun = () => asked.slice(0, 2).map((request) => request.timing().startTime);
  await until(() => expect(Math.min(...begun())).toBeGreaterThan(0));
  const [first = 0, second = 0] = begun();
  expect(second - first).toBeGreaterThan(1_900);
  manner.status = 403;
  await page.getByText('Buy').click();
  await until(async () => expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]));
  await page.waitForLoadState('networkidle');
  const { length } = asked;
  await page.getByText('Last').click();
  await page.goto('about:blank');
  expect(asked).toHaveLength(length);
});
