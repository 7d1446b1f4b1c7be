import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Watched, watchedSite } from './testing/watched.ts';

let watched: Watched;
beforeAll(async () => {
  watched = await watchedSite();
});
afterAll(() => watched.stop());
beforeEach(async () => {
  for (const page of watched.browsing.context.pages()) await page.close();
  const { intake } = watched;
  intake.batches.length = intake.segments.length = intake.invalid.length = watched.complaints.length = 0;
  intake.manner.watched = true;
});

const until = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 15_000, interval: 50 });

/** Opens a page and waits until everything of the SDK has come: its first vital says so. */
async function open(path: string, body: string, options?: Parameters<Watched['html']>[1]): Promise<Page> {
  watched.site.pages[path] = watched.html(body, options);
  const page = await watched.open(path);
  await until(() => expect(watched.intake.records('vital').map(({ name }) => name)).toContain('TTFB'));
  return page;
}

test('a session begins with what the browser says of itself, and its first view has a title and a load time', async () => {
  const attributes = 'data-release="1.2.0" data-environment="test"';
  await open('/orders/10023', '<h1>Order</h1>', { attributes });
  const { intake } = watched;
  await until(() => expect(intake.records('view').at(-1)).toMatchObject({ loadMs: expect.any(Number) }));
  const path = '/orders/{integer}';
  expect(intake.records('session')[0]).toMatchObject({ entryPath: path, replay: true, viewport: { width: 1280 } });
  expect(intake.records('view')[0]).toMatchObject({ version: 0, path, route: path, title: 'Parts', cause: 'load' });
  expect(intake.batches[0]).toMatchObject({ seq: 0, first: 0, release: '1.2.0', environment: 'test', visitor: null });
  expect(intake.invalid).toEqual([]);
});

test('each way to another screen begins a view, and a change of the query alone does not', async () => {
  const page = await open('/app', '<a href="#/orders/7?draft=1">Order</a>');
  await page.evaluate(() => {
    history.pushState(null, '', '/app/orders/12');
    document.title = 'Order 12';
    history.replaceState(null, '', '/app/orders/12?tab=lines');
    history.pushState(null, '', '/app/orders/13');
    history.replaceState(null, '', '/app/orders');
    location.hash = '#/lines/44?x=secret';
  });
  await page.goBack();
  const { intake } = watched;
  const seen = (): unknown[] =>
    intake
      .records('view')
      .filter(({ version }) => version === 0)
      .map(({ cause, route }) => [cause, route]);
  await until(() =>
    expect(seen()).toEqual([
      ['load', '/app'],
      ['push', '/app/orders/{integer}'],
      ['push', '/app/orders/{integer}'],
      ['replace', '/app/orders'],
      ['hash', '/app/orders#/lines/{integer}'],
      ['pop', '/app/orders'],
    ]),
  );
  expect(intake.records('view').find(({ durationMs }) => durationMs !== undefined)).toMatchObject({ route: '/app' });
  await page.evaluate(() => {
    document.title = 'Orders of 2026';
  });
  await until(() =>
    expect(intake.records('view').at(-1)).toMatchObject({ title: 'Orders of {number}', route: '/app/orders' }),
  );
});

test('history is watched also where the browser has no Navigation API', async () => {
  const page = await open('/old', '', {
    head: '<script>delete window.navigation; Object.defineProperty(window, "navigation", { value: undefined })</script>',
  });
  await page.evaluate(() => {
    history.pushState(null, '', '/old/orders/5');
    history.replaceState(null, '', '/old/done');
  });
  const causes = (): string[] =>
    watched.intake
      .records('view')
      .filter(({ version }) => version === 0)
      .map(({ cause }) => cause);
  await until(() => expect(causes()).toEqual(['load', 'push', 'replace']));
});

