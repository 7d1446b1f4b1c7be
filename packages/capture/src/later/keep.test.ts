import { array, assert, boolean, constantFrom, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import type { Piece } from '../recorder/recorder.ts';
import type { Scene } from '../scene/scene.ts';
import type { Session } from '../session/session.ts';
import { createKeep } from './keep.ts';

/** A scene whose timers are called by hand, a session that remembers, and a filter between them. */
function open() {
  const state = { kept: false };
  const tasks: [ms: number, task: () => void][] = [];
  let now = 0;
  const hears: ((record: object) => void)[] = [];
  const scene = {
    hear: (listener: (record: object) => void) => hears.push(listener),
    onStop: () => undefined,
    after: (ms: number, task: () => void) => tasks.push([ms, task]),
    now: () => now,
  } as unknown as Scene; // what keep uses of it
  const session = { state, keep: () => Object.assign(state, { kept: true }) } as unknown as Session;
  const keep = createKeep(scene, session);
  const sent: Piece[] = [];
  let renewals = 0;
  /** Stored texts that were told, as the recorder knows them. */
  const told = new Set<string>();
  const take = keep.between(
    (piece) => sent.push(piece),
    () => renewals++,
    () => told.clear(),
  );
  return {
    ...{ keep, take, sent, state, told },
    say(record: object) {
      for (const hear of hears) hear(record);
    },
    /** Lets what waits for nothing run. @returns how often the page was asked to be written anew so far */
    renewals() {
      const due = tasks.filter(([ms]) => ms === 0);
      tasks.splice(0, tasks.length, ...tasks.filter(([ms]) => ms > 0));
      for (const [, task] of due) task();
      return renewals;
    },
    /** Lets every other timer run, once. */
    tick(at: number) {
      now = at;
      for (const [, task] of tasks.splice(0)) task();
    },
  };
}

const piece = (from: number, more: Partial<Piece> = {}): Piece => ({
  ...{ from, until: from, anchor: false, events: `[[3,0,${from},"x"]]` },
  ...more,
});

test('an error, a rage click and a poor vital release what is held; a warning of the browser and a slow vital do not', () => {
  const action = { kind: 'action', frustrations: ['dead'] };
  const harmless = [{ kind: 'error', source: 'deprecation' }, action, { kind: 'vital', rating: 'needs-improvement' }];
  const breaks = [
    { kind: 'error', source: 'uncaught' },
    { ...action, frustrations: ['dead', 'rage'] },
    { kind: 'vital', rating: 'poor' },
  ];
  for (const broke of breaks) {
    const { take, say, sent, state } = open();
    take(piece(0, { anchor: true }));
    harmless.forEach(say);
    expect([sent.length, state.kept]).toEqual([0, false]);
    say(broke);
    take(piece(1));
    expect(sent.map(({ from }) => from)).toEqual([0, 1]);
  }
});

test('the page is written anew each minute, so that no more than two are held', () => {
  const { take, keep, sent, renewals } = open();
  let wanted = 0;
  for (let at = 0; at <= 600_000; at += 5_000) {
    const anchor = at === 0 || renewals() > wanted;
    wanted = renewals();
    take(piece(at, { anchor }));
  }
  keep.now();
  expect(sent[0]?.anchor).toBe(true);
  const heldMs = 600_000 - (sent[0]?.from ?? 0);
  expect(heldMs).toBeGreaterThanOrEqual(60_000);
  expect(heldMs).toBeLessThanOrEqual(130_000);
});

test('a page in which nothing happens any more does not go on holding what happened before', () => {
  const { take, keep, sent, tick, renewals } = open();
  take(piece(0, { anchor: true }));
  tick(600_000);
  expect(renewals()).toBe(0);
  take(piece(600_000));
  tick(655_000);
  expect(renewals()).toBe(1);
  take(piece(656_000, { anchor: true }));
  tick(700_000);
  tick(720_000);
  keep.now();
  expect(sent.map(({ from }) => from)).toEqual([656_000]);
  expect(renewals()).toBe(1);
});

test('a stored text that was let go is sent again before what names it', () => {
  const { take, keep, sent } = open();
  take(piece(0, { events: '[[9,12,"early","a{}"]]' }));
  take(piece(1, { anchor: true, events: '[[0,0,1,{},[]],[9,5,"late","b{}"]]' }));
  take(piece(100_000, { anchor: true, events: '[[0,0,1,{},[[7,"late"]]]]' }));
  take(piece(200_000));
  keep.now();
  expect(sent.map(({ events }) => JSON.parse(events))).toEqual([
    [
      [9, 0, 'early', 'a{}'],
      [9, 0, 'late', 'b{}'],
    ],
    [[0, 0, 1, {}, [[7, 'late']]]],
    [[3, 0, 200_000, 'x']],
  ]);
  expect(sent[0]).toMatchObject({ from: 100_000, anchor: false });
});

test('of stored texts that were let go no more are held than may be named, however many a page makes', () => {
  const { take, keep, sent, told } = open();
  const text = (hash: string): string => {
    if (told.has(hash)) return '';
    told.add(hash);
    return `[9,0,"${hash}","${'x'.repeat(100_000)}"],`;
  };
  // A minute each: one sheet that stays, and one that the page makes anew.
  for (let at = 0; at < 200; at++) {
    take(piece(at * 60_000, { events: `[${text('stays')}${text(`of ${at}`)}[3,0,1,"x"]]` }));
    take(piece(at * 60_000 + 1, { anchor: true, events: `[[0,0,1,{},[[7,"stays"],[7,"of ${at}"]]]]` }));
  }
  keep.now();
  const said = sent.map(({ events }) => events).join();
  expect(said.length).toBeLessThan(6_000_000);
  for (const [, named] of said.matchAll(/\[7,"(.*?)"\]/g)) expect(said).toContain(`[9,0,"${named}"`);
});

test('a page too large to be held is written anew once it may be sent, and not before', () => {
  const { take, keep, sent, renewals } = open();
  take(piece(0, { anchor: true, events: 'x'.repeat(3_000_000) }));
  for (let at = 1; at < 100; at++) take(piece(at * 5_000));
  expect(renewals()).toBe(0);
  keep.now();
  expect([sent.length, renewals()]).toEqual([0, 1]);
  take(piece(600_000, { anchor: true }));
  expect(sent).toHaveLength(1);
  expect(renewals()).toBe(1);
});

test('of a storm that fills the room time and again, at each moment half of what the room holds is there', () => {
  for (const chars of [30_000, 60_000, 120_000])
    for (let brokeAt = 80_000; brokeAt <= 120_000; brokeAt += 1_000) {
      const { take, keep, sent, renewals } = open();
      let wanted = 0;
      for (let at = 0; at < brokeAt; at += 1_000) {
        const anchor = at === 0 || renewals() > wanted;
        wanted = renewals();
        take(piece(at, { anchor, events: 'x'.repeat(chars) }));
      }
      keep.now();
      expect(sent[0]?.anchor).toBe(true);
      expect(sent.length * chars).toBeGreaterThan(1_000_000);
    }
});

test('a large page in which little happens is not written anew for its size', () => {
  const { take, renewals } = open();
  for (let at = 0; at < 5; at++) take(piece(at * 1_000, { anchor: at === 0, events: 'x'.repeat(300_000) }));
  for (let at = 5; at < 50; at++) take(piece(at * 1_000));
  expect(renewals()).toBe(0);
});

test('whatever is held: at most 2 MB, from an anchor on, without a hole, and all of it once it is kept', () => {
  const steps = array(
    record({ afterMs: integer({ min: 1, max: 30_000 }), anchor: boolean(), chars: constantFrom(10, 50_000, 900_000) }),
    { maxLength: 60 },
  );
  assert(
    property(steps, integer({ min: 0, max: 60 }), (pieces, breakAt) => {
      const { take, keep, sent, renewals } = open();
      let at = 0;
      const given = pieces.map(({ afterMs, anchor, chars }, index) => {
        at += afterMs;
        return piece(at, { anchor: anchor || index === 0, events: 'x'.repeat(chars) });
      });
      given.slice(0, breakAt).forEach(take);
      renewals();
      expect(sent).toEqual([]);
      keep.now();
      const held = [...sent];
      expect(held.reduce((sum, { events }) => sum + events.length, 0)).toBeLessThanOrEqual(2 * 1024 * 1024);
      if (held.length > 0) expect(held[0]?.anchor).toBe(true);
      given.slice(breakAt).forEach(take);
      expect(sent).toEqual(given.slice(given.length - sent.length));
      expect(sent.length).toBe(held.length + Math.max(0, given.length - breakAt));
    }),
    { seed: 20_261_121, numRuns: 200 },
  );
});
