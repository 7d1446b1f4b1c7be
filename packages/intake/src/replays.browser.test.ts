import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browsing, startBrowsing } from '../../../e2e/lib/chromium.ts';
import { compare } from '../../../e2e/recorded/zoo-compare.ts';
import { type StagePage, startStage } from '../../../e2e/recorded/zoo-stage.ts';
import { foreignFormats } from './index.ts';
import { type Line, linesOf, rawPages, rawYard } from './testing/recordings.ts';
import { type RrwebPage, startRrwebPage } from './testing/rrweb-page.ts';

/**
 * Visits that were made several times by one script, each time with another SDK: at the same step of the script the page was the same.
 * Each replay goes through its intake and onto the dashboard's stage; rrweb's own player shows rrweb's own events beside it.
 */
const moments = JSON.parse(
  readFileSync(new URL('../../../fixtures/corpus/moments.json', import.meta.url), 'utf8'),
) as Record<string, Record<string, Record<string, number>>>;
const yard = JSON.parse(
  readFileSync(new URL('../../../fixtures/corpus/yard/truth.json', import.meta.url), 'utf8'),
) as Record<string, { moments: Record<string, number> }>;
const mostApart = 0.02;
const formatOf = { ...foreignFormats, datadog6: foreignFormats.datadog, sentry10: foreignFormats.sentry };
type Folder = keyof typeof formatOf;

let browsing: Browsing;
let stage: StagePage;
let rrweb: RrwebPage;
beforeAll(async () => {
  browsing = await startBrowsing({ shell: true });
  stage = await startStage(browsing.context);
  rrweb = await startRrwebPage(browsing.context);
});
afterAll(async () => {
  stage?.stop();
  await rrweb?.stop();
  await browsing?.stop();
});

describe.each(Object.entries(moments))('%s', (visit, steps) => {
  const folders = Object.keys(Object.values(steps)[0] ?? {}) as Folder[]; // written so
  const truth = new Map<string, Buffer>();

  beforeAll(async () => {
    await rrweb.load(rawPages(visit));
    for (const [step, at] of Object.entries(steps)) truth.set(step, await rrweb.shown(at.rrweb ?? 0));
  });

  test.each(folders)('%s: three moments look as rrweb saw them, and all of it plays to its end', async (folder) => {
    const lines = linesOf(formatOf[folder], folder, visit);
    await stage.load(lines);
    for (const [step, at] of Object.entries(steps))
      await look(`${visit} ${folder} ${step}`, truth.get(step), at[folder] ?? 0);
    await playToTheEnd(lines);
  });
});

describe('older majors, with rrweb beside them in the same page', () => {
  test.each(Object.keys(yard).filter((name) => name !== 'sentry8'))(
    '%s: each moment looks as rrweb saw it',
    async (name) => {
      const format = name.startsWith('datadog') ? foreignFormats.datadog : foreignFormats.sentry;
      await stage.load(linesOf(format, 'yard', name));
      await rrweb.load(rawYard(name));
      for (const [moment, at] of Object.entries(yard[name]?.moments ?? {}))
        await look(`${name} ${moment}`, await rrweb.shown(at), at);
      expect(await stage.failed()).toBe(0);
    },
  );
});

test('a visit recorded with each of many settings plays to its end', async () => {
  const files = readdirSync(new URL('../../../fixtures/corpus/settings/', import.meta.url));
  for (const file of files.filter((one) => one.endsWith('.br'))) {
    const visit = file.replace('.jsonl.br', '');
    const format = foreignFormats[/^[a-z]+/.exec(visit)?.[0] as keyof typeof foreignFormats]; // files are named so
    const lines = linesOf(format, 'settings', visit);
    if (lines.length === 0) continue;
    await stage.load(lines);
    await playToTheEnd(lines);
  }
});

async function playToTheEnd(lines: readonly Line[]): Promise<void> {
  // A page that was left before its first whole snapshot has nothing to show.
  const pages = [...Map.groupBy(lines, ({ page }) => page).values()].filter((some) => some.some((one) => one.anchor));
  for (const end of pages.map((some) => Math.max(...some.map(({ until }) => until))).sort()) await stage.reach(end);
  expect(await stage.failed()).toBe(0);
  expect(stage.requests()).toEqual([]);
}

async function look(what: string, truth: Buffer | undefined, at: number): Promise<void> {
  let share = 1;
  await stage.shown(at, false, (there) => {
    share = compare(truth ?? Buffer.alloc(0), there, what.replace(/\W+/g, '_'));
    return share <= mostApart;
  });
  expect({ what, share }).toEqual({ what, share: expect.toSatisfy((apart: number) => apart <= mostApart) });
}
