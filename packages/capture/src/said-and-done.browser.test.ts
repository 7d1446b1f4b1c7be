import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { clickInRage } from './testing/rage.ts';
import { until } from './testing/until.ts';
import { key, type Watched, watchedSite } from './testing/watched.ts';

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

test('a click on the words beside a box is one click on the box, though the browser clicks the box as well', async () => {
  const page = await open('/settings', '<label>Dark <input type="checkbox"></label> <button>Done</button>');
  for (const words of ['Dark', 'Dark', 'Done']) await page.getByText(words).click({ position: { x: 4, y: 6 } });
  const told = (): unknown[] =>
    watched.intake.records('action').map(({ type, role, name, version }) => [type, role, name, version]);
  await until(() =>
    expect(told()).toEqual([
      ['click', 'checkbox', 'Dark', 0],
      ['click', 'checkbox', 'Dark', 0],
      ['click', 'button', 'Done', 0],
    ]),
  );
});

test('that is one click also where the browser clicks the box some moments later, and what keys click as soon is told', async () => {
  // As Firefox does it: each event has a time of its own.
  const head = `<script>
    const times = new WeakMap();
    let now = performance.now();
    Object.defineProperty(Event.prototype, 'timeStamp', {
      get() { return times.get(this) ?? (times.set(this, ++now), now) },
    });
    addEventListener('submit', (event) => event.preventDefault());
  </script>`;
  const body =
    '<label>Dark <input type="checkbox"></label> <button>Done</button><form aria-label="Find"><input></form><form><button onclick="now += 200">Send</button></form>';
  const page = await open('/apart', body, { head });
  await page.getByText('Dark').click({ position: { x: 4, y: 6 } });
  await page.keyboard.press('Space');
  await page.getByText('Done').dblclick();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Space');
  await page.getByText('Dark').click({ position: { x: 4, y: 6 } });
  await page.getByRole('textbox').click();
  // Who is quick, and no click's doing.
  await page.evaluate('now += 200');
  await page.keyboard.press('Enter');
  // Of a form that is sent by a button the click is told, however long the page took over that.
  await page.getByText('Send').click();
  const told = (): string[] =>
    watched.intake
      .records('action')
      .filter(({ version }) => version === 0)
      .map(({ role, name }) => `${role} ${name}`);
  const done = Array<string>(4).fill('button Done');
  const all = ['checkbox Dark', 'checkbox Dark', ...done, 'checkbox Dark', 'textbox ', 'form Find', 'button Send'];
  await until(() => expect(told()).toEqual(all));
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
  // By its route: the page of the test before may tell its last words only now.
  expect(
    intake
      .records('view')
      .filter(({ route }) => route === '/app')
      .map(({ durationMs }) => durationMs),
  ).toContainEqual(expect.any(Number));
  await page.evaluate(() => {
    document.title = 'Orders of 2026';
  });
  await until(() =>
    expect(intake.records('view').at(-1)).toMatchObject({ title: 'Orders of {number}', route: '/app/orders' }),
  );
});