test('actions are named as assistive technology names them, and told with where they stand', async () => {
  const page = await open(
    '/actions',
    `<nav aria-label="Main"><a href="#">Low stock</a></nav>
     <form aria-label="New order"><label>Reference <input name="reference"></label>
       <label for="c">Country</label><select id="c"><option>DE</option><option>AT</option></select>
       <label><input type="checkbox"> Active</label><button type="button"><span>Create</span> <b>order</b></button></form>
     <button type="button" aria-label="Remove line 3"><svg></svg></button>
     <span id="t">Ship it</span><div role="switch" tabindex="0" aria-labelledby="t">on</div>
     <button><img alt="Basket"></button><shadow-box></shadow-box>
     <script>customElements.define('shadow-box', class extends HTMLElement { constructor() { super();
       this.attachShadow({ mode: 'open' }).innerHTML = '<button>Inside</button>' } })</script>`,
  );
  await page.getByRole('link', { name: 'Low stock' }).click();
  await page.getByLabel('Reference').fill('my own words');
  await page.getByLabel('Country').press('A');
  await page.getByLabel('Country').blur();
  await page.getByLabel('Active').check();
  await page.getByRole('button', { name: 'Create order' }).click();
  await page.getByRole('button', { name: 'Remove line 3' }).click();
  await page.getByRole('switch').click();
  await page.getByRole('button', { name: 'Basket' }).click();
  await page.getByRole('button', { name: 'Inside' }).click();
  const told = (): unknown[] =>
    watched.intake
      .records('action')
      .filter(({ version }) => version === 0)
      .map(({ type, role, name, within }) => [type, role, name, within]);
  await until(() =>
    expect(told()).toEqual(
      expect.arrayContaining([
        ['click', 'link', 'Low stock', 'Main'],
        ['input', 'textbox', 'Reference', 'New order'],
        ['input', 'combobox', 'Country', 'New order'],
        ['click', 'checkbox', 'Active', 'New order'],
        ['click', 'button', 'Create order', 'New order'],
        ['click', 'button', 'Remove line {number}', undefined],
        ['click', 'switch', 'Ship it', undefined],
        ['click', 'button', 'Basket', undefined],
        ['click', 'button', 'Inside', undefined],
      ]),
    ),
  );
});

test('clicks that frustrate are said again: many at one spot, no answer, an error after', async () => {
  const page = await open(
    '/frustrating',
    `<button>Nothing</button><button onclick="document.body.append('x')">Works</button>
     <button onclick="setTimeout(() => { throw new Error('cart is broken') }, 20)">Breaks</button><button onclick="document.body.append('y')">Again</button>`,
  );
  await page.getByText('Works').click();
  await page.getByText('Breaks').click();
  await page.waitForTimeout(1_100);
  await page.getByText('Again').click({ clickCount: 4, delay: 20 });
  await page.getByText('Nothing').click();
  const told = (): Record<string, string[]> =>
    Object.fromEntries(
      watched.intake
        .records('action')
        .filter(({ version }) => version > 0)
        .map(({ name, frustrations }) => [name, frustrations]),
    );
  await until(() => expect(told()).toEqual({ Breaks: ['error'], Again: ['rage'], Nothing: ['dead'] }));
});

