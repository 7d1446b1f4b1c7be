import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from './testing/until.ts';
import { type Watched, watchedSite } from './testing/watched.ts';

/** What was typed, where a page shows it again: piece by piece. */
let watched: Watched;
beforeAll(async () => {
  watched = await watchedSite();
});
afterAll(() => watched.stop());

test('a word that was typed is known where a page writes each letter, or piece, into an element with attributes, as one that moves them does', async () => {
  const { site, intake } = watched;
  intake.batches.length = intake.segments.length = 0;
  site.pages['/moving'] = watched.html('<label>Name <input></label><h1></h1><p></p>');
  const page = await watched.open('/moving');
  await page.getByLabel('Name').fill('Ottilie Brandauer');
  await page.evaluate(() => {
    const [letters, pieces] = [document.querySelector('h1'), document.querySelector('p')] as const;
    // As SplitText of GSAP writes them, and as words are marked or linked.
    for (const [at, letter] of [...'Ottilie'].entries())
      letters?.insertAdjacentHTML('beforeend', `<i aria-hidden="true" style="--at: ${at}">${letter}</i>`);
    if (pieces)
      pieces.innerHTML = '<a href="/of/one">Bran</a><a href="/of/two">dauer</a>, <mark data-of="true">you</mark>';
    document.body.classList.add('moved-all');
  });
  const replay = (): string => JSON.stringify(intake.segments);
  await until(() => expect(replay()).toContain('moved-all'));
  await page.close();
  const letters = [...replay().matchAll(/"true","--at: \d","(.+?)"/g)].map(([, letter]) => letter);
  expect(letters).toEqual(['O', 't', 't', '•••••', '•••••', '•••••', '•••••']);
  expect(replay()).not.toContain('dauer');
  expect(replay()).toContain('"you"');
});
