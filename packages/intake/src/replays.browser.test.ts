import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browsing, startBrowsing } from '../../../e2e/lib/chromium.ts';
import { compare } from '../../../e2e/recorded/zoo-compare.ts';
import { type StagePage, startStage } from '../../../e2e/recorded/zoo-stage.ts';
import { foreignFormats } from './index.ts';
import { linesOf, rawPages } from './testing/recordings.ts';
import { startRrwebPage } from './testing/rrweb-page.ts';

/**
 * Visits that were made several times by one script, each time with another SDK: at the same step of the script the page was the same.
 * Each replay goes through its intake and onto the dashboard's stage; rrweb's own player shows rrweb's own events beside it.
 */
const moments = JSON.parse(
  readFileSync(new URL('../../../fixtures/corpus/moments.json', import.meta.url), 'utf8'),
) as Record<string, Record<string, Record<string, number>>>;
const mostApart = 0.02;
const formatOf = { ...foreignFormats, datadog6: foreignFormats.datadog, sentry10: foreignFormats.sentry };
type Folder = keyof typeof formatOf;

let browsing: Browsing;
let stage: StagePage;
beforeAll(async () => {
  browsing = await startBrowsing();
  stage = await startStage(browsing.context);
});
afterAll(async () => {
  stage?.stop();
  await browsing?.stop();
});

describe.each(Object.entries(moments))('%s', (visit, steps) => {
  const folders = Object.keys(Object.values(steps)[0] ?? {}) as Folder[]; // written so
  const truth = new Map<string, Buffer>();

  beforeAll(async () => {
    const rrweb = await startRrwebPage(browsing.context, rawPages(visit));
    for (const [step, at] of Object.entries(steps)) truth.set(step, await rrweb.shown(at.rrweb ?? 0));
    await rrweb.stop();
  });

  test.each(folders)('%s: three moments look as rrweb saw them, and all of it plays to its end', async (folder) => {
    const lines = linesOf(formatOf[folder], folder, visit);
    await stage.load(lines);
    for (const [step, at] of Object.entries(steps)) {
      const shown = await stage.shown(at[folder] ?? 0, false);
      const picture = truth.get(step) ?? Buffer.alloc(0);
      const { share } = compare(picture, shown, `${visit}.${folder}.${step.replace(/\W+/g, '_')}`);
      expect({ step, share }).toEqual({ step, share: expect.toSatisfy((apart: number) => apart <= mostApart) });
    }
    // A page that was left before its first whole snapshot has nothing to show.
    const pages = [...Map.groupBy(lines, ({ page }) => page).values()].filter((some) => some.some((one) => one.anchor));
    for (const end of pages.map((some) => Math.max(...some.map(({ until }) => until))).sort())
      await stage.shown(end, false);
    expect(await stage.failed()).toBe(0);
    expect(stage.requests()).toEqual([]);
  });
});
