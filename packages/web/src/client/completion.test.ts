import { expect, test } from 'vitest';
import { completionAt, wantedAt } from './completion.ts';

const values = [
  { value: 'admin', sessions: 4 },
  { value: 'shop owner', sessions: 2 },
];
const offered = (search: string, caret = search.length) =>
  completionAt(search, caret, values).offers.map(({ text }) => text);

test('names are offered by their beginning, and by what other products call them', () => {
  expect(offered('x -stat')).toEqual(['status:', 'state:']);
  expect(offered('@usr.i')).toContain('visitor:');
});

test('values of the name are offered, those with blanks in quotes, and what is written already is not', () => {
  expect(offered('role:')).toEqual(['role:admin ', 'role:"shop owner" ']);
  expect(offered('a role:"shop o')).toEqual(['role:"shop owner" ']);
  expect(offered('has:fr')).toEqual(['has:frustrations ']);
  expect(offered('role:admin')).toEqual([]);
});

test('what is offered takes the place of the word at the caret', () =>
  expect(completionAt('a sta b', 5, [])).toMatchObject({ from: 2, to: 5 }));

test('values are wanted behind the name and its colon, as far as they are written', () => {
  expect(wantedAt('a -call:"GET /or', 16)).toEqual({ key: 'call', part: 'GET /or' });
  expect(wantedAt('rol', 3)).toBeUndefined();
});
