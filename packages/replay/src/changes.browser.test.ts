import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownLine } from './testing/own-line.ts';
import { page, type Shown, startShowing } from './testing/shown.ts';

/** What changes from segment to segment of our own format, shown on the stage in a real browser, forwards and back. */
let shown: Shown;
beforeAll(async () => {
  shown = await startShowing();
});
afterAll(() => shown?.stop());

test('states that change later change in the page, and go back with it', async () => {
  const lines = [
    ownLine(0, [
      [
        0,
        0,
        1,
        page,
        [
          ['html'],
          ['body'],
          ['input', 'id', 'typed'],
          -1,
          ['input', 'id', 'ticked', 'type', 'checkbox'],
          -1,
          ['select', 'id', 'chosen'],
          ['option', 'value', 'a', ':selected', true],
          'A',
          -1,
          ['option', 'value', 'b'],
          'B',
          -2,
          ['dialog', 'id', 'dialog'],
          'Sure?',
          -1,
          ['div', 'id', 'menu', 'popover', 'auto'],
          'Menu',
          -1,
          ['link', 'rel', 'stylesheet', ':css', 'p { color: rgb(0, 0, 0) }'],
          -1,
          ['p', 'id', 'one'],
          'text',
        ],
      ],
      [1, 1],
    ]),
    ownLine(1, [
      [4, 0, 4, ':value', '•••••', 5, ':checked', true, 9, ':selected', true, 7, ':selected', false],
      [4, 1, 11, 'open', '', 11, ':open', 'modal', 13, ':open', 'popover', 15, ':css', 'p { color: rgb(9, 8, 7) }'],
      [4, 2, 16, 'title', 'a title'],
    ]),
    ownLine(2, [[4, 0, 11, 'open', null, 11, ':open', null, 13, ':open', null, 4, ':value', '', 16, 'title', null]]),
  ];
  const look = (document: Document) => ({
    value: document.querySelector<HTMLInputElement>('#typed')?.value,
    checked: document.querySelector<HTMLInputElement>('#ticked')?.checked,
    chosen: document.querySelector<HTMLSelectElement>('#chosen')?.value,
    open: [
      document.querySelector('#dialog')?.matches(':modal'),
      document.querySelector('#menu')?.matches(':popover-open'),
    ],
    colour: document.defaultView?.getComputedStyle(document.querySelector('#one') as Element).color,
    title: document.querySelector('#one')?.getAttribute('title'),
  });
  const first = { value: '', checked: false, chosen: 'a', open: [false, false], colour: 'rgb(0, 0, 0)', title: null };
  const second = {
    value: '•••••',
    checked: true,
    chosen: 'b',
    open: [true, true],
    colour: 'rgb(9, 8, 7)',
    title: 'a title',
  };
  const third = { ...second, value: '', open: [false, false], title: null };
  expect(await shown.show(lines, [500, 1_500, 2_500, 1_500, 500, 2_500], look)).toEqual([
    first,
    second,
    third,
    second,
    first,
    third,
  ]);
});

test.each([
  ['a page', [[10, 'html', '', '']]],
  ['a page in quirks mode', []],
])(
  'where a script puts another root element in the place of that of %s, before a comment at its end, it is shown',
  async (_, type) => {
    const root = (text: string): unknown[] => [['html'], ['head'], -1, ['body'], ['p'], text, -3];
    const framed = ['html', 'body', 'iframe', 'document'].map((tag) => (tag === 'document' ? [9] : [tag]));
    const lines = [
      // As many servers write one behind a page, of how long it took.
      ownLine(0, [
        [0, 0, 1, page, [...type, ...root('first'), [8]]],
        [1, 0],
      ]),
      ownLine(1, [[2, 0, 20, [[1, type.length, 1, root('second')]]]]),
      ownLine(2, [
        [0, 0, 40, page, [...type, ...framed, ...type, ...root('first in a frame'), [8]]],
        [1, 0],
      ]),
      ownLine(3, [[2, 0, 60, [[44 + type.length, type.length, 1, root('second in a frame')]]]]),
    ];
    const look = (document: Document): unknown => {
      const inner = document.querySelector('iframe')?.contentDocument ?? document;
      return [inner.querySelector('p')?.textContent, inner.compatMode];
    };
    const mode = type.length ? 'CSS1Compat' : 'BackCompat';
    const said = ['first', 'second', 'first in a frame', 'second in a frame'].map((text) => [text, mode]);
    expect(await shown.show(lines, [500, 1_500, 2_500, 3_500, 1_500], look)).toEqual([...said, said[1]]);
  },
);

