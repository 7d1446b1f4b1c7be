import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { type Watched, watchedSite } from './watched.ts';

/** A page that does a little of everything, and says when it is through with it. */
export const work = `<form aria-label="Desk"><label>Name <input name="name" required></label><button>Save</button></form>
  <script>
  document.forms[0].addEventListener('submit', (event) => event.preventDefault());
  addEventListener('DOMContentLoaded', async () => {
    const answer = await fetch('/api/parts').then((r) => r.json());
    const request = new XMLHttpRequest();
    request.open('GET', '/api/parts');
    await new Promise((done) => { request.onload = done; request.send(); });
    history.pushState({}, '', location.pathname + '/next');
    const p = document.createElement('p');
    p.textContent = 'through ' + answer.items.length + ' ' + JSON.parse(request.responseText).items.length;
    document.body.append(p);
  });
  </script>`;

/** What tests share that watch a page at work: none of them leaves anything in the browser or at the intake for the next. */
export interface AtWork {
  /** There from the first test on. */
  readonly watched: Watched;
  /** Puts the page there, with all that it asks for. */
  put(path: string, head?: string, headers?: Record<string, string>): void;
  /** The page did its work, can be used, and heard no complaint; ours caught nothing either. */
  expectUnharmed(page: Page): Promise<void>;
}

/** Called once, where the tests of a file stand. */
export function atWork(): AtWork {
  let watched: Watched;
  beforeAll(async () => {
    watched = await watchedSite();
  });
  afterAll(() => watched.stop());
  beforeEach(async () => {
    for (const page of watched.browsing.context.pages()) await page.close();
    watched.site.pages['/new'] = '<title>new</title>';
    const page = await watched.open('/new');
    await page.evaluate(() => localStorage.clear());
    await page.close();
    const { intake, complaints } = watched;
    intake.forget();
    complaints.length = 0;
    Object.assign(intake.manner, { status: 202, watched: true, delayMs: 0 });
  });
  return {
    get watched() {
      return watched;
    },
    put(path, head = '', headers = {}) {
      watched.site.pages['/api/parts'] = {
        body: '{"items":[1,2]}',
        type: 'application/json',
        headers: { 'access-control-allow-origin': '*' },
      };
      watched.site.pages[path] = { body: watched.html(work, { head }), headers };
    },
    async expectUnharmed(page) {
      await page.getByText('through 2 2').waitFor();
      await page.getByLabel('Name').fill('a name');
      await page.getByRole('button', { name: 'Save' }).click();
      expect(watched.complaints).toEqual([]);
      const faults = await page.evaluate(
        () => (window as { sightglass?: { faults?(): number } }).sightglass?.faults?.() ?? 0,
      );
      expect(faults).toBe(0);
    },
  };
}
