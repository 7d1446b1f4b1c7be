import { expect, test } from 'vitest';
import { createSession } from './session.ts';
import type { Storage } from './storage.ts';
import { openTab } from './tab.ts';
import { visitorIdOf } from './visitor.ts';

const minute = 60_000;
function memory(): Storage & { texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return {
    texts,
    get: (name) => texts.get(name),
    set: (name, value) => void texts.set(name, value),
    remove: (name) => void texts.delete(name),
  };
}
const nothing = (): void => undefined;

test('a session goes on through reloads and signs of life, and ends after half an hour without one', () => {
  const storage = memory();
  let now = 1_000_000;
  const first = createSession(storage, {}, () => now);
  expect(first.touch(nothing)).toBe('new');
  for (let i = 0; i < 3; i++) {
    now += 20 * minute;
    expect(first.touch(nothing)).toBe('same');
  }
  const { id } = createSession(storage, {}, () => now).state;
  expect(id).toBe(first.state.id);
  now += 31 * minute;
  expect(first.alive()).toBe(false);
  expect(first.touch(nothing)).toBe('new');
  expect(first.state.id).not.toBe(id);
});

test('a session ends after four hours, however busy', () => {
  let now = 1_000_000;
  const session = createSession(memory(), {}, () => now);
  session.touch(nothing);
  const begun: string[] = [];
  for (let at = 0; at < 300; at++) {
    now += minute;
    if (session.touch(nothing) === 'new') begun.push(`${at + 1} min`);
  }
  expect(begun).toEqual(['240 min']);
});

test('a session of a clock that was a year ahead ends once the clock is set right', () => {
  const storage = memory();
  let now = 365 * 24 * 60 * minute;
  const session = createSession(storage, {}, () => now);
  session.touch(nothing);
  const { id } = session.state;
  now = 60 * minute;
  expect(session.alive()).toBe(false);
  expect(createSession(storage, {}, () => now).state.id).not.toBe(id);
  expect(session.touch(nothing)).toBe('joined');
  expect(session.state.startedAt).toBe(now);
});

test('a tab joins the session that another one began, after its own was handed over', () => {
  const storage = memory();
  let now = 1_000_000;
  const [one, two] = [createSession(storage, {}, () => now), createSession(storage, {}, () => now)];
  one.touch(nothing);
  two.touch(nothing);
  now += 31 * minute;
  expect(one.touch(nothing)).toBe('new');
  let handedOver = '';
  expect(
    two.touch(() => {
      handedOver = two.state.id;
    }),
  ).toBe('joined');
  expect(handedOver).not.toBe(one.state.id);
  expect(two.state.id).toBe(one.state.id);
});

test('whether a session is sampled is drawn once, and the visitor outlives the session', () => {
  const storage = memory();
  let now = 1_000_000;
  const draws = [0.4, 0.9];
  const session = createSession(
    storage,
    { sampleRate: 0.5, replaySampleRate: 0.5 },
    () => now,
    () => draws.shift() ?? 0.1,
  );
  expect(session.state).toMatchObject({ sampled: true, replay: false });
  expect(createSession(storage, { sampleRate: 0 }, () => now).state).toMatchObject({ sampled: true, replay: false });
  session.touch(nothing);
  session.identify('abc', 'member');
  now += 31 * minute;
  session.touch(nothing);
  expect(session.state).toMatchObject({ visitor: 'abc', role: 'member' });
});

test('what the project wants decides once in a session, within what the page allows', () => {
  const storage = memory();
  let now = 1_000_000;
  const half = { sessions: 50, replays: 50 };
  const begin = (drawn: number[], sampleRate = 1) =>
    createSession(
      storage,
      { sampleRate, shares: () => half },
      () => now,
      () => drawn.shift() ?? 0,
    );
  const session = begin([0.4, 0.4]);
  expect(session.state).toMatchObject({ sampled: true, replay: true, decided: false });
  session.decide({ sessions: 45, replays: 30 });
  expect(session.state).toMatchObject({ sampled: true, replay: false, decided: true });
  session.decide({ sessions: 0, replays: 0 });
  expect(begin([0.9, 0.9]).state).toMatchObject({ sampled: true, replay: false, decided: true });
  now += 31 * minute;
  const out = begin([0.8, 0]);
  expect([out.state.sampled, out.undecided()]).toEqual([false, true]);
  out.decide({ sessions: 90, replays: 100 });
  expect(out.state).toMatchObject({ sampled: true, replay: true });
  now += 31 * minute;
  const never = begin([0.4, 0], 0.3);
  expect([never.state.sampled, never.undecided()]).toEqual([false, false]);
});