test('what lies over a popover stays as it is when that is closed', async () => {
  const menu = (id: string) => ['div', 'id', id, 'popover', 'manual'];
  const lines = [
    ownLine(0, [
      [0, 0, 1, page, [['html'], ['body'], menu('low'), 'Low', -1, menu('high'), 'High']],
      [1, 1],
    ]),
    ownLine(1, [[4, 0, 4, ':open', 'popover']]),
    ownLine(2, [[4, 0, 6, ':open', 'popover']]),
    ownLine(3, [[4, 0, 4, ':open', null]]),
  ];
  const look = (document: Document) => {
    const [low, high] = document.querySelectorAll<HTMLElement>('[popover]');
    const again = high?.title;
    high?.addEventListener('beforetoggle', () => {
      high.title = 'opened anew';
    });
    if (high) high.title = '';
    return [low?.matches(':popover-open'), high?.matches(':popover-open'), again];
  };
  expect(await shown.show(lines, [2_500, 3_500], look)).toEqual([
    [true, true, ''],
    [false, true, ''],
  ]);
});

test('a box that becomes a radio button while it is ticked, and is not from then on, leaves the ticked one of its name ticked', async () => {
  const field = (id: string, type: string) => ['input', 'id', id, 'type', type, 'name', 'n', ':checked', true];
  const lines = [
    ownLine(0, [
      [0, 0, 1, page, [['html'], ['body'], field('radio', 'radio'), -1, field('box', 'checkbox')]],
      [1, 1],
    ]),
    ownLine(1, [[4, 0, 5, 'type', 'radio', 5, ':checked', false]]),
    ownLine(2, [[4, 0, 4, ':checked', false, 5, ':checked', true]]),
  ];
  const ticked = (document: Document) => Array.from(document.querySelectorAll(':checked'), ({ id }) => id);
  expect(await shown.show(lines, [500, 1_500, 2_500, 1_500], ticked)).toEqual([
    ['radio', 'box'],
    ['radio'],
    ['box'],
    ['radio'],
  ]);
});

test('a box that was ticked, and becomes a button, says what a button says, or what its attribute says', async () => {
  const lines = [
    ownLine(0, [
      [
        0,
        0,
        1,
        page,
        [['html'], ['body'], ['input', 'type', 'checkbox'], -1, ['input', 'type', 'radio', 'value', 'Go']],
      ],
      [1, 1],
    ]),
    ownLine(1, [[4, 0, 4, ':checked', true, 5, ':checked', true]]),
    ownLine(2, [[4, 0, 4, 'type', 'submit', 4, ':checked', null, 5, 'type', 'button', 5, ':checked', null]]),
    ownLine(3, [[4, 0, 4, 'type', 'text', 4, ':value', 'typed']]),
  ];
  const look = (document: Document) =>
    Array.from(document.querySelectorAll('input'), (field) => [field.getAttribute('value'), field.value]);
  const [box, unsaid, radio] = [
    [null, 'on'],
    [null, ''],
    ['Go', 'Go'],
  ];
  expect(await shown.show(lines, [500, 1_500, 2_500, 3_500, 1_500], look)).toEqual([
    [box, radio],
    [box, radio],
    [unsaid, radio],
    [[null, 'typed'], radio],
    [box, radio],
  ]);
});

test('what is put into a choice while it is chosen in its own, and is not from then on, leaves what is chosen there', async () => {
  const option = (name: string, ...states: unknown[]) => [['option', ...states], name, -1];
  const chosen = [':selected', true];
  const lists = [['select'], ...option('a'), ...option('b', ...chosen), -1];
  const several = [['select', 'multiple', ''], ...option('c', ...chosen), ...option('d', ...chosen), -1];
  const lines = [
    ownLine(0, [
      [0, 0, 1, page, [['html'], ['body'], ...lists, ...several, ['select'], ...option('x', ...chosen)]],
      [1, 1],
    ]),
    ownLine(1, [
      [2, 0, 16, [[4, 2, 0, [15]]]],
      [4, 0, 15, ':selected', false],
    ]),
    ownLine(2, [
      [2, 0, 17, [[9, 2, 0, [15]]]],
      [4, 0, 10, ':selected', false],
    ]),
  ];
  const look = (document: Document) =>
    Array.from(document.querySelectorAll('select'), ({ selectedOptions }) =>
      Array.from(selectedOptions, ({ text }) => text).join(),
    );
  expect(await shown.show(lines, [500, 1_500, 2_500, 500], look)).toEqual([
    ['b', 'c,d', 'x'],
    ['b', 'c,d', ''],
    ['b', 'd', ''],
    ['b', 'c,d', 'x'],
  ]);
});