test('history is watched also where the browser has no Navigation API', async () => {
  // Elements are found under their names where the browser has nothing that is called so, and forms over what the document has.
  const page = await open('/old', '<nav id="navigation">Orders</nav><form name="title"></form>', {
    head: '<script>delete window.navigation</script>',
    attributes: 'defer',
  });
  const others = await page.evaluate(() => {
    const { pushState } = History.prototype;
    let called = 0;
    History.prototype.pushState = function (...given): void {
      called++;
      pushState.apply(this, given);
    };
    history.pushState(null, '', '/old/orders/5');
    history.replaceState(null, '', '/old/done');
    return [called, Object.keys(history)];
  });
  expect(others).toEqual([1, []]);
  const causes = (): string[] =>
    watched.intake
      .records('view')
      .filter(({ version }) => version === 0)
      .map(({ cause }) => cause);
  await until(() => expect(causes()).toEqual(['load', 'push', 'replace']));
  // Those browsers say the same of a link to another hash and of going back.
  for (const go of ['location.hash = "#/lines"', 'history.back()', 'history.forward()', 'location.hash = "#/notes"'])
    await page.evaluate(`new Promise((done) => { addEventListener('popstate', () => done(), { once: true }); ${go} })`);
  await until(() => expect(causes()).toEqual(['load', 'push', 'replace', 'hash', 'pop', 'pop', 'hash']));
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
     <button><img alt="Basket"></button><shadow-box></shadow-box><slot-box>Save <b>profile</b></slot-box>
     <div role="menu" tabindex="0"><div role="menuitem">Rename Ottilie</div><div role="menuitem">Cut</div></div>
     <div role="tree" tabindex="0"><div role="treeitem">Letters to Ottilie</div></div>
     <div role="alertdialog"><h2>Leave without saving?</h2><p>All that you wrote to Ottilie is lost.</p><button>Leave</button></div>
     <script>customElements.define('shadow-box', class extends HTMLElement { constructor() { super();
       this.attachShadow({ mode: 'open' }).innerHTML = '<button>Inside</button>' } });
       customElements.define('slot-box', class extends HTMLElement { constructor() { super();
       this.attachShadow({ mode: 'open' }).innerHTML = '<button><span><slot></slot></span></button>' } })</script>`,
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
  await page.getByRole('button', { name: 'Save profile' }).click();
  await page.getByRole('menu').press('Escape');
  await page.getByRole('menuitem', { name: 'Cut' }).click();
  await page.getByRole('tree').press('Escape');
  await page.getByRole('button', { name: 'Leave' }).click();
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
        ['click', 'button', 'Save profile', undefined],
        ['key', 'menu', '', undefined],
        ['click', 'menuitem', 'Cut', undefined],
        ['key', 'tree', '', undefined],
        ['click', 'button', 'Leave', 'Leave without saving?'],
      ]),
    ),
  );
});

test('what opens a menu as it is pressed is what was clicked, though the browser clicks what the menu and it stand in', async () => {
  const page = await open(
    '/pressed',
    `<button id="a">Row actions</button> <button id="b">Columns</button> <button id="c">Left alone</button><div style="height: 90px"></div><script>
    const menu = document.createElement('div');
    menu.style.cssText = 'position: fixed; inset: 0';
    // As Radix does it: nothing but the menu takes the pointer. As MUI does it: something stands before all else.
    a.onpointerdown = () => document.body.style.pointerEvents = 'none';
    b.onmousedown = () => document.body.append(menu);
    </script>`,
  );
  await page.getByText('Row actions').click();
  await page.evaluate("document.body.style.pointerEvents = ''");
  await page.getByText('Columns').click();
  await page.evaluate('menu.remove()');
  // Who is on another place as the button is let go of has thought better of it: no click of it was in vain.
  await page.getByText('Left alone').hover();
  await page.mouse.down();
  await page.mouse.move(200, 90);
  await page.mouse.up();
  // Until that would have been judged.
  await page.waitForTimeout(3_000);
  const told = (): string[][] =>
    watched.intake
      .records('action')
      .filter(({ type, route }) => type === 'click' && route === '/pressed')
      .map(({ name, frustrations }) => [name, ...frustrations]);
  await until(() => expect(told()).toEqual([['Row actions'], ['Columns'], ['Left alone']]));
});

test('what is gone as it is let go of was clicked, though the browser clicks nothing: in lists that close on the press', async () => {
  const types = ['pointerdown', 'mousedown', 'pointerup', 'mouseup'];
  const page = await open(
    '/closes',
    `<style>li { height: 30px }</style><ul>${types
      .map((type) => `<li><div role="menuitem" id="${type}"><span>Closes on ${type}</span></div>`)
      .join('')}<li><div id="stays"><span>Stays</span></div></ul><p>Text</p><script>
    for (const option of document.querySelectorAll('[role]')) option.addEventListener(option.id, () => option.remove());
    // What it holds is another thing then; it is there still.
    stays.onpointerup = () => Promise.resolve().then(() => stays.innerHTML = '<span>Chosen</span>');
    // What a library makes up for those who know no pointer is nothing that a person did.
    addEventListener('pointerup', () => setTimeout(() => document.dispatchEvent(new MouseEvent('mouseup', { bubbles: true })), 20));
    </script>`,
  );
  const clicked = types.map((type) => `Closes on ${type}`);
  for (const text of [...clicked, 'Stays']) await page.getByText(text).click();
  // None of them is clicked again by what follows.
  await page.getByText('Text').click();
  const told = (): string[] =>
    watched.intake
      .records('action')
      .filter(({ route, version }) => route === '/closes' && version === 0)
      .map(({ type, role, name }) => `${type} ${role} ${name}`);
  await until(() =>
    expect(told()).toEqual([
      ...clicked.map((name) => `click menuitem ${name}`),
      'click generic Stays',
      'click generic Text',
    ]),
  );
});

test('links without an address that the keys reach are links, also in a cell, and the words of a component are no name where they are many', async () => {
  const page = await open(
    '/calendar',
    `<style>slot { display: block }</style><div role="grid"><div role="gridcell">12 <a tabindex="0">Show more</a></div></div>
    <the-chip>Paid</the-chip><the-card>All that was written to Ottilie on the evening of her birthday</the-card><script>
    for (const name of ['the-chip', 'the-card'])
      customElements.define(name, class extends HTMLElement {
        root = this.attachShadow({ mode: 'open' }).append(document.createElement('slot'));
      });
    </script>`,
  );
  for (const text of ['Show more', 'Paid', 'All that']) await page.getByText(text).click({ position: { x: 9, y: 9 } });
  const told = (): string[] =>
    watched.intake
      .records('action')
      .filter(({ route, version }) => route === '/calendar' && version === 0)
      .map(({ role, name }) => `${role} ${name}`);
  await until(() => expect(told()).toEqual(['link Show more', 'generic Paid', 'generic ']));
});

test('clicks that frustrate are said again: many at one spot, no answer, an error after', async () => {
  const page = await open(
    '/frustrating',
    `<button>Nothing</button><button onclick="document.body.append('x')">Works</button>
     <button onclick="setTimeout(() => { throw new Error('cart is broken') }, 20)">Breaks</button><button onclick="document.body.append('y')">Again</button>
     <a href="telephones" onclick="event.preventDefault()">Telephones</a> <a href="tel:1" onclick="event.preventDefault()">Call</a>`,
  );
  // By its route: of the page of the test before a click in vain may be told only now.
  const told = (): Record<string, string[]> =>
    Object.fromEntries(
      watched.intake
        .records('action')
        .filter(({ version, route }) => version > 0 && route === '/frustrating')
        .map(({ name, frustrations }) => [name, frustrations]),
    );
  await page.getByText('Works').click();
  await page.getByText('Breaks').click();
  // An error is owed to the last that was done before it.
  await until(() => expect(told()).toHaveProperty('Breaks'));
  await clickInRage(page.getByText('Again'), () => expect(told()).toHaveProperty('Again'));
  await page.getByText('Call').click();
  await page.getByText('Telephones').click();
  // What has the focus when it is judged was not left for another.
  await until(() => expect(told()).toHaveProperty('Telephones'));
  await page.getByText('Nothing').click();
  await until(() =>
    expect(told()).toEqual({ Breaks: ['error'], Again: ['rage'], Telephones: ['dead'], Nothing: ['dead'] }),
  );
});

test('a click that a shadow root answers was not in vain: the one that it was in, or one around that', async () => {
  const page = await open(
    '/components',
    `<my-app></my-app><script>
    const root = document.querySelector('my-app').attachShadow({ mode: 'open' });
    root.innerHTML = '<button>Count</button><output>0</output><my-button>More</my-button><button>Vain</button>';
    const inner = root.querySelector('my-button').attachShadow({ mode: 'open' });
    inner.innerHTML = '<button><slot></slot></button>';
    const count = () => root.querySelector('output').textContent++;
    root.querySelector('button').onclick = inner.querySelector('button').onclick = count;
    </script>`,
  );
  const dead = (): string[] =>
    watched.intake
      .records('action')
      .filter(({ route, frustrations }) => route === '/components' && frustrations.includes('dead'))
      .map(({ name }) => name);
  for (const name of ['Count', 'More', 'Vain']) {
    await page.getByRole('button', { name }).click();
    // Each is judged by itself.
    await page.waitForTimeout(3_000);
  }
  await until(() => expect(dead()).toEqual(['Vain']));
});

test('calls carry method, template, status, shapes and the action they are owed to; never a value', async () => {
  const json = { type: 'application/json' };
  watched.site.pages['POST /api/orders/10023/submit'] = {
    ...json,
    headers: {
      ...{
        'content-type': 'application/json; charset=utf-8; name="quillon.json"',
        'cache-control': 'private, max-age=60',
      },
      ...{ 'x-ratelimit-remaining': '41', etag: '"quillon-7"', location: '/people/quillon', 'x-user': 'quillon' },
      ...{ sunset: 'Wed, 11 Nov 2026 23:59:59 GMT', 'content-language': 'de-CH' },
    },
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
    headers: {
      ...{ 'content-type': 'application/json; charset=utf-8; {text}', 'cache-control': 'private, max-age=60' },
      ...{ 'x-ratelimit-remaining': '41', etag: 'present', location: 'present' },
      ...{ sunset: 'Wed, 11 Nov 2026 23:59:59 GMT', 'content-language': 'de-CH' },
    },
    headersLeftOut: expect.any(Number),
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
    headers: { 'content-type': 'application/json' },
    errorCode: 'ORDER_LINE_LIMIT',
    errorCodeAt: 'error.code',
    errorMessage: 'An order of {text} holds at most 30 lines',
  });
  expect(find('/none')).toMatchObject({ status: 0, failure: 'network', host: '127.0.0.1:9' });
  expect(find('/slow')).toMatchObject({ status: 0, failure: 'abort' });
  expect(JSON.stringify(intake.batches)).not.toMatch(/canary|HNG-0412|hinge|quillon/);
  expect(intake.invalid).toEqual([]);
});

test('a form that the browser sends is told with where to, one that a script takes over is not', async () => {
  watched.site.pages['/loans/77'] = { body: watched.html('<h1>Loan</h1>') };
  const page = await open(
    '/forms',
    `<form aria-label="Scripted" method="post" action="/loans/77" onsubmit="event.preventDefault()"><button>Ask</button></form>
     <form aria-label="Native" method="post" action="/loans/77"><input name="action"><button>Send</button></form>`,
  );
  const { intake } = watched;
  const sent = () => intake.records('form').filter(({ event }) => event === 'submitted');
  await page.getByRole('button', { name: 'Ask' }).click();
  await until(() => expect(sent()).toHaveLength(1));
  await page.getByRole('button', { name: 'Send' }).click();
  await until(() =>
    expect(sent().map(({ name, postsTo }) => [name, postsTo])).toEqual([
      ['Scripted', undefined],
      ['Native', '/loans/{integer}'],
    ]),
  );
  // A page that is closed while it is left for another may never say that it is.
  await page.waitForURL('**/loans/77');
  expect(intake.invalid).toEqual([]);
});

test('a call that the policy of the page forbids is told apart from one that met no network', async () => {
  const { intake, site } = watched;
  const allowed = `'self' ${intake.origin} http://127.0.0.1:9/`;
  site.pages['/forbids'] = {
    body: watched.html(`<script>
      const quiet = (address) => fetch(address).catch(() => undefined);
      quiet('http://127.0.0.1:8/fetched?a=1#b'); quiet('http://127.0.0.1:9/dead');
      const request = new XMLHttpRequest(); request.open('GET', 'http://127.0.0.1:8/requested'); request.send();
    </script>`),
    headers: { 'content-security-policy': `connect-src ${allowed}` },
  };
  await watched.open('/forbids');
  const failures = (): unknown[] =>
    intake
      .records('resource')
      .filter(({ host, type }) => host !== '' && /fetch|xhr/.test(type))
      .map(({ path, status, failure }) => [path, status, failure])
      .sort();
  await until(() =>
    expect(failures()).toEqual([
      ['/dead', 0, 'network'],
      ['/fetched', 0, 'blocked'],
      ['/requested', 0, 'blocked'],
    ]),
  );
});

