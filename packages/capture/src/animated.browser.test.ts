import { expect, test } from 'vitest';
import { newVisitors } from './testing/new-visitors.ts';
import { until } from './testing/until.ts';

/** What scripts have the browser animate (`element.animate`), which nothing in the page says. */
const visitors = newVisitors();

type Told = [frames: Record<string, unknown>[], timing: Record<string, unknown>, heldAt: number | false][];
/** What was told of each, one after another. */
const told = (): (Told | null)[] =>
  visitors.watched.intake.segments
    .flatMap(({ events }) => events as unknown[][])
    .filter(([kind, , , name]) => kind === 4 && name === ':animated')
    .map(([, , , , value]) => value as Told | null);

test('what was animated before the recorder came is told, with an anchor again, and that it is taken back', async () => {
  const { watched } = visitors;
  watched.site.pages['/'] = {
    body: watched.html(`<p id="spins">x</p><script>
      spins.animate([{ rotate: '0deg' }, { rotate: '360deg' }], { duration: 900, iterations: Infinity });
      spins.animate({ opacity: [1, 0] }, { duration: 10 });
    </script>`),
  };
  const page = await visitors.opened();
  await until(() => expect(told()).toHaveLength(1));
  expect(told()[0]).toMatchObject([
    [[{ rotate: '0deg' }, { rotate: '360deg' }], { duration: 900, iterations: null, fill: 'auto' }, false],
  ]);
  // Style sheets are written anew, and all else.
  await page.emulateMedia({ colorScheme: 'dark' });
  await until(() => expect(told()).toHaveLength(2));
  expect(told()[1]).toEqual(told()[0]);
  await page.evaluate(() => document.getAnimations()[0]?.cancel());
  await until(() => expect(told()[2]).toBe(null));
});

test('with an anchor it is told at once, and not at the next look', async () => {
  const { watched } = visitors;
  watched.site.pages['/'] = { body: watched.html('<p id="spins">x</p>') };
  const page = await visitors.opened();
  await visitors.anchored();
  await page.evaluate('spins.animate([{ rotate: "90deg" }], { duration: 900, iterations: Infinity }), undefined');
  await until(() => expect(told()).toHaveLength(1));
  const last = (is: (operation: unknown[]) => boolean): number =>
    watched.intake.segments.flatMap(({ events }) => events as [number, number][]).findLast(is)?.[1] ?? 0;
  // The next look may be soon as well, and a busy machine late: four in a row are neither.
  const atOnce: boolean[] = [];
  for (let asked = 1; !atOnce.slice(-4).every(Boolean) || asked < 5; asked++) {
    expect(asked).toBeLessThan(13);
    await page.emulateMedia({ colorScheme: asked % 2 ? 'dark' : 'light' });
    await until(() => expect(told()).toHaveLength(asked + 1));
    atOnce.push(last(([, , , name]) => name === ':animated') - last(([kind]) => kind === 1) < 250);
  }
});

test('one that is held is told where, and nothing that names a file or holds a text', async () => {
  const { watched } = visitors;
  watched.site.pages['/'] = { body: watched.html('<p id="held">x</p>') };
  const page = await visitors.opened();
  await visitors.anchored();
  await page.evaluate(() => {
    const frame = { width: '90px', content: '"Ottiline"', backgroundImage: 'url(/ottiline.png)', '--who': 'Ottiline' };
    const held = (document.getElementById('held') as Element).animate(frame, {
      duration: 1_000,
      pseudoElement: '::before',
    });
    held.pause();
    held.currentTime = 400;
  });
  await until(() => expect(told()).toHaveLength(1));
  expect(told()[0]).toMatchObject([[[{ width: '90px' }], { duration: 1_000, pseudoElement: '::before' }, 400]]);
  expect(JSON.stringify(told())).not.toMatch(/ottiline/i);
  expect(watched.complaints).toEqual([]);
});

test('one that was played back is told where it stands, and one that adds to what is declared that it does', async () => {
  const { watched } = visitors;
  watched.site.pages['/'] = { body: watched.html('<p id="back">x</p><p id="more" style="translate: 30px">y</p>') };
  const page = await visitors.opened();
  await visitors.anchored();
  await page.evaluate(async () => {
    const [back, more] = ['back', 'more'].map((id) => document.getElementById(id) as Element);
    const menu = back?.animate({ translate: ['0', '80px'] }, { duration: 20, fill: 'both' });
    more?.animate({ translate: '50px' }, { duration: 20, fill: 'forwards', composite: 'add' });
    await menu?.finished;
    menu?.reverse();
    await menu?.finished;
  });
  const last = (way: string): Told[number] | undefined =>
    told().findLast((one) => one?.[0]?.[1].composite === way)?.[0];
  await until(() => expect(last('replace')).toMatchObject([[{ translate: '0px' }, { translate: '80px' }], {}, 0]));
  expect(last('add')).toMatchObject([[{ translate: '50px' }], {}, false]);
});

test('one that goes by a word that was typed is not told, though that is written small', async () => {
  const { watched } = visitors;
  watched.site.pages['/'] = { body: watched.html('<input><p id="by">x</p>') };
  const page = await visitors.opened();
  await visitors.anchored();
  await page.locator('input').click();
  await page.keyboard.type('harpsichord');
  await page.evaluate(() => {
    (document.getElementById('by') as Element).animate({ fontFamily: ['harpsichord', 'serif'] }, 5_000);
  });
  await until(() => expect(told()).toHaveLength(1));
  expect(told()).toEqual([null]);
});
