import { afterAll, beforeAll, expect, test } from 'vitest';
import { found, told } from './testing/told.ts';
import { until } from './testing/until.ts';
import { type Watched, watchedSite } from './testing/watched.ts';

/** What was typed, where a page shows it again: piece by piece, and in a frame. */
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
    const letters = document.querySelector('h1');
    // As SplitText of GSAP writes them. Both are read a little at a time, in turn, where the machine is busy.
    for (const [at, letter] of [...'Ottilie'].entries())
      letters?.insertAdjacentHTML('beforeend', `<i aria-hidden="true" style="--at: ${at}">${letter}</i>`);
    const pieces = document.querySelector('p');
    // As words are marked or linked.
    if (pieces)
      pieces.innerHTML = '<a href="/of/one">Bran</a><a href="/of/two">dauer</a>, <mark data-of="true">you</mark>';
    document.body.classList.add('moved-all');
  });
  const replay = (): string => JSON.stringify(intake.segments);
  // What changed may be told before the last of what is new, which has its turn.
  const said = ['moved-all', '"you"', '--at: 6'];
  await until(() => expect(said.filter((one) => !replay().includes(one))).toEqual([]));
  await page.close();
  const letters = [...replay().matchAll(/"true","--at: \d","(.+?)"/g)].map(([, letter]) => letter);
  expect(letters).toEqual(['O', 't', 't', '•••••', '•••••', '•••••', '•••••']);
  expect(replay()).not.toContain('dauer');
  expect(replay()).toContain('"you"');
});

test('a letter of a name is known by those before it, also told alone, behind what says nothing, or in a shadow root of its own', async () => {
  const { site, intake } = watched;
  intake.batches.length = intake.segments.length = 0;
  site.pages['/letters'] = watched.html('<label>Name <input></label><h1>Nobody</h1><h2></h2>');
  const page = await watched.open('/letters');
  await page.getByLabel('Name').fill('Ottilie');
  await page.evaluate(() => {
    const [marked, own] = document.querySelectorAll('h1, h2') as unknown as [Element, Element];
    marked.innerHTML = [...'Ottilie'].map((letter) => `<i>${letter}</i><!-- a letter --><img alt="">`).join('');
    for (const letter of 'Ottilie') {
      const root = own.appendChild(document.createElement('span')).attachShadow({ mode: 'open' });
      root.innerHTML = `<u>${letter}</u>`;
    }
  });
  const replay = (): string => JSON.stringify(intake.segments.map(({ events }) => events));
  // What the field holds is one.
  const masks = (): number => replay().split('•••••').length - 2;
  await until(() => expect(masks()).toBe(8));
  // As a board does whose letters turn.
  await page.evaluate(() => {
    const letter = document.querySelectorAll('h1 i')[5]?.firstChild as Text;
    letter.data = 'x';
    setTimeout(() => (letter.data = 'i'), 1500);
  });
  await until(() => expect(masks()).toBe(9));
  // As a link does whose letters roll: each stands there twice.
  await page.evaluate(() => {
    const letters = [...'Ottilie'].map((letter) => `<s>${letter}</s>`).join('');
    document.body.insertAdjacentHTML('beforeend', `<p><a href="/">${letters}</a><a href="/">${letters}</a></p>`);
  });
  await until(() => expect(masks()).toBe(17));
  await page.close();
});

test('what a name begins with hides no other words while it is typed, where most begin with an article, nor does a name the word behind it, whatever its letters', async () => {
  const { site, intake } = watched;
  intake.batches.length = intake.segments.length = 0;
  site.pages['/souq'] = watched.html('<label>الاسم <input></label><button>التالي</button><p></p>');
  const page = await watched.open('/souq');
  await watched.restCame('/souq');
  const shown = page.locator('p');
  await page.getByRole('textbox').pressSequentially('الإسكندراني');
  await page.getByRole('button').click();
  await shown.evaluate((at) => (at.innerHTML = 'إلى الإسكندراني <b>الإسكندراني</b><i>یاس</i> التالي'));
  const replay = (): string => JSON.stringify(intake.segments);
  await until(() => expect(replay()).toContain('" التالي"'));
  await until(() => expect(intake.records('action').map(({ name }) => name)).toContain('التالي'));
  await page.close();
  expect(replay()).toContain('"یاس"');
  expect(replay()).not.toMatch(/سكندر/);
});