test('calls carry method, template, status, shapes and the action they are owed to; never a value', async () => {
  const json = { type: 'application/json' };
  watched.site.pages['POST /api/orders/10023/submit'] = {
    ...json,
    body: JSON.stringify({
      id: 10023,
      state: 'submitted',
      lines: [{ partNo: 'HNG-0412' }, { partNo: 'RUN-0001', note: 'x' }],
    }),
  };
  watched.site.pages['/api/orders/77'] = {
    ...json,
    status: 422,
    body: JSON.stringify({
      error: { code: 'ORDER_LINE_LIMIT', message: 'An order of "Quillon" holds at most 30 lines' },
    }),
  };
  const page = await open(
    '/calls',
    `<button onclick="fetch('/api/orders/10023/submit?page=2&q=hinge', { method: 'POST', body: JSON.stringify({ note: 'canary', urgent: true }) })">Submit</button>
     <button onclick="const x = new XMLHttpRequest(); x.open('GET', '/api/orders/77'); x.send()">Load</button>
     <button onclick="fetch('http://127.0.0.1:9/none').catch(() => 0)">Fail</button>
     <button onclick="const a = new AbortController(); fetch('/slow', { signal: a.signal }).catch(() => 0); a.abort()">Stop</button>`,
  );
  watched.site.pages['/slow'] = { body: '', delayMs: 2_000 };
  for (const name of ['Submit', 'Load', 'Fail', 'Stop']) await page.getByRole('button', { name }).click();
  const { intake } = watched;
  const calls = (): ReturnType<typeof intake.records<'resource'>> =>
    intake.records('resource').filter(({ type }) => /fetch|xhr/.test(type));
  await until(() => expect(calls()).toHaveLength(4));
  const submit = intake.records('action').find(({ name }) => name === 'Submit');
  const find = (path: string): object => calls().find((call) => call.path === path) ?? {};
  expect(find('/api/orders/{integer}/submit')).toMatchObject({
    type: 'fetch',
    method: 'POST',
    host: '',
    status: 200,
    mime: 'application/json',
    action: submit?.id,
    query: { page: 'integer', q: 'word' },
    request: {
      types: ['object'],
      fields: { note: { types: ['string'], format: 'word', length: 4 }, urgent: { types: ['boolean'] } },
    },
    response: {
      fields: {
        id: { types: ['integer'], magnitude: 13 },
        lines: { types: ['array'], items: { fields: { partNo: { format: 'code' }, note: { optional: true } } } },
      },
    },
  });
  expect(find('/api/orders/{integer}')).toMatchObject({
    type: 'xhr',
    status: 422,
    errorCode: 'ORDER_LINE_LIMIT',
    errorCodeAt: 'error.code',
    errorMessage: 'An order of {text} holds at most 30 lines',
  });
  expect(find('/none')).toMatchObject({ status: 0, failure: 'network', host: '127.0.0.1:9' });
  expect(find('/slow')).toMatchObject({ status: 0, failure: 'abort' });
  expect(JSON.stringify(intake.batches)).not.toMatch(/canary|HNG-0412|hinge/);
  expect(intake.invalid).toEqual([]);
});

test('assets are told by the browser, with what could not be loaded as an error', async () => {
  watched.site.pages['/app.css'] = { body: 'body{margin:0}', type: 'text/css' };
  await open('/assets', '<img src="/pictures/817263.png">', { head: '<link rel="stylesheet" href="/app.css?v=3">' });
  const { intake } = watched;
  await until(() =>
    expect(intake.records('resource').map(({ type, path }) => `${type} ${path}`)).toEqual(
      expect.arrayContaining(['document /assets', 'style /app.css', 'image /pictures/{integer}.png']),
    ),
  );
  await until(() =>
    expect(intake.records('error')[0]).toMatchObject({
      source: 'resource',
      message: 'img could not be loaded: /pictures/{integer}.png',
    }),
  );
});

test('errors come with type, template, frames and causes; console lines as templates', async () => {
  const page = await open('/errors', '');
  await page
    .evaluate(() => {
      setTimeout(() => {
        throw new TypeError('Order 10023 of "Quillon" is gone', { cause: new RangeError('row 7') });
      });
      void Promise.reject(new Error('no token eyJhbGciOiJIUzI1NiJ9.abc'));
      setTimeout(() => (undefined as unknown as { lines: number }).lines);
      console.error('Could not save order 12 for', 'Quillon Varga', { note: 'canary' });
      console.warn('slow: 381ms');
      JSON.parse('{"a": canary-secret}');
    })
    .catch(() => undefined);
  const { intake } = watched;
  const find = (source: string): object[] => intake.records('error').filter((error) => error.source === source);
  await until(() => expect(intake.records('error').length).toBeGreaterThanOrEqual(4));
  expect(find('uncaught')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        type: 'TypeError',
        message: 'Order {number} of {text} is gone',
        causes: [{ type: 'RangeError', message: 'row {number}' }],
      }),
      expect.objectContaining({ type: 'TypeError', message: "Cannot read properties of undefined (reading 'lines')" }),
    ]),
  );
  expect(find('rejection')[0]).toMatchObject({ type: 'Error', message: 'no token {token}' });
  expect(find('console')[0]).toMatchObject({ message: 'Could not save order {number} for {text} {object}' });
  expect(intake.records('console')).toEqual(
    expect.arrayContaining([expect.objectContaining({ level: 'warn', text: 'slow: {number}ms' })]),
  );
  expect(JSON.stringify(intake.batches)).not.toMatch(/Quillon|canary/);
});

