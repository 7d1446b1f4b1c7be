import type { ReplayLine, ReplaySegment } from '@sightglass/wire';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMadeUpPage } from '../../segment/src/testing/made-up-page.ts';
import { createStrictPlayer } from '../../segment/src/testing/strict-player.ts';
import { createGathering, type PageStream, type Recording } from './recording.ts';

const start = 1_790_000_000_000;

type Native = Extract<ReplaySegment, { format: 'sightglass/1' }>;

function line(seq: number, events: unknown[], page = 'page'): Native {
  const span = { from: start + seq * 1_000, until: start + seq * 1_000 + 900 };
  const kept = events as Native['events']; // as the intake lets them pass
  return { format: 'sightglass/1', tab: 'tab', page, seq, ...span, anchor: seq === 0, events: kept };
}

/** A visit with an anchor in every fourth segment. */
const visit = ((): Native[] => {
  let state = 7;
  const made = createMadeUpPage(() => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  });
  return Array.from({ length: 12 }, (_, seq) => {
    const changes = Array.from({ length: 6 }, () => made.change()).flat();
    return line(seq, [...(seq % 4 === 0 ? made.anchor() : []), ...changes]);
  });
})();

function record(lines: readonly ReplayLine[]): Recording {
  const gathering = createGathering();
  for (const one of lines) gathering.add(one);
  return gathering.recording();
}

/** What stands at the end, as strictly as it can be built. */
function shown({ events, anchors }: PageStream): unknown {
  const player = createStrictPlayer();
  player.apply(events.slice(anchors.at(-1) ?? events.length));
  return player.page();
}

test('in whatever order segments come, and however often, the recording is the same', () =>
  fc.assert(
    fc.property(fc.shuffledSubarray([...visit, ...visit], { minLength: 24 }), fc.nat({ max: 24 }), (lines, early) => {
      const gathering = createGathering();
      for (const one of lines.slice(0, early)) gathering.add(one);
      gathering.recording();
      for (const one of lines.slice(early)) gathering.add(one);
      expect(gathering.recording()).toEqual(record(visit));
    }),
    { seed: 3, numRuns: 40 },
  ));

test('whatever is missing, the rest is shown without an error, and is exact again from the next anchor on', () => {
  const whole = shown(record(visit).pages[0] ?? expect.fail('no page'));
  fc.assert(
    fc.property(fc.subarray(visit, { minLength: 1 }), (some) => {
      const { pages, gaps, refused } = record(some);
      const [stream = expect.fail('no page')] = pages;
      expect(refused).toBe(0);
      createStrictPlayer().apply(stream.events.slice(stream.anchors[0] ?? stream.events.length));
      if (visit.slice(8).every((one) => some.includes(one))) expect(shown(stream)).toEqual(whole);
      const missing = gaps.filter(({ reason }) => reason === 'missing-segments');
      expect(missing.reduce((sum, { segments }) => sum + segments, 0)).toBe((some.at(-1)?.seq ?? 0) + 1 - some.length);
    }),
    { seed: 5, numRuns: 200 },
  );
});

test('the time from a missing segment to the next anchor is a gap', () => {
  const { gaps } = record(visit.filter(({ seq }) => seq !== 2));
  expect(gaps).toMatchObject([{ from: start + 1_900, until: start + 4_000, reason: 'missing-segments', segments: 1 }]);
});

test('a page grows as its segments come, and what stood before is not told again', () => {
  const gathering = createGathering();
  const seen = visit.map((one) => {
    gathering.add(one);
    return gathering.recording().pages[0]?.events ?? [];
  });
  for (const [at, events] of seen.entries())
    expect(events.slice(0, seen[at - 1]?.length ?? 0)).toEqual(seen[at - 1] ?? []);
});

test('an anchor that goes on in the next segment is shown as far as it came, then whole', () => {
  const gathering = createGathering();
  const page = { href: 'http://x/', width: 800, height: 600 };
  gathering.add(line(0, [[0, 0, 1, page, [['html'], ['body']]]]));
  const before = gathering.recording();
  expect(before.pages[0]?.anchors).toEqual([1]);
  expect(before.gaps).toEqual([]);
  gathering.add(
    line(1, [
      [2, 0, 4, [[3, 0, 0, ['words']]]],
      [1, 5],
    ]),
  );
  const [after] = gathering.recording().pages;
  expect(after?.anchors).toEqual([1]);
  expect(JSON.stringify(after?.events)).toContain('words');
});

