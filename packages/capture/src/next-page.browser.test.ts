import { afterAll, beforeAll, expect, test } from 'vitest';
import { found, told } from './testing/told.ts';
import { until } from './testing/until.ts';
import { type Watched, watchedSite } from './testing/watched.ts';

let watched: Watched;
beforeAll(async () => {
  watched = await watchedSite();
});
afterAll(() => watched.stop());

test('of what was typed on the page before no path, no title and no name of a control tells, before the rest of the SDK has come as well, and where the page is left first', async () => {
  const { site, intake, browsing } = watched;
  const form = `<form method="post" action="/thanks" onsubmit="action = '/u/ermintrude-larkspurson/thanks'"><label>Name <input name="name"></label><label>Note <input name="note"></label><button>Send</button></form>`;
  site.pages['/ask'] = site.pages['/ask-and-go'] = watched.html(form);
  site.pages['POST /u/ermintrude-larkspurson/thanks'] = watched
    .html(
      '<h1>Thank you, Ermintrude Larkspurson</h1><button>Account of Ermintrude</button><p>Your note: my sister keeps bees in the cellar</p><a href="/u/ermintrude-larkspurson">Yours</a><img src="/faces/Ermintrude.png" alt="">',
    )
    .replace('<title>Parts', '<title>Ermintrude Larkspurson');
  const names = (): string[] => intake.records('action').map(({ name }) => name);
  const titles = (): string[] => intake.records('view').map(({ title }) => title);
  for (const isLeft of [false, true]) {
    intake.batches.length = intake.segments.length = 0;
    const page = await browsing.context.newPage();
    const asking = isLeft ? '/ask-and-go' : '/ask';
    await page.goto(site.origin + asking);
    await watched.restCame(asking);
    await page.getByLabel('Name').fill('Ermintrude Larkspurson');
    await page.getByLabel('Note').fill('my sister keeps bees in the cellar');
    const rest = Promise.withResolvers<void>();
    await page.route(/sdk-later/, async (route) => {
      await rest.promise;
      await route.continue().catch(() => undefined);
    });
    await page.getByRole('button').click();
    await page.getByRole('button', { name: 'Account of' }).click();
    if (isLeft) await page.goto('about:blank');
    rest.resolve();
    await until(() => expect(names()).toContain(isLeft ? '{text} {text} {text}' : 'Account of {text}'));
    await until(() => expect(titles()).toContain('{text} {text}'));
    const route = isLeft ? '/{token}/{token}/{token}' : '/u/{token}/thanks';
    await until(() => expect(intake.records('view').map((view) => view.route)).toContain(route));
    await page.close();
    const typed = ['Ermintrude', 'Larkspurson', 'keeps bees', 'the cellar'].map((word): [string, string] => [
      word,
      word,
    ]);
    for (const [about, text] of Object.entries(told(intake))) expect(found(text, typed), about).toEqual([]);
  }
});

test.each([
  ['as the page is left', 'left', ' onsubmit="localStorage.clear()"', ''],
  ['as the next one begins', 'begun', '', '<script>sessionStorage.clear()</script>'],
])(
  'of what was typed on the page before nothing is told though the browser’s storage is emptied, as where somebody signs in or out: %s',
  async (_, name, onSubmit, begins) => {
    const { site, intake } = watched;
    intake.batches.length = intake.segments.length = 0;
    site.pages[`/sign-in/${name}`] = watched.html(
      `<form method="post" action="/signed-in/${name}"${onSubmit}><label>Name <input name="name"></label><button>Sign in</button></form>`,
    );
    site.pages[`POST /signed-in/${name}`] = watched.html(
      `${begins}<h1>Welcome, Peregrine Larkspurson</h1><button>Account of Peregrine</button>`,
    );
    const page = await watched.open(`/sign-in/${name}`);
    await watched.restCame(`/sign-in/${name}`);
    await page.getByLabel('Name').fill('Peregrine Larkspurson');
    await page.getByRole('button').click();
    await page.getByRole('button', { name: 'Account of' }).click();
    await until(() => expect(intake.records('action').map(({ name }) => name)).toContain('Account of {text}'));
    await until(() => expect(JSON.stringify(intake.segments)).toContain('Welcome, ••••• •••••'));
    expect(new Set(intake.batches.map(({ session }) => session)).size).toBe(1);
    await page.close();
  },
);

test('of what was typed on the page before nothing is told though a frame of that had the SDK as well, which is left after it', async () => {
  const { site, intake } = watched;
  intake.batches.length = intake.segments.length = 0;
  site.pages['/help'] = watched.html('<p>How to pay</p>');
  site.pages['/join'] = watched.html(
    '<form method="post" action="/joined"><label>Name <input name="name"></label><button>Join</button></form><iframe src="/help"></iframe>',
  );
  site.pages['POST /joined'] = watched.html(
    '<h1>Welcome, Peregrine Larkspurson</h1><button>Account of Peregrine</button>',
  );
  const page = await watched.open('/join');
  await watched.restCame('/join');
  await watched.restCame('/help');
  await page.getByLabel('Name').fill('Peregrine Larkspurson');
  await page.getByRole('button').click();
  await page.getByRole('button', { name: 'Account of' }).click();
  await until(() => expect(intake.records('action').map(({ name }) => name)).toContain('Account of {text}'));
  await until(() => expect(JSON.stringify(intake.segments)).toContain('Welcome, ••••• •••••'));
  await page.close();
});

