import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownLine } from './testing/own-line.ts';
import { page, type Shown, startShowing } from './testing/shown.ts';

/** What one segment of our own format holds, shown on the stage in a real browser: what stands there is what it says. */
let shown: Shown;
beforeAll(async () => {
  shown = await startShowing();
});
afterAll(() => shown?.stop());

test('an anchor with all that a page can hold stands there as it says', async () => {
  const css = 'p { color: rgb(1, 2, 3) } #deleted { color: red }';
  const anchor = [
    [
      0,
      0,
      1,
      page,
      [
        [10, 'html', '', ''],
        ['html', 'lang', 'en'],
        ['head'],
        ['style', ':css', css],
        -1,
        ['link', 'rel', 'stylesheet', 'href', 'http://elsewhere/x.css', ':css', [7, 'h'.repeat(22)]],
        -2,
        ['body', 'style', 'height: 2000px'],
        ['p', 'id', 'one'],
        'Parts',
        -1,
        ['svg', 'viewBox', '0 0 9 9'],
        ['linearGradient', 'id', 'g'],
        -1,
        ['foreignObject'],
        ['b'],
        'bold',
        -3,
        ['math'],
        ['mfrac'],
        ['mn'],
        '1',
        -1,
        ['mn'],
        '2',
        -3,
        ['x-card', 'id', 'card'],
        [11],
        ['slot'],
        -1,
        ['i'],
        'inside',
        -2,
        'light',
        -1,
        ['input', 'id', 'typed', ':value', '•••••'],
        -1,
        ['input', 'id', 'ticked', 'type', 'checkbox', ':checked', true],
        -1,
        ['select', 'id', 'chosen'],
        ['option', 'value', 'a', 'selected', '', ':selected', false],
        'A',
        -1,
        ['option', 'value', 'b', ':selected', true],
        'B',
        -2,
        ['textarea', 'id', 'written', ':value', 'two\nlines'],
        'old',
        -1,
        // It is empty now.
        ['textarea', 'id', 'emptied'],
        'at first',
        -1,
        ['div', 'id', 'map', ':blocked', [120, 40]],
        -1,
        ['div', 'id', 'tall', 'style', 'height:50px;width:99px;overflow:auto', ':scroll', [0, 70]],
        ['div', 'style', 'height:900px'],
        -2,
        ['dialog', 'id', 'modal', 'open', '', ':open', 'modal'],
        'Sure?',
        -1,
        ['div', 'id', 'menu', 'popover', '', ':open', 'popover'],
        'Menu',
        -1,
        ['div', 'id', 'shut', 'popover', ''],
        'Shut',
        -1,
        ['canvas', 'id', 'drawn', 'width', '10', 'height', '10'],
        -1,
        ['iframe', 'id', 'frame', 'style', 'height:60px'],
        [9],
        ['html'],
        ['body'],
        ['p'],
        'framed',
        -1,
        ['iframe', 'id', 'deep'],
        [9],
        ['html'],
        ['body'],
        ['p'],
        'deep',
      ],
    ],
    [4, 1, 22, ':adopted', [-1]],
    [11, 2, -1, 'i { color: rgb(4, 5, 6) }'],
    [7, 3, 1, 0, 120],
    [1, 4],
    [
      10,
      5,
      5,
      [
        [1, 'p { margin: 7px }'],
        [2, null],
      ],
    ],
    [15, 6, 47, 10, 10, red],
  ];
  const [seen] = await shown.show(
    [{ text: 'h'.repeat(22), value: '#map { border-left: 3px solid }' }, ownLine(0, anchor)],
    [900],
    async (document) => {
      const view = document.defaultView as Window & typeof globalThis;
      const by = <T extends Element>(selector: string) => document.querySelector<T>(selector) as T;
      const frame = by<HTMLIFrameElement>('#frame').contentDocument;
      const canvas = by<HTMLCanvasElement>('#drawn');
      // Its picture takes a while to load.
      while (!canvas.style.content.includes('data:image/png')) await new Promise((done) => setTimeout(done, 5));
      const inside = by('#card').shadowRoot?.querySelector('i') as Element;
      return {
        mode: document.compatMode,
        colour: view.getComputedStyle(by('#one')).color,
        margin: view.getComputedStyle(by('#one')).margin,
        // Before it stands what every page wears here.
        rules: by<HTMLStyleElement>('head style + style').sheet?.cssRules.length,
        link: view.getComputedStyle(by('#map')).borderLeftWidth,
        namespaces: ['svg', 'linearGradient', 'foreignObject', 'b', 'math', 'mn'].map((tag) =>
          by(tag).namespaceURI?.split('/').at(-1),
        ),
        shadow: [inside.textContent, view.getComputedStyle(inside).color],
        value: by<HTMLInputElement>('#typed').value,
        checked: by<HTMLInputElement>('#ticked').checked,
        chosen: by<HTMLSelectElement>('#chosen').value,
        written: [by<HTMLTextAreaElement>('#written').value, by<HTMLTextAreaElement>('#emptied').value],
        box: [by('#map').clientWidth, by('#map').clientHeight],
        scrolled: [by('#tall').scrollTop, view.scrollY],
        open: [
          by('#modal').matches(':modal'),
          by('#menu').matches(':popover-open'),
          by('#shut').matches(':popover-open'),
        ],
        framed: [
          frame?.querySelector('p')?.textContent,
          frame?.querySelector<HTMLIFrameElement>('#deep')?.contentDocument?.body.textContent,
        ],
        drawn: [canvas.offsetWidth, canvas.offsetHeight, canvas.style.content.includes('data:image/png')],
      };
    },
  );
  expect(seen).toEqual({
    mode: 'CSS1Compat',
    colour: 'rgb(1, 2, 3)',
    margin: '7px',
    rules: 2,
    link: '3px',
    namespaces: ['svg', 'svg', 'svg', 'xhtml', 'MathML', 'MathML'],
    shadow: ['inside', 'rgb(4, 5, 6)'],
    value: '•••••',
    checked: true,
    chosen: 'b',
    written: ['two\nlines', ''],
    box: [120, 40],
    scrolled: [70, 120],
    open: [true, true, false],
    framed: ['framed', 'deep'],
    drawn: [10, 10, true],
  });
});