test('a stored text that comes late is put in its place', () => {
  const hash = 'h'.repeat(22);
  const page = { href: 'http://x/', width: 800, height: 600 };
  const gathering = createGathering();
  const style = [['html'], ['style', ':css', [7, hash]]];
  gathering.add(
    line(0, [
      [0, 0, 1, page, style],
      [1, 1],
    ]),
  );
  gathering.add({ text: hash, value: null });
  expect(JSON.stringify(gathering.recording().pages[0]?.events)).not.toContain('teal');
  expect(gathering.add({ text: hash, value: 'p { color: teal }' })).toBe(true);
  expect(gathering.add({ text: hash, value: 'p { color: teal }' })).toBe(false);
  expect(JSON.stringify(gathering.recording().pages[0]?.events)).toContain('teal');
});

test('what a person does is activity; what scripts change, and what an anchor restores, is none', () => {
  const page = { href: 'http://x/', width: 800, height: 600 };
  const { pages } = record([
    line(0, [
      [0, 100, 1, page, [['html'], ['input'], -1, ['p', ':scroll', [0, 9]], 'x']],
      [7, 110, 1, 0, 40],
      [1, 120],
      [3, 200, 5, 'y'],
      [4, 300, 3, 'class', 'x'],
      [4, 400, 3, ':value', '•••••'],
      [5, 450, [0, 1, 1, 3, 50, 2, 2, 3]],
      [6, 600, 2, 3, 1, 1, 0],
      [14, 700, 'visibility', { state: 'hidden' }],
    ]),
  ]);
  expect(pages[0]?.activity.map((at) => at - start)).toEqual([0, 400, 450, 600]);
  expect(pages[0]?.notes).toEqual([{ at: start + 700, name: 'visibility', about: { state: 'hidden' } }]);
});

test('a page has its sheets from its start, though the recorder read them later; what scripts change keeps its time', () => {
  const page = { href: 'http://x/', width: 800, height: 600 };
  const link = ['link', 'rel', 'stylesheet', 'href', 'http://x/a.css'];
  const hashing = ['link', 'rel', 'stylesheet', 'href', 'http://x/b.css', ':css', ''];
  const { pages } = record([
    line(0, [
      [0, 0, 1, page, [['html'], link, -1, hashing, -1, ['style'], '', -1, ['p'], 'words']],
      [1, 33],
      [4, 135, 7, 'class', 'x', 3, ':css', 'p { color: teal }', 4, ':css', 'p { margin: 0 }'],
      [3, 200, 6, 'p { color: plum }'],
      [4, 800, 7, 'class', 'y'],
    ]),
  ]);
  const { events = [] } = pages[0] ?? {};
  const timesOf = (words: string) =>
    events.filter((event) => JSON.stringify(event).includes(words)).map(({ timestamp }) => timestamp - start);
  expect(['teal', 'margin', 'plum', '"class":"x"', '"class":"y"'].map(timesOf)).toEqual([[0], [0], [0], [135], [800]]);
  // In whichever order: it can be applied strictly.
  createStrictPlayer().apply(events.slice(pages[0]?.anchors[0]));
});

test.each([
  ['its first seconds are over', 0, 12_000],
  ['a browser waits, where the page is told anew', 3, 3_000],
])('a sheet that comes later than %s is not there before', (_, seq, lateMs) => {
  const page = { href: 'http://x/', width: 800, height: 600 };
  const link = ['link', 'rel', 'stylesheet', 'href', 'http://x/a.css'];
  const late = { from: start, until: start + 15_000 };
  const { pages } = record([
    {
      ...line(seq, [
        [0, 0, 1, page, [['html'], link]],
        [1, 5],
        [4, lateMs, 3, ':css', 'p { color: teal }'],
      ]),
      ...late,
    },
  ]);
  const styled = pages[0]?.events.find((event) => JSON.stringify(event).includes('teal'));
  expect((styled?.timestamp ?? 0) - start).toBe(lateMs);
});
