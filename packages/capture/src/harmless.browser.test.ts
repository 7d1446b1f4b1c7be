import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ownNames } from '../build-names.ts';
import { until } from './testing/until.ts';
import { type Watched, watchedSite } from './testing/watched.ts';

let watched: Watched;
beforeAll(async () => {
  watched = await watchedSite();
});
afterAll(() => watched.stop());
beforeEach(async () => {
  for (const page of watched.browsing.context.pages()) await page.close();
  watched.site.pages['/new'] = '<title>new</title>';
  const page = await watched.open('/new');
  await page.evaluate(() => localStorage.clear());
  await page.close();
  const { intake, complaints } = watched;
  intake.batches.length = intake.segments.length = intake.bodies.length = intake.invalid.length = complaints.length = 0;
  Object.assign(intake.manner, { status: 202, watched: true, delayMs: 0 });
});

/** A page that does a little of everything, and says when it is through with it. */
const work = `<form aria-label="Desk"><label>Name <input name="name" required></label><button>Save</button></form>
  <script>
  document.forms[0].addEventListener('submit', (event) => event.preventDefault());
  addEventListener('DOMContentLoaded', async () => {
    const answer = await fetch('/api/parts').then((r) => r.json());
    const request = new XMLHttpRequest();
    request.open('GET', '/api/parts');
    await new Promise((done) => { request.onload = done; request.send(); });
    history.pushState({}, '', location.pathname + '/next');
    const p = document.createElement('p');
    p.textContent = 'through ' + answer.items.length + ' ' + JSON.parse(request.responseText).items.length;
    document.body.append(p);
  });
  </script>`;

/** The page did its work, can be used, and heard no complaint; ours caught nothing either. */
async function expectUnharmed(page: Page): Promise<void> {
  await page.getByText('through 2 2').waitFor();
  await page.getByLabel('Name').fill('a name');
  await page.getByRole('button', { name: 'Save' }).click();
  expect(watched.complaints).toEqual([]);
  const faults = await page.evaluate(
    () => (window as { sightglass?: { faults?(): number } }).sightglass?.faults?.() ?? 0,
  );
  expect(faults).toBe(0);
}

function put(path: string, head = '', headers: Record<string, string> = {}): void {
  watched.site.pages['/api/parts'] = {
    body: '{"items":[1,2]}',
    type: 'application/json',
    headers: { 'access-control-allow-origin': '*' },
  };
  watched.site.pages[path] = { body: watched.html(work, { head }), headers };
}

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
  const clicked = (): string[] =>
    watched.intake
      .records('action')
      .filter(({ type }) => type === 'click')
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

test('in a frame, of its own origin or sandboxed, it records or stays silent', async () => {
  put('/inner');
  watched.site.pages['/frames'] = watched.html(
    `${work}<iframe src="/inner"></iframe><iframe sandbox="allow-scripts" src="/inner"></iframe>`,
  );
  const page = await watched.open('/frames');
  await page.frames()[1]?.getByText('through 2 2').waitFor();
  await expectUnharmed(page);
});

