import type { PrettyFrame } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { toSession } from '../../client/links.ts';
import { evenTrend, foldFrames, placeOf, playing, saidBy, sourceWords, standingAfter } from './model.ts';

test('a time without errors is a zero between two that had some', () =>
  expect(
    evenTrend(
      [
        { at: 30, times: 2 },
        { at: 0, times: 1 },
      ],
      10,
    ).map(({ times }) => times),
  ).toEqual([1, 0, 0, 2]));

test('what the application caught is told apart from what nobody caught', () =>
  expect([sourceWords('uncaught', false), sourceWords('console', true), sourceWords('manual', true)]).toEqual([
    'uncaught',
    'console.error, handled',
    'reported by the application',
  ]));

test('an error that says nothing has words to press', () =>
  expect(
    [
      { type: 'TypeError', message: 'x is undefined' },
      { type: 'TypeError', message: ' ' },
      { type: '', message: '' },
    ].map(saidBy),
  ).toEqual(['x is undefined', 'without a message', 'An error without type and message']));

test('a frame of another host names it', () =>
  expect([
    placeOf({ host: '', file: '/app.js', line: 1, column: 204 }),
    placeOf({ host: 'cdn.test', file: '/x.js' }),
  ]).toEqual(['/app.js:1:204', 'cdn.test/x.js']));

test('a function that calls itself stands once with how often, and what is not the product’s is named', () => {
  const frame = (line: number, owner: PrettyFrame['owner'], library = ''): PrettyFrame => ({
    ...{ raw: { host: '', file: '/app.js', line: 1, column: line }, why: '', owner, package: library },
    original: { file: 'src/deep.ts', line, column: 0, function: 'deep' },
  });
  const stack = [
    frame(1, 'product'),
    ...Array.from({ length: 9 }, () => frame(2, 'product')),
    frame(5, 'third-party', 'x'),
  ];
  expect(foldFrames(stack).map(({ at, folded, says, frames }) => [at, folded, says, frames.length])).toEqual([
    [0, false, '', 1],
    [1, false, '', 1],
    [2, true, 'the same 8 times more', 8],
    [10, true, '1 frame of x', 1],
  ]);
});

test('a decision stands before the server says so, and ends what was decided before', () => {
  const someone = { id: 'm_1', name: 'Ada', email: 'ada@shop.example' };
  const ignored = {
    ...{ state: 'ignored' as const, ignoredUntil: 5, resolvedIn: null, resolvedNext: false, regressedIn: null },
    assignee: someone,
  };
  const resolved = standingAfter(ignored, { to: 'resolved', release: '1.2.0' });
  expect(resolved).toMatchObject({ state: 'resolved', resolvedIn: '1.2.0', ignoredUntil: null, assignee: someone });
  expect(standingAfter(resolved, { to: 'open' })).toMatchObject({ state: 'open', resolvedIn: null });
  expect(standingAfter(resolved, { to: 'assigned', member: null })).toMatchObject({
    state: 'resolved',
    assignee: null,
  });
});

test('a link that plays keeps what the link said', () => {
  const { search } = playing(toSession('p_000000000000', 'session-1', 5));
  expect(search({ release: '1.0.0' })).toMatchObject({ release: '1.0.0', play: '1' });
});
