import { beforeEach, expect, test } from 'vitest';
import { atWork, work } from './testing/at-work.ts';
import { until } from './testing/until.ts';
import type { Watched } from './testing/watched.ts';

const pages = atWork();
const { put, expectUnharmed } = pages;
let watched: Watched;
beforeEach(() => {
  watched = pages.watched;
});

for (const status of [400, 403, 404, 413, 429, 500, 503])
  test(`an intake that answers ${status} leaves the page as it was`, async () => {
    put(`/status-${status}`);
    watched.intake.manner.status = status;
    await expectUnharmed(await watched.open(`/status-${status}`));
  });

test('an intake that is down or slow leaves the page as it was', async () => {
  put('/slow');
  watched.intake.manner.delayMs = 4_000;
  await expectUnharmed(await watched.open('/slow'));
  await watched.intake.close();
  try {
    watched.site.pages['/down'] = { body: watched.html(work) };
    await expectUnharmed(await watched.open('/down'));
  } finally {
    await watched.intake.open();
  }
});

test('an SDK that a blocker cut off, or half of it, leaves the page as it was', async () => {
  put('/blocked');
  for (const pattern of ['**/sdk.js', '**/sdk-later.js', '**/sdk-recorder.js', '**/v1/**']) {
    const page = await watched.browsing.context.newPage();
    await page.route(pattern, (route) => route.abort('blockedbyclient'));
    await page.goto(`${watched.site.origin}/blocked`);
    await expectUnharmed(page);
    await until(async () => expect(await page.evaluate(() => 'sightglassLends' in window)).toBe(false));
  }
});

test('without its later part the SDK still tells views, actions and calls', async () => {
  put('/half');
  const page = await watched.browsing.context.newPage();
  await page.route('**/sdk-later.js', (route) => route.abort('blockedbyclient'));
  await page.goto(`${watched.site.origin}/half`);
  await expectUnharmed(page);
  await until(() => expect(watched.intake.records('action').map(({ name }) => name)).toContain('Save'));
  await until(() => expect(watched.intake.records('resource').map(({ path }) => path)).toContain('/api/parts'));
});

test('without its later part, what was typed or answered stays in the page all the same', async () => {
  watched.site.pages['/api/who'] = { body: JSON.stringify({ name: 'Orla Kestrel' }), type: 'application/json' };
  watched.site.pages['/half-private'] = watched.html(
    `<title>Parts</title><input aria-label="Name" oninput="document.querySelector('b').textContent = this.value; document.title = 'For ' + this.value">
     <button>Ship to <b></b></button><button id="who">Who</button>
     <script>fetch('/api/who').then((answer) => answer.json()).then(({ name }) => { who.textContent = 'Ask ' + name })</script>`,
  );
  const page = await watched.browsing.context.newPage();
  await page.route('**/sdk-later.js', (route) => route.abort('blockedbyclient'));
  await page.goto(`${watched.site.origin}/half-private`);
  await page.getByLabel('Name').fill('Quillon Varga-Ostrander');
  await page.getByRole('button', { name: 'Ship to' }).click();
  await page.getByRole('button', { name: 'Ask Orla Kestrel' }).click();
  // What an earlier page could not send may still come.
  const clicked = (): string[] =>
    watched.intake
      .records('action')
      .filter(({ type, name }) => type === 'click' && name !== 'Save')
      .map(({ name }) => name);
  await until(() => expect(clicked()).toEqual(['Ship to {text} {text}-{text}', 'Ask {text}']));
  await page.close();
  await until(() => expect(watched.intake.records('view').at(-1)).toMatchObject({ durationMs: expect.any(Number) }));
  expect(JSON.stringify(watched.intake.batches)).not.toMatch(/quillon|varga|ostrander|orla|kestrel/i);
});

