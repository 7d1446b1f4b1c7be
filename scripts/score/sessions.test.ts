import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Specification } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { judge, readFloors, specifyRecorded } from './judge.ts';

const application = join(import.meta.dirname, '../../fixtures/parts-desk/app.json');

interface Screen {
  route: string;
  title: string;
  access: string[];
  controls: string[][];
}

test('recorded sessions say what they once could say, and nothing that they must not', async () => {
  const specification = await specifyRecorded();
  const { points, forbidden, canaries, noEvidence } = judge(specification);
  expectControls(specification);
  expect(forbidden).toEqual([]);
  expect(canaries).toEqual([]);
  expect(noEvidence).toBe(0);
  for (const [point, floor] of Object.entries(readFloors())) {
    const reached = points[point];
    expect(reached?.precision ?? 0, `precision of point ${point}`).toBeGreaterThanOrEqual(floor.precision);
    expect(reached?.recall ?? 0, `recall of point ${point}`).toBeGreaterThanOrEqual(floor.recall);
  }
});

/** Who was seen to be shown which controls is as the application is described, and most of what only some are shown is found. */
function expectControls({ points }: Specification): void {
  const { screens } = JSON.parse(readFileSync(application, 'utf8')) as { screens: Screen[] };
  const some = screens.flatMap(({ route, controls }) =>
    controls.flatMap(([role, name, ...roles]) =>
      roles.map((who) => `${who}: see the ${role} ${name} on ${route.replace(/:\w+/g, '{}')}`),
    ),
  );
  // What leads to a screen in the frame is there for those who may open it.
  const frame = screens.flatMap(({ title, access }) =>
    access.length < 3 ? access.map((who) => `${who}: see the link ${title} on /parts`) : [],
  );
  const told = points
    .flatMap(({ statements }) => statements)
    .flatMap((one) =>
      one.kind === 'permission' && one.action !== null ? [`${one.role}: ${one.action.replace(/{\w+}/g, '{}')}`] : [],
    );
  for (const one of told) expect([...some, ...frame]).toContain(one);
  expect(told.length).toBeGreaterThanOrEqual(11);
}