test('elements whose names have colons and letters of any alphabet are found by them; what is never seen takes up no gap', async () => {
  const css = 'main { display: flex; gap: 20px } o\\:p { color: rgb(1, 2, 3) } größen-wahl { color: rgb(4, 5, 6) }';
  const main = [['main'], ['base'], -1, ['param'], -1, ['o:p'], 'pasted', -1, ['größen-wahl'], 'own'];
  const lines = [
    ownLine(0, [
      [0, 0, 1, page, [['html'], ['head'], ['style'], css, -2, ['body', 'style', 'margin: 0'], ...main]],
      [1, 1],
    ]),
  ];
  const look = (document: Document) =>
    Array.from(document.querySelectorAll('main > :not(template)'), (element) => [
      element.localName,
      getComputedStyle(element).color,
      element.getBoundingClientRect().left === 0,
    ]);
  expect(await shown.show(lines, [500], look)).toEqual([
    [
      ['o:p', 'rgb(1, 2, 3)', true],
      ['größen-wahl', 'rgb(4, 5, 6)', false],
    ],
  ]);
});

test('nor does it in a shadow root', async () => {
  const unseen = ['script', 'template', 'noscript', 'base', 'param', 'link'].flatMap((tag) => [[tag], -1]);
  const root = [['style'], ':host { display: flex; gap: 20px }', -1, ['b'], '1', -1, ...unseen, ['i'], '2'];
  const lines = [
    ownLine(0, [
      [0, 0, 1, page, [['html'], ['body'], ['div'], [11], ...root]],
      [1, 1],
    ]),
  ];
  const look = (document: Document) => {
    const inside = document.querySelector('div')?.shadowRoot;
    const [one, other] = ['b', 'i'].map((tag) => inside?.querySelector(tag)?.getBoundingClientRect());
    return one && other && Math.round(other.left - one.right);
  };
  expect(await shown.show(lines, [500], look)).toEqual([20]);
});

test('the document that a frame shows next goes by none of the sheets that the one before had adopted', async () => {
  const inner = [[9], ['html'], ['body'], ['p'], 'in it'];
  const lines = [
    ownLine(0, [
      [11, 0, -1, 'p { color: rgb(1, 2, 3) }'],
      [0, 0, 1, page, [['html'], ['body'], ['iframe'], ...inner]],
      [4, 0, 5, ':adopted', [-1]],
      [1, 1],
    ]),
    ownLine(1, [[2, 0, 10, [[4, 0, 0, inner]]]]),
  ];
  const look = (document: Document) => {
    const p = document.querySelector('iframe')?.contentDocument?.querySelector('p');
    return p && getComputedStyle(p).color;
  };
  expect(await shown.show(lines, [500, 1_500], look)).toEqual(['rgb(1, 2, 3)', 'rgb(0, 0, 0)']);
});

test('style sheets go by what a field was at first, whatever it is by now', async () => {
  const css = 'input[checked] { order: 1 } option[selected] { order: 2 } x-box[checked] { order: 3 }';
  const lines = [
    ownLine(0, [
      [
        ...[0, 0, 1, page],
        [
          ...[['html'], ['head'], ['style'], css, -2, ['body'], ['x-box', 'checked', 'true'], -1],
          ...[['input', 'type', 'checkbox', 'checked', ''], -1, ['input', 'type', 'checkbox', ':checked', true], -1],
          ...[['select'], ['option', 'selected', ''], 'a', -1, ['option', ':selected', true], 'b'],
        ],
      ],
      [1, 1],
    ]),
    ownLine(1, [[4, 0, 8, ':checked', true, 9, ':checked', false, 11, ':selected', true, 13, ':selected', false]]),
    ownLine(2, [[4, 0, 8, 'checked', null, 9, 'checked', '', 11, 'selected', null, 13, 'selected', '']]),
  ];
  const look = (document: Document) =>
    Array.from(document.querySelectorAll('x-box, input, option'), (element) => [
      getComputedStyle(element).order,
      element.matches(':checked'),
    ]);
  const box = ['3', false];
  expect(await shown.show(lines, [500, 1_500, 2_500, 500], look)).toEqual([
    [box, ['1', false], ['0', true], ['2', false], ['0', true]],
    [box, ['1', true], ['0', false], ['2', true], ['0', false]],
    [box, ['0', true], ['1', false], ['0', true], ['2', false]],
    [box, ['1', false], ['0', true], ['2', false], ['0', true]],
  ]);
});

