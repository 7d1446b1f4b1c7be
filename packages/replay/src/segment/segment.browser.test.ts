import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ReplayLine } from '@sightglass/wire';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browsing, startBrowsing } from '../../../../e2e/lib/chromium.ts';
import { createMadeUpPage } from './made-up-page.ts';
import type { PlainNode } from './whole.ts';

/** Segments of our own format, shown on the stage in a real browser: what stands there is what they say. */
let browsing: Browsing;
let server: Server;
let origin = '';

beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: "export * from './index.ts'; export { Replayer } from '@rrweb/replay';",
      resolveDir: new URL('..', import.meta.url).pathname,
    },
    bundle: true,
    format: 'iife',
    globalName: 'replay',
    write: false,
  });
  const script = outputFiles[0]?.text ?? '';
  const home =
    '<!doctype html><div id="root" style="position:relative;width:800px;height:600px"></div><script src="/replay.js"></script>';
  server = createServer(({ url }, reply) => {
    const isScript = url === '/replay.js';
    reply.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' }).end(isScript ? script : home);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browsing = await startBrowsing();
});

afterAll(async () => {
  await browsing.stop();
  server.close();
});

const from = 1_790_000_000_000;
const page = { href: 'http://x/', width: 640, height: 480 };

function line(seq: number, events: unknown[]): ReplayLine {
  const span = { from: from + seq * 1_000, until: from + seq * 1_000 + 900 };
  // As the intake lets them pass.
  return {
    format: 'sightglass/1',
    tab: 'tab',
    page: 'page',
    seq,
    ...span,
    anchor: seq === 0,
    events: events as [number, number][],
  };
}