test('violations of the page policy are errors', async () => {
  watched.site.pages['/policy'] = {
    body: watched.html('<img src="http://127.0.0.1:9/a.png">'),
    headers: { 'content-security-policy': "img-src 'self'" },
  };
  await watched.open('/policy');
  await until(() =>
    expect(watched.intake.records('error').find(({ source }) => source === 'csp')).toMatchObject({
      type: 'img-src',
      message: 'Blocked by img-src: 127.0.0.1:9/a.png',
    }),
  );
});

test('long frames name the script that filled them', async () => {
  const page = await open(
    '/long',
    `<button>Work</button><script>
    document.querySelector('button').addEventListener('click', function hardWork() { const end = performance.now() + 180; while (performance.now() < end); document.body.append('done') })</script>`,
  );
  await page.getByRole('button').click();
  await until(() =>
    expect(
      watched.intake
        .records('longtask')
        .find(({ scripts }) => scripts.some((script) => script.function === 'hardWork')),
    ).toMatchObject({
      type: 'long-animation-frame',
      durationMs: expect.any(Number),
      blockingMs: expect.any(Number),
    }),
  );
});

test('web vitals come with what they are owed to', async () => {
  const page = await open(
    '/vitals',
    '<h1 class="title">A large heading that paints</h1><button id="go" onclick="document.body.prepend(document.createElement(\'hr\'))">Go</button>',
  );
  await page.getByRole('button').click();
  await page.getByRole('button').click();
  await page.goto('about:blank');
  const { intake } = watched;
  const find = (name: string): object | undefined => intake.records('vital').findLast((vital) => vital.name === name);
  await until(() => expect(find('INP')).toBeDefined());
  expect(find('LCP')).toMatchObject({
    target: 'body > h1.title',
    parts: { timeToFirstByte: expect.any(Number) },
    rating: expect.any(String),
  });
  expect(find('INP')).toMatchObject({ target: 'button#go', parts: { inputDelay: expect.any(Number) } });
  expect(find('FCP')).toMatchObject({ navigation: expect.any(String) });
  expect(find('CLS')).toBeDefined();
});

test('forms tell their constraints, what they refused and said, and that they were sent', async () => {
  const page = await open(
    '/forms',
    `<form id="new-order" aria-label="New order" onsubmit="event.preventDefault()">
       <label>Reference <input name="reference" required minlength="3" maxlength="40" pattern="[A-Z]+"></label>
       <label>Quantity <input name="quantity" type="number" min="1" max="200" step="2"></label>
       <label>Unit <select name="unit"><option>piece</option><option>pair</option></select></label><button>Create order</button></form>
     <form aria-label="Add line" onsubmit="event.preventDefault(); const f = this.elements.partNo; f.setAttribute('aria-invalid', 'true'); document.getElementById('why').textContent = 'A part number has at most 9 characters, not ' + f.value">
       <label>Part number <input name="partNo" aria-describedby="why"></label><p id="why"></p><button>Add line</button></form>`,
  );
  const { intake } = watched;
  const forms = (event: string): ReturnType<typeof intake.records<'form'>> =>
    intake.records('form').filter((form) => form.event === event);
  await until(() =>
    expect(forms('seen').find(({ name }) => name === 'New order')).toMatchObject({
      fields: [
        {
          name: 'reference',
          label: 'Reference',
          type: 'text',
          required: true,
          minLength: 3,
          maxLength: 40,
          pattern: '[A-Z]+',
        },
        { name: 'quantity', label: 'Quantity', type: 'number', required: false, min: '1', max: '200', step: '2' },
        { name: 'unit', label: 'Unit', type: 'select-one', required: false, options: 2 },
      ],
    }),
  );
  await page.getByRole('button', { name: 'Create order' }).click();
  await until(() =>
    expect(forms('refused')[0]).toMatchObject({
      name: 'New order',
      refusals: [{ field: 'reference', message: 'Please fill out this field.' }],
      action: expect.any(String),
    }),
  );
  await page.getByLabel('Reference').fill('ABCD');
  await page.getByRole('button', { name: 'Create order' }).click();
  await until(() => expect(forms('submitted')[0]).toMatchObject({ name: 'New order' }));
  await page.getByLabel('Part number').fill('canary-77');
  await page.getByRole('button', { name: 'Add line' }).click();
  await until(() =>
    expect(forms('refused')[1]).toMatchObject({
      name: 'Add line',
      refusals: [{ field: 'partNo', message: 'A part number has at most 9 characters, not {text}' }],
    }),
  );
  await page.waitForTimeout(500);
  expect(forms('submitted')).toHaveLength(1);
  expect(intake.invalid).toEqual([]);
});

