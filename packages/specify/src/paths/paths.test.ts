import { describe, expect, test } from 'vitest';
import { openBook } from '../book.ts';
import { factsOf, type Step, visit } from '../testing/visits.ts';

const thing = { slug: 'slug', name: 'word', size: 3 };
const proven = (segment: number) => ({ proven: [{ segment, from: 'slug' }] });
const times = (count: number, steps: (number: number) => Step[]) =>
  Array.from({ length: count }, (_, number) => visit(number, steps(number)));

function namesOf(sessions: ReturnType<typeof times>): string[] {
  const facts = factsOf(sessions);
  const book = openBook(facts, { sessions: sessions.length, visitors: sessions.length });
  return [...new Set(book.of('call').map(({ key }) => `${book.call(key).method} ${book.call(key).path}`))].sort();
}
function routesOf(sessions: ReturnType<typeof times>): string[] {
  const book = openBook(factsOf(sessions), { sessions: sessions.length, visitors: sessions.length });
  return [...new Set(book.of('screen').map(({ key }) => book.route(key)))].sort();
}

describe('a literal beside proven values', () => {
  const open: Step = { call: 'GET /api/themes/{slug}', answer: thing, more: proven(2) };

  test('is one of them when it answers alike', () =>
    expect(namesOf(times(2, () => [open, { call: 'GET /api/themes/dark', answer: thing }]))).toEqual([
      'GET /api/themes/{themeSlug}',
    ]));

  test('stays when it answers with something of its own, or is a word that any interface has', () =>
    expect(
      namesOf(
        times(2, () => [
          open,
          { call: 'GET /api/themes/seasonal', answer: { items: [thing], total: 4 } },
          { call: 'GET /api/themes/current', answer: thing },
        ]),
      ),
    ).toEqual(['GET /api/themes/current', 'GET /api/themes/seasonal', 'GET /api/themes/{themeSlug}']));

  test('that nobody knows is one of them; one that is forbidden may be anything', () =>
    expect(
      namesOf(
        times(2, () => [
          open,
          { call: 'GET /api/themes/no-such', status: 404 },
          { call: 'GET /api/themes/secret', status: 403 },
        ]),
      ),
    ).toEqual(['GET /api/themes/secret', 'GET /api/themes/{themeSlug}']));

  test('stays while one session alone proved the place', () =>
    expect(namesOf([visit(0, [open, { call: 'GET /api/themes/dark', answer: thing }])])).toHaveLength(2));
});

test('a word beside ids of a form is a word', () =>
  expect(
    namesOf(
      times(3, () => [
        { call: 'GET /api/people/{uuid}', answer: thing },
        { call: 'GET /api/people/directory', answer: thing },
        { call: 'GET /api/people/4x', status: 404 },
      ]),
    ),
  ).toEqual(['GET /api/people/directory', 'GET /api/people/{personId}']));

describe('many literals of one shape', () => {
  const towns = Array.from({ length: 14 }, (_, number) => `town${String.fromCharCode(97 + number)}`);

  test('are values; a few are words', () => {
    const read = (count: number) =>
      times(count, (number) => [{ call: `GET /api/weather/${towns[number]}`, answer: { sky: 'word', wind: 3 } }]);
    expect(namesOf(read(14))).toEqual(['GET /api/weather/{weatherId}']);
    expect(namesOf(read(6))).toHaveLength(6);
  });

  test('leave out the one that most traffic goes to, and nothing right after the interface varies', () => {
    const read = times(14, (number) => [
      { call: `GET /api/weather/${towns[number]}`, answer: { sky: 'word' } },
      { call: 'GET /api/weather/warnings', answer: { sky: 'word' } },
      { call: `GET /api/${towns[number]}`, answer: { sky: 'word' } },
    ]);
    const names = namesOf(read);
    expect(names).toContain('GET /api/weather/warnings');
    expect(names).toContain('GET /api/weather/{weatherId}');
    expect(names).toContain('GET /api/towna');
  });
});

test('a screen has in its address what calls prove; its fixed words stay', () =>
  expect(
    routesOf(
      times(3, (number) => [
        { call: 'GET /api/themes/{slug}', answer: thing, more: proven(2) },
        { screen: `/themes/${['dark', 'light', 'sepia'][number]}` },
        { screen: '/themes/new' },
        { screen: '/orders/{integer}' },
        { screen: '/orders/drafts' },
      ]),
    ),
  ).toEqual(['/orders/drafts', '/orders/{orderId}', '/themes/new', '/themes/{themeId}']));
