import type { Page } from 'playwright-core';
import type { MaskLevel } from '../../packages/capture/src/recorder/recorder.ts';

type Act = (page: Page) => Promise<unknown>;

export interface ZooMoment {
  name: string;
  /** What brings the page there; nothing for the page as it came. */
  act?: Act;
  /** After the moment, before the picture: shows the page as a mask would. */
  dress?: Act;
  /** What else the recording must hold: as text, and how many pictures: of canvases and videos, or those that were kept. */
  told?: (said: string, pictures: number) => boolean;
}

/** A page of `fixtures/zoo` and the moments at which its replay is compared with it. */
export interface ZooPage {
  name: string;
  /** In `fixtures/zoo`, without its ending; the name, where nothing else is said. */
  file?: string;
  mask?: MaskLevel;
  pictures?: number;
  /** Pictures and fonts are kept. */
  assets?: boolean;
  /** Nothing in it moves by itself, and what goes by scrolling is seen where it is. */
  isStill?: true;
  /** Waits for what makes the page whole. */
  ready?: Act;
  moments: ZooMoment[];
  /** The share of the viewport's pixels that may differ at any moment; above 0 only with a line in docs/fidelity.md. */
  bound?: number;
}

const click = (selector: string) => (page: Page) => page.locator(selector).click();
const both = (one: Act, other: Act) => async (page: Page) => {
  await one(page);
  await other(page);
};
const run = (script: string) => (page: Page) => page.evaluate(script);
const keys =
  (...names: string[]) =>
  async (page: Page) => {
    for (const name of names) await page.keyboard.press(name);
  };
/** Constructed sheets are read when the page is idle: they take their time. */
const holds = (text: string) => (said: string) => said.includes(text);
const typed = (selector: string, text: string) => (page: Page) => page.locator(selector).pressSequentially(text);

/** As mask level `inputs` shows a form. */
const dressed = run(`{
  const mask = '•••••';
  for (const field of document.querySelectorAll('label:not([data-sightglass]) :is(input, textarea)')) {
    if (field.value) field.value = mask;
    if (field.placeholder) field.placeholder = mask;
  }
  for (const option of document.querySelectorAll('option')) option.textContent = mask;
  if (note.textContent) note.textContent = mask;
}`);

const list = (name: string): ZooPage => ({
  name,
  moments: [
    { name: 'as it came' },
    { name: 'sorted', act: click('#sort') },
    { name: 'filtered', act: typed('#sought', 'steel') },
  ],
});

const frameworks: ZooPage[] = [
  list('react-list'),
  list('vue-list'),
  list('svelte-list'),
  list('angular-list'),
  {
    name: 'virtual-list',
    moments: [
      { name: 'at its top' },
      { name: 'far down', act: run(`document.getElementById('port').scrollTo(0, 61234)`) },
      { name: 'at its end', act: run(`document.getElementById('port').scrollTo(0, 1e7)`) },
    ],
  },
  {
    name: 'jquery-trees',
    moments: [
      { name: 'as it came' },
      { name: 'next page, folded', act: both(click('#next'), click('#toggle')) },
      { name: 'wrapped', act: both(click('#next'), click('#wrap')) },
    ],
  },
  {
    name: 'elements',
    moments: [
      { name: 'as they came' },
      { name: 'defined', act: run('define()'), told: holds('padding: 6px') },
      { name: 'changed', act: run('change()'), told: holds('letter-spacing: 4px') },
    ],
  },
  {
    name: 'css-in-js',
    moments: [
      { name: 'as it came' },
      { name: 'other colours', act: click('#hue') },
      { name: 'open', act: click('#open') },
    ],
  },
];

