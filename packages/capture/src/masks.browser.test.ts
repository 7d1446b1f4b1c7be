import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { usualPolicy } from './testing/intake.ts';
import { until } from './testing/until.ts';
import { type Watched, watchedSite } from './testing/watched.ts';

let watched: Watched;
beforeAll(async () => {
  watched = await watchedSite();
});
afterAll(() => watched.stop());
beforeEach(() => {
  const { intake } = watched;
  intake.batches.length = intake.segments.length = 0;
  intake.manner.watched = true;
});

const replay = (): string => JSON.stringify(watched.intake.segments);

async function open(
  path: string,
  body: string,
  mask: 'all' | 'listed' | 'inputs' | 'none' = 'inputs',
  canvas = 0,
): Promise<Page> {
  watched.intake.manner.policy = { ...usualPolicy, mask, canvas };
  watched.site.pages[path] = watched.html(body);
  // Of a browser that was here before, what it heard then must not count.
  await watched.browsing.context.clearCookies();
  const page = await watched.open(path);
  await until(() => expect(replay()).toContain(`${path}"`));
  return page;
}

/** The last thing that a page does: whatever came before it has been told when it shows, as a class, which no mask hides. */
async function end(page: Page, name: string): Promise<void> {
  await page.evaluate((said) => document.body.classList.add(said), name);
  await until(() => expect(replay()).toContain(name));
  await page.close();
}

const levels = ['all', 'listed', 'inputs', 'none'] as const;
/** What shows at which level; the same table stands in docs/recording.md. */
const shows: [what: string, words: string, at: readonly (typeof levels)[number][]][] = [
  ['text of the page', 'Plainly shown', ['inputs', 'none']],
  ['text in `allow`', 'Allowed words', ['listed', 'inputs', 'none']],
  ['text in `mask`', 'Masked words', []],
  ['text in `mask` in `allow`', 'Masked inside', []],
  ['text in a word that is none of them', 'Unknown words', []],
  ['anything in `block`', 'Blocked words', []],
  ['where a link leads', 'larkspur-hollow', ['inputs', 'none']],
  ['where one leads within the page', 'osier-hollow', ['inputs', 'none']],
  ['where a picture is', 'heron-pond', ['inputs', 'none']],
  ['where a picture in `allow` is', 'heron-reed', ['listed', 'inputs', 'none']],
  ['what a chart calls its parts', 'Plotted words', ['inputs', 'none']],
  ['a text in the style of an element', 'Styled words', ['inputs', 'none']],
  ['the title', 'Entitled', ['inputs', 'none']],
  ['a label in an attribute', 'Attributed', ['none']],
  ['a placeholder', 'Held place', ['none']],
  ['the text of a button', 'Press on', ['inputs', 'none']],
  ['the text of an option', 'Optional', ['none']],
  ['an option of a list that the page builds by itself', 'Listed choice', ['none']],
  ['what such an option stands for', 'listed-value', ['none']],
  ['what is chosen, as the button of its list says it', 'Drawn choice', ['none']],
  ['what opens such a list', 'Opened choice', ['none']],
  ['the text of a slider', 'Slid this far', ['none']],
  ['what a field holds', 'Typed plainly', ['none']],
  ['what a field in `allow` holds', 'Typed allowed', ['listed', 'inputs', 'none']],
  ['what a password field in `allow` holds', 'Typed password', []],
  ['what one holds that is called so by an element, which no id names', 'Typed secretly', []],
  ['an editor', 'Written words', ['none']],
  ['where a link in an editor leads', 'sorrel-hollow', ['none']],
  ['and where one leads within the page', 'teasel-hollow', ['none']],
  ['an editor that draws what is written', 'Drawn words', ['none']],
  ['what was typed, where the page shows it again', 'Said Typed echo', []],
  ['what looks like a token', 'q7x2k9p4mz81', ['none']],
  ['in which language a drawing is', 'http://www.w3.org/2000/svg', levels],
  ['and its links', 'http://www.w3.org/1999/xlink', levels],
  ['of which drawing in another file a part shows', 'willow-icons', ['inputs', 'none']],
  ['and which part', 'osier-icon', ['inputs', 'none']],
];
const body = `<p>Plainly shown</p><p data-sightglass="allow">Allowed words <b data-sightglass="mask">Masked inside</b></p><p data-sightglass="mask">Masked words</p>
  <p data-sightglass="masked">Unknown words</p><div data-sightglass="block">Blocked words</div><a href="/of/larkspur-hollow">-</a><a href="#osier-hollow">-</a><img src="/of/heron-pond.png" srcset="/of/heron-pond-2.png 2x"><p data-sightglass="allow"><img src="/of/heron-reed.png"></p><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><path name="Plotted words" seriesName="Plotted words" d="M0 0L9 9" fill="url(#f)" /><use href="/of/willow-icons.svg#osier-icon" /></svg><p style="--said: 'Styled words'">-</p><p title="Attributed">-</p><input placeholder="Held place"><button>Press on</button><select><option>Optional</option></select><select><button><selectedcontent></selectedcontent></button><option>Drawn choice</option></select><ul role="listbox"><li role="option" aria-selected="true" data-value="listed-value">Listed choice</li></ul><button aria-haspopup="listbox" aria-expanded="false">Opened choice</button><div role="slider" aria-valuenow="1">Slid this far</div>
  <input id="plain" aria-label="a"><input id="allowed" data-sightglass="allow"><input id="secret" type="password" data-sightglass="allow"><i>Password</i><input id="called" data-sightglass="allow"><div contenteditable>Written words <a href="/of/sorrel-hollow">-</a><a href="#teasel-hollow">-</a></div><div class="a monaco-editor"><div class="view-line"><span>Drawn words</span></div></div>
  <input id="echo" oninput="document.getElementById('again').textContent = 'Said ' + this.value"><p id="again"></p><p>q7x2k9p4mz81</p><script>document.title = 'Entitled'; document.getElementById('called').ariaLabelledByElements = [document.querySelector('i')]</script>`;