const old = '-//W3C//DTD HTML 4.01 Transitional//EN';
const transitional = '-//W3C//DTD XHTML 1.0 Transitional//EN';
test.each([
  ['of today', ['html', '', ''], 'CSS1Compat', false],
  ['of before, in the page and in a frame', ['html', old, ''], 'BackCompat', true],
  ['none', undefined, 'BackCompat', true],
  ['that says where its rules stand', ['html', old, 'http://www.w3.org/TR/html4/loose.dtd'], 'CSS1Compat', true],
  ['of XHTML on its way', ['html', transitional, 'x.dtd'], 'CSS1Compat', true],
  ['of XHTML', ['html', '-//W3C//DTD XHTML 1.0 Strict//EN', 'x.dtd'], 'CSS1Compat', false],
])('a page is laid out as its type says: %s', async (_, type, mode, isTight) => {
  const types = type ? [[10, ...type]] : [];
  const cell = [['table'], ['tr'], ['td', 'style', 'padding: 0'], ['img', 'style', 'height: 20px'], -4];
  const html = ['html', 'xmlns', 'http://www.w3.org/1999/xhtml'];
  const frame = [['iframe'], [9], ...types, html, ['body'], ...cell];
  const [seen] = await shown.show(
    [
      ownLine(0, [
        [0, 0, 1, page, [...types, html, ['body'], ...cell, ...frame]],
        [1, 1],
      ]),
    ],
    [900],
    (document) =>
      [document, document.querySelector('iframe')?.contentDocument].map((one) => [
        one?.compatMode,
        one?.querySelector('td')?.clientHeight === 20,
      ]),
  );
  expect(seen).toEqual([
    [mode, isTight],
    [mode, isTight],
  ]);
});

test('what a frame says itself is laid out as of today, whatever its type is', async () => {
  const frame = [['iframe', 'srcdoc', ''], [9], [10, 'html', transitional, 'x.dtd'], ['html'], ['body'], -4];
  const quirky = [['iframe', 'srcdoc', ''], [9], [10, 'html', old, ''], ['html'], ['body']];
  const [seen] = await shown.show(
    [
      ownLine(0, [
        [0, 0, 1, page, [['html'], ['body'], ...frame, ...quirky]],
        [1, 1],
      ]),
    ],
    [900],
    (document) =>
      [...document.querySelectorAll('iframe')].map(({ contentDocument: inner }) => {
        if (!inner) return 'none';
        inner.body.innerHTML = '<table><td style="padding: 0"><img style="height: 20px"></table>';
        return [inner.compatMode, (inner.querySelector('td')?.clientHeight ?? 0) > 20];
      }),
  );
  expect(seen).toEqual([
    ['CSS1Compat', true],
    ['CSS1Compat', true],
  ]);
});

