import { both, click, holds, keys, run, type ZooPage } from './zoo-page.ts';

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

/** Until a move of the mouse is told by itself: that is twenty times a second at most. */
const someFrames = run(`new Promise((done) => {
  let left = 8;
  (function next() {
    if (left--) requestAnimationFrame(next);
    else done();
  })();
})`);

/** How pages look: themes, forms, motion, drawings, writing. */
export const looks: ZooPage[] = [
  {
    name: 'private-sheet',
    isWholeAtOnce: true,
    moments: [{ name: 'as it came' }, { name: 'one more', act: run('add()') }],
  },
  {
    name: 'hover',
    moments: [
      { name: 'over nothing', act: (page) => page.mouse.move(700, 20) },
      { name: 'over a menu', act: (page) => page.locator('#parts').hover() },
      { name: 'over a card', act: (page) => page.locator('#card').hover() },
      { name: 'over a label', act: (page) => page.locator('#label').hover() },
      { name: 'a label pressed', act: (page) => page.mouse.down() },
      { name: 'focus by keys', act: both((page) => page.mouse.up(), keys('Tab', 'Tab', 'Tab')) },
      { name: 'over a part that is handed on', act: (page) => page.locator('#out button').last().hover() },
      { name: 'over a text that is slotted into a link', act: (page) => page.locator('#press').hover() },
      { name: 'that pressed', act: (page) => page.mouse.down() },
      { name: 'and let go', act: (page) => page.mouse.up() },
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
      { name: 'a dialog in a shadow root', act: both(click('#item'), (page) => page.mouse.move(700, 20)) },
      { name: 'a host that shows no ring', act: both(keys('Escape'), keys('Shift+Tab', 'Tab')) },
      {
        name: 'over what unfolds',
        act: async (page) => {
          await page.locator('#first').hover();
          const { x = 0, y = 0 } = (await page.locator('#first').boundingBox()) ?? {};
          // Onto the second, and up where the first was as long as it was unfolded.
          for (const down of [85, 70]) {
            await page.mouse.move(x + 20, y + down);
            await someFrames(page);
          }
        },
      },
    ],
  },
  {
    name: 'links',
    assets: true,
    ready: (page) => page.waitForFunction(() => [...document.images].every(({ complete }) => complete)),
    moments: [
      { name: 'as they came', told: (_, pictures) => pictures >= 2 },
      { name: 'led elsewhere', act: run('change()'), told: (_, pictures) => pictures >= 3 },
    ],
  },
  {
    name: 'forms',
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
          area.value = 'Said by a script'; select.selectedIndex = -1; tel.type = 'checkbox'; tel.checked = true; turns.type = 'button'; multiple.options[0].selected = true; mixed.indeterminate = true`),
        told: (said) => said.includes('Said by a script') && said.includes('#cc4400') && said.includes('2026-12'),
      },
      {
        name: 'reset',
        act: run(`document.querySelector('form').reset()`),
        told: (said) => !said.includes('Said by a script'),
      },
      // With what a browser shows in a field while one is in it.
      { name: 'in a number', act: run('number.focus()') },
      // What a script sets is found within a second.
      {
        name: 'in what is sought',
        act: run(`search.value = 'bolt'; search.focus()`),
        told: holds('bolt'),
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
    name: 'animated by a script',
    file: 'motion',
    moments: [
      { name: 'before' },
      {
        name: 'where it was brought',
        act: run(`void a.animate([{ translate: '300px 200px' }], { duration: 50, fill: 'forwards' });
          (window.turned = b.animate({ rotate: '90deg', backgroundColor: '#c40' }, { duration: 50, fill: 'both', easing: 'ease-in' })).finished`),
        told: holds('"90deg"'),
      },
      {
        name: 'taken back, and another',
        act: run(
          `turned.cancel(); b.animate({ width: ['120px', '400px'] }, { duration: 50, fill: 'forwards' }).finished`,
        ),
        told: holds('"400px"'),
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
    name: 'chosen',
    moments: [
      { name: 'as it came' },
      { name: 'another chosen', act: run(`choose('dark')`) },
      { name: 'told whole', act: run(`recorded.recorder.lost(); document.body.append('told')`), told: holds('told') },
      {
        name: 'as it came, with one that counts no more',
        act: run(`choose('light'); plain.rel = 'alternate stylesheet'`),
      },
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
    moments: [
      { name: 'light' },
      { name: 'dark', act: click('button') },
      { name: 'light again', act: click('button') },
      { name: 'dark by its meta', act: run(`document.querySelector('meta').content = 'dark'`) },
    ],
  },
  {
    name: 'preferred',
    moments: [{ name: 'light' }, { name: 'dark', act: (page) => page.emulateMedia({ colorScheme: 'dark' }) }],
  },
  {
    name: 'platform',
    moments: [
      { name: 'as it came', act: (page) => page.emulateMedia({ colorScheme: 'light' }) },
      {
        name: 'beside its button',
        act: both(both(click('#opens'), click('#anchor')), run(`nest.classList.add('on'); first.open = true`)),
      },
      {
        name: 'larger, the other one open',
        act: run(`box.style.width = '340px'; box.style.setProperty('--mood', 'hover'); row.firstChild.className = 'x'; second.open = true;
          turned.style.setProperty('--turn', '80deg'); pick.append(new Option('Zinc')); pick.selectedIndex = 2; hint.hidePopover(); ask.showModal()`),
      },
      {
        name: 'zoomed, in the dark',
        act: both(
          (page) => page.emulateMedia({ colorScheme: 'dark' }),
          run(
            `ask.close(); box.style.zoom = '1.4'; document.startViewTransition(() => { nest.className = 'nest inner' }).finished`,
          ),
        ),
      },
    ],
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
      { name: 'as they came', told: (_, pictures) => pictures >= 12 },
      {
        name: 'one more, and others',
        act: run(`later.insertAdjacentHTML('beforeend', '<img src="/sea.png?later" width="60">');
          document.querySelector('img').src = '/dune.png'; document.querySelector('.tiled').className = 'layered';
          document.querySelector('image').setAttribute('href', '/sea.png');
          views.querySelector('img').src = '/views.svg#right'; views.querySelector('image').setAttribute('href', '/views.svg?of=1#sun');
          used.setAttributeNS('http://www.w3.org/1999/xlink', 'href', '/icons.svg#star');
          icons.insertAdjacentHTML('beforeend', '<svg width="50" height="50"><use href="/icons.svg#moon"/></svg>')`),
        told: (_, pictures) => pictures >= 13,
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
export const limits: ZooPage[] = [
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