test.each(levels)('at level %s shows what the table says, and nothing else', async (level) => {
  const page = await open(`/level-${level}`, body, level);
  for (const [field, text] of [
    ['plain', 'Typed plainly'],
    ['allowed', 'Typed allowed'],
    ['called', 'Typed secretly'],
    ['secret', 'Typed password'],
    ['echo', 'Typed echo'],
  ] as const) {
    await page.locator(`#${field}`).click();
    await page.keyboard.type(text);
  }
  await page.locator('#plain').click();
  await end(page, 'table-ended');
  const said = replay();
  const shown = shows.filter(([, words]) => said.includes(words)).map(([what]) => what);
  console.log(`${level}: ${shown.join('; ')}`);
  expect(shown).toEqual(shows.filter(([, , at]) => at.includes(level)).map(([what]) => what));
});

test('a secret that nobody typed is hidden however it is written: in other groups, with signs that nobody sees, in digits of another script', async () => {
  const secrets = [
    '4556-7375-8689-9855',
    '4556.7375.8689.9855',
    'of(4556737586899855)',
    'of.4556737586899855',
    '4556–7375–8689–9855',
    '4556\u200b7375\u200b8689\u200b9855',
    '\u200e4556 \u200e7375 \u200e8689 \u200e9855',
    '4 5 5 6 7 3 7 5 8 6 8 9 9 8 5 5',
    '４５５６７３７５８６８９９８５５',
    '٤٥٥٦ ٧٣٧٥ ٨٦٨٩ ٩٨٥٥',
    'DE89.3704.0044.0532.0130.00',
    '+1 (415) 555-0172',
    '/u/+49 171 5550199',
    'JBSW Y3DP EHPK 3PXP.',
    '(JBSW Y3DP EHPK 3PXP)',
    '/mfa/JBSW Y3DP EHPK 3PXP',
    'secret=JBSW Y3DP EHPK 3PXP&digits=6',
    'postgres://shop:kestrelwood@localhost:5432/shop',
    'redis://:kestrelwood@cache/0',
    "seamus.o'gallowglas@canary.invalid",
  ];
  const words = [
    '2026年11月26日',
    '午後3時54分',
    'v131.0.6778.86',
    "from '@angular/core'",
    '1,234,567.89',
    'Row 12 of 1,234',
    '2026-11-26T15:54:33Z',
  ];
  // In a property of the page's own no quotes stand around it, and what stands there may have dashes.
  const styled = 'A1B2C-D3E4F-G5H6I';
  const texts = [...secrets, ...words].map((text) => `<p>Here: ${text}</p><button>Copy ${text}</button>`);
  // As Ant Design's own sheets, which scripts have divided for.
  const divided = [
    'rgba(0,0,0,0.29250000000000004)',
    'polygon(1.6568542494923806px 100%)',
    'scale(-0.3333333333333333)',
  ];
  texts.push(`<p style="--of: ${styled}; --shade: var(--dark-blue) -4px #a1b2c3">-</p>`);
  texts.push(...divided.map((value) => `<p style="--of: ${value}">-</p>`));
  const page = await open('/written', texts.join(''));
  for (const button of (await page.getByRole('button').all()).slice(0, secrets.length)) await button.click();
  await end(page, 'written-ended');
  const names = (): string[] => watched.intake.records('action').map(({ name }) => name);
  await until(() => expect(new Set(names()).size).toBeGreaterThan(3));
  const said = JSON.stringify([watched.intake.segments.map(({ events }) => events), watched.intake.batches]);
  const shown = (text: string): boolean => said.includes(JSON.stringify(text).slice(1, -1));
  expect([...secrets, styled].filter(shown)).toEqual([]);
  expect(shown('var(--dark-blue) -4px #a1b2c3')).toBe(true);
  expect(words.filter((text) => !shown(`Here: ${text}`))).toEqual([]);
  expect(divided.filter((value) => !shown(value))).toEqual([]);
});