test('one of a group of details comes open before it is told that the one before is closed', async () => {
  const one = (id: string) => ['details', 'id', id, 'name', 'group', 'open', ''];
  const lines = [
    ownLine(0, [
      [0, 0, 1, page, [['html'], ['body'], one('first')]],
      [1, 1],
    ]),
    ownLine(1, [
      [2, 0, 5, [[3, 0, 1, [one('second')]]]],
      [4, 0, 4, 'open', null],
    ]),
  ];
  const open = (document: Document) => Array.from(document.querySelectorAll('details[open]'), ({ id }) => id);
  expect(await shown.show(lines, [500, 1_500, 500, 1_500], open)).toEqual([
    ['first'],
    ['second'],
    ['first'],
    ['second'],
  ]);
});

const box = ['div', 'id', 'box', 'hidden', '', 'style', 'height:50px;width:99px;overflow:auto', ':scroll', [0, 70]];
const tall = ['div', 'style', 'height:900px'];

test('what a browser leaves out while it is far from view takes up its room, and is scrolled at once', async () => {
  const css = '#box { height: 50px; overflow: auto } #box, .far { content-visibility: auto } p { height: 900px }';
  const far = Array.from({ length: 4 }, () => [['div', 'class', 'far'], ['p'], -2]).flat();
  const line = ownLine(0, [
    [0, 0, 1, page, [['html'], ['body'], ['style'], css, -1, ['div', 'id', 'box'], ['p'], -2, ...far]],
    [1, 1],
    [7, 2, 6, 0, 120, 1, 0, 3_000],
  ]);
  const seen = await shown.show([line], [900], (document) => [
    document.querySelector('#box')?.scrollTop,
    document.scrollingElement?.scrollTop,
  ]);
  expect(seen).toEqual([[120, 3_000]]);
});

test('a box that is hidden where one jumps to is scrolled once it is shown', async () => {
  const lines = [
    ownLine(0, [
      [0, 0, 1, page, [['html'], ['body'], box, tall]],
      [1, 1],
    ]),
    ownLine(1, [[4, 0, 4, 'hidden', null]]),
  ];
  const look = (document: Document) => document.querySelector('#box')?.scrollTop;
  expect(await shown.show(lines, [500, 1_500, 500, 1_500], look)).toEqual([0, 70, 0, 70]);
});

test('a shadow root hides what its host holds, also before there is anything in it', async () => {
  const lines = [
    ownLine(0, [
      [0, 0, 1, page, [['html'], ['body'], ['div', 'id', 'host'], ['i'], 'light']],
      [1, 1],
    ]),
    ownLine(1, [[2, 0, 7, [[4, 0, 1, [[11]]]]]]),
    ownLine(2, [[2, 0, 8, [[7, 0, 0, ['inside']]]]]),
  ];
  const look = (document: Document) => {
    const host = document.querySelector('#host');
    return [host?.shadowRoot?.textContent ?? null, host?.firstElementChild?.getClientRects().length];
  };
  const [light, empty, full] = [
    [null, 1],
    ['', 0],
    ['inside', 0],
  ] as const;
  expect(await shown.show(lines, [500, 1_500, 2_500, 1_500], look)).toEqual([light, empty, full, empty]);
});

test('what stands behind the body of a page, or of a frame, stays there', async () => {
  const root = [['html'], ['body'], 'in it', -1, ['p'], 'behind', -1, 'it'];
  const lines = [
    ownLine(0, [
      [0, 0, 1, page, [...root, ['iframe'], [9], ...root]],
      [1, 1],
    ]),
    ownLine(1, [[2, 0, 30, [[2, 4, 0, ['.']]]]]),
  ];
  const look = (document: Document) =>
    [document, document.querySelector('iframe')?.contentDocument].map((one) => one?.documentElement.textContent);
  const text = 'in itbehindit';
  expect(await shown.show(lines, [500, 1_500, 500], look)).toEqual([
    [text, text],
    [`${text}.`, text],
    [text, text],
  ]);
});

test('a document that holds nothing yet, as one that is written anew, is an empty page', async () => {
  const lines = [
    ownLine(0, [
      [0, 0, 1, page, [[10, 'html', '', '']]],
      [1, 1],
    ]),
    ownLine(1, [[2, 0, 10, [[1, 1, 0, [['html'], ['body'], 'in it']]]]]),
  ];
  const look = ({ documentElement, compatMode }: Document) => [documentElement?.textContent, compatMode];
  expect(await shown.show(lines, [500, 1_500, 500], look)).toEqual([
    ['', 'CSS1Compat'],
    ['in it', 'CSS1Compat'],
    ['', 'CSS1Compat'],
  ]);
});