test('of what was typed in a page a frame that comes after it tells nothing, before the rest of the SDK has come there as well', async () => {
  const { site, intake } = watched;
  intake.batches.length = intake.segments.length = 0;
  site.pages['/ask'] = watched.html('<label>Name <input></label>');
  site.pages['/u/ermintrude-larkspurson/card'] = watched
    .html('<h1>Ermintrude Larkspurson</h1><button>Call Ermintrude</button>')
    .replace('<title>Parts', '<title>Card of Ermintrude Larkspurson');
  const page = await watched.open('/ask');
  await watched.restCame('/ask');
  await page.getByLabel('Name').fill('Ermintrude Larkspurson');
  const rest = Promise.withResolvers<void>();
  await page.route(/sdk-later/, async (route) => {
    await rest.promise;
    await route.continue();
  });
  await page.evaluate(() => {
    document.body.append(Object.assign(document.createElement('iframe'), { src: '/u/ermintrude-larkspurson/card' }));
  });
  await page.frameLocator('iframe').getByRole('button').click();
  rest.resolve();
  await until(() => expect(intake.records('action').map(({ name }) => name)).toContain('Call {text}'));
  await until(() => expect(intake.records('view').map(({ title }) => title)).toContain('Card of {text}'));
  await until(() => expect(intake.records('view').map(({ route }) => route)).toContain('/u/{token}/card'));
  await page.close();
  const typed = ['Ermintrude', 'Larkspurson'].map((word): [string, string] => [word, word]);
  for (const [about, text] of Object.entries(told(intake))) expect(found(text, typed), about).toEqual([]);
});

test('of several things that were listed in one field each is known by itself, as chips show them: in the replay, by their buttons, and on the next page', async () => {
  const { site, intake } = watched;
  intake.batches.length = intake.segments.length = 0;
  const things = ['asthma', 'gluten', 'latex', 'lupus', 'opium'];
  const chips = (all: string[]): string =>
    all.map((one) => `<span>${one}</span><button aria-label="Remove ${one}">x</button>`).join('');
  site.pages['/allergies'] = watched.html(
    '<form method="post" action="/allergies/saved"><label>Allergies <input name="all"></label><button>Save</button></form><div></div>',
  );
  site.pages['POST /allergies/saved'] = watched.html(`<h1>Saved</h1>${chips(things)}`);
  const page = await watched.open('/allergies');
  await watched.restCame('/allergies');
  await page.getByLabel('Allergies').pressSequentially('asthma, gluten, latex; lupus and opium');
  await page.evaluate((shown) => {
    const chipsHere = document.querySelector('div');
    if (chipsHere) chipsHere.innerHTML = shown;
  }, chips(things));
  const names = (): string[] => intake.records('action').map(({ name }) => name);
  await page.getByRole('button', { name: 'Remove latex' }).click();
  await until(() => expect(names()).toContain('Remove {text}'));
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Saved' }).waitFor();
  await page.getByRole('button', { name: 'Remove lupus' }).click();
  await until(() => expect(names().filter((name) => name === 'Remove {text}')).toHaveLength(2));
  await until(() => expect(JSON.stringify(intake.segments)).toContain('"Saved"'));
  await page.close();
  for (const [about, text] of Object.entries(told(intake)))
    expect(
      found(
        text,
        things.map((thing): [string, string] => [thing, thing]),
      ),
      about,
    ).toEqual([]);
});