test('a class with an @ in it is no address, and what stands beside one is told', async () => {
  const classes = [
    'flex hover:@md:p-1.5',
    '[@media(hover:hover)]:p-2.5',
    '@[618px]:grid group-hover:@[618px]/main:p-0.5',
    'uk-width-1-2@m css-1a2b3c4d5e',
  ];
  const of = (name: string): string => `<p class="${name}">-</p>`;
  const page = await open('/classes', [...classes, 'of-quillon.varga@ostrander.example'].map(of).join(''));
  await end(page, 'classes-ended');
  expect(classes.filter((name) => !replay().includes(`"${name}"`))).toEqual([]);
  expect(replay()).not.toContain('quillon');
});

test('P11: what becomes hidden shows nothing from that moment on, however it becomes so', async () => {
  const page = await open(
    '/hidden-later',
    `<p id="a">Seen before</p><p id="b" title="x">b</p><div id="mask" data-sightglass="mask"></div><p id="c">c</p><div id="d"></div><div id="e"></div>
     <div id="f"><iframe srcdoc="<p>inside</p>"></iframe></div><svg id="g"><text>g</text></svg><input id="h" data-sightglass="allow"><p id="i"><span>i</span></p>`,
    'none',
  );
  await until(() => expect(replay()).toContain('Seen before'));
  await page.evaluate(() => {
    const by = (id: string): HTMLElement => document.getElementById(id) ?? document.body;
    const text = (id: string): Text => by(id).firstChild as Text; // each has a text first
    const hide = (id: string): void => by(id).setAttribute('data-sightglass', 'mask');
    // The same moment, in either order; and an attribute.
    text('a').data = 'Hidden one';
    hide('a');
    hide('b');
    text('b').data = 'Hidden two';
    by('b').title = 'Hidden three';
    // Moved under a parent that is hidden.
    text('c').data = 'Hidden four';
    by('mask').append(by('c'));
    // Shadow roots of hidden hosts.
    hide('d');
    by('d').attachShadow({ mode: 'open' }).textContent = 'Hidden five';
    by('e').attachShadow({ mode: 'closed' }).innerHTML = '<p>Hidden six</p>';
    by('mask').append(by('e'));
    hide('f');
    const frame = by('f').querySelector('iframe')?.contentDocument;
    if (frame) frame.body.textContent = 'Hidden seven';
    hide('g');
    by('g').innerHTML = '<text>Hidden eight</text>';
    hide('h');
    (by('h') as HTMLInputElement).value = 'Hidden nine';
    // Written in from now on.
    by('i').setAttribute('contenteditable', 'true');
    by('i').setAttribute('data-sightglass', 'block');
    by('i').innerHTML = '<b>Hidden ten</b>';
  });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.evaluate(() => {
    for (const id of ['a', 'b', 'c']) {
      const element = document.getElementById(id);
      (element?.firstChild as Text).data = `Hidden later ${id}`;
      element?.setAttribute('aria-label', 'Hidden label');
    }
    document.getElementById('d')?.shadowRoot?.append('Hidden later d');
  });
  await end(page, 'hidden-ended');
  expect(replay().match(/Hidden [\w ]+/g) ?? []).toEqual([]);
});