/** Opens the stage with the lines; `look` runs in the page with the frame's document, after the stage was shown at `at`. */
async function show<T>(lines: ReplayLine[], at: number[], look: (document: Document) => T | Promise<T>): Promise<T[]> {
  const opened = await browsing.context.newPage();
  const complaints: string[] = [];
  opened.on('pageerror', (error) => complaints.push(error.message));
  await opened.goto(origin);
  await opened.evaluate((given) => {
    const { replay } = window as unknown as { replay: typeof import('../index.ts') };
    const root = document.querySelector<HTMLElement>('#root');
    if (!root) throw new Error('no root');
    const gathering = replay.createGathering();
    for (const one of given) gathering.add(one);
    const recording = gathering.recording();
    const stage = replay.createStage(root);
    Object.assign(window, {
      at: (time: number) => {
        const { failed } = stage.show(recording, time);
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
    [15, 6, 45, 10, 10, red],
  ];
  const [seen] = await show(
    [{ text: 'h'.repeat(22), value: '#map { border-left: 3px solid }' }, line(0, anchor)],
    [900],
    async (document) => {
      const view = document.defaultView as Window & typeof globalThis;
      const by = <T extends Element>(selector: string) => document.querySelector<T>(selector) as T;
      const frame = by<HTMLIFrameElement>('#frame').contentDocument;
      const canvas = by<HTMLCanvasElement>('#drawn');
      const drawn = canvas.getContext('2d') as CanvasRenderingContext2D;
      for (let tries = 0; tries < 200 && drawn.getImageData(5, 5, 1, 1).data[3] === 0; tries += 1)
        await new Promise((done) => setTimeout(done, 5));
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
        written: by<HTMLTextAreaElement>('#written').value,
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
        pixel: [...drawn.getImageData(5, 5, 1, 1).data],
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
    written: 'two\nlines',
    box: [120, 40],
    scrolled: [70, 120],
    open: [true, true, false],
    framed: ['framed', 'deep'],
    pixel: [255, 0, 0, 255],
  });
});

/** One red pixel. */
const red =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';

test('states that change later change in the page, and go back with it', async () => {
  const lines = [
    line(0, [
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
          ['option', 'value', 'a'],
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
    line(1, [
      [4, 0, 4, ':value', '•••••', 5, ':checked', true, 9, ':selected', true, 7, ':selected', false],
      [4, 1, 11, 'open', '', 11, ':open', 'modal', 13, ':open', 'popover', 15, ':css', 'p { color: rgb(9, 8, 7) }'],
      [4, 2, 16, 'title', 'a title'],
    ]),
    line(2, [[4, 0, 11, 'open', null, 11, ':open', null, 13, ':open', null, 4, ':value', '', 16, 'title', null]]),
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

/** Differences of what stands in a frame to what the segments say; runs in the page. */
function differences(document: Document, said: PlainNode): string[] {
  const found: string[] = [];
  const kids = (node: Node): Node[] => {
    const shadow = node.nodeType === 1 ? (node as Element).shadowRoot : null;
    const inner = node.nodeName === 'IFRAME' ? (node as HTMLIFrameElement).contentDocument : null;
    // The player's own rules stand before the head.
    const own = [...node.childNodes].filter((one) => !(one.nodeName === 'STYLE' && node.nodeName === 'HTML'));
    return inner ? [inner] : shadow ? [shadow, ...own] : own;
  };
  const compare = (node: Node, plain: PlainNode, path: string): void => {
    const name = node.nodeType === 1 ? (node as Element).localName : '';
    const here = `${path}/${plain.name ?? plain.kind}`;
    if (plain.kind === 'element') {
      const namespace = (node as Element).namespaceURI
        ?.split('/')
        .at(-1)
        ?.toLowerCase()
        .replace('xhtml', 'html')
        .replace('mathml', 'math');
      if (name !== plain.name || namespace !== plain.namespace) return void found.push(`${here}: ${name} ${namespace}`);
      for (const [attribute, value] of Object.entries(plain.attributes ?? {}))
        if ((node as Element).getAttribute(attribute) !== value) found.push(`${here}: ${attribute}`);
    }
    if (plain.kind === 'text' && node.nodeValue !== plain.text)
      return void found.push(`${here}: ${node.nodeValue} for ${plain.text}`);
    const now = kids(node);
    const then = plain.children ?? [];
    if (now.length !== then.length)
      return void found.push(
        `${here}: ${now.map((one) => one.nodeName)} for ${then.map((one) => one.name ?? one.kind)}`,
      );
    for (const [at, child] of then.entries()) compare(now[at] as Node, child, `${here}[${at}]`);
  };
  compare(document, said, '');
  return found;
}

test.each([3, 11, 42, 1_001])(
  'whatever becomes of a page (%i), step by step, at once and back, it stands as it was',
  async (seed) => {
    let state = seed;
    const made = createMadeUpPage(() => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    });
    const lines = Array.from({ length: 12 }, (_, seq) =>
      line(seq, [
        ...(seq % 5 === 0 ? made.anchor() : []),
        ...Array.from({ length: 25 }, (__, at) =>
          made.change().map(([kind, , ...rest]) => [kind, at * 30, ...rest]),
        ).flat(),
      ]),
    );
    const opened = await browsing.context.newPage();
    await opened.goto(origin);
    const found = await opened.evaluate(
      ({ given, start, differ }) => {
        const { replay } = window as unknown as { replay: typeof import('../index.ts') };
        const compare = new Function(`return ${differ}`)() as typeof differences;
        const root = document.querySelector<HTMLElement>('#root');
        if (!root) throw new Error('no root');
        const gathering = replay.createGathering();
        for (const one of given) gathering.add(one);
        const recording = gathering.recording();
        const stage = replay.createStage(root);
        const order = [...given.keys(), 0, given.length - 1, 6, 3, 9];
        return order.flatMap((last) => {
          const { failed } = stage.show(recording, start + last * 1_000 + 900);
          const said = replay.modelOf(given.slice(0, last + 1)).document;
          const seen = root.querySelector('iframe')?.contentDocument;
          if (!said || !seen) return ['nothing is shown'];
          return [...(failed > 0 ? [`${failed} failed`] : []), ...compare(seen, said)].map((one) => `${last} ${one}`);
        });
      },
      { given: lines, start: from, differ: differences.toString() },
    );
    await opened.close();
    expect(found).toEqual([]);
  },
);

test("told as rrweb's events, the page stands in rrweb's own player as it was", async () => {
  let state = 11;
  const made = createMadeUpPage(() => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  });
  const lines = Array.from({ length: 6 }, (_, seq) =>
    line(seq, [...(seq % 4 === 0 ? made.anchor() : []), ...Array.from({ length: 20 }, () => made.change()).flat()]),
  );
  const opened = await browsing.context.newPage();
  await opened.goto(origin);
  const found = await opened.evaluate(
    ({ given, differ }) => {
      type Exported = typeof import('../index.ts') & typeof import('@rrweb/replay');
      const { replay } = window as unknown as { replay: Exported };
      const compare = new Function(`return ${differ}`)() as typeof differences;
      const root = document.querySelector('#root') as HTMLElement;
      const events = replay.toRrweb(given) as ConstructorParameters<typeof replay.Replayer>[0];
      const replayer = new replay.Replayer(events, { root, mouseTail: false, showWarning: false });
      replayer.pause(100_000);
      const said = replay.modelOf(given).document;
      const seen = replayer.iframe.contentDocument;
      return said && seen ? compare(seen, said) : ['nothing is shown'];
    },
    { given: lines, differ: differences.toString() },
  );
  await opened.close();
  // It knows no formulas.
  expect(found.filter((one) => !/: (math|mrow|mi) html$/.test(one))).toEqual([]);
});

test('operations made to break out run no script and make no request, and the rest is shown', async () => {
  const away = 'http://127.0.0.1:9/away';
  const run = 'top.hacked = 1';
  const css = `@import "${away}"; p { background: url(${away}) }`;
  const opened = await browsing.context.newPage();
  const requests: string[] = [];
  opened.on('request', (request) => requests.push(request.url()));
  await opened.goto(origin);
  requests.splice(0);
  const lines = [
    line(0, [
      [
        0,
        0,
        1,
        { ...page, href: `javascript:${run}` },
        [
          ...[
            ['html', 'onload', run],
            ['head'],
            ['base', 'href', away],
            -1,
            ['script', 'src', away],
            run,
            -1,
            ['style', ':css', css],
            -1,
            ['style'],
            css,
            -1,
          ],
          ...[
            ['link', 'rel', 'stylesheet', 'href', away],
            -2,
            ['body', 'onload', run],
            ['img', 'src', away, 'onerror', run, 'srcset', away],
            -1,
          ],
          ...[
            ['iframe', 'src', away, 'srcdoc', `<script>${run}</script>`],
            [9],
            ['html'],
            ['body'],
            ['img', 'src', away],
            -1,
            ['script'],
            run,
            -5,
          ],
          ...[
            ['svg', 'onload', run],
            ['image', 'href', away],
            -1,
            ['script'],
            run,
            -2,
            ['math'],
            ['mi', 'href', `javascript:${run}`],
            -2,
          ],
          ...[
            ['x-a'],
            [11],
            ['img', 'src', away, 'onerror', run],
            -3,
            ['p', 'id', 'shown'],
            'Parts',
            -1,
            ['canvas'],
            -1,
            ['<img src=x>'],
            -1,
          ],
          ...[
            ['video', 'src', away, 'autoplay', '', ':media', [false, 0, 1, false, 1]],
            -1,
            ['object', 'data', away],
            -1,
          ],
        ],
      ],
      [1, 0],
    ]),
    line(1, [
      [11, 0, -1, css],
      [4, 0, 1, ':adopted', [-1], 11, 'src', `${away}2`, 11, 'onerror', run, 10, 'onclick', run],
      [10, 0, 6, [[0, `p { background: url(${away}) }`]]],
      [3, 0, 8, `b { background: url(${away}) }`],
      [15, 0, 31, 9, 9, away],
      [2, 0, 90, [[10, 0, 99, [['script'], run, -1, ['img', 'src', away, 'onerror', run]]]]],
    ]),
  ];
  const failed = await opened.evaluate((given) => {
    const { replay } = window as unknown as { replay: typeof import('../index.ts') };
    const root = document.querySelector('#root') as HTMLElement;
    const gathering = replay.createGathering();
    for (const one of given) gathering.add(one);
    const recording = gathering.recording();
    const stage = replay.createStage(root);
    return [400, 1_900].map((at) => stage.show(recording, recording.from + at).failed);
  }, lines);
  await opened.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestIdleCallback(done, { timeout: 1_000 })));
    await fetch('/canary');
  });
  expect(failed).toEqual([0, 0]);
  expect(await opened.frameLocator('#root iframe').first().locator('#shown').textContent()).toBe('Parts');
  expect(await opened.evaluate(() => 'hacked' in window)).toBe(false);
  expect(requests.filter((url) => !url.startsWith('data:'))).toEqual([`${origin}/canary`]);
  expect(opened.url()).toBe(`${origin}/`);
  await opened.close();
});