test('what the application says is told: user, context, state, events, errors it caught', async () => {
  const page = await open('/said', '', {
    attributes: 'data-allow-traits="plan"',
    head: "<script>window.sightglass = []; sightglass.push(['setUser', { id: 'quillon@canary.invalid', role: 'member', traits: { plan: 'pro', name: 'Quillon' } }])</script>",
  });
  await page.evaluate(() => {
    const { sightglass } = window as unknown as { sightglass: import('./index.ts').Sightglass };
    sightglass.setContext({ shop: 'north', desks: 4 });
    sightglass.state('order', 'draft');
    sightglass.state('order', 'submitted');
    sightglass.event('exported', { rows: 12 });
    sightglass.error(new Error('caught it'));
  });
  const { intake } = watched;
  await until(() =>
    expect(intake.records('error')[0]).toMatchObject({ source: 'manual', handled: true, message: 'caught it' }),
  );
  expect(intake.records('user')[0]).toMatchObject({
    visitor: expect.stringMatching(/^[\da-f]{16}$/),
    role: 'member',
    traits: { plan: 'pro' },
  });
  expect(intake.records('context')[0]).toMatchObject({ attributes: { shop: 'north', desks: 4 } });
  expect(intake.records('state').filter(({ subject }) => subject === 'order')).toMatchObject([
    { to: 'draft' },
    { from: 'draft', to: 'submitted' },
  ]);
  expect(intake.records('custom')[0]).toMatchObject({ name: 'exported', attributes: { rows: 12 } });
  expect(intake.batches.at(-1)).toMatchObject({ visitor: intake.records('user')[0]?.visitor, role: 'member' });
  expect(JSON.stringify(intake.batches)).not.toContain('uillon');
});

test('the page tells when it is offline and online again', async () => {
  const page = await open('/state', '');
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await until(() =>
    expect(watched.intake.records('state').map(({ subject, from, to }) => `${subject} ${from} ${to}`)).toEqual([
      'page.online online offline',
      'page.online offline online',
    ]),
  );
});

test('a replay begins with the page as it was found and goes on with what changed, masked', async () => {
  const page = await open('/replay', '<h1>Parts</h1><input aria-label="Search">');
  const { intake } = watched;
  await until(() => expect(intake.segments[0]).toMatchObject({ seq: 0, anchor: true, format: 'rrweb/2' }));
  await page.getByLabel('Search').fill('typed by a person');
  await page.evaluate(() => document.body.append('later'));
  await until(() => expect(JSON.stringify(intake.segments)).toMatch(/"later"/));
  const text = JSON.stringify(intake.segments);
  expect(text).toContain('•••••');
  expect(text).not.toContain('typed by');
  expect(intake.segments.map(({ seq }) => seq)).toEqual(intake.segments.map((_, at) => at));
  expect(intake.invalid).toEqual([]);
});

test('nothing of ours complains on the console of any of these pages', async () => {
  const page = await open('/quiet', '<button>Ok</button>');
  await page.getByRole('button').click();
  expect(
    await page.evaluate(() =>
      (window as unknown as { sightglass: import('./index.ts').Sightglass }).sightglass.faults(),
    ),
  ).toBe(0);
  expect(watched.complaints).toEqual([]);
});
