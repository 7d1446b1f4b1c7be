import type { ScreenStatement, Specification, StatementReview } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { listedReviews, reviewed } from './reviewed.ts';

const screen = (key: string, tier: ScreenStatement['tier'] = 'likely'): ScreenStatement => ({
  ...{ key, point: 2, kind: 'screen', text: 'The screen /orders, titled “Orders”, was visited once.', tier },
  support: { sessions: 1, visitors: 1, observations: 1, against: 0, first: 1, last: 1, releases: [] },
  ...{ confidence: 0.6, evidence: [{ type: 'moment', session: 's', at: 1, release: '', note: '' }] },
  ...{ route: '/orders', title: 'Orders', views: 1, controls: [], enteredFrom: [] },
});
const specification = (statements: ScreenStatement[]): Specification => ({
  ...{ v: 1, project: { id: 'p', name: 'P' }, span: { from: 0, until: 1 }, environment: null, release: null },
  basis: { sessions: 1, visitors: 1, releases: [] },
  points: [{ point: 2, title: 'Screens', shown: true, reason: null, statements, leftOut: 3 }],
});
const review = (key: string, state: StatementReview['state'], text?: string): StatementReview => ({
  ...{ key, state, by: 'ada@example.com', at: 7 },
  ...(text === undefined ? {} : { text }),
});
const about = { by: 'ada@example.com', at: 7 };

test('what a person said of a statement holds for the one that is inferred anew, and is marked as theirs', () => {
  const all = [screen('a'), screen('b', 'suspected'), screen('c'), screen('d')];
  const said = [
    review('a', 'confirmed'),
    review('b', 'corrected', 'Open orders of today.'),
    review('c', 'renamed', 'Inbox'),
    review('gone', 'hidden'),
  ];
  const [point] = reviewed(specification(all), said).points;
  expect(point?.statements).toMatchObject([
    { key: 'a', tier: 'firm', text: all[0]?.text, review: { ...about, state: 'confirmed' } },
    { key: 'b', tier: 'firm', text: 'Open orders of today.', review: { state: 'corrected', inferred: all[1]?.text } },
    { key: 'c', title: 'Inbox', text: 'The screen /orders, titled “Inbox”, was visited once.' },
    { key: 'd', tier: 'likely' },
  ]);
  expect(point?.statements[3]).not.toHaveProperty('review');
});

test('what is hidden is left out and counted, and a point of nothing else says why it is empty', () => {
  const [point] = reviewed(specification([screen('a')]), [review('a', 'hidden')]).points;
  expect(point).toMatchObject({ shown: false, statements: [], leftOut: 4, reason: expect.stringContaining('hidden') });
  expect(point?.leftOutFor).toEqual([{ reason: 'hidden by a member', times: 1 }]);
});

test('what disagrees with a hidden statement is not told either', () => {
  const finding = (key: string) => ({ sort: 'disagreement' as const, point: 2 as const, key, text: '', evidence: [] });
  const told = {
    ...specification([screen('a'), screen('b')]),
    code: { release: '1.0.0', state: 'read' as const, reason: null, findings: [finding('a'), finding('b')] },
  };
  expect(reviewed(told, [review('a', 'hidden')]).code?.findings.map(({ key }) => key)).toEqual(['b']);
  expect(reviewed(told, [review('a', 'confirmed')]).code?.findings).toHaveLength(2);
});

test('what is inferred otherwise since a person spoke is marked, counts alone are not', () => {
  const was = screen('a');
  const now = { ...screen('a'), title: 'All orders', views: 7, text: 'The screen /orders was visited 7 times.' };
  const said = { ...review('a', 'corrected', 'Open orders.'), inferred: was };
  const of = (statement: ScreenStatement) =>
    reviewed(specification([statement]), [said]).points[0]?.statements[0]?.review;
  expect(of(now)).toMatchObject({ state: 'corrected', changed: ['title'] });
  expect(of({ ...was, views: 7, tier: 'suspected' })).not.toHaveProperty('changed');
});

test('the list of what was said has both sentences and the evidence where they part, also of what is hidden', () => {
  const was = screen('a');
  const now = { ...was, title: 'All orders', text: 'The screen /orders, titled “All orders”, was visited once.' };
  const hidden = { ...review('a', 'hidden'), inferred: was };
  expect(listedReviews(specification([now]), [hidden])).toEqual([
    { ...review('a', 'hidden'), before: was.text, since: { changed: ['title'], statement: now } },
  ]);
  // Seen as it was, not seen at all, and said before anybody kept what was inferred.
  const [same, unseen, old] = [hidden, { ...hidden, key: 'gone' }, review('a', 'corrected', 'Open orders.')];
  expect(listedReviews(specification([was]), [same])[0]).not.toHaveProperty('since');
  for (const one of listedReviews(specification([now]), [unseen, old])) expect(one).not.toHaveProperty('since');
});
