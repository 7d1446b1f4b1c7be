import { expect, test } from 'vitest';
import { createClock, type Ticker } from './clock.ts';

/** A ticker that a test moves by hand. */
function handTicker(): Ticker & { pass(ms: number): void } {
  let now = 0;
  let waiting: (() => void) | null = null;
  return {
    now: () => now,
    next(frame) {
      waiting = frame;
      return () => {
        waiting = null;
      };
    },
    pass(ms) {
      now += ms;
      const frame = waiting;
      waiting = null;
      frame?.();
    },
  };
}

function clockOver(from: number, until: number, open = false) {
  const ticker = handTicker();
  const clock = createClock(ticker, from);
  clock.setBounds({ from, until }, open);
  return { ticker, clock };
}

test('time passes at the speed chosen, and stops where the recording stops', () => {
  const { ticker, clock } = clockOver(0, 10_000);
  clock.play();
  ticker.pass(1_000);
  clock.setSpeed(4);
  ticker.pass(1_000);
  expect(clock.state()).toMatchObject({ at: 5_000, playing: true });
  ticker.pass(9_000);
  expect(clock.state()).toMatchObject({ at: 10_000, playing: false });
});

test('playing again from the end begins at the start', () => {
  const { clock } = clockOver(0, 10_000);
  clock.seek(10_000);
  clock.play();
  expect(clock.state()).toMatchObject({ at: 0, playing: true });
});

test('a rest is jumped over and told, and played through where skipping is off', () => {
  const { ticker, clock } = clockOver(0, 60_000);
  clock.setIdle([{ from: 5_000, until: 50_000 }]);
  clock.play();
  ticker.pass(5_500);
  expect(clock.state()).toMatchObject({ at: 50_000, skipped: { from: 5_000, until: 50_000 } });
  clock.seek(4_000);
  clock.setSkipIdle(false);
  ticker.pass(2_000);
  expect(clock.state()).toMatchObject({ at: 6_000, skipped: null });
});

test('at the edge of a live session playing waits, and goes on when more has come', () => {
  const { ticker, clock } = clockOver(0, 1_000, true);
  clock.play();
  ticker.pass(5_000);
  expect(clock.state()).toMatchObject({ at: 1_000, playing: true });
  clock.setBounds({ from: 0, until: 9_000 }, true);
  ticker.pass(500);
  expect(clock.state().at).toBe(1_500);
});

test('time stands still while what is to be seen is not there, and goes on from the same moment', () => {
  const { ticker, clock } = clockOver(0, 10_000);
  clock.play();
  ticker.pass(1_000);
  clock.hold(true);
  ticker.pass(5_000);
  expect(clock.state()).toMatchObject({ at: 1_000, playing: true, waiting: true });
  clock.hold(false);
  ticker.pass(1_000);
  expect(clock.state().at).toBe(2_000);
});
