import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from './search.ts';
import { aboutOf, defaultRange, searchOfRange, whereOf } from './where.ts';

const project = 'p_000000000001';
const day = 24 * 3_600_000;

test('an empty address means everything of the last 14 days', () => {
  expect(whereOf(project, {})).toEqual({ project, environment: '', release: '', range: { last: defaultRange } });
});

test('a part of the address that makes no sense is as if it were not there, alone', () => {
  const where = whereOf(project, { env: 'production', range: 'for ever', from: 'yesterday', until: 'soon' });
  expect(where).toMatchObject({ environment: 'production', range: { last: defaultRange } });
  expect(whereOf(project, { from: '2026-11-20T10:00Z', until: '2026-11-19T10:00Z' }).range).toEqual({
    last: defaultRange,
  });
});

test.each([
  { last: '24h' as const },
  { last: defaultRange },
  { from: Date.UTC(2026, 10, 19, 10), until: Date.UTC(2026, 10, 20, 10, 30) },
])('a range survives the way through the address: %o', (range) => {
  const written = stringifySearch({ ...searchOfRange(range) });
  expect(whereOf(project, parseSearch(written)).range).toEqual(range);
});

test('the default range leaves no trace in the address', () =>
  expect(stringifySearch({ ...searchOfRange({ last: defaultRange }) })).toBe(''));

test('"the last" moves on with the clock and reaches what fast clocks sent', () => {
  const now = Date.UTC(2026, 10, 21);
  const about = aboutOf(whereOf(project, { range: '7d' }), now);
  expect(about.from).toBe(now - 7 * day);
  expect(about.until).toBeGreaterThan(now);
});

test('an address reads as what it says: numbers and words stay texts', () => {
  expect(parseSearch('?release=1.0&q=true&has=')).toEqual({ release: '1.0', q: 'true' });
  expect(stringifySearch({ release: '1.0', env: '', q: undefined })).toBe('?release=1.0');
});