test('the snippet as we advise it needs nothing inline, and is there before the first call of an application that came sooner', async () => {
  const { intake, site, browsing } = watched;
  site.pages['/app.js'] = {
    body: "fetch('/api/first'); (window.sightglass ??= []).push(['setUser', { id: 'u-7', role: 'buyer' }]);",
    type: 'text/javascript',
  };
  site.pages['/api/first'] = { body: '{"items":[1]}', type: 'application/json' };
  site.pages['/advised'] = {
    body: `<!doctype html><head><script defer src="${intake.origin}/sdk.js" data-key="${key}"></script><script type="module" src="/app.js"></script></head>`,
    headers: {
      'content-security-policy': `default-src 'self'; script-src 'self' ${intake.origin}; connect-src 'self' ${intake.origin}`,
    },
  };
  const page = await browsing.context.newPage();
  const applicationCame = page.waitForResponse('**/app.js');
  await page.route('**/sdk.js', async (route) => {
    await applicationCame;
    await route.continue();
  });
  await page.goto(`${site.origin}/advised`);
  await until(() => expect(intake.records('user')[0]).toMatchObject({ role: 'buyer' }));
  // It is understood when the rest of the SDK has come, which may be after the user was told.
  await until(() =>
    expect(intake.records('resource').find(({ path }) => path === '/api/first')).toMatchObject({
      type: 'fetch',
      response: { types: ['object'] },
    }),
  );
});
