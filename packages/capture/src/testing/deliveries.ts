import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { forgetVisitor } from './new-visitors.ts';
import { until } from './until.ts';
import { type Watched, watchedSite } from './watched.ts';

/** Waits until all parts of the SDK have come, the recorder last. */
export const wholly = (page: Page): Promise<void> =>
  until(async () => {
    const came = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    expect(came.join()).toContain('sdk-recorder.js');
  });

/** The next time that something could not be sent. */
export const nextFailure = (page: Page): Promise<unknown> =>
  page.waitForEvent('requestfailed', { predicate: (request) => request.url().includes('/v1/'), timeout: 60_000 });

/** What tests share that look at what comes to the intake, and when: each begins with a visitor who was never there, on a page of two buttons. */
export interface Deliveries {
  /** There from the first test on. */
  readonly watched: Watched;
  /** What the controls are called that were used, once for each time. */
  names(): string[];
  /** Opens a page where the policy is known from the one before: until it has come, however long a busy machine takes, texts are masked. */
  openNext(path: string): Promise<Page>;
  /** Every record of a tab has a number of its own, without gaps once all have come: what a page hands over last may come after the next page's first. */
  wholeNumbers(): Promise<void>;
}

/** Called once, where the tests of a file stand. */
export function deliveries(): Deliveries {
  let watched: Watched;
  beforeAll(async () => {
    watched = await watchedSite({ shell: false });
  });
  afterAll(() => watched.stop());
  beforeEach(async () => {
    await forgetVisitor(watched);
    const { intake, complaints, site } = watched;
    intake.forget();
    complaints.length = 0;
    Object.assign(intake.manner, { status: 202, doors: {}, headers: {}, watched: true, delayMs: 0, skewMs: undefined });
    site.pages['/'] = watched.html('<button>Buy</button><button>Last</button>');
  });
  return {
    get watched() {
      return watched;
    },
    names: () =>
      watched.intake
        .records('action')
        .filter(({ version }) => version === 0)
        .map(({ name }) => name),
    async openNext(path) {
      const page = await watched.open('/');
      const kept = (): Promise<string> => page.evaluate(() => Object.keys(localStorage).join());
      await until(async () => expect(await kept()).toContain('sightglass:policy:'));
      await page.goto(new URL(path, page.url()).href);
      return page;
    },
    wholeNumbers: () => until(() => expectWholeNumbers(watched)),
  };
}

function expectWholeNumbers({ intake }: Watched): void {
  const tabs = Map.groupBy(intake.batches, ({ session, tab }) => `${session} ${tab}`);
  for (const batches of tabs.values()) {
    const sorted = batches.toSorted((a, b) => a.seq - b.seq);
    for (const [at, batch] of sorted.entries()) {
      const before = sorted[at - 1];
      if (before) expect(batch).toMatchObject({ seq: before.seq + 1, first: before.first + before.records.length });
    }
  }
}