test('of a canvas no picture is taken from the moment on at which it is hidden, though its recording has not come to that yet', async () => {
  const canvases = Array.from({ length: 40 }, (_, at) => `<div><canvas width="${at + 20}" height="20"></canvas></div>`);
  const page = await open('/drawn-later', canvases.join(''), 'inputs', 2);
  /** Each once, however often it was told. */
  const pictures = (): unknown[] => {
    const told = watched.intake.segments.flatMap(({ events }) => events as unknown as unknown[][]);
    return [...new Set(told.filter(([kind]) => kind === 15).map(([, , , ...shown]) => shown.join()))];
  };
  await until(() => expect(pictures()).toHaveLength(40));
  await page.evaluate(async () => {
    const marks = ['mask', 'block', 'of a later version'];
    for (const [at, canvas] of document.querySelectorAll('canvas').entries()) {
      await new Promise(requestAnimationFrame);
      canvas.parentElement?.setAttribute('data-sightglass', marks[at % 3] ?? '');
      canvas.getContext('2d')?.fillRect(0, 0, 20, 20);
    }
    await new Promise((done) => setTimeout(done, 1_000));
  });
  await end(page, 'drawn-ended');
  expect(pictures()).toHaveLength(40);
});

test('nothing tells what is in a box: not where the pointer is, or is pressed, nor how far it is scrolled, nor whether it is ticked, nor what stands there', async () => {
  const page = await open(
    '/box',
    `<div class="box" data-sightglass="block"><button id="seven">Seven</button><button>Eight</button></div><canvas class="box" data-sightglass="block"></canvas>
     <div class="box" data-sightglass="block" style="overflow: auto; height: 40px"><p style="height: 400px">Wheel</p></div><input type="checkbox" class="box" data-sightglass="block"><button>Beside</button>`,
  );
  const boxes = await page
    .locator('.box')
    .evaluateAll((all) => all.map((box) => box.getBoundingClientRect().toJSON() as DOMRect));
  const named = (name: string) => page.getByRole('button', { name }).click();
  for (const name of ['Beside', 'Seven', 'Eight']) await named(name);
  await page.locator('canvas').click({ position: { x: 20, y: 30 } });
  await page.locator('div.box').last().hover();
  await page.mouse.wheel(0, 120);
  await page.waitForFunction(() => document.querySelectorAll('div.box')[1]?.scrollTop === 120);
  await page.getByRole('checkbox').click();
  await named('Beside');
  await end(page, 'box-ended');
  const targets = (): string[] => watched.intake.records('action').map(({ target = '' }) => target);
  await until(() => expect(targets().filter((target) => /div\.box$/.test(target)).length).toBeGreaterThan(1));
  expect(JSON.stringify(watched.intake.batches)).not.toMatch(/seven/i);
  const told = watched.intake.segments.flatMap(({ events }) => events as unknown as [number, number, ...unknown[]][]);
  const moves = told.flatMap(([kind, , list]) => (kind === 5 ? (list as number[]) : []));
  const points = [
    ...moves.flatMap((x, at) => (at % 4 === 1 ? [[x, moves[at + 1]]] : [])),
    ...told.flatMap(([kind, , ...more]) => (kind === 6 && more[2] ? [more.slice(2, 4)] : [])),
  ] as [x: number, y: number][];
  expect(points.length).toBeGreaterThan(3);
  const isIn = ([x, y]: [number, number]) =>
    boxes.some((b) => x >= b.left && x <= b.right && y >= b.top && y <= b.bottom);
  expect(points.filter(isIn)).toEqual([]);
  expect(told.filter(([kind, , ...items]) => kind === 7 && items.includes(120))).toEqual([]);
  expect(replay()).not.toContain(':checked');
});

