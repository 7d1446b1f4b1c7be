import { engine } from './zoo-engine.ts';
import { limits, looks } from './zoo-looks.ts';
import { both, click, holds, run, typed, type ZooPage } from './zoo-page.ts';

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
      { name: 'as they came', told: holds('":on":":state(full)"') },
      { name: 'defined', act: run('define()'), told: holds('padding: 6px') },
      {
        name: 'changed',
        act: run('change()'),
        told: (said) => /letter-spacing: 4px/.test(said) && /":on":":state\(sold\)"/.test(said),
      },
    ],
  },
  {
    name: 'css-in-js',
    isWholeAtOnce: true,
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
      { name: 'a modal over a hint that stands after it', act: run('hint.showPopover(); modal.showModal()') },
      { name: 'moved while open', act: run('menu.showPopover(); document.body.append(modal, menu)') },
      {
        name: 'a modal over another one, which was read in between, as what is new in it got the focus',
        act: run(
          `modal.close(); modal.insertAdjacentHTML('beforeend', '<i tabindex="0" autofocus>new</i>'); modal.showModal(); plain.showModal()`,
        ),
      },
      {
        name: 'told whole: the one that was opened last stands first',
        act: run(`recorded.recorder.lost(); document.body.append('told')`),
        told: holds('told'),
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
          inner.focus();
          inner.getSelection().selectAllChildren(contentDocument.querySelector('#list').children[9]);
          told.contentDocument.body.style.background = 'pink';
          const { contentDocument: anew } = made;
          anew.open();
          anew.write('<!doctype html><table><td><p>In the mode of its own type</table>');
          anew.close();
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
        act: run(
          `across.scrollTo(333, 0); choice.scrollTo(0, 40); down.scrollTo(0, 444); snap.scrollTo(760, 0); under.scrollTo(0, -90); hosts.shadowRoot.firstChild.scrollTo(0, 99)`,
        ),
      },
      {
        name: 'the page',
        act: run(`scrollTo(0, 512); new Promise((done) => addEventListener('scrollend', done, { once: true }))`),
      },
      {
        name: 'the page, with more above',
        act: run(`document.querySelector('h1').insertAdjacentHTML('afterend', '<p class="card">More</p>'.repeat(5))`),
      },
      {
        name: 'a box in a shadow root that stays where it is, with more above',
        act: run(`{
          scrollTo({ top: 0, behavior: 'instant' });
          const { firstChild: box } = hosts.shadowRoot;
          box.insertAdjacentHTML('afterbegin', '<p>More</p>'.repeat(3));
          box.scrollTop = 99;
        }`),
      },
      {
        name: 'boxes in another order, and one hidden',
        act: run(`scrollTo({ top: 0, behavior: 'instant' }); for (const more of document.querySelectorAll('body > .card')) more.remove();
          document.querySelector('h1').after(under, snap); down.hidden = true`),
      },
      { name: 'and shown', act: run('down.hidden = false') },
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
      {
        name: 'what is new',
        act: run(
          `rich.insertAdjacentHTML('beforeend', '<p>New</p>'); getSelection().selectAllChildren(rich.lastChild)`,
        ),
      },
      { name: 'nothing selected', act: run(`getSelection().removeAllRanges()`) },
    ],
  },
];

export const zooPages: ZooPage[] = [...frameworks, ...documents, ...looks, ...engine, ...limits];