test('a session in which one tab saw something break is kept by the others too', () => {
  const storage = memory();
  const [one, two] = [createSession(storage, {}), createSession(storage, {})];
  one.keep();
  two.identify('abc', '');
  expect(two.state.kept).toBe(true);
  expect(createSession(storage, {}).state.kept).toBe(true);
});

test('a session goes on though the page empties the storage as it is left, as where somebody signs out; one that another tab has begun stays', () => {
  const storage = memory();
  const first = createSession(storage, {});
  storage.texts.clear();
  first.leave();
  expect(createSession(storage, {}).state.id).toBe(first.state.id);
  storage.texts.clear();
  const other = createSession(storage, {});
  first.leave();
  expect(createSession(storage, {}).state.id).toBe(other.state.id);
});

test('texts in the storage that are not ours begin a new session', () => {
  for (const text of ['', '{', 'null', '[]', '{"id":"x"}', '{"id":1}']) {
    const storage = memory();
    storage.set('sightglass:session', text);
    expect(createSession(storage, {}).touch(nothing)).toBe('new');
  }
});

test('a tab counts on after a reload; a copy of it, made while it lives, is another tab', () => {
  const [storage, local] = [memory(), memory()];
  const tab = openTab(storage, local);
  expect(tab.number(3)).toMatchObject({ seq: 0, first: 0 });
  const copied = memory();
  for (const [name, value] of storage.texts) copied.set(name, value);
  expect(openTab(copied, local).id).not.toBe(tab.id);
  tab.leave();
  expect(openTab(storage, local).number(1)).toEqual({ tab: tab.id, seq: 1, first: 3 });
});

test('a page that was left counts on where it has more to say or comes back; once the next page has begun it is another tab', () => {
  const [storage, local] = [memory(), memory()];
  const [before, after] = [openTab(storage, local), openTab(storage, local)];
  const { id } = before;
  const numbers = (tab: typeof before): unknown => {
    const { tab: of, seq, first } = tab.number(2);
    return [of === id ? 'same' : 'other', seq, first];
  };
  expect(numbers(before)).toEqual(['same', 0, 0]);
  before.leave();
  expect(numbers(before)).toEqual(['same', 1, 2]);
  before.leave();
  expect(numbers(after)).toEqual(['same', 2, 4]);
  expect(numbers(before)).toEqual(['other', 0, 0]);
  before.leave();
  expect(numbers(after)).toEqual(['same', 3, 6]);
  after.leave();
  expect(numbers(before)).toEqual(['same', 4, 8]);
});

test('a page that comes back and is shown its storage as it was when it was left sends nothing under numbers that another has', () => {
  const [storage, stale, local] = [memory(), memory(), memory()];
  const [before, after] = [openTab(stale, local), openTab(storage, local)];
  before.number(1);
  before.leave();
  for (const [name, value] of stale.texts) storage.set(name, value);
  const numbers = new Set<string>();
  const number = (tab: typeof before): void => void numbers.add(Object.values(tab.number(1)).join());
  number(after);
  // Firefox may show the one before the other is told that it is gone.
  number(before);
  after.leave();
  number(after);
  before.leave();
  number(before);
  after.leave();
  number(before);
  number(after);
  expect(numbers.size).toBe(6);
});

test('an id that tells who somebody is does not leave the page; an opaque one does as it is', async () => {
  const hashed = await visitorIdOf('quillon@canary.invalid', 'key');
  expect(hashed).toMatch(/^[\da-f]{16}$/);
  expect(await visitorIdOf('quillon@canary.invalid', 'other')).not.toBe(hashed);
  // Of a citizen of Indonesia, and of China.
  for (const id of ['3174092208010001', '110101199003078515'])
    expect(await visitorIdOf(id, 'key')).toMatch(/^(?!110|317)[\da-f]{16}$/);
  for (const id of ['01ARZ3NDEKTSV4RRFFQ69G5FAV', '9b2f6f0e-8a44-4e0b-9d0a-3c6a1f1f2b11', '507f1f77bcf86cd799439011'])
    expect(await visitorIdOf(id, 'key')).toBe(id);
});
