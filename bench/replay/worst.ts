import type { Segment, SegmentOperation } from '@sightglass/wire';
import { begun } from './session.ts';

const place = {
  v: 1,
  format: 'sightglass/1',
  session: 'session-bench',
  tab: 'tab-000001',
  page: 'page-00001',
} as const;
const page = { href: 'https://large.example/', width: 1280, height: 800 };

function segment(seq: number, from: number, until: number, anchor: boolean, events: SegmentOperation[]): Segment {
  return { ...place, seq, from, until, anchor, sentAt: until, events };
}

/** One page so large that no browser lays it out in time; its anchor comes in slices, as the recorder writes it. */
export function* makeHugePage(nodes: number): Generator<Segment> {
  const perSegment = 100_000;
  const body = 4;
  const first: SegmentOperation[] = [[0, 0, 1, page, [['html'], ['head'], -1, ['body']]]];
  const count = Math.ceil(nodes / perSegment);
  let last = body;
  for (let seq = 0; seq < count; seq += 1) {
    const base = last + 1;
    const tokens = Array.from({ length: perSegment / 2 }, (_, at) => [
      ['p', 'class', `c${at % 9}`],
      `Line ${seq} ${at}`,
      -1,
    ]).flat();
    last += perSegment;
    const isLast = seq === count - 1;
    const operations: SegmentOperation[] = [
      ...(seq === 0 ? first : []),
      [2, 1, base, [[body, seq * (perSegment / 2), 0, tokens]]],
    ];
    yield segment(
      seq,
      begun + seq * 100,
      begun + seq * 100 + 99,
      seq === 0,
      isLast ? [...operations, [1, 90]] : operations,
    );
  }
  yield segment(count, begun + 8_000, begun + 9_000, false, [[3, 10, body + 2, 'Changed']]);
}

/** A page that never rests: a minute of changes, hundreds of them in each millisecond. */
export function* makeStorm(changes: number): Generator<Segment> {
  const cells = 2_000;
  const tokens = [
    ['html'],
    ['head'],
    -1,
    ['body'],
    ...Array.from({ length: cells }, () => [['b', 'class', 'c'], 'x', -1]).flat(),
  ];
  yield segment(0, begun, begun + 99, true, [
    [0, 0, 1, page, tokens],
    [1, 5],
  ]);
  const perOperation = 100;
  const perSegment = 200_000;
  const count = Math.ceil(changes / perSegment);
  const each = Math.floor(59_000 / count);
  for (let seq = 1; seq <= count; seq += 1) {
    const operations = Array.from({ length: perSegment / perOperation }, (_, nth): SegmentOperation => {
      const pairs = Array.from({ length: perOperation }, (_, at) => [
        6 + ((nth * 37 + at * 11) % cells) * 2,
        `${seq}.${nth}`,
      ]);
      return [3, Math.floor((nth * each * perOperation) / perSegment), ...pairs.flat()];
    });
    const from = begun + 100 + (seq - 1) * each;
    yield segment(seq, from, from + each - 1, false, operations);
  }
}
