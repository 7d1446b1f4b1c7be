import type { ReplayEvent } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { createClock } from './clock.ts';
import { stepFrom } from './steps.ts';
import { trailOf } from './trail.ts';
import { keepWithin } from './within.ts';

test('a frame further is where something changed next; where nothing does, a tenth of a second on', () => {
  const events = [100, 140, 140, 180, 9_000];
  expect(stepFrom(events, 100, 1)).toBe(140);
  expect(stepFrom(events, 140, 1)).toBe(180);
  expect(stepFrom(events, 180, 1)).toBe(280);
  expect(stepFrom(events, 180, -1)).toBe(140);
  expect(stepFrom(events, 100, -1)).toBe(0);
  expect(stepFrom([], 500, -1)).toBe(400);
});

test('every frame can be stepped through, there and back', () => {
  const events = [10, 20, 30, 40];
  const there = [10];
  while ((there.at(-1) ?? 0) < 40) there.push(stepFrom(events, there.at(-1) ?? 0, 1));
  expect(there).toEqual([10, 20, 30, 40]);
  expect(stepFrom(events, 40.7, -1)).toBe(40);
});

test('a trail is the last of the way, and a new page has none', () => {
  const move = (timestamp: number, x: number): ReplayEvent => ({
    ...{ type: 3, timestamp },
    data: { source: 1, positions: [{ x, y: 2 * x, id: 1, timeOffset: 0 }] },
  });
  const way = [move(0, 1), move(2_000, 2), move(2_500, 3), move(3_000, 4)];
  expect(trailOf(way, 3_000)).toEqual([2, 3, 4].map((x) => ({ x, y: 2 * x })));
  expect(trailOf(way, 2_400)).toEqual([]);
  expect(trailOf([...way, { type: 2, timestamp: 3_001, data: {} }], 3_100)).toEqual([]);
});

function running(loops: boolean, until = 10_000) {
  let now = 0;
  let frame = (): void => undefined;
  const next = (run: () => void) => {
    frame = run;
    return () => undefined;
  };
  const clock = createClock({ now: () => now, next }, 0, 1, false);
  clock.setBounds({ from: 0, until }, false);
  keepWithin(clock, { from: 1_000, until: 2_000 }, loops);
  const pass = (ms: number): void => {
    now += ms;
    frame();
  };
  return { clock, pass };
}

test('a part that loops begins again at its end; one that does not stops there, and goes on when asked', () => {
  const looping = running(true);
  looping.clock.seek(1_500);
  looping.clock.play();
  looping.pass(700);
  expect(looping.clock.state()).toMatchObject({ at: 1_000, playing: true });

  const once = running(false);
  once.clock.seek(1_500);
  once.clock.play();
  once.pass(700);
  expect(once.clock.state()).toMatchObject({ at: 2_000, playing: false });
  once.clock.play();
  once.pass(300);
  expect(once.clock.state()).toMatchObject({ at: 2_300, playing: true });
});

test('a part loops too where the session ends with it, and where a rest leads out of it', () => {
  const { clock, pass } = running(true, 2_000);
  clock.seek(1_500);
  clock.play();
  pass(700);
  expect(clock.state()).toMatchObject({ at: 1_000, playing: true });
  pass(300);
  expect(clock.state()).toMatchObject({ at: 1_300, playing: true });

  const resting = running(true, 60_000);
  resting.clock.setSkipIdle(true);
  resting.clock.setIdle([{ from: 1_800, until: 50_000 }]);
  resting.clock.seek(1_500);
  resting.clock.play();
  resting.pass(400);
  expect(resting.clock.state()).toMatchObject({ at: 1_000, playing: true });
});

test('a part loops where a slow machine passes all of it between two frames; whoever goes out of it is let go', () => {
  const { clock, pass } = running(true, 60_000);
  clock.seek(1_500);
  clock.setSpeed(16);
  clock.play();
  pass(2_000);
  expect(clock.state()).toMatchObject({ at: 1_000, playing: true });
  clock.seek(5_000);
  pass(10);
  expect(clock.state()).toMatchObject({ at: 5_160, playing: true });
});
