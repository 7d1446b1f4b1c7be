import { beforeEach, expect, test } from 'vitest';
import { atWork } from './testing/at-work.ts';
import { until } from './testing/until.ts';
import type { Watched } from './testing/watched.ts';

/** Built-ins that a page has replaced, and that fail where we call them: its handlers and its console hear nothing of that. */
const pages = atWork();
let watched: Watched;
beforeEach(() => {
  watched = pages.watched;
});

test.each([
  ['lists', 'Array.prototype', "'slice'"],
  ['lists', 'Array.prototype', 'Symbol.iterator'],
  ['sets', 'Set.prototype', 'Symbol.iterator'],
  ['timers', 'window', "'clearTimeout'"],
])('what a page has put over %s (%s, %s) and fails under us alone is ours to bear', async (_, owner, name) => {
  // Once we have begun, and for whoever has us on its stack.
  const fails = `{ const own = ${owner}[${name}]; let begun; setTimeout(() => { begun = true });
    Object.defineProperty(${owner}, ${name}, { configurable: true, writable: true, value(...given) {
      if (begun && Error().stack.includes('/sdk')) throw Error('ours');
      return Reflect.apply(own, this, given);
    } }) }`;
  const tagged = watched.html('<button>Save</button>', { head: `<script>${fails}</script>` });
  watched.site.pages['/fails'] = tagged.replace('<script src', '<script crossorigin src');
  const page = await watched.open('/fails');
  await until(async () => expect(await page.evaluate('sightglass.faults()')).toBeGreaterThan(0));
  await page.getByRole('button').click();
  await until(() => page.evaluate('performance.now() > 2_000 || Promise.reject()'));
  expect(watched.complaints).toEqual([]);
});

test('what fails under us alone as a page is left while the intake is away is ours to bear', async () => {
  const { intake } = watched;
  const fails = `{ const { sort } = Array.prototype; Array.prototype.sort = function (by) {
    if (window.isLeft && Error().stack.includes('/sdk')) throw Error('ours');
    return sort.call(this, by);
  } }`;
  watched.site.pages['/left'] = watched.html('<button>Save</button>', { head: `<script>${fails}</script>` });
  const page = await watched.open('/left');
  await until(() => expect(intake.segments.length).toBeGreaterThan(0));
  intake.manner.status = 503;
  await page.getByRole('button').click();
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    Object.assign(window, { isLeft: true });
  });
  await until(async () => expect(await page.evaluate('sightglass.faults()')).toBeGreaterThan(0));
  expect(watched.complaints).toEqual([]);
});

test('what an earlier page kept is sent, and its reading fails in no handler that the page would hear', async () => {
  const { intake, site } = watched;
  const fails = `{ const { push } = Array.prototype; Array.prototype.push = function (...given) {
    if (Error().stack.includes('IDBRequest')) throw Error('ours');
    return push.apply(this, given);
  } }`;
  site.pages['/keeps'] = watched.html('<button>Keep</button>');
  site.pages['/takes'] = watched.html('<button>Take</button>', { head: `<script>${fails}</script>` });
  const page = await watched.open('/keeps');
  await until(() => expect(intake.segments.length).toBeGreaterThan(0));
  intake.manner.status = 503;
  await page.getByRole('button').click();
  const kept = () =>
    page.evaluate(
      () =>
        new Promise<number>((done) => {
          const opening = indexedDB.open('sightglass');
          // It is not there yet.
          opening.onupgradeneeded = () => opening.transaction?.abort();
          opening.onerror = () => done(0);
          opening.onsuccess = () => {
            const reading = opening.result.transaction('kept').objectStore('kept').getAll();
            // Others may have kept something there before.
            reading.onsuccess = () => done(reading.result.filter(({ text }) => text.includes('Keep')).length);
            opening.result.close();
          };
        }),
    );
  await until(async () => expect(await kept()).toBeGreaterThan(0));
  await page.goto(`${site.origin}/new`);
  expect(await kept()).toBeGreaterThan(0);
  intake.manner.status = 202;
  await page.goto(`${site.origin}/takes`);
  await until(async () => expect(await kept()).toBe(0));
  expect(intake.records('action').map(({ name }) => name)).toContain('Keep');
  expect(watched.complaints).toEqual([]);
});