const hostile: Record<string, string> = {
  'frozen prototypes':
    'for (const o of [Object, Array, Function, Promise, XMLHttpRequest, EventTarget, History, Element]) Object.freeze(o.prototype); Object.freeze(history); Object.freeze(console); Object.freeze(JSON)',
  'a prompt and a clipboard that cannot be changed':
    'Object.defineProperty(window, "prompt", { value: prompt, writable: false }); Object.freeze(Clipboard.prototype); Object.freeze(navigator.clipboard)',
  'classes of the browser replaced by its own':
    'for (const name of ["MutationObserver", "WeakMap", "Request"]) { const own = window[name]; window[name] = class extends own {} } const then = Promise.prototype.then; Promise.prototype.then = function (...given) { return then.apply(this, given) }',
  'a frozen fetch': 'Object.defineProperty(window, "fetch", { value: fetch, writable: false, configurable: false })',
  'arrays with a toJSON of their own':
    'Array.prototype.toJSON = function () { return "[" + [].map.call(this, (x) => JSON.stringify(x)).join() + "]" }; Object.prototype.toHTML = function () {}',
  'added enumerable properties on every object':
    'Object.prototype.each = function () {}; Array.prototype.contains = function () {}; String.prototype.strip = function () {}',
  'no storage':
    'for (const n of ["localStorage", "sessionStorage", "indexedDB"]) Object.defineProperty(window, n, { get() { throw new DOMException("denied", "SecurityError") } })',
  'full storage': 'Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError") }',
  'no modern interfaces':
    'for (const n of ["CompressionStream", "PerformanceObserver", "ReportingObserver", "requestIdleCallback", "navigation", "Worker"]) Object.defineProperty(window, n, { value: undefined })',
  'a broken clock': 'Date.now = () => 0',
  'no observer of mutations': 'MutationObserver.prototype.observe = () => { throw new Error("none") }',
  'a console of its own': 'window.console = { log() {}, error: null }',
  'calls that are answered by no promise and with no response':
    '{ const answer = { json: async () => ({ items: [1, 2] }) }; window.fetch = () => ({ then: (done) => Promise.resolve(answer).then(done) }) }',
  'a proxied document title':
    'Object.defineProperty(document, "title", { get() { throw new Error("no title") }, set() {} })',
};
for (const [what, script] of Object.entries(hostile))
  test(`a page with ${what} is not harmed`, async () => {
    watched.site.pages['/api/parts'] = { body: '{"items":[1,2]}', type: 'application/json' };
    const path = `/${what.replaceAll(' ', '-')}`;
    watched.site.pages[path] = watched.html(work, { head: `<script>${script}</script>` });
    const page = await watched.open(path);
    await page.getByText('through 2 2').waitFor();
    await page.getByLabel('Name').fill('a name');
    await page.getByRole('button', { name: 'Save' }).click();
    expect(watched.complaints).toEqual([]);
    expect(watched.intake.invalid).toEqual([]);
  });

test('our work does not wake a zone', async () => {
  const zone = `window.Zone = { __symbol__: (n) => '__zone_' + n }; window.woken = [];
    const keep = (o, n, by) => { const f = o[n]; o['__zone_' + n] = f; o[n] = by(f); };
    keep(window, 'setTimeout', (f) => function (...a) { woken.push('setTimeout'); return f.apply(this, a) });
    keep(window, 'clearTimeout', (f) => function (...a) { return f.apply(this, a) });
    keep(window, 'fetch', (f) => function (...a) { woken.push('fetch ' + a[0]); return f.apply(this, a) });
    keep(window, 'requestIdleCallback', (f) => function (...a) { woken.push('idle'); return f.apply(this, a) });
    keep(EventTarget.prototype, 'addEventListener', (f) => function (t, ...a) { woken.push(t); return f.call(this, t, ...a) });
    keep(window, 'MutationObserver', (f) => class extends f { constructor(c) { super(c); woken.push('observer') } });`;
  watched.site.pages['/zone'] = watched.html('<button>Save</button>', {
    head: `<script>${zone}</script>`,
    attributes: 'data-replay-sample-rate="0"',
  });
  watched.site.pages['/zone-recorded'] = watched.html('<style>p { color: red }</style>', {
    head: `<script>${zone}</script>`,
  });
  const page = await watched.open('/zone');
  await until(() => expect(watched.intake.records('vital').length).toBeGreaterThan(1));
  await page.getByRole('button').click();
  await until(() => expect(watched.intake.records('action')).toHaveLength(1));
  const woken = (): Promise<string[]> => page.evaluate(() => (window as unknown as { woken: string[] }).woken);
  const before = await woken();
  for (let i = 0; i < 4; i++) await page.getByRole('button').click();
  await until(() => expect(watched.intake.records('action').length).toBeGreaterThan(4));
  // All of ours goes by the browser's own functions.
  expect([before, (await woken()).slice(before.length)]).toEqual([[], []]);
  // What the page does to sheets and roots wakes the recorder, in the page's own zone.
  await page.close();
  const recorded = await watched.open('/new');
  await recorded.evaluate(() => localStorage.clear());
  await recorded.goto(`${watched.site.origin}/zone-recorded`);
  await until(() => expect(watched.intake.segments.length).toBeGreaterThan(0));
  const began = await recorded.evaluate(() => (window as unknown as { woken: string[] }).woken.length);
  await recorded.evaluate(() => {
    document.styleSheets[0]?.insertRule('p { color: rgb(1, 2, 3) }');
    document.createElement('div').attachShadow({ mode: 'open' });
  });
  await until(() => expect(JSON.stringify(watched.intake.segments)).toContain('rgb(1, 2, 3)'));
  const since = await recorded.evaluate((from) => (window as unknown as { woken: string[] }).woken.slice(from), began);
  expect(since.filter((name) => name !== 'setTimeout')).toEqual([]);
  // A zone makes promises of its own of what a browser's is followed by, and tells in its own way that nobody handles them.
  const followed = await recorded.evaluate(async () => {
    const browsers = Promise.prototype as unknown as Record<string, (...given: unknown[]) => unknown>;
    const { then } = browsers;
    let count = 0;
    browsers.__zone_then = then as never;
    const zones = function (this: unknown, ...given: unknown[]): unknown {
      count++;
      return then?.apply(this, given);
    };
    Reflect.set(browsers, 'then', zones);
    const asked = fetch('/new');
    const during = count;
    Reflect.set(browsers, 'then', then);
    await asked;
    return during;
  });
  expect(followed).toBe(0);
  expect(watched.complaints).toEqual([]);
});

