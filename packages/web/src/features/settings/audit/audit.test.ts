import type { Deed } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { aboutOf, detailWords, outcomeWords, wordsOf } from './model.ts';
import { readSearch, toQuery, wholeAudit, writeSearch } from './search.ts';

const deed = (told: Partial<Deed>): Deed => ({
  ...{ number: 1, at: 1, did: 'key-made', details: [], outcome: 'done' },
  by: { kind: 'member', id: 'm_ada', name: 'ada@example.com' },
  about: { id: '', name: null, erased: false },
  ...told,
});

test('what is chosen stands in the address, and what makes no sense there counts as not chosen', () => {
  const search = { ...wholeAudit, of: 'server', who: 'm_1', what: 'signed-in', first: '2026-11-02' } as const;
  expect(readSearch(writeSearch(search))).toEqual(search);
  expect(Object.values(writeSearch(wholeAudit)).filter(Boolean)).toEqual([]);
  expect(readSearch({ what: 'nothing', first: 'yesterday', of: 'all' })).toEqual(wholeAudit);
  // As a field of a browser tells a year that is being written, and one that is too far away.
  expect(readSearch({ first: '0202-11-23', last: '9999-12-31' })).toEqual(wholeAudit);
});

test('both days are in what is asked for, whole', () => {
  const { from = 0, until = 0 } = toQuery({ ...wholeAudit, first: '2026-11-02', last: '2026-11-03' });
  expect(new Date(from).toString()).toContain('Nov 02 2026 00:00:00');
  expect(new Date(until).toString()).toContain('Nov 04 2026 00:00:00');
});

test('a line names the session, the person or the thing, and of who has no name only that', () => {
  expect(aboutOf(deed({ did: 'session-looked-at', about: { id: 's1', name: null, erased: false } }))).toEqual({
    ...{ type: 'session', id: 's1', erased: false },
  });
  expect(aboutOf(deed({ did: 'member-removed', about: { id: 'm_bo', name: null, erased: false } }))).toEqual({
    ...{ type: 'person', name: null, id: 'm_bo' },
  });
  expect(aboutOf(deed({ did: 'signed-in', about: { id: 'm_ada', name: 'ada@example.com', erased: false } }))).toBe(
    null,
  );
  expect(wordsOf(deed({ did: 'sessions-erased' }))).toBe('Erased sessions');
  expect([outcomeWords('not_found'), outcomeWords('internal')]).toEqual([
    'not done: not_found',
    'failed: internal; some of it may have been done',
  ]);
  expect(detailWords({ name: 'off', from: false, to: true })).toBe('recording off: no → yes');
});
