import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pausesMs, planVisits, seed } from '../demo/visitors/plan.ts';
import { recordVisits } from '../demo/visitors/record.ts';
import { setScene } from '../demo/visitors/scene.ts';

/** The sample is recorded anew from time to time: what the SDK sends by then, its visitors' desk and intake have to know. */
let scene: Awaited<ReturnType<typeof setScene>>;

beforeAll(async () => {
  scene = await setScene(join(import.meta.dirname, '../packages/capture/dist'), { seed, pausesMs });
});
afterAll(() => scene?.stop());

test('a visit of the plan is made as its journey says, the intake would take all of it, and the icons are in its replay', async () => {
  const visits = planVisits().filter(({ journey }) => journey === 'browse');
  const lines: string[] = [];
  const { recorded, failed } = await recordVisits(scene, visits.slice(0, 1), 1, (line) => lines.push(line));
  expect([...lines, ...failed, ...scene.intake.refused]).toEqual([]);
  const sent = recorded[0]?.texts.join() ?? '';
  expect(sent).toContain('parts-sprite.svg##hinges');
  expect(sent).toMatch(/\[16,\d+,"[^"]*parts-sprite\.svg",\[7,"/);
});