test('recording styles that scripts set breaks no rule of a page that forbids inline styles', async () => {
  const policy = `default-src 'self'; script-src 'self' 'unsafe-inline' ${watched.intake.origin}; connect-src 'self' ${watched.intake.origin}; worker-src blob:`;
  watched.site.pages['/styled'] = {
    body: watched.html('<p>Wide</p><button>Widen</button>', {
      head: `<script>window.broken = []; document.addEventListener('securitypolicyviolation', (e) => broken.push(e.effectiveDirective))</script>`,
    }),
    headers: { 'content-security-policy': policy },
  };
  const page = await watched.open('/styled');
  await until(() => expect(watched.intake.segments.length).toBeGreaterThan(0));
  const before = watched.intake.segments.length;
  for (const width of ['50%', '60%', '70%'])
    await page.evaluate((to) => {
      const wide = document.querySelector('p');
      if (wide) wide.style.width = to;
    }, width);
  await page.getByRole('button').click();
  await until(() => expect(JSON.stringify(watched.intake.segments.slice(before))).toContain('70%'));
  expect(await page.evaluate(() => (window as unknown as { broken: string[] }).broken)).toEqual([]);
});

/** What the page's own code sees of what we put ours over, and of what it then does. Runs in the page. */
async function lookAround(): Promise<Record<string, unknown>> {
  const seen: Record<string, unknown> = {};
  const owners: [object, string[]][] = [
    [window, ['fetch', 'prompt']],
    [console, ['log', 'error', 'assert']],
    [XMLHttpRequest.prototype, ['open', 'send']],
    [CSSStyleSheet.prototype, ['insertRule', 'deleteRule', 'replace']],
    [Element.prototype, ['attachShadow']],
    [Object.getPrototypeOf(navigator.clipboard), ['readText']],
  ];
  for (const [owner, names] of owners)
    for (const name of names) {
      const { value, ...how } = Object.getOwnPropertyDescriptor(owner, name) ?? {};
      const native = Function.prototype.toString.call(value).includes('[native code]');
      seen[name] = [value.name, value.length, native, Object.getOwnPropertyNames(value).sort(), how];
    }
  const attempt = async (name: string, task: () => unknown): Promise<void> => {
    try {
      seen[name] = await task();
    } catch (error) {
      seen[name] = String(error);
    }
  };
  const { fetch: call, XMLHttpRequest: Request } = window as unknown as Record<'fetch' | 'XMLHttpRequest', never>;
  await attempt('nothing to fetch', () => (call as () => unknown)());
  await attempt('made anew', () => typeof new (call as new () => unknown)());
  await attempt('on nothing', () =>
    (Request as typeof XMLHttpRequest).prototype.open.call(undefined as never, 'GET', '/', true),
  );
  await attempt('a symbol', () => (call as typeof fetch)(Symbol('x') as never));
  await attempt('a bad rule', () => document.styleSheets[0]?.insertRule('}'));
  await attempt('the answer', async () => {
    const answer = await (call as typeof fetch)('/api/parts');
    const [text, copy] = await Promise.all([answer.clone().text(), answer.text()]);
    return [answer.status, answer.bodyUsed, text, copy];
  });
  const unhandled: string[] = [];
  window.addEventListener('unhandledrejection', (event) => unhandled.push(String(event.reason)));
  const nobody = 'https://nobody.invalid/';
  void (call as typeof fetch)(nobody);
  await (call as typeof fetch)(nobody).catch(() => undefined);
  void (call as typeof fetch)(nobody).then(() => undefined);
  for (let at = 0; unhandled.length < 2 && at < 100; at++) await new Promise((done) => setTimeout(done, 50));
  await new Promise((done) => setTimeout(done, 100));
  return { ...seen, unhandled };
}

