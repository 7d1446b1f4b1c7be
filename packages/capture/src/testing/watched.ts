import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Browsing, startBrowsing } from '../../../../e2e/lib/chromium.ts';
import { type Intake, startIntake } from './intake.ts';
import { type Site, startSite } from './site.ts';
import { until } from './until.ts';

export const key = 'sgk_0123456789abcdef0123456789abcdef';

/** A site in Chromium, watched by the SDK as it is built, with the intake on another origin. */
export interface Watched {
  intake: Intake;
  site: Site;
  browsing: Browsing;
  /** An HTML page with the SDK's script tag in its head. */
  html(body: string, options?: { attributes?: string; head?: string }): string;
  open(path: string): Promise<Page>;
  /**
   * Waits until the rest of the SDK has come to the page at this path: vitals are its. What comes of pages before, as they close, says nothing
   * of this one.
   */
  restCame(path: string): Promise<unknown>;
  /** Everything that was said on the console as an error, and every uncaught error, in all pages so far. */
  complaints: string[];
  stop(): Promise<void>;
}

/** Where the SDK is before the first test runs: `e2e/lib/built.ts` sees to that. */
const built = join(import.meta.dirname, '../../dist');

/** The browser itself writes this line for every request that fails; no script can keep it from doing so. */
const ofTheBrowser = /^(Failed to load resource|Access to fetch|.*Content Security Policy)/;

/** @param options - `shell: false`: pages are left, come back or are prepared, which is the browser's, not its engine's alone. */
export async function watchedSite({ shell = true } = {}): Promise<Watched> {
  const [intake, site, browsing] = [await startIntake(built), await startSite(), await startBrowsing({ shell })];
  const complaints: string[] = [];
  browsing.context.on('console', (line) => {
    if (line.type() === 'error' && !ofTheBrowser.test(line.text())) complaints.push(line.text());
  });
  browsing.context.on('weberror', (error) => complaints.push(String(error.error())));

  return {
    intake,
    site,
    browsing,
    complaints,
    html: (body, { attributes = '', head = '' } = {}) =>
      `<!doctype html><html lang="en"><head><title>Parts</title>${head}<script src="${intake.origin}/sdk.js" data-key="${key}" ${attributes}></script></head><body>${body}</body></html>`,
    async open(path) {
      const page = await browsing.context.newPage();
      await page.goto(site.origin + path);
      return page;
    },
    restCame: (path) => until(() => expect(intake.records('vital').map(({ route }) => route)).toContain(path)),
    async stop() {
      await browsing.stop();
      await intake.stop();
      await site.stop();
    },
  };
}