test('under a word that nobody knows, records call nothing by its name either, as under `mask`', async () => {
  const words = ['mask', 'masked', 'MASK', 'hidden'];
  const page = await open(
    '/words',
    words
      .map(
        (word) =>
          `<form data-sightglass="${word}" aria-label="Hidden form"><label>Hidden label <input id="${word}" name="a"></label><button type="button">Hidden ${word}</button></form><button>See <b data-sightglass="${word}">Hidden name</b></button>`,
      )
      .join(''),
  );
  await watched.restCame('/words');
  for (const button of await page.getByRole('button').all()) await button.click();
  for (const word of words) await page.locator(`[id="${word}"]`).fill('x');
  await end(page, 'words-ended');
  const { intake } = watched;
  const names = (): string[] => intake.records('action').map(({ name }) => name);
  await until(() => expect(names().filter((name) => name === 'See')).toHaveLength(words.length));
  await until(() => expect(intake.records('vital').length).toBeGreaterThan(0));
  expect(JSON.stringify([intake.batches, intake.segments])).not.toContain('Hidden');
});

test.each(['all', 'listed'] as const)(
  'at level %s records call what is clicked by its text: at `all` none but a control',
  async (level) => {
    const controls = `<button>Save</button><a href="#of">Orders</a><details><summary>More</summary></details><label>Gift <input type="checkbox"></label>
    <div role="button">Print</div><b role="tab">Lines</b><i role="menuitem">Copy</i><form aria-label="Find" onsubmit="return false"><input aria-label="Words"></form>`;
    const plain = `<div>Ottilie Brandauer</div><the-chip>Ottilie paid</the-chip><h2>For Ottilie</h2><p style="cursor: pointer">See Ottilie</p>
    <table><th>Of Ottilie</th></table><img alt="Ottilie smiles" width="40" height="40"><p role="status">Ottilie came</p>`;
    const path = `/called-at-${level}`;
    const page = await open(path, controls + plain, level);
    for (const text of ['Save', 'Orders', 'More', 'Gift', 'Print', 'Lines', 'Copy']) await page.getByText(text).click();
    // A form that is sent sooner is the click's doing.
    const clicked = await page.evaluate(() => performance.now());
    await page.waitForFunction((since) => performance.now() - since > 100, clicked);
    await page.getByLabel('Words').press('Enter');
    const all = ['Ottilie Brandauer', 'Ottilie paid', 'For Ottilie', 'See Ottilie', 'Of Ottilie', 'Ottilie came'];
    for (const text of all) await page.getByText(text).click();
    await page.getByRole('img').click();
    await page.getByText('Save').click();
    const names = (): string[] => {
      const told = watched.intake.records('action').filter(({ route, version }) => route === path && version === 0);
      return told.map(({ name }) => name);
    };
    await until(() => expect(names().filter((name) => name === 'Save')).toHaveLength(2));
    const said = ['Save', 'Orders', 'More', 'Gift', 'Print', 'Lines', 'Copy', 'Find'];
    const told = [...all, 'Ottilie smiles'].map((name) => (level === 'all' ? '' : name));
    expect(names()).toEqual([...said, ...told, 'Save']);
    await page.close();
  },
);

