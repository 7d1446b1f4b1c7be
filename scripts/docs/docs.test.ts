import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pages = ['*.md', 'docs/**/*.md', 'packages/*/README.md', 'packages/plugins/*/README.md', 'fixtures/**/*.md']
  .flatMap((pattern) => globSync(pattern, { cwd: root }))
  .filter((page) => !page.includes('node_modules'))
  .sort();

test('every file and folder that a page of the documentation names is there', () => {
  const missing = pages.flatMap((page) =>
    [...placesIn(readFileSync(join(root, page), 'utf8'), dirname(page))]
      .filter((place) => !existsSync(join(root, place)))
      .map((place) => `${page}: ${place}`),
  );
  expect(missing).toEqual([]);
});

test('every page of the documentation is reached from the README by links', () => {
  const reached = new Set(['README.md']);
  for (const page of reached)
    for (const place of linksIn(readFileSync(join(root, page), 'utf8'), dirname(page)))
      for (const one of place.endsWith('.md') ? [place] : globSync(`${place}/*.md`, { cwd: root }))
        if (pages.includes(one)) reached.add(one);
  expect(pages.filter((page) => page.startsWith('docs/') && !reached.has(page))).toEqual([]);
});

/** From the root of the repository: where links lead, and what stands as code and begins with one of our folders. */
function placesIn(text: string, folder: string): Set<string> {
  const named = [...text.matchAll(/`((?:packages|e2e|scripts|fixtures|demo|bench|docs)\/[\w./-]+)`/g)];
  return new Set([...named.map(([, place = '']) => place), ...linksIn(text, folder)]);
}

function* linksIn(text: string, folder: string): Iterable<string> {
  for (const [, target = ''] of text.matchAll(/\]\(([^)\s#]+)(?:#[^)\s]*)?\)/g))
    if (!/^[a-z]+:/.test(target)) yield join(folder, target);
}