test('what a control is called ends within no word that was typed, however much of it is hidden', async () => {
  const { site, intake } = watched;
  intake.batches.length = intake.segments.length = 0;
  site.pages['/notes'] = watched.html(
    `<form onsubmit="event.preventDefault(); lastElementChild.setAttribute('aria-label', 'Remove ' + note.value + ' by ' + by.value)">
    <label>Note <textarea name="note"></textarea></label><label>By <input name="by"></label><button>Save</button></form>`,
  );
  const page = await watched.open('/notes');
  await watched.restCame('/notes');
  // Of what it is called 240 letters would end within the name.
  await page.getByLabel('Note').fill('the tenant of the upper floor is late with the rent '.repeat(5).slice(0, 211));
  await page.getByLabel('By').fill('Ermintrude Larkspurson');
  await page.getByRole('button').click();
  await page.getByRole('button', { name: 'Remove' }).click();
  const names = (): string[] => intake.records('action').map(({ name }) => name);
  await until(() => expect(names().join()).toContain('Remove {text}'));
  await page.close();
  expect(names().filter((name) => name.startsWith('Remove'))).toEqual(['Remove {text} by {text}']);
});

test('of a number that is refused since it is between two steps the browser says which ones these are: no record tells them', async () => {
  const { site, intake } = watched;
  intake.batches.length = intake.segments.length = 0;
  site.pages['/pay'] = watched.html(
    '<form><label>Pay <input type="number" name="pay"></label><button>Send</button></form>',
  );
  const page = await watched.open('/pay');
  await watched.restCame('/pay');
  await page.getByLabel('Pay').pressSequentially('85250.5');
  await page.getByRole('button').click();
  const said = (): unknown[] =>
    intake.records('form').flatMap(({ refusals = [] }) => refusals.map(({ message }) => message));
  await until(() => expect(said()).toHaveLength(1));
  await page.close();
  expect(said()).toEqual(['Please enter a valid value. The two nearest valid values are {text} and {number}.']);
});

test('names that answers held are in no name of a control, however their paths end; what a page says in several languages is', async () => {
  const { site, intake } = watched;
  intake.batches.length = intake.segments.length = 0;
  const answers: [path: string, says: string][] = [
    ['/people.json', 'Sybilla Rackstraw'],
    ['/_next/data/build7/de/people.json', 'Barnaby Quickenden'],
    ['/people.php', 'Evangeline Oakenshaw'],
    ['/locales/en/shop.json', 'Save all changes'],
    ['/i18n/en-GB.json', 'Delete this item'],
  ];
  for (const [path, says] of answers) site.pages[path] = { body: JSON.stringify({ says }), type: 'application/json' };
  // A table that is sorted and filtered in the page has hundreds of rows.
  const rows = Array.from({ length: 450 }, (_, at) => ({
    says: `Quartermaine No${at}`,
    more: [`Ms ${at}`, `of ${at}`],
  }));
  rows[400] = { says: 'Wilhelmina Thistlewood', more: [] };
  site.pages['/rows'] = { body: JSON.stringify(rows), type: 'application/json' };
  site.pages['/answers'] = watched.html(`<script>
    for (const path of ${JSON.stringify(answers.map(([path]) => path))})
      fetch(path).then((answer) => answer.json()).then(({ says }) => document.body.insertAdjacentHTML('beforeend', '<button>' + says + '</button>'));
    fetch('/rows').then((answer) => answer.json()).then((rows) => document.body.insertAdjacentHTML('beforeend', '<button>Call ' + rows[400].says + '</button>'))</script>`);
  const page = await watched.open('/answers');
  await watched.restCame('/answers');
  for (const [, says] of answers) await page.getByRole('button', { name: says }).click();
  await page.getByRole('button', { name: 'Call' }).click();
  // Some are told twice: nothing answers these clicks.
  await until(() =>
    expect([...new Set(intake.records('action').map(({ name }) => name))]).toEqual([
      '{text}',
      'Save all changes',
      'Delete this item',
      'Call {text}',
    ]),
  );
  await page.close();
});
