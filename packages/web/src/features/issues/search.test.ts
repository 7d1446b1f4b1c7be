import { expect, test } from 'vitest';
import {
  type IssueSearch,
  isFiltered,
  noSearch,
  readIssueSearch,
  readSearch,
  writeIssueSearch,
  writeSearch,
} from './search.ts';

test('a list of issues can be sent to somebody: its address says all of it, and nothing that is the default', () => {
  expect(readSearch({})).toEqual(noSearch);
  expect(Object.values(writeSearch(noSearch)).filter(Boolean)).toEqual([]);
  expect(isFiltered(noSearch)).toBe(false);
  const wanted = { find: 'status:5xx', kind: '', state: 'resolved', assignee: 'me', sort: 'last' } as const;
  expect(readSearch(writeSearch(wanted))).toEqual(wanted);
  expect(readSearch({ kind: 'nonsense', state: 'nonsense', sort: 'nonsense' })).toEqual(noSearch);
});

test('so does one issue, with the event and the stack that is shown', () => {
  const shown: IssueSearch = { part: 'events', stack: 'raw', event: { session: 's-1', tab: 't-2', number: 7 } };
  expect(readIssueSearch(writeIssueSearch(shown))).toEqual(shown);
  expect(readIssueSearch({ event: 'not an event' }).event).toBeUndefined();
});