const documents: ZooPage[] = [
  {
    name: 'top-layer',
    moments: [
      { name: 'modal', act: run('plain.show(); modal.showModal()') },
      { name: 'popovers over it', act: run('hint.showPopover(); tip.showPopover()') },
      { name: 'menu alone', act: run('modal.close(); hint.hidePopover(); plain.close(); menu.showPopover()') },
      {
        name: 'moved while open',
        act: run('modal.showModal(); menu.showPopover(); document.body.append(modal, menu)'),
      },
    ],
  },
  {
    name: 'frames',
    ready: (page) => page.frameLocator('#outer').frameLocator('#deep').getByText('Painted').waitFor(),
    moments: [
      { name: 'as they came' },
      {
        name: 'changed and scrolled',
        act: run(`{
          const { contentWindow: inner, contentDocument } = outer;
          contentDocument.getElementById('deep').contentDocument.body.insertAdjacentHTML('beforeend', '<p class="on">Changed</p>');
          inner.scrollTo(0, 150);
          told.contentDocument.body.style.background = 'pink';
        }`),
      },
      {
        name: 'other documents',
        act: async (page) => {
          await run(`told.srcdoc = '<h1>Another</h1>'; outer.src = '/-deep'; made.remove()`)(page);
          await page.frameLocator('#outer').getByText('Painted').waitFor();
          await page.frameLocator('#told').getByText('Another').waitFor();
        },
      },
    ],
  },
  {
    name: 'drawings',
    moments: [{ name: 'as they came' }, { name: 'more', act: run('add()') }, { name: 'changed', act: run('change()') }],
  },
  {
    name: 'scrolled',
    isStill: true,
    moments: [
      {
        name: 'boxes',
        act: run(`across.scrollTo(333, 0); down.scrollTo(0, 444); snap.scrollTo(760, 0); under.scrollTo(0, -90)`),
      },
      {
        name: 'the page',
        act: run(`scrollTo(0, 512); new Promise((done) => addEventListener('scrollend', done, { once: true }))`),
      },
      {
        name: 'the page, with more above',
        act: run(`document.querySelector('h1').insertAdjacentHTML('afterend', '<p class="card">More</p>'.repeat(5))`),
      },
    ],
  },
  {
    name: 'written',
    moments: [
      { name: 'while loading' },
      { name: 'anew', act: run('again()') },
      { name: 'and more', act: run('more()') },
    ],
  },
  {
    name: 'details',
    moments: [
      { name: 'as they came' },
      { name: 'opened', act: run('a.open = aa.open = b.open = true') },
      {
        name: 'closed',
        act: run(`a.open = false; hidden.hidden = false; out.value = '42'; document.querySelector('meter').value = 9`),
      },
    ],
  },
  {
    name: 'table',
    moments: [
      { name: 'as it came' },
      { name: 'by name', act: click('#name') },
      { name: 'by stock', act: both(click('#stock'), click('#stock')) },
    ],
  },
  {
    name: 'editable',
    moments: [
      { name: 'as it came' },
      {
        name: 'written in',
        act: async (page) => {
          await page.locator('#text').pressSequentially('First line');
          await page.keyboard.press('Enter');
          await page.keyboard.type('second');
        },
      },
      {
        name: 'dressed',
        act: run(
          `getSelection().selectAllChildren(rich.querySelector('p')); document.execCommand('bold'); document.execCommand('insertUnorderedList'); getSelection().removeAllRanges()`,
        ),
      },
      { name: 'selected', act: run(`getSelection().selectAllChildren(rich)`) },
      { name: 'in colours of its own', act: run(`getSelection().selectAllChildren(code)`) },
    ],
  },
];

