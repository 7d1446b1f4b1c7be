import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { usualPolicy } from './testing/intake.ts';
import { until } from './testing/until.ts';
import { key, type Watched, watchedSite } from './testing/watched.ts';

let watched: Watched;
/** Everything that a page's console shows as an error, what the browser says of a policy included. */
let shown: string[];
beforeAll(async () => {
  watched = await watchedSite();
  watched.browsing.context.on('console', (line) => {
    if (line.type() === 'error') shown.push(line.text());
  });
  Object.assign(watched.site.pages, { '/new': '<title>new</title>', '/favicon.ico': '' });
  watched.site.pages['/api/parts'] = { body: '{"items":[1,2]}', type: 'application/json' };
});
afterAll(() => watched.stop());
beforeEach(async () => {
  const page = await watched.open('/new');
  await page.evaluate(() => localStorage.clear());
  for (const open of watched.browsing.context.pages()) if (open !== page) await open.close();
  const { intake, complaints } = watched;
  intake.batches.length = intake.segments.length = intake.bodies.length = intake.invalid.length = complaints.length = 0;
  intake.manner.policy = usualPolicy;
  shown = [];
});

const work = `<h1>Desk</h1><button>Save</button><script nonce="n">fetch('/api/parts').then((answer) => answer.json())</script>`;

async function open(policy: string, body = work, given: Parameters<Watched['html']>[1] = {}): Promise<Page> {
  watched.site.pages['/'] = {
    body: watched.html(body, given).replaceAll('<script src', '<script nonce="n" src'),
    headers: { 'content-security-policy': policy },
  };
  return watched.open('/');
}

/** The later part has understood a call, and the recorder has sent the page. */
async function expectAllParts(page: Page): Promise<void> {
  await until(() => expect(JSON.stringify(watched.intake.segments)).toContain('Desk'));
  await page.getByRole('button', { name: 'Save' }).click();
  await until(() => expect(watched.intake.records('action').map(({ name }) => name)).toContain('Save'));
  const call = () => watched.intake.records('resource').find(({ path }) => path === '/api/parts');
  await until(() => expect(call()?.response).toBeDefined());
  expect(watched.intake.invalid).toEqual([]);
  expect(watched.complaints).toEqual([]);
  const left = await page.evaluate(() => [
    document.scripts.length,
    (window as { sightglass?: { faults?(): number } }).sightglass?.faults?.(),
    'sightglassPart' in window || 'sightglassLends' in window,
  ]);
  expect(left).toEqual([expect.any(Number), 0, false]);
}

test.each(['', "; trusted-types 'none'", "; script-src 'nonce-n' 'strict-dynamic'"])(
  'a page that enforces Trusted Types is recorded and replayed, and nothing is refused: %s',
  async (more) => {
    await expectAllParts(await open(`require-trusted-types-for 'script'${more}`));
    expect(shown).toEqual([]);
  },
);

const before = '<script nonce="n">delete window.fetchLater</script>';

test('in a browser that takes no import map after a module, parts come by script tags, which do not stay', async () => {
  const page = await open(`script-src 'nonce-n' 'strict-dynamic'`, work, { head: before });
  await expectAllParts(page);
  expect(await page.evaluate(() => document.scripts.length)).toBe(3);
  expect(shown).toEqual([]);
});

test('no part that comes by a script tag takes a name of the page', async () => {
  watched.intake.manner.policy = { ...usualPolicy, canvas: 2 };
  // Whatever the page calls its own, it may call it by one letter.
  const note = '<script nonce="n">window.before = Object.keys(window)</script>';
  const page = await open("script-src 'nonce-n'", `<canvas></canvas>${work}${note}`, { head: before });
  await expectAllParts(page);
  const taken = await page.evaluate(() => {
    const { before } = window as unknown as { before: string[] };
    return Object.keys(window).filter((name) => !before.includes(name));
  });
  expect(taken).toEqual(['before']);
});

test('parts that come by script tags are asked for as the script was: the page hears what it is refused under them', async () => {
  const page = watched.html('<style>p { color: red }</style>', { head: '<script>delete window.fetchLater</script>' });
  watched.site.pages['/'] = page.replace('<script src', '<script crossorigin src');
  const opened = await watched.open('/');
  await until(() => expect(watched.intake.segments.length).toBeGreaterThan(0));
  const heard = await opened.evaluate(async () => {
    const heard = new Promise<string>((done) => {
      window.addEventListener('unhandledrejection', ({ reason }) => done(reason.name));
      setTimeout(done, 2_000, 'nothing');
    });
    void document.styleSheets[0]?.replace('');
    return heard;
  });
  expect(heard).toBe('NotAllowedError');
});

test('let in by its hash, the script brings its parts as well', async () => {
  const { origin } = watched.intake;
  const code = await (await fetch(`${origin}/sdk.js`)).text();
  const hash = `sha256-${createHash('sha256').update(code).digest('base64')}`;
  watched.site.pages['/'] = {
    body: `<script src="${origin}/sdk.js" integrity="${hash}" crossorigin data-key="${key}"></script>${work}`,
    headers: { 'content-security-policy': `script-src 'nonce-n' '${hash}' 'strict-dynamic'` },
  };
  await expectAllParts(await watched.open('/'));
  expect(shown).toEqual([]);
  expect(watched.intake.invalid).toEqual([]);
});

test('parts that have come are there again when consent is withdrawn and given', async () => {
  const page = await open("script-src 'nonce-n'");
  await expectAllParts(page);
  await page.evaluate(() =>
    (window as unknown as { sightglass: { consent(given: boolean): void } }).sightglass.consent(false),
  );
  watched.intake.batches.length = watched.intake.segments.length = 0;
  await page.evaluate(() => {
    (window as unknown as { sightglass: { consent(given: boolean): void } }).sightglass.consent(true);
    void fetch('/api/parts').then((answer) => answer.json());
  });
  await expectAllParts(page);
});

test.each([
  ['lists', 'Array.prototype', 'configurable: true'],
  ['all objects', 'Object.prototype', 'configurable: true'],
  ['lists, for good', 'Array.prototype', 'configurable: false'],
])('a page that gives %s a toJSON is recorded as it is, and keeps it', async (_, owner, how) => {
  const made = `Object.defineProperty(${owner}, 'toJSON', { value: function () { return 'mine' }, ${how} })`;
  const page = await open("script-src 'nonce-n'", work, { head: `<script nonce="n">${made}</script>` });
  await expectAllParts(page);
  expect(await page.evaluate(`JSON.stringify([1])`)).toBe('"mine"');
});

test('what another put over JSON.stringify later is not asked', async () => {
  const broken = `<script nonce="n">JSON.stringify = () => { throw new Error('not this') }</script>`;
  await expectAllParts(await open("script-src 'nonce-n'", broken + work));
});

test.each(['"mine"', '[["records"]]', '[["records",{}]]'])(
  'what the page put where our last words were does not keep us from beginning: %s',
  async (put) => {
    const name = `sightglass:last:${key.slice(-8)}`;
    const head = `<script nonce="n">localStorage.setItem('${name}', '${put}')</script>`;
    await expectAllParts(await open("script-src 'nonce-n'", work, { head }));
  },
);
