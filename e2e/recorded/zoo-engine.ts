import { both, click, holds, run, type ZooPage } from './zoo-page.ts';

/** What an engine lays out and paints by itself. */
export const engine: ZooPage[] = [
  {
    name: 'anchored',
    moments: [
      { name: 'as it came' },
      { name: 'open', act: click('#opens') },
      { name: 'a hint beside it', act: run('tip.showPopover({ source: hinted })') },
      {
        name: 'moved, one falls back',
        act: run(`menu.hidePopover(); one.style.left = '200px'; two.style.cssText = 'left: 660px; top: 10px'`),
      },
      { name: 'asked', act: click('#asks') },
      { name: 'answered', act: click('dialog button') },
    ],
  },
  {
    name: 'by-scrolling',
    isStill: true,
    bound: 0.002,
    moments: [
      { name: 'as it came' },
      { name: 'boxes and a table', act: run('box.scrollTo(0, 200); wide.scrollTo(300, 400); track.scrollTo(260, 0)') },
      { name: 'down', act: run('scrollTo(0, 300)') },
      { name: 'at its end', act: run('scrollTo(0, 9999)') },
    ],
  },
  {
    name: 'starting',
    moments: [
      { name: 'as it came' },
      {
        name: 'unfolded',
        act: run(`fold.className = 'fold on'; more.open = true; wide.className = 'wide on'; hue.className = 'hue on';
          notes.insertAdjacentHTML('beforeend', '<div class="note in">second</div>'); list.innerHTML = '<li>a<li>b<li>c'`),
      },
      { name: 'asked', act: run(`ask.showModal(); notes.firstChild.classList.add('off')`) },
      {
        name: 'folded',
        act: run(
          `ask.close(); fold.className = 'fold'; more.open = false; notes.firstChild.classList.remove('off'); list.firstChild.remove()`,
        ),
      },
    ],
  },
  {
    name: 'units',
    moments: [
      { name: 'as it came' },
      {
        name: 'higher',
        act: run(
          `box.style.height = '200px'; box.style.width = '180px'; fill(11); lay([20, 20, 50, 40, 66, 31, 33, 44, 55])`,
        ),
      },
      { name: 'narrow', act: (page) => page.setViewportSize({ width: 500, height: 800 }) },
    ],
  },
  {
    name: 'scripts-of-the-world',
    moments: [
      { name: 'as it came' },
      {
        name: 'the other way',
        act: run(`auto.firstChild.data = 'latin مرحبا'; down.style.writingMode = 'vertical-lr'; field.value = 'now latin';
          document.documentElement.dir = 'rtl'`),
      },
    ],
  },
  {
    name: 'svg',
    moments: [
      { name: 'as it came' },
      {
        name: 'changed',
        act: run(`used.setAttributeNS('http://www.w3.org/1999/xlink', 'href', '#curve'); nested.setAttribute('viewBox', '0 0 100 100');
          big.querySelector('textPath').setAttribute('startOffset', '40%'); big.querySelector('stop').setAttribute('stop-color', 'black');
          nested.querySelector('style').textContent = '.inner { fill: crimson }'`),
      },
    ],
  },
  {
    name: 'glass',
    moments: [
      { name: 'as it came' },
      {
        name: 'moved',
        act: run(
          `one.style.left = '200px'; two.style.backdropFilter = 'blur(2px) grayscale(1)'; turn.firstChild.style.rotate = 'y -40deg'`,
        ),
      },
    ],
  },
  {
    name: 'maths',
    moments: [
      { name: 'as it came' },
      {
        name: 'one row more',
        act: run(
          `grid.append(grid.firstElementChild.cloneNode(true)); sum.querySelector('mn').textContent = '42'; sum.setAttribute('displaystyle', 'false')`,
        ),
      },
    ],
  },
  {
    name: 'pictures-chosen',
    assets: true,
    ready: (page) =>
      page.waitForFunction(() => [...document.images].every(({ complete, loading }) => complete || loading === 'lazy')),
    moments: [
      { name: 'as they came', told: (_, pictures) => pictures >= 4 },
      { name: 'narrow', act: (page) => page.setViewportSize({ width: 500, height: 600 }) },
      {
        name: 'one more',
        act: run(
          `later.innerHTML = '<picture><source type="image/none" srcset="/none"><img src="/sea.png?1"></picture><p class="part">MORE</p>'; wide.lastElementChild.remove()`,
        ),
        told: (_, pictures) => pictures >= 5,
      },
    ],
  },
  {
    name: 'media',
    assets: true,
    // One icon of the browser's own controls: on a busy machine it now and then stays away until the page is built anew.
    bound: 0.0005,
    moments: [
      { name: 'as they came', told: (_, pictures) => pictures >= 1 },
      { name: 'with controls', act: run('plain.controls = true') },
    ],
  },
  {
    name: 'full-screen',
    moments: [
      { name: 'as it came' },
      { name: 'larger', act: click('#go') },
      { name: 'a part of it', act: click('#more') },
      { name: 'larger again', act: click('#less') },
      { name: 'in its place', act: click('.out') },
      { name: 'an element with a shadow root', act: click('#sea') },
      {
        name: 'a dialog over it that stands before it, told whole',
        act: run(`document.body.insertAdjacentHTML('afterbegin', '<dialog id="asked">Leave the sea?</dialog>');
          asked.showModal(); recorded.recorder.lost(); document.body.append('told')`),
        told: holds('told'),
      },
      { name: 'the whole page', act: both(run('asked.close(); document.exitFullscreen()'), click('#all')) },
    ],
  },
  {
    name: 'frameset',
    moments: [{ name: 'as it came' }, { name: 'folded', act: run(`document.querySelector('frameset').cols = '40,*'`) }],
  },
  {
    name: 'styled-fields',
    // A pixel of a round edge.
    bound: 0.00001,
    moments: [
      { name: 'as they came' },
      {
        name: 'used',
        act: async (page) => {
          for (const [id, text] of Object.entries({ mail: 'no', need: 'yes' }))
            await page.locator(`#${id}`).pressSequentially(text);
          for (const [id, text] of Object.entries({ num: '9', range: '80', grows: 'grows\nand grows' }))
            await page.locator(`#${id}`).fill(text);
          for (const id of ['a', 'r2']) await page.locator(`#${id}`).check();
          await run("b.indeterminate = true; said.setCustomValidity('no'); document.activeElement.blur()")(page);
          // A browser draws its own fields otherwise under the mouse.
          await page.mouse.move(790, 590);
        },
        // No event says that a box is undecided, or what a script says of a field: it is found within a second.
        told: (said) => said.includes('both') && /"said"[^[]*":on":":invalid"/.test(said),
      },
      { name: 'a target', act: both(click('#go'), run('document.activeElement.blur()')) },
      { name: 'disabled', act: run(`set.disabled = true; place.value = 'x'`) },
    ],
  },
];
