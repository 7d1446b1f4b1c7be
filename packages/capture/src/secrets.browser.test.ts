import { afterAll, beforeAll, expect, test } from 'vitest';
import { visitOdd } from './testing/odd-secrets.ts';
import { fillSecretSite } from './testing/secret-site.ts';
import { createSecrets } from './testing/secrets.ts';
import { found, told } from './testing/told.ts';
import { until } from './testing/until.ts';
import { visitSecrets, visitWider } from './testing/visit-secrets.ts';
import { type Watched, watchedSite } from './testing/watched.ts';

let watched: Watched;
beforeAll(async () => {
  watched = await watchedSite();
});
afterAll(() => watched.stop());

const json = 'application/json';

test('no secret leaves the page in actions, calls, errors, console lines, addresses, titles, forms or the replay', async () => {
  const { site, intake, browsing } = watched;
  intake.manner.watched = true;
  const secrets = createSecrets();
  const { of } = secrets;
  fillSecretSite(site, secrets, watched.html);

  const page = await browsing.context.newPage();
  await page.goto(`${site.origin}/from?k=${of('referrer query')}`);
  await page.getByRole('link').click();
  await until(() => expect(intake.segments.length).toBeGreaterThan(0));
  await visitSecrets(page, secrets);
  await page.goto(`${site.origin}/wide?k=${of('wide query')}`);
  await until(() =>
    expect(intake.segments.some(({ events }) => JSON.stringify(events).includes('Drop here'))).toBe(true),
  );
  await visitWider(page, secrets);
  await until(() => expect(JSON.stringify(intake.segments)).toContain('Shadow of •'));
  await page.goto(`${site.origin}/odd?q=${of('searched on the page before', 'bladder infection')}`);
  await until(() => expect(JSON.stringify(intake.segments)).toContain('Classy'));
  await visitOdd(page, secrets);
  await page.goto('about:blank');
  await until(() =>
    expect(
      intake
        .records('view')
        .some(({ route }) => route === '/desk/customers/{code}' || route?.startsWith('/desk/customers/')),
    ).toBe(true),
  );
  await until(() => expect(intake.records('error').length).toBeGreaterThan(8));

  const places = secrets.places();
  const leaks = Object.entries(told(intake)).map(([about, text]) => [about, text.length, found(text, places)] as const);
  console.log(`${places.length} secrets planted. Of these leave the browser:`);
  for (const [about, chars, left] of leaks)
    console.log(`${about.padEnd(9)} ${String(left.length).padStart(3)}   (of ${chars} characters)  ${left.join(', ')}`);
  expect(places.length).toBeGreaterThanOrEqual(390);
  // Each kind did say something: nothing to find in nothing would prove nothing.
  for (const [, chars] of leaks) expect(chars).toBeGreaterThan(20);
  for (const [about, , left] of leaks) expect(left, about).toEqual([]);
  expect(intake.invalid).toEqual([]);
});

