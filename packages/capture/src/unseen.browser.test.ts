import { beforeEach, expect, test } from 'vitest';
import { ownNames } from '../build-names.ts';
import { atWork } from './testing/at-work.ts';
import { until } from './testing/until.ts';
import type { Watched } from './testing/watched.ts';

const pages = atWork();
let watched: Watched;
beforeEach(() => {
  watched = pages.watched;
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
  await until(() => expect(watched.intake.records('action').length).toBeGreaterThan(0));
  const woken = (): Promise<string[]> => page.evaluate(() => (window as unknown as { woken: string[] }).woken);
  const before = await woken();
  for (let i = 0; i < 4; i++) await page.getByRole('button').click();
  const clicks = () => watched.intake.records('action').filter(({ version }) => version === 0);
  await until(() => expect(clicks()).toHaveLength(5));
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
  // Neither is allowed here.
  const [sheet] = document.styleSheets as unknown as CSSStyleSheet[];
  for (const ask of [() => navigator.clipboard.readText(), () => sheet?.replace('')]) {
    void ask();
    await attempt('refused', ask);
  }
  await attempt('replaced', async () => {
    const made = new CSSStyleSheet();
    return (await made.replace('q { color: red }')) === made && made.cssRules.length;
  });
  for (let at = 0; unhandled.length < 4 && at < 100; at++) await new Promise((done) => setTimeout(done, 50));
  await new Promise((done) => setTimeout(done, 100));
  return { ...seen, unhandled: unhandled.sort() };
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
  expect(seen.unhandled).toHaveLength(4);
  const rejected = () => watched.intake.records('error').filter(({ source }) => source === 'rejection');
  await until(() => expect(rejected()).toHaveLength(4));
  // Ours are no part of what failed.
  for (const { stack } of rejected()) expect(JSON.stringify(stack)).not.toContain('sdk');
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
