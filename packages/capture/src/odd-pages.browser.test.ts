import { beforeEach, expect, test } from 'vitest';
import type { Sightglass } from './index.ts';
import { atWork, work } from './testing/at-work.ts';
import { until } from './testing/until.ts';
import { key, type Watched } from './testing/watched.ts';

const pages = atWork();
const { put } = pages;
let watched: Watched;
beforeEach(() => {
  watched = pages.watched;
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
  'names of Node and of loaders of modules':
    'window.global = window; window.process = { env: {}, versions: { node: "20" } }; window.module = { exports: {} }; window.exports = {}; window.require = () => { throw new Error("none") }; window.define = () => { throw new Error("anonymous") }; define.amd = {}',
  'all that the language has locked down':
    'for (const name of Object.getOwnPropertyNames(globalThis)) if (/^[A-Z]/.test(name) && typeof globalThis[name] === "function" && Object(globalThis[name]).prototype && /^(Object|Array|Function|Promise|Map|Set|WeakMap|WeakSet|RegExp|Date|String|Number|Symbol|Proxy|Error|TypeError|Uint8Array|ArrayBuffer|URL|URLSearchParams|Response|Request|Headers)$/.test(name)) { Object.freeze(globalThis[name]); Object.freeze(globalThis[name].prototype) } Object.freeze(Reflect); Object.freeze(Math); Object.freeze(JSON)',
  'a clock of tests that stands still':
    'for (const name of ["setTimeout", "setInterval", "requestAnimationFrame", "requestIdleCallback", "queueMicrotask"]) window[name] = () => 1; const at = Date.now(); Date.now = () => at; performance.now = () => 0; performance.getEntriesByType = performance.getEntriesByName = () => []',
  'a toJSON on every object, on dates and texts':
    'Object.prototype.toJSON = function () { return "odd" }; Date.prototype.toJSON = String.prototype.toJSON = () => { throw new Error("no JSON") }',
  'names that its classes give themselves':
    'for (const one of [Window, Document, Element, Event, Promise, Response]) Object.defineProperty(one.prototype, Symbol.toStringTag, { value: "Odd" }); Function.prototype.toString = () => "odd"; Object.prototype.toString = () => "[object Odd]"',
  'functions that are called by its own apply and call':
    'const { apply, call } = Function.prototype; Function.prototype.apply = function (...given) { return Reflect.apply(apply, this, given) }; Function.prototype.call = function (...given) { return Reflect.apply(call, this, given) }',
  'a Promise, a URL and collections of its own':
    'for (const name of ["Promise", "URL", "URLSearchParams", "Map", "Set", "AbortController", "Headers"]) { const own = window[name]; window[name] = class extends own {} }',
  'what JSON holds read as dates':
    'const { parse } = JSON; JSON.parse = (text, by) => parse(text, by ?? ((_, value) => (/^\\d{4}-/.test(value) ? new Date(value) : Object(value) === value && !Array.isArray(value) ? Object.freeze(value) : value)))',
  'a watched window that tells of each look':
    'for (const name of ["language", "onLine", "userAgent", "clipboard", "connection"]) Object.defineProperty(Navigator.prototype, name, { get() { throw new Error("looked at " + name) } }); Object.defineProperty(window, "screen", { get() { throw new Error("looked at the screen") } })',
  'elements that are called like what a document has':
    'document.write(["referrer", "head", "hidden", "readyState", "activeElement", "documentElement", "baseURI", "styleSheets", "location2", "prerendering", "createTreeWalker"].map((name) => "<img name=" + name + " alt=>").join(""))',
  'neither symbols nor a Reflect': 'delete window.Symbol; delete window.Reflect',
  'a Reflect that applies nothing': 'delete Reflect.apply',
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

test.each([
  // As Prototype 1.7.3 does.
  ['taken entries from lists', 'Array.prototype.entries = undefined'],
  // As Sugar does where it is told to extend them.
  ['given all objects its methods', `Object.defineProperty(Object.prototype, 'values', { value() { return 'odd' } })`],
])('calls are told on a page whose library has %s', async (_, script) => {
  const { pages } = watched.site;
  pages['/entries'] = watched.html('', { head: `<script>${script}</script>` });
  pages['/api/parts'] = {
    body: '{"items":[{"id":4711,"name":"Axle"},{"id":8,"name":"Hub"}]}',
    type: 'application/json',
  };
  pages['/api/parts/4711'] = { body: '{"id":4711,"name":"Axle"}', type: 'application/json' };
  const page = await watched.open('/entries');
  await watched.restCame('/entries');
  for (const path of ['/api/parts', '/api/parts/4711', '/api/parts/4711'])
    await page.evaluate((to) => fetch(to).then((answer) => answer.text()), path);
  await until(() => expect(watched.intake.records('resource').filter(({ type }) => type === 'fetch')).toHaveLength(3));
  expect(await page.evaluate('sightglass.faults()')).toBe(0);
});

test('a page that answers by itself which media it is shown on, with nothing that can be listened to, is replayed', async () => {
  // As stand-ins for `matchMedia` do that a page puts there for its own theme, and those of before `addEventListener`.
  const head = '<script>window.matchMedia = (media) => ({ media, matches: false, addListener() {} })</script>';
  watched.site.pages['/by-itself'] = watched.html('<p>Parts</p>', { head });
  const page = await watched.open('/by-itself');
  await until(() => expect(watched.intake.segments.length).toBeGreaterThan(0));
  expect(await page.evaluate('sightglass.faults()')).toBe(0);
});

test('a clock that is set back while a click waits for its answer keeps no timer going', async () => {
  const head = `<script>{ const { now } = Date; window.back = window.asked = 0; Date.now = () => { asked++; return now() - back } }</script>`;
  watched.site.pages['/set-back'] = watched.html('<button>Save</button>', { head });
  const page = await watched.open('/set-back');
  await until(() => expect(watched.intake.segments.length).toBeGreaterThan(0));
  await page.getByRole('button').click();
  // By more than a timer can wait for.
  await page.evaluate('window.back = 40 * 86_400_000; window.until = performance.now() + 5_000');
  await until(() => page.evaluate('performance.now() > window.until || Promise.reject()'));
  expect(
    await page.evaluate('window.asked = 0; new Promise((done) => setTimeout(() => done(asked), 1_000))'),
  ).toBeLessThan(30);
  await page.evaluate('window.back = 0');
  await until(() =>
    expect(watched.intake.records('action').flatMap(({ frustrations }) => frustrations)).toEqual(['dead']),
  );
});

test.each([
  ['an apply of functions that fails', 'Function.prototype.apply = () => { throw Error("none") }'],
  ['an apply of Reflect that fails', 'Reflect.apply = () => { throw Error("none") }'],
  ['a get on every object', 'Object.prototype.get = () => "odd"'],
])('what a page calls that we stand over does what it did, though the page has %s', async (_, script) => {
  watched.site.pages['/stood-over'] = watched.html('<style>p { color: red }</style>');
  const page = await watched.open('/stood-over');
  await until(() => expect(watched.intake.segments.length).toBeGreaterThan(0));
  const did = await page.evaluate(`(async () => {
    const { apply } = Function.prototype;
    ${script};
    try {
      console.debug.bind(console)('a line');
      const request = new XMLHttpRequest();
      request.open('GET', '/new', false);
      request.send();
      const { sheet } = document.querySelector('style');
      const root = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' });
      return [fetch.name, (await fetch('/new')).status, request.status, sheet.insertRule('q { color: red }'), root.mode];
    } catch (error) {
      return String(error);
    } finally {
      Function.prototype.apply = apply;
      delete Object.prototype.get;
    }
  })()`);
  expect(did).toEqual(['fetch', 200, 200, 0, 'open']);
});

test('clicks in a form with a field for labels, or with several, are told, by its name where it has one', async () => {
  watched.site.pages['/issues/new'] = watched.html(
    `<form name="issue" onsubmit="return false"><input name="labels"><button>Open</button></form>
     <form name="filter" onsubmit="return false"><select name="labels"><option>bug</select><button>Filter</button></form>`,
  );
  const page = await watched.open('/issues/new');
  await watched.restCame('/issues/new');
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('button', { name: 'Filter' }).click();
  const told = () => watched.intake.records('action').map(({ name, within }) => [name, within]);
  await until(() =>
    expect(told()).toEqual([
      ['Open', 'issue'],
      ['Filter', 'filter'],
    ]),
  );
  expect(await page.evaluate('sightglass.faults()')).toBe(0);
});

test('where a picture is called like the referrer of a document, its session is told', async () => {
  watched.site.pages['/called'] = watched
    .html('<button>Save</button>')
    .replace('<head>', '<img name="referrer" alt="">');
  const page = await watched.open('/called');
  await page.getByRole('button').click();
  await until(() => expect(watched.intake.records('action')).toHaveLength(1));
  expect(watched.intake.records('session').map(({ referrerHost }) => referrerHost)).toEqual([undefined]);
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

test('a stream of its own that a page sends as JSON is pulled by nobody before the browser does', async () => {
  const unread = `const real = window.fetch; window.fetch = (to, how) => to.method === 'PUT' ? Promise.resolve(new Response()) : real(to, how)`;
  watched.site.pages['/streams'] = watched.html('', { head: `<script>${unread}</script>` });
  const page = await watched.open('/streams');
  await page.evaluate(() => {
    const at = Object.assign(window, { pulls: 0 });
    const pull = (into: ReadableStreamDefaultController): void =>
      at.pulls++ < 50 ? into.enqueue(new Uint8Array(9)) : into.close();
    const headers = { 'content-type': 'application/json' };
    const how = { method: 'PUT', headers, body: new ReadableStream({ pull }), duplex: 'half' };
    return fetch(new Request('/streamed', how)).then(() => undefined);
  });
  const told = () => watched.intake.records('resource').find(({ method }) => method === 'PUT');
  await until(() => expect(told()).toMatchObject({ path: '/streamed', status: 200 }));
  // Once, as the stream is made.
  expect(await page.evaluate('pulls')).toBe(1);
});

test('an answer of JSON that the page cancels ends for us as well, though it would go on', async () => {
  const goesOn = `const real = window.fetch; window.fetch = async (to, how) => to !== '/goes-on' ? real(to, how) :
    new Response(new ReadableStream({ async pull(into) { await new Promise((done) => setTimeout(done, 100)); into.enqueue(new Uint8Array([32])) } }), { headers: { 'content-type': 'application/json' } })`;
  watched.site.pages['/cancels'] = watched.html('', { head: `<script>${goesOn}</script>` });
  const page = await watched.open('/cancels');
  const ended = await page.evaluate(async () => {
    const { body } = await fetch('/goes-on');
    // Once for whoever reads of it.
    const cancelled = body?.cancel().then(() => 'cancelled');
    return Promise.race([cancelled, new Promise((done) => setTimeout(() => done('goes on'), 30_000))]);
  });
  expect(ended).toBe('cancelled');
  await until(() => expect(watched.intake.records('resource').map(({ path }) => path)).toContain('/goes-on'));
});

test('where a page has put its own over fetch, what it keeps on promises stays, and it hears that nobody handles one that a library wrote', async () => {
  // Of a library's own promises, as those of Zone.js, what they are made of stands on them.
  const own = `window.keeps = {}; window.unheard = []; { const { fetch } = window;
    window.fetch = (...given) => Object.assign(fetch(...given).then((answer) => answer), keeps) }
    addEventListener('unhandledrejection', ({ reason }) => unheard.push(String(reason)))`;
  const head = `<script>${own}</script>`;
  watched.site.pages['/kept'] = watched.html('', { head, attributes: 'crossorigin' });
  const page = await watched.open('/kept');
  await watched.restCame('/kept');
  const kept = await page.evaluate(`keeps = { cancel: 'the call' }; fetch('/new').cancel`);
  expect(kept).toBe('the call');
  await page.evaluate(`keeps = { __zone_symbol__state: null, _value: [] }; void fetch('https://nobody.invalid/')`);
  const rejected = () => watched.intake.records('error').filter(({ source }) => source === 'rejection');
  await until(() => expect(rejected()).toHaveLength(1));
  expect(await page.evaluate('unheard')).toHaveLength(1);
  // And not of one that it handles.
  await page.evaluate(`fetch('https://nobody.invalid/').catch(() => new Promise((done) => setTimeout(done, 100)))`);
  expect(await page.evaluate('unheard')).toHaveLength(1);
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

test('of a page that asks the same again and again the first thousand calls of a view are told, and that others are left out; whatever else it asks is', async () => {
  put('/polls');
  const page = await watched.open('/polls');
  await page.getByText('through 2 2').waitFor();
  await page.evaluate(async () => {
    for (let round = 0; round < 21; round++)
      await Promise.all(Array.from({ length: 50 }, () => fetch('/api/polled').then((answer) => answer.text())));
    await fetch('/api/other');
  });
  const of = (path: string) => watched.intake.records('resource').filter((one) => one.path === path);
  await until(() => expect(of('/api/other')).toHaveLength(1));
  expect(of('/api/polled')).toHaveLength(1_000);
  // Of a machine that is slow at the time the frames are left out as well.
  const state = watched.intake.records('state').filter(({ subject }) => subject === 'page.calls');
  expect(state).toEqual([expect.objectContaining({ to: 'left out' })]);
});

test('what is pushed that says nothing throws nothing, and keeps nothing else from being told', async () => {
  const head = `<script>(window.sightglass ??= []).push(null); sightglass.push(['event', 'before']); sightglass.push(['event', 'none', null])</script>`;
  watched.site.pages['/pushed'] = watched.html('', { head });
  const page = await watched.open('/pushed');
  const thrown = await page.evaluate(() => {
    const { sightglass } = window as unknown as { sightglass: { push(...said: unknown[]): void } };
    const odd = [[null], [undefined], [5], [{}], [[]], [['nothing of ours']], [['event', 'after']], []];
    return odd.flatMap((given) => {
      try {
        return sightglass.push(...given) ?? [];
      } catch (error) {
        return String(error);
      }
    });
  });
  expect(thrown).toEqual([]);
  await until(() =>
    expect(watched.intake.records('custom').map(({ name }) => name)).toEqual(['before', 'none', 'after']),
  );
  expect(watched.intake.invalid).toEqual([]);
});

test('where a page has no hash, one that fails, or nothing to encode with, who uses it is told where it can be, and no page hears of it', async () => {
  watched.site.pages['/no-hash'] = watched.html('').replace('<script src', '<script crossorigin src');
  const page = await watched.open('/no-hash');
  const say = (over: string, id: string): Promise<unknown> =>
    page.evaluate(`${over}; sightglass.setUser({ id: '${id}' })`);
  const visitors = (): (string | null)[] => watched.intake.records('user').map(({ visitor }) => visitor);
  const hashed = expect.stringMatching(/^[\da-f]{16}$/);
  await say('', 'one');
  await until(() => expect(visitors()).toEqual([hashed]));
  await say('crypto.subtle.digest = () => Promise.reject(new Error("no hash"))', 'two');
  await until(() => expect(visitors()).toEqual([hashed, hashed]));
  await say('Object.defineProperty(crypto, "subtle", { get() { throw new Error("none") } })', 'three');
  await until(() => expect(visitors()).toEqual([hashed, hashed, hashed]));
  expect(new Set(visitors()).size).toBe(3);
  await say('window.TextEncoder = undefined', 'four');
  await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
  expect(watched.complaints).toEqual([]);
});

test('a long answer that an XMLHttpRequest has read is not written out once more', async () => {
  watched.site.pages['/api/long'] = {
    body: JSON.stringify(Array.from({ length: 40_000 }, (_, id) => [id])),
    type: 'application/json',
  };
  // Whoever writes a list asks it for its own way.
  const head = `<script>window.asked = 0; Object.defineProperty(Array.prototype, 'toJSON', { get() { asked++ } })</script>`;
  watched.site.pages['/long'] = watched.html('', { head });
  const page = await watched.open('/long');
  const between = await page.evaluate(
    () =>
      new Promise((done) => {
        const request = new XMLHttpRequest();
        let before = 0;
        const asked = (): number => (window as unknown as { asked: number }).asked;
        request.onload = () => {
          before = asked();
        };
        request.onloadend = () => done(asked() - before);
        request.responseType = 'json';
        request.open('GET', '/api/long');
        request.send();
      }),
  );
  expect(between).toBeLessThan(1_000);
  await until(() => expect(watched.intake.records('resource').map(({ path }) => path)).toContain('/api/long'));
});

test('of errors without end no sense is made once none is told any more', async () => {
  watched.site.pages['/endless'] = watched.html('');
  const page = await watched.open('/endless');
  await watched.restCame('/endless');
  const asked = await page.evaluate(() => {
    const { sightglass } = window as unknown as { sightglass: Sightglass };
    let asked = 0;
    const odd = {
      ...{ name: 'OddError', message: 'it failed' },
      // Who makes sense of it asks where it came from.
      get stack() {
        asked++;
        return '';
      },
    };
    for (let at = 0; at < 5_000; at++) sightglass.error(odd);
    return asked;
  });
  expect(asked).toBeGreaterThan(0);
  expect(asked).toBeLessThan(2_500);
});

test('where something else takes the place of Promise and TextEncoder, a page hears nothing of us, and its clicks are told', async () => {
  const over = 'Promise.all = undefined; window.TextEncoder = function () { throw new Error("none") }';
  watched.site.pages['/own-promise'] = watched.html(`<script>${over}</script><button>Save</button>`);
  const page = await watched.open('/own-promise');
  await page.getByRole('button').click();
  await until(() => expect(watched.intake.records('action').map(({ name }) => name)).toContain('Save'));
  expect(watched.complaints).toEqual([]);
});

test('a library that reads Array.from otherwise keeps its visitors in one session, and its buttons have their names', async () => {
  // As MooTools before 1.6 and Prototype have it: what comes second is not asked.
  const from = 'Array.from = (many) => Array.prototype.slice.call(many)';
  watched.site.pages['/from'] = watched.html('<button><b>Save</b> all</button>', { head: `<script>${from}</script>` });
  // One that nothing answers is told again, as a click in vain.
  const clicks = () =>
    watched.intake.records('action').filter(({ name, version }) => name === 'Save all' && version === 0);
  for (const times of [1, 2]) {
    const page = await watched.open('/from');
    await page.getByRole('button').click();
    await until(() => expect(clicks()).toHaveLength(times));
    await page.close();
  }
  const sessions = new Set(watched.intake.batches.map(({ session }) => session));
  expect([...sessions]).toEqual([expect.stringMatching(/^[\da-f]{32}$/)]);
});

test('where another SDK puts its own over addEventListener after ours, a click is heard once', async () => {
  const over = `{ const own = new WeakMap(), { addEventListener } = EventTarget.prototype;
    EventTarget.prototype.addEventListener = function (type, listener, how) {
      if (typeof listener !== 'function') return addEventListener.call(this, type, listener, how);
      if (!own.has(listener)) own.set(listener, function (event) { return listener.call(this, event) });
      return addEventListener.call(this, type, own.get(listener), how);
    } }`;
  watched.site.pages['/over'] = watched.html(`<script>${over}</script><button>Save</button><button>Close</button>`);
  const page = await watched.open('/over');
  // The recorder listens last.
  await until(() => expect(watched.intake.segments.length).toBeGreaterThan(0));
  for (const name of ['Save', 'Close']) await page.getByRole('button', { name }).click();
  const clicks = () => watched.intake.records('action').filter(({ version }) => version === 0);
  await until(() => expect(clicks().map(({ name }) => name)).toContain('Close'));
  expect(clicks().map(({ name }) => name)).toEqual(['Save', 'Close']);
});

test('what a page has taken out of a frame is clicked, refused and not loaded as anything else', async () => {
  const inside = `<form aria-label="Order"><button>Send</button><input aria-label="Name" required><p data-sightglass="mask"></p></form>`;
  watched.site.pages['/out-of-frame'] = watched.html(`<iframe srcdoc='${inside}'></iframe>`);
  const page = await watched.open('/out-of-frame');
  await watched.restCame('/out-of-frame');
  const isOfPage = await page
    .frameLocator('iframe')
    .getByRole('form')
    .evaluate((form) => {
      (form.ownerDocument.defaultView as Window).parent.document.body.append(form);
      const host = form.querySelector('p') as Element;
      host.attachShadow({ mode: 'open' }).innerHTML = '<button type="button">For Ottilie</button>';
      return form instanceof (parent as typeof window).Element;
    });
  expect(isOfPage).toBe(false);
  await page.getByRole('button', { name: 'For Ottilie' }).click();
  await page.getByRole('button', { name: 'Send' }).click();
  const { intake } = watched;
  const clicks = () => intake.records('action').filter(({ route }) => route === '/out-of-frame');
  await until(() => expect(clicks().map(({ name }) => name)).toEqual(['', 'Send']));
  const refused = () => intake.records('form').filter(({ event }) => event === 'refused');
  await until(() => expect(refused().map(({ name }) => name)).toContain('Order'));
  await page.evaluate(() => {
    const { contentDocument } = document.querySelector('iframe') as HTMLIFrameElement;
    const picture = (contentDocument as Document).createElement('img');
    document.body.append(picture);
    picture.src = '/no-such.png';
  });
  const errors = () => intake.records('error').filter(({ route }) => route === '/out-of-frame');
  await until(() => expect(errors().map(({ source }) => source)).toEqual(['resource']));
});

test('stopped, it does nothing more under what another SDK has put over it', async () => {
  put('/stopped');
  const page = await watched.open('/stopped');
  await page.getByText('through 2 2').waitFor();
  const copied = await page.evaluate(async () => {
    const { fetch } = window;
    window.fetch = (...given) => fetch(...given);
    const { clone } = Response.prototype;
    let copies = 0;
    Response.prototype.clone = function () {
      copies++;
      return clone.call(this);
    };
    await (await window.fetch('/api/parts')).json();
    const watched = copies;
    (window as unknown as { sightglass: Sightglass }).sightglass.stop();
    await (await window.fetch('/api/parts')).json();
    return { watched, stopped: copies - watched };
  });
  expect(copied).toEqual({ watched: 1, stopped: 0 });
});

test('by a clock that tells parts of a millisecond what is told is told in whole ones', async () => {
  const clock = '{ const { now } = Date; Date.now = () => now() + 0.25 }';
  watched.site.pages['/parts-of-a-millisecond'] = watched.html('<button>Save</button>', {
    head: `<script>${clock}</script>`,
  });
  const page = await watched.open('/parts-of-a-millisecond');
  await until(() => expect(watched.intake.segments.length).toBeGreaterThan(0));
  await page.mouse.move(60, 60, { steps: 5 });
  await page.getByRole('button').click();
  await until(() => expect(watched.intake.records('action').length).toBeGreaterThan(0));
  await until(() => expect(watched.intake.segments.length).toBeGreaterThan(1));
  expect(watched.intake.invalid).toEqual([]);
});

test.each(['DOMContentLoaded', 'load'])(
  'a page that writes itself anew at its %s, which takes away all who listen, is told and shown from then on to its last word',
  async (when) => {
    const anew = `document.open(); document.write('<title>Anew</title><button>Press</button>'); document.close()`;
    watched.site.pages['/anew'] = watched.html(`<script>addEventListener('${when}', () => { ${anew} })</script>`);
    const page = await watched.open('/anew');
    await until(() => expect(JSON.stringify(watched.intake.segments)).toContain('Press'));
    await page.getByRole('button').click();
    await until(() => expect(watched.intake.records('action').map(({ name }) => name)).toContain('Press'));
    await page.goto(`${watched.site.origin}/new`);
    const left = () => watched.intake.records('view').filter(({ durationMs }) => durationMs !== undefined);
    await until(() => expect(left().map(({ title }) => title)).toContain('Anew'));
    // That it has loaded is heard too: what comes then need not wait for the longest that it may.
    expect(
      left()
        .filter(({ loadMs }) => loadMs !== null)
        .map(({ title }) => title),
    ).toContain('Anew');
  },
);

test('a drawing that is opened by itself is left alone: nothing is asked of its own server for us', async () => {
  watched.site.pages['/drawing'] = {
    type: 'image/svg+xml',
    body: `<svg xmlns="http://www.w3.org/2000/svg"><script href="${watched.intake.origin}/sdk.js" data-key="${key}"/></svg>`,
  };
  const page = await watched.browsing.context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${watched.site.origin}/drawing`);
  expect(await page.evaluate(() => 'sightglass' in window)).toBe(false);
  // As late as what is asked before anything else would be.
  await page.evaluate(() => fetch('/new'));
  expect(asked).toEqual(['/drawing', '/sdk.js', '/new']);
});

test('the document of a page that writes itself anew after it has loaded came once, and is told once', async () => {
  watched.site.pages['/written'] = watched.html('as it came');
  const page = await watched.open('/written');
  const paths = () => watched.intake.records('resource').map(({ path }) => path);
  await until(() => expect(paths()).toEqual(['/written']));
  await page.evaluate(() => {
    document.open();
    document.write('<p>anew</p><img src="/picture" alt="">');
    document.close();
  });
  await until(() => expect(paths()).toContain('/picture'));
  // That it is loaded is over by then: its entry would be told beside.
  await page.evaluate(() => fetch('/new'));
  await until(() => expect(paths()).toContain('/new'));
  expect(paths().sort()).toEqual(['/new', '/picture', '/written']);
});
