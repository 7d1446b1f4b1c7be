import { expect, test } from 'vitest';
import { sayEnd, sayMaps, saySent, troublesOf, usefulOf } from './model.ts';

const chosen = (...paths: string[]) => paths.map((path) => ({ path, file: new File(['x'], path) }));
const release = {
  ...{ release: '1', files: 3, bytes: 9, scripts: 2, mapped: 2, strayMaps: 0, waiting: 0, finishedAt: 1, by: 'ada' },
  ...{ unfitMaps: [], mapsChecked: true },
  code: { state: 'none' as const, reason: null, product: null, libraries: null, statements: null, problems: [] },
};

test('what lies in one folder is named below it, and what is of no use is left out', () => {
  const { files, leftOut } = usefulOf(chosen('dist/assets/app.js', 'dist/assets/app.js.map', 'dist/logo.png'));
  expect(files.map(({ path }) => path)).toEqual(['assets/app.js', 'assets/app.js.map']);
  expect(leftOut).toBe(1);
  expect(usefulOf(chosen('app.js', 'more/app.js')).files.map(({ path }) => path)).toEqual(['app.js', 'more/app.js']);
});

test('what an upload brought is told apart from what was there', () => {
  expect(saySent({ files: 3, there: 0 }, '1.4.0', 0)).toBe('3 files of 1.4.0 are in use.');
  expect(saySent({ files: 3, there: 2 }, '1.4.0', 0)).toBe('3 files of 1.4.0 are in use, 2 of them as before.');
  expect(saySent({ files: 3, there: 3 }, '1.4.0', 1)).toMatch(/in use, as before\. 1 other was left out/);
});

test('a script without a map, and a map without a script, are told', () => {
  expect(sayMaps(release)).toMatchObject({ tone: 'good', text: '2 of 2' });
  expect(sayMaps({ ...release, mapped: 1 })).toMatchObject({ tone: 'warning', text: '1 of 2' });
  expect(sayMaps({ ...release, strayMaps: 1 }).title).toContain('another build');
  const unfitMaps = [{ script: 'a.js', map: 'a.js.map', why: 'It is of another file.' }];
  const code = { ...release.code, problems: [{ file: 'b.js', message: 'It is cut short.' }] };
  expect(troublesOf({ ...release, mapped: 1, strayMaps: 1, unfitMaps, code })).toEqual([
    'a.js.map is not used for a.js. It is of another file.',
    '1 map belongs to no script: it is of another build.',
    'b.js: It is cut short.',
  ]);
  expect(troublesOf(release)).toEqual([]);
});

test('an upload without an end says that nothing of it is used', () => {
  const file = (state: 'read' | 'refused') => ({ path: 'a.js', bytes: 1, sent: 1, state, reason: '', there: false });
  const files = [file('read'), file('refused')];
  expect(sayEnd({ phase: 'held', files, failure: null })).toEqual({
    title: '1 of 2 files was refused',
    help: expect.stringContaining('Nothing of this upload is used yet'),
  });
  expect(sayEnd({ phase: 'stopped', files, failure: null })).toEqual({
    title: 'Cancelled',
    help: 'Nothing of this upload is used. 1 file has arrived; it waits for a day and is not sent again when you go on.',
  });
  const failure = { title: 'The server does not answer', help: 'Look for it.' };
  expect(sayEnd({ phase: 'stopped', files: [], failure })).toEqual({
    title: failure.title,
    help: 'Look for it. Nothing of this upload is used.',
  });
});
