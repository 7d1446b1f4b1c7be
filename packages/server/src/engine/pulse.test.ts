import { expect, test } from 'vitest';
import { createPulse } from './pulse.ts';

/** A process whose engine answers, or does not, and uses as much of a core as it is told. */
function start() {
  let time = 0;
  let cpu = 0;
  let answers = true;
  const pulse = createPulse({
    probe: () => (answers ? Promise.resolve() : new Promise(() => undefined)),
    cpuMs: () => cpu,
    now: () => time,
  });
  const never = () => new Promise<void>(() => undefined);
  return {
    pulse,
    goSilent: () => {
      answers = false;
    },
    run: (limitMs: number) => void pulse.during(limitMs, never),
    /** Beats for this long, once a second, each time after what was asked has had its turn. */
    async pass(seconds: number, coreShare: number): Promise<boolean> {
      let hangs = false;
      for (let second = 0; second < seconds && !hangs; second += 1) {
        time += 1_000;
        cpu += 1_000 * coreShare;
        hangs = pulse.hangs();
        await new Promise((resolve) => setImmediate(resolve));
      }
      return hangs;
    },
  };
}

test('an engine that answers lives, idle or busy', async () => {
  const engine = start();
  expect(await engine.pass(100, 0.004)).toBe(false);
  engine.run(200_000);
  expect(await engine.pass(100, 2)).toBe(false);
});

test('one that does not answer hangs when no statement explains it', async () => {
  const engine = start();
  engine.goSilent();
  expect(await engine.pass(9, 1)).toBe(false);
  expect(await engine.pass(5, 1)).toBe(true);
});

test('one that does not answer while it works has the time of its statement, and the while after it that it may need on a busy machine', async () => {
  const engine = start();
  engine.goSilent();
  engine.run(10_000);
  expect(await engine.pass(69, 0.2)).toBe(false);
  expect(await engine.pass(5, 0.2)).toBe(true);
});

test('one that does not answer and does nothing hangs, whatever it was asked', async () => {
  const engine = start();
  engine.goSilent();
  engine.run(300_000);
  expect(await engine.pass(15, 0.004)).toBe(true);
});

test('one whose statement never ends hangs, though it answers others', async () => {
  const engine = start();
  engine.run(10_000);
  expect(await engine.pass(69, 0.004)).toBe(false);
  expect(await engine.pass(5, 0.004)).toBe(true);
});

test('what ended is forgotten', async () => {
  const engine = start();
  await engine.pulse.during(1_000, async () => undefined);
  await engine.pulse.during(1_000, () => Promise.reject(new Error('refused'))).catch(() => undefined);
  expect(await engine.pass(100, 0.004)).toBe(false);
});