test('the private texts of the example application stay in the page, though they look like any other words', async () => {
  const { site, intake, browsing } = watched;
  intake.batches.length = intake.segments.length = 0;
  const street = '17 Larkspur Canary Row';
  const name = 'Quillon Varga-Ostrander';
  const orders = {
    items: [
      {
        id: 10023,
        reference: 'Workshop Canary 3',
        createdBy: name,
        note: 'canary note 9d1f',
        contact: 'sales@canary-hinges.invalid',
        assignee: { lastName: 'Oakenshaw', level: 3, firstName: 'Evangeline' },
        hours: { 'Isambard Thrale': 7 },
        more: JSON.stringify({ approvedBy: 'Sybilla Rackstraw' }),
      },
    ],
  };
  site.pages['/api/orders'] = { body: JSON.stringify(orders), type: json };
  site.pages['/orders'] =
    watched.html(`<label>Street <input name="street"></label><button id="list">Show</button><ul></ul><script>
    document.getElementById('list').onclick = async () => { const { items } = await (await fetch('/api/orders')).json();
      for (const { reference, createdBy, note, assignee, hours, more } of items) { document.title = reference + ' · Parts Desk';
        document.querySelector('ul').innerHTML = '<li><a href="#">' + reference + '</a><button>Message ' + createdBy + '</button><button>Assign to ' + assignee.firstName + ' ' + assignee.lastName + '</button><button>Hours of ' + Object.keys(hours) + '</button><button>Thank ' + JSON.parse(more).approvedBy + '</button><button>Show level</button></li>';
        console.error('Could not save ' + note + ' for ' + createdBy + ' at ' + document.querySelector('input').value);
        setTimeout(() => { throw new Error(createdBy + ' may not change ' + reference) }) } }</script>`);
  const page = await browsing.context.newPage();
  await page.goto(`${site.origin}/orders`);
  await watched.restCame('/orders');
  await page.getByLabel('Street').fill(street);
  await page.getByText('Show').click();
  await page.getByRole('link').click();
  for (const name of ['Message', 'Assign', 'Hours', 'Thank', 'level']) await page.getByRole('button', { name }).click();
  await until(() =>
    expect(intake.records('action').map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        '{text}',
        'Message {text}',
        'Assign to {text}',
        'Hours of {text}',
        'Thank {text}',
        'Show level',
      ]),
    ),
  );
  await until(() =>
    expect(intake.records('error').map(({ message }) => message)).toEqual(
      expect.arrayContaining(['{text} may not change {text}', 'Could not save {text} for {text} at {text}']),
    ),
  );
  await page.close();
  const { replay, ...rest } = told(intake);
  const texts: [string, string][] = [
    street,
    name,
    'Workshop Canary 3',
    'canary note 9d1f',
    'sales@canary-hinges.invalid',
    'Quillon',
    'Larkspur',
    'Evangeline',
    'Oakenshaw',
    'Isambard',
    'Rackstraw',
  ].map((text) => [text, text]);
  for (const [about, text] of Object.entries(rest)) expect(found(text, texts), about).toEqual([]);
  expect(found(replay ?? '', [[street, street]])).toEqual([]);
});

test('of what was typed before the SDK came to a page that had long loaded no title tells', async () => {
  const { site, intake, browsing } = watched;
  intake.batches.length = intake.segments.length = 0;
  const [tag = ''] = /<script.*<\/script>/.exec(watched.html('')) ?? [];
  site.pages['/late'] = `<title>Late</title><input oninput="document.title = 'For ' + this.value"><script>
    window.bring = () => document.head.append(document.createRange().createContextualFragment('${tag.replace('</', '<\\/')}'))</script>`;
  const page = await browsing.context.newPage();
  await page.goto(`${site.origin}/late`);
  await page.getByRole('textbox').fill('Ermintrude Larkspurson');
  await page.getByRole('textbox').blur();
  await page.evaluate('bring()');
  await until(() => expect(intake.records('view').map(({ title }) => title)).toContain('For {text}'));
  await page.close();
  const typed = ['Ermintrude', 'Larkspurson'].map((word): [string, string] => [word, word]);
  for (const [about, text] of Object.entries(told(intake))) expect(found(text, typed), about).toEqual([]);
});

test('what is chosen in a list of elements with keys, or by one that closes as soon as the pointer is let go of, is in no title, nor what one is called beside its mark', async () => {
  const { site, intake, browsing } = watched;
  intake.batches.length = intake.segments.length = 0;
  site.pages['/keys'] = site.pages['/pointer'] =
    watched.html(`<input role="combobox" aria-label="Illness" aria-expanded="true" aria-activedescendant="first">
    <ul role="listbox"><li role="option" id="first">Brucellosis Major</li><li role="option" id="second"><b>PM</b><span>Psittacosis Minor</span><i>notifiable</i></li></ul><script>
    const choose = (option) => { document.title = 'For ' + (option.querySelector('span') ?? option).textContent; option.parentElement.hidden = true };
    document.querySelector('input').onkeydown = ({ key }) => { if (key === 'Enter') choose(document.getElementById('first')) };
    document.getElementById('second').onpointerup = ({ currentTarget }) => choose(currentTarget);</script>`);
  for (const by of ['/keys', '/pointer']) {
    const page = await browsing.context.newPage();
    await page.goto(site.origin + by);
    await watched.restCame(by);
    if (by === '/keys') await page.getByRole('combobox').press('Enter');
    else await page.getByRole('option').nth(1).click();
    await until(() => expect(intake.records('view').map(({ title }) => title)).toContain('For {text}'));
    await page.close();
    intake.batches.length = 0;
  }
});

