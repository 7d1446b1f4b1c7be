import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { usualPolicy } from './intake.ts';
import { until } from './until.ts';
import { type Watched, watchedSite } from './watched.ts';

/** Closes all pages; whoever opens the next one was never there. */
export async function forgetVisitor({ browsing, site, open }: Watched): Promise<void> {
  for (const page of browsing.context.pages()) await page.close();
  await browsing.context.clearCookies();
  site.pages['/empty'] = '<title>empty</title>';
  const page = await open('/empty');
  await page.evaluate(async () => {
    localStorage.clear();
    await new Promise((done) => {
      indexedDB.deleteDatabase('sightglass').onsuccess = done;
    });
  });
  await page.close();
}

/** What the tests of one file share: each begins as a visitor who was never there, with the usual policy. */
export interface NewVisitors {
  /** There from the first test on. */
  readonly watched: Watched;
  /** Says what the project asks for, from now on. */
  project(policy: Partial<typeof usualPolicy>): void;
  /** Opens a page and waits until all of the SDK is there and has asked for the policy. */
  opened(): Promise<Page>;
  /** All that came of replays, as text. */
  replayed(): string;
  /** A replay has begun, and its page was told to its end. */
  anchored(): Promise<void>;
}

/** Called once, where the tests of a file stand. */
export function newVisitors(): NewVisitors {
  let watched: Watched;
  beforeAll(async () => {
    watched = await watchedSite();
  });
  afterAll(() => watched.stop());
  beforeEach(async () => {
    await forgetVisitor(watched);
    const { intake, complaints, site } = watched;
    intake.forget();
    complaints.length = intake.asked = 0;
    Object.assign(intake.manner, { status: 202, watched: true, policy: usualPolicy });
    site.pages['/'] = watched.html('<h1>Parts of plenty</h1><button>Buy</button>');
  });
  return {
    get watched() {
      return watched;
    },
    project(policy) {
      watched.intake.manner.policy = { ...usualPolicy, ...policy };
    },
    async opened() {
      const page = await watched.open('/');
      await until(() => expect(watched.intake.records('vital').map(({ name }) => name)).toContain('TTFB'));
      await until(() => expect(watched.intake.asked).toBe(1));
      return page;
    },
    replayed: () => JSON.stringify(watched.intake.segments),
    anchored: () =>
      until(() => {
        const told = watched.intake.segments.flatMap(({ events }): unknown[] => events);
        // The end of an anchor, which may come segments after it.
        expect(told.some((operation) => Array.isArray(operation) && operation[0] === 1)).toBe(true);
      }),
  };
}