test('on the next page a name of which each part had a field of its own is hidden where it is written together, and a phone in digits of any script in its groups', async () => {
  const { site, intake } = watched;
  intake.batches.length = intake.segments.length = 0;
  const parts = ['山田', '太郎', '１５０－００４１', '٠٥٠ ١٢٣ ٤٥٦'];
  site.pages['/register'] = watched.html(
    `<form method="post" action="/registered">${parts.map((_, at) => `<label>Part ${at} <input name="part${at}"></label>`).join('')}<button>Send</button></form>`,
  );
  site.pages['POST /registered'] = watched.html(
    '<h1>こんにちは山田太郎さん</h1><p>〒１５０－００４１</p><p>هاتف ٠٥٠ ١٢٣ ٤٥٦ السنة ١٤٤٨ هـ</p>',
  );
  const page = await watched.open('/register');
  await watched.restCame('/register');
  for (const [at, part] of parts.entries()) await page.getByLabel(`Part ${at}`).fill(part);
  await page.getByRole('button').click();
  const replay = (): string => JSON.stringify(intake.segments);
  await until(() => expect(replay()).toContain('こんにちは'));
  await page.close();
  expect(replay()).toContain('"こんにちは•••••さん"');
  expect(replay()).toContain('"〒•••••－•••••"');
  expect(replay()).toContain('"هاتف ••••• ••••• ••••• السنة ١٤٤٨ هـ"');
});

test('on the next page what an address begins with, the year of a day that is to come and a length in pixels stay, though somebody typed them', async () => {
  const { site, intake } = watched;
  intake.batches.length = intake.segments.length = 0;
  site.pages['/book'] = watched.html(
    '<form method="post" action="/booked"><label>Site <input name="site"></label><label>Day <input type="date" name="day"></label><label>Budget <input name="budget"></label><button>Book</button></form>',
  );
  site.pages['POST /booked'] = watched.html(
    '<p>Booked, see www for more of brackwater, for 1200 in all</p><footer>© 2031 Parts</footer><img src="/uploads/2031/04/a.png" alt="">',
    { head: '<style>:root { --breakpoint-xl: 1200px }</style>' },
  );
  const page = await watched.open('/book');
  await watched.restCame('/book');
  await page.getByLabel('Site').fill('www.brackwater.example');
  await page.getByLabel('Day').fill('2031-04-17');
  await page.getByLabel('Budget').fill('1200');
  await page.getByRole('button').click();
  const replay = (): string => JSON.stringify(intake.segments);
  await until(() => expect(replay()).toContain('"Booked, see www for more of •••••, for ••••• in all"'));
  await page.close();
  expect(replay()).toContain('--breakpoint-xl: 1200px');
  expect(replay()).toContain('"© 2031 Parts"');
  // What is not kept has nothing behind its mark.
  expect(replay()).toMatch(/\/a\.png#\w+"/);
});

test('who looks for a site by its own name is shown its pictures as any other, on that page and on the next one', async () => {
  const { site, intake, browsing } = watched;
  intake.batches.length = intake.segments.length = 0;
  const origin = site.origin.replace('127.0.0.1', 'larkspur.localhost');
  site.pages['/search'] = watched.html(
    '<form action="/found"><label>Search <input name="q"></label><button>Find</button></form>',
  );
  site.pages['/found'] = watched.html('<img src="/pictures/of-found.png" alt=""><a href="/larkspur">Larkspur</a>');
  const page = await browsing.context.newPage();
  await page.goto(`${origin}/search`);
  await watched.restCame('/search');
  await page.getByLabel('Search').fill('Larkspur jacket');
  await page.evaluate(() => document.body.append(Object.assign(new Image(), { src: '/pictures/of-search.png' })));
  const replay = (): string => JSON.stringify(intake.segments);
  await until(() => expect(replay()).toContain(`"${origin}/pictures/of-search.png"`));
  await page.getByRole('button').click();
  await until(() => expect(replay()).toContain(`"${origin}/pictures/of-found.png"`));
  await page.close();
  expect(replay()).toContain('"/•••••","•••••"');
});

test('what a page goes by stays, though somebody typed it on the one before: what hosts and pictures end on', async () => {
  const { site, intake } = watched;
  intake.batches.length = intake.segments.length = 0;
  site.pages['/profile'] = watched.html(
    '<form method="post" action="/saved"><label>Mail <input name="mail"></label><input type="file"><button>Save</button></form>',
  );
  site.pages['POST /saved'] = watched.html(
    '<img src="/pictures/of-saved.png" alt=""><a href="https://docs.example.com/">Help</a>',
  );
  const page = await watched.open('/profile');
  await watched.restCame('/profile');
  await page.getByLabel('Mail').fill('ottiline@brackwater.com.au');
  await page
    .locator('[type=file]')
    .setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('-') });
  await page.getByText('Save').click();
  const replay = (): string => JSON.stringify(intake.segments);
  await until(() => expect(replay()).toContain('https://docs.example.com/'));
  await page.close();
  expect(replay()).toContain('/pictures/of-saved.png"');
});