test('what is chosen in a list that is shown beside the one that machines read, as by Ant Design, is in no title and no name', async () => {
  const { site, intake, browsing } = watched;
  intake.batches.length = intake.segments.length = 0;
  site.pages['/beside-keys'] = site.pages['/beside-pointer'] =
    watched.html(`<input role="combobox" aria-label="Illness" aria-expanded="true" aria-activedescendant="said">
    <div><div role="listbox"><div role="option" id="said" aria-label="Brucellosis Major">b-7</div></div><div><div class="item"><b>Brucellosis Major</b></div></div></div><button>Go on</button><script>
    const choose = () => { document.title = 'For ' + document.querySelector('.item').textContent };
    document.querySelector('input').onkeydown = ({ key }) => { if (key === 'Enter') choose() };
    document.querySelector('.item').onclick = choose;</script>`);
  for (const by of ['/beside-keys', '/beside-pointer']) {
    const page = await browsing.context.newPage();
    await page.goto(site.origin + by);
    await watched.restCame(by);
    if (by === '/beside-keys') await page.getByRole('combobox').press('Enter');
    else await page.locator('.item').click();
    await page.getByRole('button').click();
    await until(() => expect(intake.records('action').map(({ name }) => name)).toContain('Go on'));
    await until(() => expect(intake.records('view').map(({ title }) => title)).toContain('For {text}'));
    await page.close();
    expect(JSON.stringify(intake.batches)).not.toContain('Brucellosis');
    intake.batches.length = 0;
  }
});

test('a function that is called by what was typed, or by the words of a row, is not told so in a stack', async () => {
  const { site, intake, browsing } = watched;
  intake.batches.length = intake.segments.length = 0;
  site.pages['/called'] =
    watched.html(`<label>Name <input></label><button>Go on</button><p>Sybilla Rackstraw</p><script>
    document.querySelector('button').onclick = () => { const { value } = document.querySelector('input'), [word] = value.split(' '), row = document.querySelector('p').textContent;
      const table = {}, rows = {}, methods = { [word]() { throw new Error('by a word') }, [value]() { throw new Error('by all of it') } };
      table[value] = () => { throw new Error('by a text') }; rows[row] = () => { throw new Error('of a row') };
      for (const call of [() => methods[word](), () => methods[value](), () => table[value](), () => rows[row]()]) setTimeout(call) }</script>`);
  const page = await browsing.context.newPage();
  await page.goto(`${site.origin}/called`);
  await watched.restCame('/called');
  await page.getByLabel('Name').fill('Ermintrude and my dog');
  await page.getByRole('button').click();
  const thrown = () => intake.records('error').map(({ message, stack }) => [message, stack[0]?.function]);
  await until(() =>
    expect(thrown()).toEqual([
      ['by a word', 'Object.{text}'],
      ['by all of it', '{text}'],
      ['by a text', 'table.<computed>'],
      ['of a row', 'rows.<computed>'],
    ]),
  );
  await page.close();
});