test('before its first moment a page stands as it began, with what its frames and its icons show', async () => {
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><rect id="box" width="9" height="5"/></svg>';
  const events = [
    [
      0,
      500,
      1,
      page,
      [
        ['html'],
        ['body'],
        ['iframe'],
        [9],
        ['html'],
        ['body'],
        'Inside',
        -4,
        ['svg'],
        ['use', 'href', '/icons.svg#box'],
      ],
    ],
    [9, 500, 'd'.repeat(22), `data:image/svg+xml;base64,${btoa(drawing)}`],
    [16, 500, '/icons.svg', [7, 'd'.repeat(22)]],
    [1, 500],
  ];
  const [seen] = await shown.show([ownLine(0, events)], [-1_000], async (document) => {
    const use = document.querySelector('use') as SVGUseElement;
    while (use.href.baseVal && use.getBBox().width === 0) await new Promise((done) => requestAnimationFrame(done));
    return { inside: document.querySelector('iframe')?.contentDocument?.body.textContent, high: use.getBBox().height };
  });
  expect(seen).toEqual({ inside: 'Inside', high: 5 });
});

test('an icon of a kept drawing is set once, however much changes around it', async () => {
  const anchor = [0, 0, 1, page, [['html'], ['body'], ['p'], 'one', -1, ['svg'], ['use', 'href', '/icons.svg#box']]];
  const drawing = `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg"><rect id="box"/></svg>')}`;
  const kept = [
    [9, 0, 'd'.repeat(22), drawing],
    [16, 0, '/icons.svg', [7, 'd'.repeat(22)]],
  ];
  const seen = await shown.show([ownLine(0, [...kept, anchor, [1, 0], [3, 100, 5, 'two']])], [0, 100], (document) => {
    const known = window as unknown as { set: number };
    const icon = document.querySelector('use') as SVGUseElement;
    if (known.set === undefined) {
      known.set = 0;
      new MutationObserver((changes) => (known.set += changes.length)).observe(icon, { attributes: true });
    }
    return [document.body.textContent, known.set, icon.href.baseVal.startsWith('blob:')];
  });
  expect(seen).toEqual([
    ['one', 0, true],
    ['two', 0, true],
  ]);
});

test('a field for several addresses holds them', async () => {
  const field = ['input', 'type', 'email', 'multiple', '', ':value', 'a@x.example,b@x.example'];
  const [seen] = await shown.show(
    [
      ownLine(0, [
        [0, 0, 1, page, [['html'], ['body'], field]],
        [1, 1],
      ]),
    ],
    [900],
    (document) => document.querySelector('input')?.value,
  );
  expect(seen).toBe('a@x.example,b@x.example');
});

test('rules that count what stands beside something find a page, and a frame, with nothing more in it', async () => {
  const root = [['html'], ['head'], ['title'], 'Counted', -2, ['body']];
  const lines = [
    ownLine(0, [
      [0, 0, 1, page, [...root, ['iframe'], [9], ...root]],
      [1, 1],
    ]),
  ];
  const look = (document: Document) =>
    [document, document.querySelector('iframe')?.contentDocument].map((one) =>
      one?.querySelector('html > head:first-child + body')?.matches(':nth-child(2)'),
    );
  expect(await shown.show(lines, [500], look)).toEqual([[true, true]]);
});

test('blanks are kept where a drawing says so, and not in what is none', async () => {
  const kept = ['xml:space', 'preserve'];
  const drawing = [['svg'], ['text', ...kept], -1, ['foreignObject'], ['i', ...kept], -3];
  const [seen] = await shown.show(
    [
      ownLine(0, [
        [0, 0, 1, page, [['html'], ['body'], ['p', ...kept], -1, ...drawing]],
        [1, 1],
      ]),
    ],
    [500],
    (document) =>
      [...document.querySelectorAll('p, text, i')].map((one) => document.defaultView?.getComputedStyle(one).whiteSpace),
  );
  expect(seen).toEqual(['normal', 'pre', 'normal']);
});

/** One red pixel. */
const red =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';
