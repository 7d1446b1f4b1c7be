import { expect, test } from 'vitest';
import { sayMaps, usefulOf } from './model.ts';

const chosen = (...paths: string[]) => paths.map((path) => ({ path, file: new File(['x'], path) }));
const release = {
  ...{ release: '1', files: 3, bytes: 9, scripts: 2, mapped: 2, strayMaps: 0, waiting: 0, finishedAt: 1, by: 'ada' },
  code: { state: 'none' as const, reason: null, product: null, libraries: null, statements: null, problems: [] },
};

test('what lies in one folder is named below it, and what is of no use is left out', () => {
  const { files, leftOut } = usefulOf(chosen('dist/assets/app.js', 'dist/assets/app.js.map', 'dist/logo.png'));
  expect(files.map(({ path }) => path)).toEqual(['assets/app.js', 'assets/app.js.map']);
  expect(leftOut).toBe(1);
  expect(usefulOf(chosen('app.js', 'more/app.js')).files.map(({ path }) => path)).toEqual(['app.js', 'more/app.js']);
});

test('a script without a map, and a map without a script, are told', () => {
  expect(sayMaps(release)).toMatchObject({ tone: 'good', text: '2 of 2' });
  expect(sayMaps({ ...release, mapped: 1 })).toMatchObject({ tone: 'warning', text: '1 of 2' });
  expect(sayMaps({ ...release, strayMaps: 1 }).title).toContain('another build');
});