test('of the code that sets up a second factor no replay shows anything, whether squares or outlines are drawn, and in a style sheet as well', async () => {
  const { site, intake, browsing } = watched;
  intake.batches.length = intake.segments.length = 0;
  // As qrcode-svg, bwip-js, lean-qr and qr-image draw them; the last place of each says which it was.
  const ways: [last: number, one: (at: number) => string][] = [
    [81_701, (at) => `M${at}.76,22.76 V28.44 H34.13 V22.76 H28.44 Z `],
    [81_702, (at) => `M${at} 0L13 0L13 1L14 1L14 2L15 2L15 3L12 3L12 2L11 2L11 1L12 1Z`],
    [81_703, (at) => `M${at} 1h7v7h-7v-2h1v1h1v1h1v-1h1v-1h2v1h-1v1h1v1h1v2h-2v1z`],
    [81_704, (at) => `M${at},8l2,0 0,2 -2,0 0,-2z `],
  ];
  const drawn = ways.map(([last, one]) => [...Array(48).keys(), last].map(one).join(''));
  const svg = (path = ''): string => `<svg xmlns="http://www.w3.org/2000/svg"><path d="${path}"/></svg>`;
  site.pages['/second'] = watched.html(
    `${drawn.slice(0, 3).map(svg).join('')}<div class="code" style='background: url("data:image/svg+xml,${encodeURIComponent(svg(drawn[3]))}")'>Scan it</div>`,
    {
      head: `<style>.code { border-image: url("data:image/svg+xml;base64,${btoa(svg(drawn[3]?.replace('81704', '81705')))}") }</style>`,
    },
  );
  const page = await browsing.context.newPage();
  await page.goto(`${site.origin}/second`);
  const replay = (): string => JSON.stringify(intake.segments);
  await until(() => expect(replay()).toContain('Scan it'));
  await until(() => expect(replay()).toContain('border-image'));
  await page.close();
  for (const last of [81_701, 81_702, 81_703, 81_704, 81_705]) expect(replay()).not.toContain(`${last}`);
});

test('what a page put into its markup as it is becomes no name of an element or of an attribute, neither in a replay nor where it is clicked', async () => {
  const { site, intake, browsing } = watched;
  intake.batches.length = intake.segments.length = 0;
  site.pages['/mail'] = watched.html(
    `<p>From: G. <gertruda@palinkaszel.example>Dear all</p><p title='Immanuelia O'Brombeer'>To:</p><label>To <input></label><button onclick="this.outerHTML = 'Sent to A. <' + document.querySelector('input').value + '>'">Send</button>
    <label>Of <input onchange="document.querySelector('main').innerHTML = 'Dear <' + value + '> <b draggable disabled title=' + value + '>of</b><img class=kept alt=' + value + '><svg filter=none></svg>'"></label><main></main>`,
    { head: '<style>[wendeline] { color: red }</style>' },
  );
  const page = await browsing.context.newPage();
  await page.goto(`${site.origin}/mail`);
  await page.getByRole('textbox').first().fill('orvendahl@pinkus.example');
  await page.getByRole('button').click();
  await page.getByLabel('Of').fill('Ottilchen Brandauer summary Class Filter Wendeline');
  await page.getByLabel('Of').blur();
  await page.getByText('Dear all').click();
  await until(() => expect(JSON.stringify(intake.segments)).toMatch(/Sent to A\. .*"kept"/));
  await until(() => expect(intake.records('action').map(({ target }) => target)).toContain('body > p > x'));
  await page.close();
  const said = JSON.stringify([intake.segments, intake.batches]).toLowerCase();
  for (const word of ['palinkaszel', 'brombeer', 'pinkus', 'ottilchen', 'brandauer']) expect(said).not.toContain(word);
  // What the browser or a style sheet goes by stays.
  for (const word of ['"draggable"', '"wendeline"', '"class","kept"', '"filter"']) expect(said).toContain(word);
});

test('a line of an editor that draws what stands in it by itself has no name where it is clicked', async () => {
  const { site, intake, browsing } = watched;
  intake.batches.length = intake.segments.length = 0;
  site.pages['/lines'] = watched.html(
    '<div class="monaco-editor"><div style="cursor: text"><span>token for wendelkruft</span></div></div><p><span>Read on</span></p>',
  );
  const page = await browsing.context.newPage();
  await page.goto(`${site.origin}/lines`);
  for (const text of ['token for', 'Read on']) await page.getByText(text).click();
  const told = () => intake.records('action').map(({ name }) => name);
  await until(() => expect(new Set(told())).toEqual(new Set(['', 'Read on'])));
  await page.close();
  expect(JSON.stringify([intake.segments, intake.batches])).not.toContain('wendelkruft');
});

