import { type LiveMessage, limits } from '@sightglass/wire';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Line, type LiveState, startLine } from './line.ts';

/** A connection that the test opens, breaks and speaks through. */
class FakeConnection extends EventTarget {
  readyState = 0;
  close(): void {
    this.readyState = 2;
  }
  opens(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
    this.says({ type: 'here', at: Date.now(), quietMs: 500 });
  }
  breaks(forGood: boolean): void {
    this.readyState = forGood ? 2 : 0;
    this.dispatchEvent(new Event('error'));
  }
  says(message: LiveMessage): void {
    this.dispatchEvent(new MessageEvent(message.type, { data: JSON.stringify(message) }));
  }
}

const stored: LiveMessage = { type: 'stored', at: 1, sessions: ['s-1'] };
let connections: FakeConnection[];
let wake: () => void;
let line: Line;
let heard: LiveMessage[];
let states: LiveState[];
let caughtUp: number;
let quiet: number[];

beforeEach(() => {
  vi.useFakeTimers();
  [connections, heard, states, caughtUp, quiet] = [[], [], [], 0, []];
  line = startLine({
    connect() {
      const made = new FakeConnection();
      connections.push(made);
      return made;
    },
    onWake(woke) {
      wake = woke;
      return () => undefined;
    },
    now: Date.now,
  });
  line.listen(listener());
});
afterEach(() => {
  line.stop();
  vi.useRealTimers();
});

function listener() {
  return {
    tell: (message: LiveMessage) => void heard.push(message),
    caughtUp: (quietMs: number) => {
      caughtUp += 1;
      quiet.push(quietMs);
    },
    changed: (state: LiveState) => void states.push(state),
  };
}
function newest(): FakeConnection {
  const last = connections.at(-1);
  if (last === undefined) throw new Error('nothing was connected');
  return last;
}

test('what came before the connection stood has to be asked for; what comes after is told', () => {
  newest().opens();
  newest().says(stored);
  expect(caughtUp).toBe(1);
  expect(heard).toEqual([stored]);
  expect(states).toEqual(['connecting', 'open']);
});

test('for how long nothing was stored is told when the connection stands; who comes later asks anew', () => {
  newest().opens();
  expect(quiet).toEqual([500]);
  line.listen(listener());
  expect(quiet).toEqual([500, 0]);
});

test('after a connection that broke and came back, what was missed is asked for', () => {
  newest().opens();
  newest().breaks(false);
  expect(states.at(-1)).toBe('waiting');
  expect(caughtUp).toBe(1);
  newest().opens();
  expect(caughtUp).toBe(2);
  expect(connections).toHaveLength(1);
});

test('a connection that the browser gave up is made again, less and less often', () => {
  newest().breaks(true);
  vi.advanceTimersByTime(1_000);
  expect(connections).toHaveLength(2);
  newest().breaks(true);
  vi.advanceTimersByTime(1_999);
  expect(connections).toHaveLength(2);
  vi.advanceTimersByTime(1);
  newest().opens();
  expect(caughtUp).toBe(1);
});

test('a connection that died without a word is made anew, and what it says later is not heard', () => {
  newest().opens();
  const dead = newest();
  vi.advanceTimersByTime(3 * limits.liveSignMs);
  expect(connections).toHaveLength(2);
  expect(dead.readyState).toBe(2);
  dead.says(stored);
  expect(heard).toEqual([]);
  newest().opens();
  expect(caughtUp).toBe(2);
});

test('signs of life keep a quiet connection', () => {
  newest().opens();
  for (let times = 0; times < 20; times += 1) {
    vi.advanceTimersByTime(limits.liveSignMs);
    newest().says({ type: 'here', at: Date.now() });
  }
  expect(connections).toHaveLength(1);
  expect(caughtUp).toBe(1);
});

test('a page that slept looks at once whether its connection still lives', () => {
  newest().opens();
  wake();
  expect(connections).toHaveLength(1);
  // Timers rest while a computer sleeps; its clock does not.
  vi.setSystemTime(Date.now() + 3_600_000);
  wake();
  expect(connections).toHaveLength(2);
});

test('who looks again does not wait for a try that was put off', () => {
  newest().breaks(true);
  wake();
  expect(connections).toHaveLength(2);
  vi.advanceTimersByTime(1_000);
  expect(connections).toHaveLength(2);
});

test('who begins to listen to an open line asks for what the line said before', () => {
  newest().opens();
  line.listen(listener());
  expect(caughtUp).toBe(2);
});
