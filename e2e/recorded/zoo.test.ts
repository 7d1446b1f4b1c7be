import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browsing, startBrowsing } from '../lib/chromium.ts';
import { inSteps } from './brought-lines.ts';
import { compare, drawnShare } from './zoo-compare.ts';
import { zooPages } from './zoo-pages.ts';
import { type StagePage, startStage } from './zoo-stage.ts';
import { buildScripts, type Scripts, visit } from './zoo-visit.ts';

/**
 * Every page of the zoo, recorded, and replayed once its server is gone: the same pixels. `ZOO_PICTURES=folder` keeps the pictures.
 */
let browsing: Browsing;
let stage: StagePage;
let scripts: Scripts;
let page: Page;
beforeAll(async () => {
  browsing = await startBrowsing({ width: 800, height: 600, shell: true });
  stage = await startStage(browsing.context);
  scripts = await buildScripts();
  page = await browsing.context.newPage();
});
afterAll(async () => {
  await browsing?.stop();
  stage?.stop();
});

/** The figures of the known limits, as shares. */
const [, known = ''] = readFileSync(new URL('../../docs/fidelity.md', import.meta.url), 'utf8').split(
  '## Known limits',
);
const limits = [...known.matchAll(/\(([\d.]+) %/g)].map(([, figure]) => Number(figure) / 100);

test.each(zooPages)('$name looks in its replay as it looked', async (zooPage) => {
  const { lines, moments } = await visit(page, scripts, zooPage);
  const [came] = lines;
  await stage.load(inSteps(lines));
  const [first] = moments;
  // Once more back to the start: a seek builds the page in another way than playing on.
  const shown = [...moments, ...(first && moments.length > 1 ? [{ ...first, name: `${first.name}, again` }] : [])];
  if (first && came && 'from' in came && zooPage.isWholeAtOnce)
    shown.unshift({ ...first, at: came.from, name: 'at once' });
  const told: string[] = [];
  let most = 0;
  for (const { name, at, seen } of shown) {
    let share = 1;
    await stage.shown(at, zooPage.pictures !== undefined, (there) => {
      share = compare(seen, there, `${zooPage.name}, ${name}`);
      return share <= (zooPage.bound ?? 0);
    });
    told.push(`${(share * 100).toFixed(3)} % ${name}`);
    most = Math.max(most, share);
  }
  for (const { name, seen } of moments)
    expect(drawnShare(seen), `there is something to see: ${name}`).toBeGreaterThan(0.03);
  for (const [at, { seen, name }] of moments.slice(1).entries())
    expect(seen.equals(moments[at]?.seen ?? seen), `the page changed: ${name}`).toBe(false);
  console.log(`${zooPage.name}: ${told.join(', ')}`);
  expect(most, told.join(', ')).toBeLessThanOrEqual(zooPage.bound ?? 0);
  // What one can see is among the known limits, with the figure that is measured.
  if (most > 0.01)
    expect(
      limits.some((share) => Math.abs(share - most) < 0.002),
      `in docs/fidelity.md: ${most}`,
    ).toBe(true);
  expect(await stage.failed()).toBe(0);
  expect(stage.requests()).toEqual([]);
});