test('a field that asks for a password again is told without its pattern, where that is the password', async () => {
  const { site, intake, browsing } = watched;
  intake.batches.length = intake.segments.length = 0;
  site.pages['/again'] =
    watched.html(`<form aria-label="Join"><label>Password <input type="password"></label></form><script>
    document.querySelector('input').onchange = ({ target }) => { const again = document.createElement('input');
      Object.assign(again, { ariaLabel: 'Again', name: 'again', pattern: target.value }); target.form.append(again) }</script>`);
  const page = await browsing.context.newPage();
  await page.goto(`${site.origin}/again`);
  await until(() => expect(intake.segments.length).toBeGreaterThan(0));
  await page.getByLabel('Password').fill('marzipan-kestrel');
  await page.getByLabel('Password').blur();
  await until(() =>
    expect(intake.records('form').flatMap((form) => ('fields' in form ? form.fields : []))).toContainEqual({
      name: 'again',
      type: 'text',
      required: false,
      label: 'Again',
    }),
  );
  await page.close();
  for (const [about, text] of Object.entries(told(intake)))
    expect(found(text, [['it', 'marzipan']]), about).toEqual([]);
});

test('of a body that carries a secret nothing leaves but that it was left out; of a secret in an answer its name and type', async () => {
  const { site, intake, browsing } = watched;
  intake.batches.length = intake.segments.length = 0;
  site.pages['/sign-in'] = watched.html('<p>Sign in</p>');
  const answer = { token: 'c4n4ry-token-77', user: { id: 7, name: 'Quillon' } };
  site.pages['/api/sign-in'] = { body: JSON.stringify(answer), type: json };
  const page = await browsing.context.newPage();
  await page.goto(`${site.origin}/sign-in`);
  await watched.restCame('/sign-in');
  await page.evaluate(async () => {
    const url = (way: string): string => `/api/sign-in?way=${way}&access_token=c4n4ry77`;
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ email: 'quillon@canary.invalid', password: 'c4n4ry-word-4711' });
    const form = new FormData();
    form.set('card_number', '4111111111111111');
    await fetch(url('text'), { method: 'POST', headers, body });
    await fetch(new Request(url('request'), { method: 'POST', headers, body }));
    await fetch(url('parameters'), { method: 'POST', body: new URLSearchParams({ mail: 'q', otp: '471100' }) });
    await fetch(url('form'), { method: 'POST', body: form });
    const graph = { query: 'mutation', variables: { input: { newPassword: 'c4n4ry' } } };
    await fetch(url('nested'), { method: 'POST', headers, body: JSON.stringify(graph) });
    await new Promise((done) => {
      const xhr = new XMLHttpRequest();
      xhr.open('POST', url('xhr'));
      xhr.onloadend = done;
      xhr.send('user=quillon&pwd=c4n4ry-word-4711');
    });
    await fetch(url('open'), { method: 'POST', headers, body: JSON.stringify({ quantity: 3 }) });
  });
  // In the order in which they were made: each is told once its answer is understood.
  const calls = () =>
    intake
      .records('resource')
      .filter(({ path }) => path === '/api/sign-in')
      .sort((one, other) => one.at - other.at);
  await until(() => expect(calls()).toHaveLength(7));
  await page.close();
  const told = (call: ReturnType<typeof calls>[number]): unknown[] => [
    call.requestLeftOut,
    call.request !== undefined,
    call.requestBytes !== undefined,
  ];
  expect(calls().map(told)).toEqual([...Array(6).fill(['secret', false, false]), [undefined, true, true]]);
  for (const { query, response } of calls()) {
    expect(query).toEqual({ way: 'word', access_token: 'secret' });
    expect(response).toMatchObject({ fields: { user: { fields: { id: { types: ['integer'] } } } } });
    expect(response?.fields?.token).toEqual({ types: ['string'] });
  }
  expect(intake.invalid).toEqual([]);
});