test('under a strict policy it records, and under one that forbids the intake it goes silent', async () => {
  const { origin } = watched.intake;
  const own = `default-src 'self'; script-src 'self' 'nonce-n' ${origin}; style-src 'self'`;
  put('/strict', '', { 'content-security-policy': `${own}; connect-src 'self' ${origin}` });
  const strict = watched.site.pages['/strict'] as { body: string };
  strict.body = strict.body.replaceAll('<script', '<script nonce="n"');
  let page = await watched.open('/strict');
  await expectUnharmed(page);
  await until(() => expect(watched.intake.segments.length).toBeGreaterThan(0));
  await until(() => expect(watched.intake.records('action').map(({ name }) => name)).toContain('Save'));

  await page.close();
  put('/forbidden', '', { 'content-security-policy': `${own}; connect-src 'self'` });
  const forbidden = watched.site.pages['/forbidden'] as { body: string };
  forbidden.body = forbidden.body.replaceAll('<script', '<script nonce="n"');
  page = await watched.browsing.context.newPage();
  let refused = 0;
  page.on('console', (line) => {
    if (line.text().includes('/v1/')) refused++;
  });
  await page.goto(`${watched.site.origin}/forbidden`);
  await expectUnharmed(page);
  await until(async () => expect(await page.evaluate(() => localStorage.getItem('sightglass:session'))).toBeNull());
  const before = refused;
  await page.getByRole('button', { name: 'Save' }).click();
  await page.goto('about:blank');
  expect(refused).toBe(before);
});

test('under a policy that is only tried out, and would forbid the intake, it records', async () => {
  put('/tried', '', { 'content-security-policy-report-only': `default-src 'self' 'unsafe-inline'` });
  const page = await watched.open('/tried');
  await until(() => expect(watched.intake.segments.length).toBeGreaterThan(0));
  await page.getByRole('button', { name: 'Save' }).click();
  await until(() => expect(watched.intake.records('action').map(({ name }) => name)).toContain('Save'));
});

test('an intake that lets no other origin read its answers leaves the page as it was', async () => {
  put('/unshared');
  const page = await watched.browsing.context.newPage();
  await page.route('**/v1/**', (route) => route.fulfill({ status: 202, body: '{}' }));
  await page.goto(`${watched.site.origin}/unshared`);
  await expectUnharmed(page);
});

test('loaded twice, from two places even, it records once', async () => {
  put(
    '/twice',
    `<script src="${watched.intake.origin}/sdk.js?again" data-key="sgk_0123456789abcdef0123456789abcdef"></script>`,
  );
  const page = await watched.open('/twice');
  await expectUnharmed(page);
  await until(() =>
    expect(
      watched.intake.records('action').filter(({ name, version }) => name === 'Save' && version === 0),
    ).toHaveLength(1),
  );
  // A call is told once its answer is understood, which may be later than what was clicked meanwhile.
  await until(() =>
    expect(watched.intake.records('resource').filter(({ path }) => path === '/api/parts')).toHaveLength(2),
  );
});

test('what somebody was in, and has gone from the page since, is held by nothing of ours', async () => {
  put('/gone', '<section><p>as much as a page shows</p><button>Leave</button></section>');
  const page = await watched.open('/gone');
  await until(() => expect(watched.intake.segments.length).toBeGreaterThan(0));
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.evaluate(() => {
    const section = document.querySelector('section') as Element;
    Object.assign(window, { gone: new WeakRef(section) });
    section.remove();
  });
  const browser = await page.context().newCDPSession(page);
  let x = 0;
  await until(async () => {
    // Where the pointer was last is where it is, and of moves that follow each other closely not each is told.
    await page.mouse.move(++x, 1);
    await browser.send('HeapProfiler.collectGarbage');
    expect(await page.evaluate('!!gone.deref()')).toBe(false);
  });
});

test('of a sheet of many fields the browser is not asked for the labels of each: for that it looks through the whole page', async () => {
  const rows = Array.from(
    { length: 300 },
    (_, row) => `<p><label for="a${row}">Amount ${row}</label><input id="a${row}" value="${row}"></p>`,
  );
  watched.site.pages['/sheet'] = watched.html(`<form aria-label="Sheet">${rows.join('')}</form>`, {
    head: `<script>
      const { get } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'labels');
      let asked = 0;
      Object.defineProperty(HTMLInputElement.prototype, 'labels', { get() { asked++; return get.call(this); } });
    </script>`,
  });
  const page = await watched.open('/sheet');
  await until(() => expect(watched.intake.segments.length).toBeGreaterThan(0));
  expect(watched.intake.records('form')[0]?.fields?.[0]).toMatchObject({ label: 'Amount {number}' });
  expect(await page.evaluate('asked')).toBe(0);
});

test('in a frame, of its own origin or sandboxed, it records or stays silent', async () => {
  put('/inner');
  watched.site.pages['/frames'] = watched.html(
    `${work}<iframe src="/inner"></iframe><iframe sandbox="allow-scripts" src="/inner"></iframe>`,
  );
  const page = await watched.open('/frames');
  await page.frames()[1]?.getByText('through 2 2').waitFor();
  await expectUnharmed(page);
});