const looks: ZooPage[] = [
  { name: 'private-sheet', moments: [{ name: 'as it came' }, { name: 'one more', act: run('add()') }] },
  {
    name: 'hover',
    moments: [
      { name: 'over nothing', act: (page) => page.mouse.move(700, 20) },
      { name: 'over a menu', act: (page) => page.locator('#parts').hover() },
      { name: 'over a card', act: (page) => page.locator('#card').hover() },
      { name: 'focus by keys', act: keys('Tab', 'Tab', 'Tab') },
      { name: 'in a shadow root', act: both((page) => page.locator('#box button').last().hover(), keys('Tab', 'Tab')) },
      {
        name: 'pressed',
        act: both(
          (page) => page.locator('#find').hover(),
          (page) => page.mouse.down(),
        ),
      },
      { name: 'in a dialog', act: both((page) => page.mouse.up(), keys('Tab')) },
      { name: 'back', act: both(keys('Escape'), (page) => page.mouse.move(700, 20)) },
    ],
  },
  {
    name: 'forms',
    bound: 0.0005,
    moments: [
      { name: 'as they came' },
      {
        name: 'filled in',
        act: async (page) => {
          for (const [id, text] of Object.entries({
            text: ' and more',
            email: 'no address',
            tel: '123',
            listed: 'Bolt',
            area: 'More ',
          }))
            await page.locator(`#${id}`).pressSequentially(text);
          for (const id of ['check', 'two', 'switch']) await page.locator(`#${id}`).check();
          await page.locator('#date').fill('2026-11-21');
          await page.locator('#range').fill('80');
          await page.locator('#select').selectOption('Third');
          await page.locator('#multiple').selectOption(['B', 'D']);
          await run(`document.activeElement.blur()`)(page);
        },
      },
      {
        name: 'by scripts',
        act: run(`text.value = 'set'; number.value = 9; color.value = '#cc4400'; checked.checked = false; month.value = '2026-12';
          area.value = 'Said by a script'; select.selectedIndex = -1; tel.type = 'checkbox'; tel.checked = true; multiple.options[0].selected = true; mixed.indeterminate = true`),
        told: (said) => said.includes('Said by a script') && said.includes('#cc4400') && said.includes('2026-12'),
      },
      {
        name: 'reset',
        act: run(`document.querySelector('form').reset()`),
        told: (said) => !said.includes('Said by a script'),
      },
    ],
  },
  {
    name: 'sign-up',
    mask: 'inputs',
    moments: [
      { name: 'empty', dress: dressed },
      {
        name: 'filled in',
        act: async (page) => {
          await page.locator('#name').fill('Ines Duarte');
          await page.locator('#mail').fill('ines@mail.example');
          await page.locator('#country').selectOption({ index: 1 });
          await page.locator('#about').fill('Something about me');
          await page.locator('#liked').fill('Teal');
          await page.locator('#note').pressSequentially('A note');
          await run(`document.activeElement.blur()`)(page);
        },
        dress: dressed,
      },
    ],
  },
  {
    name: 'motion',
    moments: [
      { name: 'before' },
      { name: 'at rest', act: run(`a.classList.add('on'); b.classList.add('in')`) },
      {
        name: 'after a view transition',
        act: run(`document.startViewTransition(() => document.body.classList.add('wide')).finished`),
      },
    ],
  },
  {
    name: 'cssom',
    moments: [
      { name: 'as it came' },
      { name: 'rule by rule', act: run('change()') },
      { name: 'sheets', act: run('more()'), told: holds('and after') },
    ],
  },
  {
    name: 'canvas',
    bound: 0.0005,
    pictures: 2,
    moments: [
      { name: 'as it came', told: (_, pictures) => pictures >= 2 },
      { name: 'drawn anew', act: run('draw([200, 30, 90, 240, 10, 60, 120])'), told: (_, pictures) => pictures >= 4 },
    ],
  },
  {
    name: 'sizes',
    moments: [
      { name: 'as it came' },
      { name: 'narrow and high', act: (page) => page.setViewportSize({ width: 480, height: 700 }) },
      {
        name: 'wide, with larger text',
        act: both(
          (page) => page.setViewportSize({ width: 1000, height: 500 }),
          run(`document.body.style.zoom = '1.5'`),
        ),
      },
    ],
  },
  {
    name: 'dark',
    moments: [{ name: 'light' }, { name: 'dark', act: click('button') }, { name: 'light again', act: click('button') }],
  },
  {
    name: 'preferred',
    moments: [{ name: 'light' }, { name: 'dark', act: (page) => page.emulateMedia({ colorScheme: 'dark' }) }],
  },
  {
    name: 'writing',
    moments: [{ name: 'as it came' }, { name: 'scrolled', act: run('across.scrollTo(-400, 0)') }],
  },
  {
    name: 'served',
    assets: true,
    bound: 0.006,
    ready: (page) => page.waitForFunction(() => [...document.images].every(({ complete }) => complete)),
    moments: [
      { name: 'as they came', told: (_, pictures) => pictures >= 8 },
      {
        name: 'one more, and others',
        act: run(`later.insertAdjacentHTML('beforeend', '<img src="/sea.png?later" width="60">');
          document.querySelector('img').src = '/dune.png'; document.querySelector('.tiled').className = 'layered'`),
        told: (_, pictures) => pictures >= 9,
      },
    ],
  },
  {
    name: 'web-font',
    ready: (page) => page.waitForFunction(() => [...document.fonts].every(({ status }) => status === 'loaded')),
    moments: [
      { name: 'as it came' },
      { name: 'more', act: run(`document.querySelector('.bars').insertAdjacentText('beforeend', ' Hinge')`) },
    ],
  },
];

/** What is a limit and stands in docs/fidelity.md, with how much it may come to. */
const limits: ZooPage[] = [
  {
    name: 'animated by a script',
    file: 'motion',
    bound: 0.05,
    moments: [
      { name: 'before' },
      {
        name: 'at rest',
        act: run(`void a.animate([{ translate: '300px 200px' }], { duration: 50, fill: 'forwards' })`),
      },
    ],
  },
  {
    name: 'pictures',
    bound: 0.09,
    moments: [
      { name: 'as they came' },
      {
        name: 'one more',
        act: run(`later.insertAdjacentHTML('beforeend', '<img src="/own.svg?later">')`),
        told: (said) => (said.match(/:natural/g) ?? []).length === 5,
      },
    ],
  },
  {
    name: 'rules by property',
    file: 'cssom',
    bound: 0.17,
    moments: [{ name: 'as it came' }, { name: 'changed', act: run('properties()') }],
  },
];

export const zooPages: ZooPage[] = [...frameworks, ...documents, ...looks, ...limits];