test('what is typed in a page is none of what a preview in a frame of it tells, where that has the SDK as well', async () => {
  const { site, intake, browsing } = watched;
  intake.batches.length = intake.segments.length = 0;
  site.pages['/preview'] =
    watched.html(`<h1>Preview</h1><button>Nobody</button><script>addEventListener('message', ({ data }) => {
    document.querySelector('button').textContent = 'Call ' + data; document.title = 'For ' + data; console.error('no ' + data); history.replaceState({}, '', '/preview/' + data.toLowerCase()) })</script>`);
  site.pages['/written'] = watched.html(
    `<input aria-label="Author"><iframe src="/preview"></iframe><script>document.querySelector('input').oninput = ({ target }) => document.querySelector('iframe').contentWindow.postMessage(target.value, '*')</script>`,
  );
  const page = await browsing.context.newPage();
  await page.goto(`${site.origin}/written`);
  await Promise.all(['/written', '/preview'].map(watched.restCame));
  await page.getByLabel('Author').click();
  await page.keyboard.type('Kunigunde', { delay: 20 });
  await page.frameLocator('iframe').getByRole('button').click();
  await until(() => expect(intake.records('action').map(({ name }) => name)).toContain('Call {text}'));
  await until(() => expect(JSON.stringify(intake.segments)).toContain('Call •••••'));
  await page.close();
  for (const [about, text] of Object.entries(told(intake)))
    expect(found(text, [['in a preview', 'Kunigund']]), about).toEqual([]);
});

test('where a text begins and ends that is selected is not told of one of which a part is hidden: that would say how long it is', async () => {
  const { site, intake, browsing } = watched;
  intake.batches.length = intake.segments.length = 0;
  site.pages['/selected'] = watched.html(
    `<input aria-label="Called" oninput="greeting.firstChild.data = 'Hello ' + value + ', welcome'"><p id="greeting">Hello</p><p id="plain">Nothing of anybody</p>`,
  );
  const page = await browsing.context.newPage();
  await page.goto(`${site.origin}/selected`);
  await page.getByLabel('Called').click();
  await page.keyboard.type('Kunigunde');
  await until(() => expect(JSON.stringify(intake.segments)).toContain('Hello •••••, welcome'));
  for (const name of ['greeting', 'plain'])
    await page.evaluate(async (id) => {
      getSelection()?.setBaseAndExtent(
        ...([id, id].flatMap((one, at) => [document.getElementById(one)?.firstChild, at ? 15 : 6]) as [
          Node,
          number,
          Node,
          number,
        ]),
      );
      await new Promise((done) => setTimeout(done, 500));
    }, name);
  await page.close();
  const selections = () =>
    intake.segments
      .flatMap(({ events }) => events as unknown as [number, number, number[]][])
      .flatMap(([kind, , ranges]) => (kind === 13 && ranges[0] ? [ranges.filter((_, at) => at % 2)] : []));
  await until(() => expect(selections()).toEqual([[6, 15]]));
});

test('a name that a style goes by, made of what was typed, is hidden in scripts that write vowels or joints as signs of their own as well', async () => {
  const { site, intake, browsing } = watched;
  intake.batches.length = intake.segments.length = 0;
  site.pages['/named'] = watched.html(
    '<input aria-label="Called"><style>p { color: red }</style><p>Nobody</p><script>document.querySelector("input").oninput = ({ target: { value } }) => { document.styleSheets[0].insertRule("." + CSS.escape(value) + " { color: blue }"); document.querySelector("p").className = value; document.querySelector("p").style.viewTransitionName = CSS.escape(value); document.head.append(Object.assign(document.createElement("style"), { textContent: "@import url(/layered.css) layer(" + CSS.escape(value) + ")" })) }</script>',
  );
  site.pages['/layered.css'] = { body: 'p { top: 1px }', type: 'text/css' };
  const page = await browsing.context.newPage();
  await page.goto(`${site.origin}/named`);
  await until(() => expect(intake.segments.length).toBeGreaterThan(0));
  const names = ['शकुन्तिका', 'กิ่งแก้ว', 'بی\u200cقرارِ', 'Zoe\u0308linde'];
  for (const name of names) {
    await page.getByLabel('Called').fill(name);
    await page.waitForTimeout(300);
  }
  const replay = () => JSON.stringify(intake.segments);
  await until(() => expect(replay()).toContain('view-transition-name: •••••'));
  await until(() => expect(replay()).toContain('.••••• { color: blue; }'));
  await until(() => expect(replay()).toContain('p { top: 1px; }'));
  await page.close();
  for (const part of ['शक', 'का', 'งแก', 'قرار', 'linde']) expect(replay()).not.toContain(part);
});