test.each([
  ['it', '<title>Parts', '<title data-sightglass="mask">Oenanthe'],
  ['all of the page', '<html lang="en"><head><title>Parts', '<html data-sightglass="mask"><head><title>Oenanthe'],
])('no view is told by its title where the page marks %s', async (_, plain, marked) => {
  const { site, intake } = watched;
  site.pages['/entitled'] = watched.html('<p>-</p>').replace(plain, marked);
  const page = await watched.open('/entitled');
  await watched.restCame('/entitled');
  await page.evaluate(() => {
    document.title = 'Oenanthe again';
  });
  const views = () => intake.records('view').filter(({ route }) => route === '/entitled');
  await end(page, 'entitled-ended');
  await until(() => expect(views().some(({ durationMs }) => durationMs !== undefined)).toBe(true));
  expect(views().map(({ title }) => title)).toEqual(views().map(() => ''));
  expect(replay()).not.toContain('Oenanthe');
});

test('what a field holds that its label alone tells to be a secret is hidden at every level, in a frame as well', async () => {
  const field = (label: string): string => `<p><label>${label} <input></label></p>`;
  const fields = `${field('Plate')}${field('Password')}<b id="pin">PIN code</b><input aria-labelledby="pin">`;
  const page = await open('/labelled', `${fields}<iframe srcdoc='${fields}'></iframe>`, 'none');
  for (const [where, of] of [
    [page, 'page'],
    [page.frameLocator('iframe'), 'frame'],
  ] as const)
    for (const label of ['Plate', 'Password', 'PIN code'])
      await where.getByLabel(label).pressSequentially(`${label.slice(0, 4)} in the ${of}`);
  await end(page, 'labelled-ended');
  expect(replay().match(/\w+ in the \w+/g)).toEqual(expect.arrayContaining(['Plat in the page', 'Plat in the frame']));
  expect(replay()).not.toMatch(/(Pass|PIN ) in the/);
});

test('what becomes an editor by its class shows nothing from that moment on', async () => {
  const page = await open('/editor-later', '<div id="a"><p id="b">Seen before</p></div>', 'inputs');
  const write = (words: string, become = ''): Promise<void> =>
    page.evaluate(
      ([words = '', become]) => {
        const by = (id: string): HTMLElement => document.getElementById(id) ?? document.body;
        (by('b').firstChild as Text).data = words;
        if (become) by('a').className = become;
      },
      [words, become],
    );
  await until(() => expect(replay()).toContain('Seen before'));
  await write('Hidden one', 'code ace_content');
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await write('Hidden two');
  await end(page, 'editor-ended');
  expect(replay().match(/Hidden [\w ]+/g) ?? []).toEqual([]);
});

test('what a page says later to be chosen in a list shows nothing from that moment on, nor what opens the list', async () => {
  const page = await open(
    '/late-list',
    '<button aria-expanded="false">Choose one</button><div aria-selected="false"><b>First of them</b></div><i aria-expanded="false">Opens</i>',
    'inputs',
  );
  await until(() => expect(replay()).toContain('First of them'));
  await page.evaluate(() => {
    document.querySelector('button')?.setAttribute('role', 'combobox');
    document.querySelector('div')?.setAttribute('role', 'option');
    document.querySelector('i')?.setAttribute('aria-haspopup', 'listbox');
  });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.evaluate(() => {
    for (const place of document.querySelectorAll('button, b, i')) place.textContent = 'Chosen illness';
  });
  await end(page, 'late-list-ended');
  expect(replay()).not.toContain('Chosen illness');
});

