import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Sightglass } from './index.ts';
import { newVisitors } from './testing/new-visitors.ts';
import { clickInRage } from './testing/rage.ts';
import { until } from './testing/until.ts';

/** What becomes of a replay that is kept only when something breaks. */

const visitors = newVisitors();

const breaks: [what: string, (page: Page) => Promise<unknown>][] = [
  ['an error', (page) => page.evaluate(() => void setTimeout(() => (undefined as unknown as Page).url()))],
  [
    'a rage click',
    (page) => clickInRage(page.getByText('Buy'), () => expect(visitors.watched.intake.segments).not.toEqual([])),
  ],
  [
    'the page itself',
    (page) => page.evaluate(() => (window as unknown as { sightglass: Sightglass }).sightglass.keep()),
  ],
];
for (const [what, happen] of breaks)
  test(`kept only when something breaks: nothing is sent of a replay before ${what}, then what led to it and all that follows`, async () => {
    visitors.project({ keep: 'broken' });
    const page = await visitors.opened();
    await until(async () =>
      expect(
        await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)),
      ).toContainEqual(expect.stringContaining('sdk-recorder.js')),
    );
    await page.evaluate(() => {
      const { body } = document;
      body.append('before it broke');
    });
    // While somebody looks on, pieces are cut less often than ten batches are sent.
    for (let told = 1; told <= 10; told++) {
      await page.evaluate(() => (window as unknown as { sightglass: Sightglass }).sightglass.event('still whole'));
      await until(() => expect(visitors.watched.intake.records('custom')).toHaveLength(told));
    }
    expect(visitors.watched.intake.segments).toEqual([]);
    const brokeAt = Date.now();
    await happen(page);
    await until(() => expect(visitors.replayed()).toContain('before it broke'));
    expect(visitors.watched.intake.segments[0]).toMatchObject({ seq: 0, anchor: true });
    expect(visitors.watched.intake.segments[0]?.from).toBeLessThan(brokeAt - 1_000);
    await page.evaluate(() => document.body.append('after it broke'));
    await until(() => expect(visitors.replayed()).toContain('after it broke'));
    // The next page of the session is sent from its start.
    visitors.watched.intake.segments.length = 0;
    await page.goto(`${visitors.watched.site.origin}/`);
    await visitors.anchored();
    expect(visitors.watched.complaints.filter((line) => !line.includes('undefined'))).toEqual([]);
  });

test('of what is held back only the last two minutes are sent, beginning with the page as it was then', async () => {
  visitors.project({ keep: 'broken' });
  const page = await visitors.watched.browsing.context.newPage();
  await page.clock.install({ time: Date.now() });
  const recorded = page.waitForResponse(/sdk-recorder/);
  await page.goto(`${visitors.watched.site.origin}/`);
  await page.clock.runFor(2_000);
  await recorded;
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<p>soon gone</p>');
  });
  await page.clock.runFor(5_000);
  await page.evaluate(() => {
    document.querySelector('p')?.replaceWith('there since');
    setInterval(() => document.querySelector('h1')?.append('.'), 7_000);
  });
  for (let minute = 0; minute < 4; minute++) await page.clock.runFor(60_000);
  const brokeAt = await page.evaluate(() => Date.now());
  await page.evaluate(() => (window as unknown as { sightglass: Sightglass }).sightglass.keep());
  await page.clock.runFor(10_000);
  await until(() => expect(visitors.replayed()).toContain('there since'));
  expect(visitors.replayed()).not.toContain('soon gone');
  const [first] = visitors.watched.intake.segments;
  expect(first).toMatchObject({ seq: 0, anchor: true });
  expect(brokeAt - (first?.from ?? 0)).toBeGreaterThan(55_000);
  expect(brokeAt - (first?.from ?? 0)).toBeLessThan(135_000);
});
