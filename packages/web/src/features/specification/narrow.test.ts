import type { Specification, StatementOf } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { chaptersOf, isOnPage } from './model.ts';
import { changedKeys, offersOf } from './narrow.ts';
import { readSearch, writeSearch } from './search.ts';

const role = (name: string, tier: StatementOf<'role'>['tier'], against = 0): StatementOf<'role'> => ({
  ...{ key: `role ${name}`, point: 6, kind: 'role', text: `Some have the role ${name}.`, name, tier, confidence: 0.9 },
  support: { sessions: 3, visitors: 2, observations: 9, against, first: 1, last: 2, releases: ['1.0.0'] },
  evidence: [{ type: 'moment', session: 's', at: 1, release: '1.0.0', note: 'signed in' }],
});
const [admin, clerk, guest] = [role('admin', 'firm'), role('clerk', 'likely', 2), role('guest', 'suspected')];
const specification: Specification = {
  ...{ v: 1, project: { id: 'p_000000000000', name: 'Desk' }, span: { from: 1, until: 2 } },
  ...{ environment: null, release: null, basis: { sessions: 3, visitors: 2, releases: ['1.0.0'] } },
  code: {
    ...{ release: '1.0.0', state: 'read', reason: null },
    findings: [{ sort: 'disagreement', point: 6, key: admin.key, text: 'Otherwise in code.', evidence: [] }],
  },
  points: [
    {
      ...{ point: 6, title: 'Roles', shown: true, reason: null, leftOut: 0 },
      statements: [admin, clerk, guest],
    },
  ],
};
const everything = { find: '', show: null, changed: null };
const keysBy = (asked: object): string[] =>
  chaptersOf(specification, { ...everything, ...asked }).flatMap(({ stated, suspected }) =>
    [...stated, ...suspected].map(({ key }) => key),
  );

test('each choice leaves what it is called, and words narrow it further', () => {
  expect(keysBy({ show: 'shown' })).toEqual([admin.key, clerk.key]);
  expect(keysBy({ show: 'suspected' })).toEqual([guest.key]);
  expect(keysBy({ show: 'contradicted' })).toEqual([clerk.key]);
  expect(keysBy({ show: 'disagreement' })).toEqual([admin.key]);
  expect(keysBy({ show: 'changed', changed: new Set([guest.key]) })).toEqual([guest.key]);
  expect(keysBy({ show: 'shown', find: 'clerk' })).toEqual([clerk.key]);
});

test('what is not shown are the points without a statement, and these alone', () => {
  const asked = { ...everything, show: 'not-shown' } as const;
  const onPage = chaptersOf(specification, asked).filter((chapter) => isOnPage(chapter, asked));
  expect(onPage.map(({ point }) => point)).toEqual([1, 2, 3, 4, 5, 7, 8, 9]);
});

test('what the code would tell is offered where the code is known, and changes where two releases are', () => {
  const { code: _, ...without } = specification;
  const names = (of: Specification, changed: Set<string> | null) => offersOf(of, changed).map(({ choice }) => choice);
  expect(names(without, null)).toEqual(['shown', 'suspected', 'not-shown', 'contradicted', 'said-otherwise']);
  expect(offersOf(specification, new Set([admin.key]))).toContainEqual({ choice: 'changed', count: 1 });
  expect(offersOf(specification, null)).toContainEqual({ choice: 'disagreement', count: 1 });
});

test('a change counts with what it brings, and what is gone is in no newer document', () => {
  const change = (key: string, change: 'added' | 'removed' | 'changed') => ({ key, change });
  const items = [{ ...change('a', 'removed'), consequences: [change('b', 'changed')] }] as Parameters<
    typeof changedKeys
  >[0]['items']; // as much of a change as is looked at
  expect([...changedKeys({ items })]).toEqual(['b']);
});

test('the address holds what is asked, and what it cannot mean is everything', () => {
  const asked = { find: 'order', show: 'suspected', before: '1.0.0', after: '1.1.0' } as const;
  expect(readSearch(writeSearch(asked))).toEqual(asked);
  expect(readSearch({ show: 'all-of-it' })).toEqual({ find: '', show: null, before: '', after: '' });
});