test('of several lines that come into an editor at once, as they are spoken or put in from the keyboard’s own clipboard, each is hidden where the page shows it', async () => {
  const { site, intake, browsing } = watched;
  intake.batches.length = intake.segments.length = 0;
  site.pages['/dictated'] = watched.html(
    `<div contenteditable aria-label="Letter"><p><br></p></div><button>Send</button><ul></ul><script>
    document.querySelector('button').onclick = () => { for (const { textContent } of document.querySelectorAll('[contenteditable] p')) {
      document.querySelector('ul').append(Object.assign(document.createElement('li'), { textContent: 'You: ' + textContent })); console.error('not sent: ' + textContent) } }</script>`,
  );
  const page = await browsing.context.newPage();
  await page.goto(`${site.origin}/dictated`);
  await watched.restCame('/dictated');
  await page.getByLabel('Letter').click();
  await page.keyboard.insertText('Dear Wilhelmina\nmy sister keeps bees\nyours Ottoline');
  await page.getByRole('button').click();
  await until(() =>
    expect(intake.records('console').map(({ text }) => text)).toEqual(Array(3).fill('not sent: {text}')),
  );
  await until(() => expect(JSON.stringify(intake.segments).split('You: •••••')).toHaveLength(4));
  await page.close();
});

test('of an editor in a shadow root each paragraph is known by itself, where the page says it in a longer text', async () => {
  const { site, intake, browsing } = watched;
  intake.batches.length = intake.segments.length = 0;
  site.pages['/composed'] = watched.html(
    `<own-composer></own-composer><button>Send</button><ul></ul><script>
    customElements.define('own-composer', class extends HTMLElement { constructor() { super();
      this.attachShadow({ mode: 'open' }).innerHTML = '<div contenteditable aria-label="Post"><p><br></p></div>' } });
    document.querySelector('button').onclick = () => { for (const { textContent } of document.querySelector('own-composer').shadowRoot.querySelectorAll('p')) {
      document.querySelector('ul').append(Object.assign(document.createElement('li'), { textContent: 'You: ' + textContent })); console.error('not sent: ' + textContent) } }</script>`,
  );
  const page = await browsing.context.newPage();
  await page.goto(`${site.origin}/composed`);
  await watched.restCame('/composed');
  await page.getByLabel('Post').click();
  await page.keyboard.type('my sister keeps bees');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Ottoline in the cellar');
  await page.getByRole('button').click();
  await until(() =>
    expect(intake.records('console').map(({ text }) => text)).toEqual(Array(2).fill('not sent: {text}')),
  );
  await until(() => expect(JSON.stringify(intake.segments).split('You: •••••')).toHaveLength(3));
  await page.close();
});