test('P17: a mask has one length, and what is typed is told once: neither how long it is nor how somebody types can be seen', async () => {
  const fields =
    '<input id="a"><textarea id="b" rows="1"></textarea><div id="c" contenteditable></div><input id="d"><p id="mirror" data-sightglass="mask">-</p>';
  // With each key React writes of each field what it is and is called, as it was.
  const mirror = `<script>addEventListener('input', ({ target }) => { document.getElementById('mirror').firstChild.data = target.value ?? target.textContent; target.setAttribute('value', target.value ?? '');
    for (const field of document.querySelectorAll('input')) { field.name = ''; field.type = 'text'; field.name = 'who' } })</script>`;

  async function typed(path: string, text: string): Promise<string[]> {
    watched.intake.segments.length = 0;
    const page = await open(path, fields + mirror);
    const told = () =>
      watched.intake.segments.flatMap(({ events }) => events as unknown as [number, number, ...unknown[]][]);
    // In how many readings a page is told whole is the machine's.
    await until(() => expect(told().map(([kind]) => kind)).toContain(1));
    for (const field of ['#a', '#b', '#c']) {
      await page.locator(field).click();
      // The first letter is told, as that something is there; the others must not be.
      const before = replay().split('•').length;
      await page.keyboard.type(text.slice(0, 1));
      await until(() => expect(replay().split('•').length).toBeGreaterThan(before));
      await page.keyboard.type(text.slice(1), { delay: 15 });
    }
    await page.evaluate(() =>
      document.getSelection()?.selectAllChildren(document.getElementById('c') ?? document.body),
    );
    await end(page, `typed-${path.slice(1)}`);
    // Changes of the page, of texts, of attributes and states, scrolling, selections: all but when.
    return told()
      .slice(told().findIndex(([kind]) => kind === 1))
      .filter(([kind]) => [2, 3, 4, 7, 13].includes(kind))
      .map(([kind, , ...rest]) => JSON.stringify([kind, ...rest]).replace(/typed-\w+/, ''));
  }

  const short = await typed('/short', 'abc');
  const long = await typed('/long', 'x'.repeat(60));
  console.log(`three letters: ${short.length} changes told; sixty: ${long.length}`);
  const kinds = (told: string[]): string[] => told.flatMap((one) => one.match(/•+|:value|^\[\d+/g) ?? []).sort();
  expect(kinds(long)).toEqual(kinds(short));
  expect(long.length).toBe(short.length);
  expect(new Set(long.join().match(/•+/g))).toEqual(new Set(['•••••']));
});

test('of an address in a style sheet nothing but its path is told, though it is not closed, or a blank or a quote stands in it, nor a picture in a property or a drawing with words', async () => {
  const drawing = (inner: string): string =>
    `data:image/svg+xml,${encodeURIComponent(`<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>`)}`;
  const texts = [
    ...['<g aria-label="Wistaria"/>', '<g>Wistaria</g>', '<g><![CDATA[Wistaria]]></g>', '<s:text>Wistaria</s:text>'],
    ...['<s:a href="?k=Wistaria"/>', '<s:image href="?k=Wistaria"/>', '<!-- Wistaria -->', '<title>Wistaria</title>'],
  ];
  const page = await open(
    '/addresses-in-styles',
    `<p style="background: url(/open.png?k=Wistaria">-</p><style>.a { background: url(/two words.png?k=Wistaria) } .b { background: url(/o'brien.png?k=Wistaria) }</style>
    <style>.c { background: url(/i\\)j.png?k=Wistaria) }</style><style>@import"/d.css?k=Wistaria";</style>
    <style>.e { --picture: url(data:image/png;base64,V2lzdGFyaWE=) no-repeat; --size: calc((1px + 2px) * 3); color: red } .f { color: blue }</style>
    <script>const cut = document.createElement('style'); cut.append('.g { background: url(', '/g.png?k=Wistaria', ') }'); document.head.append(cut)</script>
    <style>.h { background: image-set("/h.png?k=Wistaria", "/i.png" 2x) }</style><style>@import/**/"/j.css?k=Wistaria";</style><noembed><img src="/k.png?k=Wistaria"></noembed>
    <style>.l { background: url("${drawing('<path class="plain" d="M0 0"/>')}") }</style><style>${texts.map((text) => `.m { background: url("${drawing(text)}") }`).join('')}
    .n { background: url("data:image/svg+xml;charset=utf-16le;base64,${btoa([...'<svg><text>Wistaria</text></svg>'].join('\0'))}") }</style>`,
  );
  await end(page, 'addresses-ended');
  expect(replay().match(/.{40}(Wistaria|V2lz|VwBpAHM|cAaQBzAHQ|XAGkAcwB0).{20}/gs) ?? []).toEqual([]);
  expect(replay()).toContain('%22plain%22');
  // What stands around them is told as it is.
  for (const told of [
    'no-repeat; --size: calc((1px + 2px) * 3); color: red } .f { color: blue }',
    '.g { background: url(',
  ])
    expect(replay()).toContain(`${told}"`);
});

test('what was typed is in no address of a picture that names a part of it, and in no name of a style that begins with dashes', async () => {
  const page = await open(
    '/parts-of-pictures',
    '<input aria-label="Name"><input aria-label="Number"><div id="echo"></div>',
  );
  await page.getByLabel('Name').fill('Ottilie Larkspur');
  await page.getByLabel('Number').fill('48213907');
  await page.evaluate(() => {
    const echo = document.getElementById('echo') as HTMLElement;
    echo.innerHTML = `<img src="#Ottilie-Larkspur"><video poster="#Ottilie-Larkspur"></video><svg><image href="#Ottilie-Larkspur"/></svg><p style="anchor-name: --48213907">-</p><style>.of { anchor-name: --48213907 }</style>`;
  });
  await end(page, 'parts-ended');
  expect(replay().match(/.{40}(Larkspur|4821).{20}/gs) ?? []).toEqual([]);
});

test.each([
  ['inputs', 'allow'],
  ['listed', 'allow'],
  ['none', ''],
] as const)(
  'at level %s what attributes hold for the application is told in `allow` (%s) without what looks like a token',
  async (level, mark) => {
    const held = `{"csrf":"q7x2k9p4mz81","of":"Plainly held"}`;
    const page = await open(
      `/held-at-${level}`,
      `<div data-sightglass="${mark}"><p data-state='${held}' x-from="/of?token=q7x2k9p4mz81">-</p></div>`,
      level,
    );
    await page.evaluate((state) => document.querySelector('p')?.setAttribute('data-later', state), held);
    await end(page, 'held-ended');
    expect(replay().match(/Plainly held/g)).toHaveLength(2);
    expect(replay()).not.toContain('q7x2');
  },
);

test('a token in a style sheet is hidden in a string that is not closed, and in a property that is called in letters of any script or holds braces', async () => {
  const page = await open(
    '/tokens-in-styles',
    `<style>.a { --größe: q7x2k9p4mz81; --색: q7x2k9p4mz81; --of: {key: q7x2k9p4mz81; or: 'q7x2k9p4mz81'} }</style><style>.b::after { content: "q7x2k9p4mz81</style><p style="--said: 'q7x2k9p4mz81">-</p>
    <style>.c::after { content: 'it }\n.d { background: url(/d.png?k=Wistaria) }</style>`,
  );
  await end(page, 'tokens-ended');
  expect(replay().match(/.{40}(q7x2|•1|Wistaria).{20}/gs) ?? []).toEqual([]);
});
