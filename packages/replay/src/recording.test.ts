import type { ReplayLine, ReplaySegment } from '@sightglass/wire';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createGathering, loadReplay, type Recording } from './recording.ts';

const start = 1_790_000_000_000;

const page = (tab: string, name: string, segments: number, from = start): (ReplaySegment & { format: 'rrweb/2' })[] =>
  Array.from({ length: segments }, (_, seq) => ({
    format: 'rrweb/2',
    tab,
    page: name,
    seq,
    from: from + seq * 1_000,
    until: from + seq * 1_000 + 900,
    anchor: seq === 0,
    events: [
      ...(seq === 0
        ? [{ type: 4, timestamp: from, data: { href: 'http://x/', width: 800, height: 600 } }, snapshot(from)]
        : []),
      { type: 3, timestamp: from + seq * 1_000 + 500, data: { source: 3, id: 1, x: 0, y: seq } },
    ],
  }));

const snapshot = (timestamp: number) => ({
  type: 2,
  timestamp,
  data: { node: { type: 0, id: 1, childNodes: [] }, initialOffset: { top: 0, left: 0 } },
});

async function* stream(lines: ReplayLine[]): AsyncGenerator<ReplayLine> {
  yield* lines;
}

const missing = ({ gaps }: Recording) =>
  gaps.filter(({ reason }) => reason === 'missing-segments').reduce((sum, { segments }) => sum + segments, 0);

test('whatever is lost, shuffled or sent twice, a replay loads, in order, and tells every segment that is missing before one that came', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(), fc.boolean(), fc.boolean()), { minLength: 12, maxLength: 12 }),
      async (fates) => {
        const all = [
          ...page('a', 'one', 5),
          ...page('a', 'two', 3, start + 7_000),
          ...page('b', 'one', 4, start + 2_000),
        ];
        const kept = all.filter((_, index) => fates[index]?.[1]);
        const order = new Map(kept.map((line, index) => [line, fates[index]?.[0] ?? 0]));
        const sent = [...kept, ...kept.filter((_, index) => fates[index]?.[2])].sort(
          (a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0),
        );
        const recording = await loadReplay(stream(sent));
        const expected = [
          ['a', 'one'],
          ['a', 'two'],
          ['b', 'one'],
        ].map(([tab, name]) => {
          const seqs = kept.filter((line) => line.tab === tab && line.page === name).map(({ seq }) => seq);
          return seqs.length === 0 ? 0 : Math.max(...seqs) + 1 - seqs.length;
        });
        expect(missing(recording)).toBe(expected.reduce((sum, count) => sum + count, 0));
        for (const { events } of recording.pages)
          expect(events.map(({ timestamp }) => timestamp)).toEqual(
            events.map(({ timestamp }) => timestamp).toSorted((a, b) => a - b),
          );
        expect(recording.pages.flatMap(({ events }) => events)).toHaveLength(
          kept.reduce((sum, { events }) => sum + events.length, 0),
        );
      },
    ),
    { seed: 7, numRuns: 300 },
  ));

test('the same segments in any order make the same recording', () =>
  fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(page('a', 'one', 6), { minLength: 6 }), async (shuffled) => {
      expect(await loadReplay(stream(shuffled))).toEqual(await loadReplay(stream(page('a', 'one', 6))));
    }),
    { seed: 11, numRuns: 50 },
  ));

test('a page without a snapshot is a gap from its start to its end', async () => {
  const [, second] = page('a', 'one', 2);
  const { gaps } = await loadReplay(stream(second ? [second] : []));
  expect(gaps.map(({ reason }) => reason)).toEqual(['missing-segments', 'no-snapshot']);
});

test('after what never arrived the page may lack something, until it is told whole again or ends', async () => {
  const lines = page('a', 'one', 6);
  const { gaps, until } = await loadReplay(stream(lines.filter(({ seq }) => seq !== 2)));
  const [, , , next] = lines;
  expect(gaps).toMatchObject([{ until: next?.from, staleUntil: until }]);
});

test('a damaged segment is a gap until its bytes come whole', () => {
  const gathering = createGathering();
  const [first, second] = page('a', 'one', 2);
  if (!first || !second) throw new Error('two segments were made');
  gathering.add(first);
  gathering.add({ gap: { ...second, reason: 'checksum' } });
  expect(gathering.recording().gaps).toMatchObject([{ reason: 'damaged-segments', from: second.from }]);
  expect(gathering.add(second)).toBe(true);
  expect(gathering.recording().gaps).toEqual([]);
});

test('one clock that leaps a year ahead does not carry the events after it away', async () => {
  const lines = page('a', 'one', 2);
  lines[0]?.events.push({ type: 3, timestamp: start + 31_536_000_000, data: { source: 3, id: 1, x: 0, y: 0 } });
  const { until } = await loadReplay(stream(lines));
  expect(until).toBe(start + 1_900);
});

test('pointer positions of one bunch get the times at which the pointer was there', async () => {
  const [line] = page('a', 'one', 1);
  if (!line) throw new Error('a segment was made');
  const positions = [-400, -200, 0].map((timeOffset) => ({ x: timeOffset, y: 0, id: 1, timeOffset }));
  line.events.push({ type: 3, timestamp: start + 800, data: { source: 1, positions } });
  const { pages } = await loadReplay(stream([line]));
  const moves = pages[0]?.events.filter(({ data }) => (data as { source?: number }).source === 1) ?? [];
  expect(moves.map(({ timestamp }) => timestamp - start)).toEqual([400, 600, 800]);
});