test('of what is pasted into an editor that is a frame, as TinyMCE is, each line is hidden where the page shows it, also where the editor puts it in by itself', async () => {
  const { site, intake, browsing } = watched;
  intake.batches.length = intake.segments.length = 0;
  site.pages['/letter'] = watched.html(
    `<iframe srcdoc="<body contenteditable></body>"></iframe><button>Preview</button><ul></ul><script>
    const letter = () => document.querySelector('iframe').contentDocument;
    onload = () => letter().addEventListener('paste', (event) => { event.preventDefault();
      for (const textContent of event.clipboardData.getData('text').split('\\n')) letter().body.append(Object.assign(letter().createElement('p'), { textContent })) });
    document.querySelector('button').onclick = () => { for (const { textContent } of letter().querySelectorAll('p'))
      document.querySelector('ul').append(Object.assign(document.createElement('li'), { textContent: 'You: ' + textContent })) }</script>`,
  );
  const page = await browsing.context.newPage();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${site.origin}/letter`);
  await until(() => expect(intake.segments.length).toBeGreaterThan(0));
  await page.evaluate(() => navigator.clipboard.writeText('Dear Wilhelmina\nmy sister keeps bees\nyours Ottoline'));
  await page.frameLocator('iframe').locator('body').click();
  await page.keyboard.press('Control+V');
  await page.getByRole('button').click();
  await until(() => expect(JSON.stringify(intake.segments).split('You: •••••')).toHaveLength(4));
  await page.close();
});

test('of a component that holds a list, as one of several choices does, each is hidden where the page says it, and nothing of ours fails', async () => {
  const { site, intake, browsing } = watched;
  intake.batches.length = intake.segments.length = 0;
  site.pages['/choices'] = watched.html(`<x-choices></x-choices><script>
    customElements.define('x-choices', class extends HTMLElement {
      value = [];
      constructor() {
        super();
        this.attachShadow({ mode: 'open' }).innerHTML = '<button>Ask them</button>';
        this.onclick = () => {
          this.value = ['Ottiline Brandauer', 'Sybilla Rackstraw', undefined, 4];
          this.dispatchEvent(new Event('change', { bubbles: true }));
          document.title = 'For ' + this.value[0] + ' and ' + this.value[1];
        };
      }
    });</script>`);
  const page = await browsing.context.newPage();
  await page.goto(`${site.origin}/choices`);
  await watched.restCame('/choices');
  await page.getByText('Ask them').click();
  await until(() => expect(intake.records('view').map(({ title }) => title)).toContain('For {text} and {text}'));
  expect(await page.evaluate(() => (window as { sightglass?: { faults?(): number } }).sightglass?.faults?.())).toBe(0);
  await page.close();
});

test('what a style says in one digit is told once a code of digits was typed as well, and each digit of that in a box of its own is not', async () => {
  const { site, intake, browsing } = watched;
  intake.batches.length = intake.segments.length = 0;
  site.pages['/code'] = watched.html(
    '<input autocomplete="one-time-code" aria-label="Code"><input autocomplete="cc-csc" aria-label="On the card"><main></main>',
    { head: '<style>.gray-500 { color: gray }</style>' },
  );
  const page = await browsing.context.newPage();
  await page.goto(`${site.origin}/code`);
  await watched.restCame('/code');
  await page.getByLabel('Code').pressSequentially('482913');
  for (const code of ['739', '500']) await page.getByLabel('On the card').fill(code);
  // As Tailwind writes colours, and as who is let in is shown the next screen.
  await page.evaluate(() => {
    const style = document.createElement('style');
    style.textContent = '.card { --shown: 1; background-color: rgb(59 130 246 / var(--shown)) }';
    document.head.append(style);
    (document.querySelector('main') as Element).innerHTML =
      '<div class="card gray-500" style="--columns: 3">welcome</div><b>4</b><b>8</b><i id="card-739" class="card_739"></i><img width="739">';
  });
  const replay = () => JSON.stringify(intake.segments);
  for (const said of ['welcome', '--shown: 1;', '--columns: 3', 'gray-500', '"739"'])
    await until(() => expect(replay()).toContain(said));
  expect(replay()).not.toMatch(/"[48]"|card.739/);
  await page.close();
});

test('the colours of a style and of a drawing stay what they are, though somebody typed a number that is in them', async () => {
  const { site, intake, browsing } = watched;
  intake.batches.length = intake.segments.length = 0;
  site.pages['/many'] = watched.html('<input aria-label="How many"><input aria-label="Weight"><main></main>');
  const page = await browsing.context.newPage();
  await page.goto(`${site.origin}/many`);
  await watched.restCame('/many');
  await page.getByLabel('How many').pressSequentially('100');
  await page.getByLabel('Weight').pressSequentially('7391');
  // As themes are written, and as who goes on is shown the next screen.
  await page.evaluate(() => {
    const style = document.createElement('style');
    style.textContent =
      '.card { --back: 0 0% 100%; --edge: rgb(100 116 139 / 0.5); --own: 7391 100; background: hsl(var(--back)) }';
    document.head.append(style);
    (document.querySelector('main') as Element).innerHTML =
      '<div class="card" style="--full: 100%">more</div><svg><rect fill="rgb(100, 116, 139)" stroke="hsla(100, 40%, 50%, .5)"/></svg>';
  });
  const sheet = ['--back: 0 0% 100%;', '--edge: rgb(100 116 139 / 0.5);', '--full: 100%', '--own: ••••• •••••;'];
  // As charts write them into their drawings.
  const drawing = ['rgb(100, 116, 139)', 'hsla(100, 40%, 50%, .5)'];
  for (const said of [...sheet, ...drawing]) await until(() => expect(JSON.stringify(intake.segments)).toContain(said));
  await page.close();
});
