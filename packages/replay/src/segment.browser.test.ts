import type { ReplayLine } from '@sightglass/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StagePage, startStagePage } from '../../../e2e/lib/stage-page.ts';
import { from, ownLine } from './testing/own-line.ts';

/** Segments of our own format, shown on the stage in a real browser: what stands there is what they say. */
let stagePage: StagePage;
beforeAll(async () => {
  stagePage = await startStagePage();
});
afterAll(() => stagePage?.stop());

const page = { href: 'http://x/', width: 640, height: 480 };

/** Opens the stage with the lines; `look` runs in the page with the frame's document, after the stage was shown at `at`. */
async function show<T>(lines: ReplayLine[], at: number[], look: (document: Document) => T | Promise<T>): Promise<T[]> {
  const opened = await stagePage.browsing.context.newPage();
  const complaints: string[] = [];
  opened.on('pageerror', (error) => complaints.push(error.message));
  await opened.goto(stagePage.origin);
  await opened.evaluate((given) => {
    const { replay } = window as unknown as { replay: typeof import('./index.ts') };
    const root = document.querySelector<HTMLElement>('#root');
    if (!root) throw new Error('no root');
    const gathering = replay.createGathering();
    for (const one of given) gathering.add(one);
    const recording = gathering.recording();
    const stage = replay.createStage(root);
    Object.assign(window, {
      at: (time: number) => {
        const { failed } = stage.show(replay.pageAt(recording, time), time);
        if (failed > 0 || recording.refused > 0) throw new Error(`${failed} failed, ${recording.refused} refused`);
      },
    });
  }, lines);
  const seen: T[] = [];
  for (const time of at) {
    await opened.evaluate((when) => (window as unknown as { at(time: number): void }).at(when), from + time);
    const frame = await opened.waitForSelector('#root iframe');
    seen.push(
      (await frame.evaluate(
        (one, source) => new Function(`return ${source}`)()((one as HTMLIFrameElement).contentDocument),
        look.toString(),
      )) as T,
    );
  }
  await opened.close();
  expect(complaints).toEqual([]);
  return seen;
}

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
  const [seen] = await show(
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
        rules: by<HTMLStyleElement>('head style').sheet?.cssRules.length,
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

/** One red pixel. */
const red =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';

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
          ['link', 'rel', 'stylesheet'],
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
  expect(await show(lines, [500, 1_500, 2_500, 1_500, 500, 2_500], look)).toEqual([
    first,
    second,
    third,
    second,
    first,
    third,
  ]);
});

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
  expect(await show(lines, [2_500, 3_500], look)).toEqual([
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
  expect(await show(lines, [500, 1_500, 2_500, 1_500], ticked)).toEqual([
    ['radio', 'box'],
    ['radio'],
    ['box'],
    ['radio'],
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
    Array.from(document.querySelectorAll('main > :not(noscript)'), (element) => [
      element.localName,
      getComputedStyle(element).color,
      element.getBoundingClientRect().left === 0,
    ]);
  expect(await show(lines, [500], look)).toEqual([
    [
      ['o:p', 'rgb(1, 2, 3)', true],
      ['größen-wahl', 'rgb(4, 5, 6)', false],
    ],
  ]);
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
  expect(await show(lines, [500, 1_500], look)).toEqual(['rgb(1, 2, 3)', 'rgb(0, 0, 0)']);
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
  expect(await show(lines, [500, 1_500, 2_500, 500], look)).toEqual([
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
  expect(await show(lines, [500, 1_500, 500, 1_500], open)).toEqual([['first'], ['second'], ['first'], ['second']]);
});

const box = ['div', 'id', 'box', 'hidden', '', 'style', 'height:50px;width:99px;overflow:auto', ':scroll', [0, 70]];
const tall = ['div', 'style', 'height:900px'];

test('a box that is hidden where one jumps to is scrolled once it is shown', async () => {
  const lines = [
    ownLine(0, [
      [0, 0, 1, page, [['html'], ['body'], box, tall]],
      [1, 1],
    ]),
    ownLine(1, [[4, 0, 4, 'hidden', null]]),
  ];
  const look = (document: Document) => document.querySelector('#box')?.scrollTop;
  expect(await show(lines, [500, 1_500, 500, 1_500], look)).toEqual([0, 70, 0, 70]);
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
  expect(await show(lines, [500, 1_500, 2_500, 1_500], look)).toEqual([light, empty, full, empty]);
});