test('a root element without a class has none, and an empty one where it has that', async () => {
  const lines = [
    ownLine(0, [
      [0, 0, 1, page, [['html'], ['body']]],
      [1, 1],
    ]),
    ownLine(1, [[4, 0, 2, 'class', 'on']]),
    ownLine(2, [[4, 0, 2, 'class', '']]),
  ];
  const look = (document: Document) => document.documentElement.getAttribute('class');
  expect(await shown.show(lines, [500, 1_500, 2_500, 500], look)).toEqual([null, 'on', '', null]);
});

test('a root element that takes the place of another wears what the first one wore', async () => {
  const lines = [
    ownLine(0, [
      [0, 0, 1, page, [['html'], ['body'], ['iframe'], [9], ['html'], ['body']]],
      [1, 1],
    ]),
    ownLine(1, [[2, 0, 20, [[1, 0, 0, [['html'], ['body'], ['iframe'], [9], ['html'], ['body']]]]]]),
    ownLine(2, [[2, 0, 30, [[23, 0, 0, [['html'], ['body']]]]]]),
  ];
  const look = (document: Document) =>
    [document, document.querySelector('iframe')?.contentDocument].map(
      (one) => one?.defaultView?.getComputedStyle(one.body).overflowAnchor,
    );
  const both = ['none', 'none'];
  expect(await shown.show(lines, [500, 1_500, 2_500, 500], look)).toEqual([both, both, both, both]);
});

test('what an object or embed loads takes up its room, and one that loads nothing shows what it holds', async () => {
  const lines = [
    ownLine(0, [
      [
        0,
        0,
        1,
        page,
        [
          ...[['html'], ['head'], ['style'], 'object { border: 1px solid } div { padding: 9px }', -2, ['body']],
          ...[['object', 'data', '/a.pdf', 'width', '50%', 'height', '40'], ['p'], 'In its place', -2],
          ...[['embed', 'src', '/a.swf'], -1, ['object', 'id', 'holds'], ['a'], 'Held'],
        ],
      ],
      [1, 1],
    ]),
    ownLine(1, [[2, 0, 30, [[12, 0, 0, ['Otherwise']]]]]),
  ];
  const look = (document: Document) => {
    const [pdf, swf] = Array.from(document.querySelectorAll('[sg_tag]'), (one) => one.getBoundingClientRect());
    const seen = [...document.querySelectorAll('p, a')].filter((one) => one.getClientRects().length > 0);
    return [pdf?.width, pdf?.height, swf?.width, swf?.height, ...seen.map(({ textContent }) => textContent)];
  };
  const sizes = [314, 42, 300, 150];
  expect(await shown.show(lines, [500, 1_500], look)).toEqual([
    [...sizes, 'Held'],
    [...sizes, 'Otherwise'],
  ]);
});

test('what a finger moves over is not pointed at, wherever one jumps: that is what the mouse was over before, or is over next', async () => {
  const boxes = ['a', 'b', 'c'].flatMap((id) => [['div', 'id', id], id, -1]);
  const lines = [
    ownLine(0, [
      [0, 0, 1, page, [['html'], ['body'], ...boxes.slice(0, -1)]],
      [1, 1],
    ]),
    ownLine(1, [
      [5, 0, [0, 20, 15, 4]],
      [6, 200, 7, 6, 20, 35, 2],
      [5, 250, [0, 20, 36, 6, 50, 20, 53, 8]],
      [6, 400, 9, 8, 20, 53, 2],
    ]),
    ownLine(2, [
      [0, 0, 10, page, [['html'], ['body'], ...boxes.slice(0, -1)]],
      [1, 1],
      [5, 2, [0, 20, 53, 17], 1],
    ]),
    ownLine(3, [[5, 0, [0, 20, 35, 15]]]),
  ];
  const look = (document: Document) => [...document.querySelectorAll('div[sg_hover]')].map(({ id }) => id).join();
  const at = [1_100, 1_300, 1_500, 2_500, 3_500, 1_500];
  expect(await shown.show(lines, at, look)).toEqual(['a', 'a', 'a', 'a', 'b', 'a']);
});

test('an element that a script made by the name of a drawing is none, though a drawing stands beside it', async () => {
  const lines = [
    ownLine(0, [
      [0, 0, 1, page, [['html'], ['body'], [1, 0, 'svg'], 'not drawn', -1, ['svg', 'width', '9', 'height', '9']]],
      [1, 1],
    ]),
  ];
  const look = (document: Document) =>
    Array.from(document.querySelectorAll('svg'), (one) => (one.namespaceURI as string).replace(/.*\//, ''));
  expect(await shown.show(lines, [500], look)).toEqual([['xhtml', 'svg']]);
});
