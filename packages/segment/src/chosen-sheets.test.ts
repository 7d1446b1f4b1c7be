import { expect, test } from 'vitest';
import { createSegmentReader } from './reader.ts';
import { page, segment } from './testing/small-page.ts';

const link = (title: string, rel: string, ...more: unknown[]): unknown[] => [
  ['link', 'title', title, 'rel', rel, ...more, ':css', `.${title} { }`],
  -1,
];
const [light, dark] = [link('light', 'stylesheet'), link('dark', 'alternate stylesheet')];

/** All that sheets on the stage say. */
const told = (events: unknown): string[] =>
  [...JSON.stringify(events).matchAll(/"_cssText":"([^"]*)"/g)]
    .map(([, css = '']) => css.replaceAll(' { }', ''))
    .sort();

function read(head: unknown[], ...changes: unknown[][]): string[][] {
  const reader = createSegmentReader();
  const first = reader.read(
    segment([
      [0, 0, 1, page, [['html'], ['head'], ...head]],
      [1, 0],
    ]),
  );
  const later = changes.map((change, at) => reader.read(segment([[4, 1, ...change]], at + 1)).events);
  return [first.events, ...later].map(told);
}

test('of sheets with titles those of the first title count, and no browser is left to choose', () => {
  const own = [['style', 'title', 'dark'], '.own { }', -1];
  expect(read([...light, ...dark, ...link('', 'stylesheet'), ...own])).toEqual([[' ', ' ', '.', '.light']]);
  const reader = createSegmentReader();
  const { events } = reader.read(
    segment([
      [0, 0, 1, page, [['html'], ['head'], ...light]],
      [1, 0],
    ]),
  );
  expect(JSON.stringify(events)).not.toContain('"title"');
});

test('a script that switches off and on chooses for the browser', () => {
  // The page is told with light (4) on and dark (5) not; then all are switched off, and one is on again.
  const chosen = [4, 'disabled', '', 4, ':css', ' ', 5, 'disabled', null];
  expect(read([...light, ...dark], chosen)).toEqual([
    [' ', '.light'],
    [' ', '.dark'],
  ]);
});

test('a page that is told whole after that says which is off: what is not was chosen', () => {
  const off = [['link', 'title', 'light', 'rel', 'stylesheet', 'disabled', '', ':css', ' '], -1];
  const styles = ['light', 'dark'].flatMap((title) => [['style', 'title', title], `.own-${title} { }`, -1]);
  expect(read([...off, ...dark, ...styles])).toEqual([[' ', ' ', '.dark']]);
});

test('an alternate one without a title counts for nothing, and titles that are hidden are no titles', () => {
  expect(read(link('', 'stylesheet'), [4, 'rel', 'alternate stylesheet'], [4, 'rel', 'stylesheet'])).toEqual([
    ['.'],
    [' '],
    ['.'],
  ]);
  const hidden = [link('•••••', 'stylesheet'), link('•••••', 'alternate stylesheet')].flat();
  expect(read(hidden)).toEqual([[' ', '.•••••']]);
});

test('titles choose nothing in a shadow root, and rules that come into what does not count are told once it does', () => {
  const inner = [['style', 'title', 'dark'], '.inner { }', -1];
  const reader = createSegmentReader();
  const { events } = reader.read(
    segment([
      [0, 0, 1, page, [['html'], ['head'], ...light, ...dark, -1, ['body'], ['p'], [11], ...inner]],
      [1, 0],
    ]),
  );
  expect(told(events)).toEqual([' ', '.light']);
  expect(JSON.stringify(events)).toContain('.inner { }');
  expect(reader.read(segment([[10, 1, 5, [[0, '.more { }']]]], 1)).events).toEqual([]);
  expect(told(reader.read(segment([[4, 2, 5, 'disabled', null]], 2)).events)).toEqual(['.more\\n.dark']);
});

test('a sheet that came counts, whatever its type became while it was loaded', () => {
  const reader = createSegmentReader();
  const plain = link('', 'stylesheet', 'type', 'text/plain');
  const { events } = reader.read(
    segment([
      [0, 0, 1, page, [['html'], ['head'], ...plain]],
      [1, 0],
    ]),
  );
  expect(JSON.stringify(events)).not.toContain('text/plain');
});