test("what the page's own code sees is what it sees without us", async () => {
  const body = '<style>p { color: red }</style>';
  const head = '<script src="/missing.js"></script>';
  watched.site.pages['/api/parts'] = { body: '{"items":[1,2]}', type: 'application/json' };
  watched.site.pages['/around'] = watched.html(body).replace('<script src', '<script crossorigin src');
  watched.site.pages['/alone'] = `<!doctype html>${head}${body}`;
  const page = await watched.open('/around');
  // All that we put over something is there.
  await until(() => expect(watched.intake.segments.length).toBeGreaterThan(0));
  const alone = await watched.open('/alone');
  const seen = await page.evaluate(lookAround);
  expect(seen).toEqual(await alone.evaluate(lookAround));
  expect(seen.unhandled).toHaveLength(2);
  const rejected = () => watched.intake.records('error').filter(({ source }) => source === 'rejection');
  await until(() => expect(rejected()).toHaveLength(2));
  // Ours are no part of what failed.
  for (const { stack } of rejected()) expect(JSON.stringify(stack)).not.toContain('sdk');
});

test('of an answer that does not end no more is read than we look at', async () => {
  const endless = `window.read = 0; const real = window.fetch; window.fetch = async (to, how) => to !== '/endless' ? to.method === 'PUT' ? new Response() : real(to, how) :
    new Response(new ReadableStream({ pull(into) { read++; into.enqueue(new Uint8Array(65_536).fill(32)) } }), { headers: { 'content-type': 'application/json' } })`;
  watched.site.pages['/endless'] = watched.html('', {
    head: `<script>${endless}</script>`,
    attributes: 'data-consent="required"',
  });
  const page = await watched.open('/endless');
  const read = await page.evaluate(async () => {
    const at = window as unknown as { read: number; sightglass: { consent(given: boolean): void } };
    at.sightglass.consent(true);
    void window.fetch('/endless');
    let before = -1;
    while (at.read !== before || before < 2) {
      before = at.read;
      await new Promise((done) => setTimeout(done, 200));
    }
    return before;
  });
  expect(read).toBeLessThan(12);
  // One that the page gives by itself, and sooner than what was sent can be read.
  await page.evaluate(async () => {
    const body = JSON.stringify({ quantity: 3 });
    await fetch(new Request('/at-once', { method: 'PUT', headers: { 'content-type': 'application/json' }, body }));
  });
  const told = () => watched.intake.records('resource').find(({ method }) => method === 'PUT');
  await until(() => expect(told()).toMatchObject({ request: { fields: { quantity: {} } } }));
});

test('an error in what the page hands us is ours to bear', async () => {
  put('/api-abuse');
  const page = await watched.open('/api-abuse');
  await page.getByText('through 2 2').waitFor();
  await page.evaluate(() => {
    const { sightglass } = window as unknown as { sightglass: Record<string, (...args: unknown[]) => void> };
    const bad = {
      get id() {
        throw new Error('mine');
      },
    };
    for (const name of ['setUser', 'setContext', 'state', 'event', 'error', 'consent'])
      for (const given of [undefined, bad, 12, Symbol('x'), { a: bad }]) sightglass[name]?.(given, given);
    // And more of it than is told: from where on, that is.
    for (let at = 0; at < 201; at++) console.debug('a line');
    const same = new Error('the same');
    for (let at = 0; at < 21; at++) sightglass.error?.(same);
  });
  const leftOut = () =>
    watched.intake.records('state').flatMap(({ subject, to }) => (to === 'left out' ? subject : []));
  await until(() => expect(leftOut().sort()).toEqual(['page.console', 'page.errors']));
  expect(watched.intake.records('console').filter(({ text }) => text === 'a line').length).toBeLessThan(201);
  expect(watched.complaints).toEqual([]);
});

test('no name that the build shortens is one of the browser', async () => {
  watched.site.pages['/bare'] = '<title>bare</title>';
  const page = await watched.open('/bare');
  const found = await page.evaluate(() => {
    const own = (thing: unknown): string[] =>
      thing !== null && /^(object|function)$/.test(typeof thing) ? Object.getOwnPropertyNames(thing) : [];
    return own(window).flatMap((name) => {
      const thing = (window as unknown as Record<string, { prototype?: unknown } | undefined>)[name];
      return [name, ...own(thing), ...own(thing?.prototype)];
    });
  });
  const browsers = new Set(found);
  expect(browsers).toContain('querySelector');
  expect(ownNames.filter((name) => browsers.has(name))).toEqual([]);
});
