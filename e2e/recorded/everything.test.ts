import { modelOf, type PlainNode } from '@sightglass/replay';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Recording } from './brought-lines.ts';
import { type RecordingPage, startRecordingPage } from './recording-page.ts';

let recording: RecordingPage;
beforeAll(async () => {
  recording = await startRecordingPage();
});
afterAll(() => recording?.stop());

const html = (body: string, head = ''): string =>
  `<!doctype html><html><head>${head}</head><body>${body}</body></html>`;

/** Every node of the recording as it stands. */
async function nodes(): Promise<PlainNode[]> {
  const all: PlainNode[] = [];
  const gather = (node: PlainNode): void => {
    all.push(node);
    node.children?.forEach(gather);
  };
  const { document } = modelOf(await recording.lines());
  if (document) gather(document);
  return all;
}

const one = async (name: string, id: string): Promise<PlainNode | undefined> =>
  (await nodes()).find((node) => node.name === name && node.attributes?.id === id);
const state = async (name: string, id: string): Promise<Record<string, unknown>> => (await one(name, id))?.states ?? {};
const soon = (check: () => Promise<void>): Promise<void> =>
  expect.poll(() => check().then(() => true), { interval: 100 }).toBe(true);
const operations = async (kind: number) =>
  (await recording.lines())
    .flatMap((line) => ('events' in line ? (line.events as [number, number, ...unknown[]][]) : []))
    .filter(([found]) => found === kind);

test('rules that scripts made, changed and took out', async () => {
  await recording.open(html('<p>x</p>', '<style id="made"></style><style id="told">p { color: red }</style>'), {
    before: `document.getElementById('made').sheet.insertRule('.early { top: 1px }')`,
  });
  await soon(async () => expect((await state('style', 'made'))[':css']).toContain('.early'));
  await recording.page.evaluate(() => {
    const [made, told] = document.styleSheets;
    made?.insertRule('.late { top: 2px }', 1);
    told?.insertRule('@media print { p { top: 3px } }', 1);
    const print = told?.cssRules[1] as CSSMediaRule | undefined;
    print?.insertRule('b { top: 4px }', 1);
    told?.deleteRule(0);
  });
  await soon(async () => {
    expect((await one('style', 'made'))?.rules?.join(' ')).toMatch(/early.*late/s);
    // Of a text the browser leaves out what it does not know, so positions in it are not those of its rules: it is read whole.
    expect((await state('style', 'told'))[':css']).toMatch(/^@media print.*top: 3px.*top: 4px/s);
  });
  await recording.page.evaluate(() => {
    const early = document.styleSheets[0]?.cssRules[0] as CSSStyleRule | undefined;
    early?.style.setProperty('left', '5px');
  });
  await soon(async () => expect(JSON.stringify(await one('style', 'made'))).toContain('left: 5px'));
  // Written anew, its text says it again.
  await recording.page.evaluate(() => {
    const made = document.getElementById('made');
    if (made) made.textContent = '.anew { top: 6px }';
  });
  await soon(async () => {
    const made = await one('style', 'made');
    expect(made?.children?.map(({ text }) => text)).toEqual(['.anew { top: 6px }']);
    expect(made?.states?.[':css'] ?? null).toBe(null);
  });
});

test('what is on the full screen is told, also as the page is written anew', async () => {
  await recording.open(html('<p id="shown"><button onclick="shown.requestFullscreen()">Larger</button></p>'));
  const shown = async (): Promise<unknown> => (await one('p', 'shown'))?.states?.[':open'] ?? null;
  await soon(async () => expect(await shown()).toBe(null));
  await recording.page.locator('button').click();
  await soon(async () => expect(await shown()).toBe('full'));
  const before = (await one('p', 'shown'))?.id ?? 0;
  await recording.lost();
  await soon(async () => {
    expect((await one('p', 'shown'))?.id).toBeGreaterThan(before);
    expect(await shown()).toBe('full');
  });
  await recording.page.evaluate(() => document.exitFullscreen());
  await soon(async () => expect(await shown()).toBe(null));
});

test('a frame that loads another document: what its scripts do there is seen as well', async () => {
  await recording.open(html('<iframe id="frame" srcdoc="<p>first</p>"></iframe>'));
  await soon(async () => expect((await nodes()).map(({ text }) => text)).toContain('first'));
  await recording.page.evaluate(async () => {
    const frame = document.getElementById('frame') as HTMLIFrameElement;
    frame.srcdoc = '<p>second</p><div></div>';
    await new Promise((done) => frame.addEventListener('load', done, { once: true }));
  });
  await soon(async () => expect((await nodes()).map(({ text }) => text)).toContain('second'));
  await recording.page.evaluate(() => {
    const { contentDocument } = document.getElementById('frame') as HTMLIFrameElement;
    contentDocument?.querySelector('div')?.attachShadow({ mode: 'closed' }).append('in its shade');
  });
  await soon(async () => expect((await nodes()).map(({ text }) => text)).toContain('in its shade'));
});

test('what is written anew with all that it holds, and some of its children for reasons of their own, is told once', async () => {
  await recording.open(html('<div id="outer"><p>p</p><b>b</b><i>i</i><u>u</u><s>s</s><p>q</p></div>'));
  await recording.whole();
  await recording.page.evaluate(() => {
    for (const element of document.querySelectorAll('#outer, p')) element.setAttribute('data-sightglass', 'allow');
  });
  const texts = (node?: PlainNode): string => (node?.text ?? '') + (node?.children ?? []).map(texts).join('');
  await soon(async () => {
    const outer = await one('div', 'outer');
    expect(outer?.attributes).toMatchObject({ 'data-sightglass': 'allow' });
    expect(texts(outer)).toBe('pbiusq');
  });
});

test('constructed sheets of documents and shadow roots', async () => {
  await recording.open(html('<div id="host"></div>'));
  await recording.page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('p { top: 1px }');
    const inner = new CSSStyleSheet();
    const root = document.getElementById('host')?.attachShadow({ mode: 'closed' });
    if (root) root.adoptedStyleSheets = [inner];
    root?.append('inside');
    document.adoptedStyleSheets = [sheet, inner];
    Object.assign(window, { sheet, inner });
  });
  await soon(async () => {
    const { document, sheets } = modelOf(await recording.lines());
    expect(document?.states?.[':adopted']).toHaveLength(2);
    expect(Object.values(sheets).flat().join()).toContain('top: 1px');
    expect((await nodes()).find(({ kind }) => kind === 'shadow')).toMatchObject({
      states: { ':adopted': [expect.any(Number)] },
      children: [{ text: 'inside' }],
    });
  });
  await recording.page.evaluate(() => {
    const { sheet, inner } = window as unknown as { sheet: CSSStyleSheet; inner: CSSStyleSheet };
    sheet.insertRule('b { top: 2px }', 1);
    inner.replaceSync('i { top: 3px }');
  });
  await soon(async () => {
    const { sheets } = modelOf(await recording.lines());
    expect(Object.values(sheets).flat().join(' ')).toMatch(/top: 2px/);
    expect(Object.values(sheets).flat().join(' ')).toMatch(/top: 3px/);
  });
});

test('large style sheets go once, under their hash', async () => {
  const rules = Array.from({ length: 200 }, (_, at) => `.a${at} { top: ${at}px }`).join('\n');
  await recording.open(html('<p>x</p>', `<style id="large">${rules}</style>`));
  await soon(async () => {
    const [stored, ...more] = await operations(9);
    expect(more).toEqual([]);
    expect(stored?.[2]).toMatch(/^[\w-]{22}$/);
    expect((await one('style', 'large'))?.children?.[0]?.text).toBe(rules);
  });
  await recording.lost();
  await soon(async () => expect((await operations(0)).length).toBeGreaterThan(1));
});

test('a hash that is there just before the page is written anew: its text goes before what names it', async () => {
  const rules = Array.from({ length: 200 }, (_, at) => `.a${at} { top: ${at}px }`).join('\n');
  const hold = `const wait = new Promise((done) => Object.assign(window, { release: done }));
    const digest = crypto.subtle.digest.bind(crypto.subtle);
    crypto.subtle.digest = (...given) => wait.then(() => digest(...given));`;
  await recording.open(html('<p>x</p>', `<style id="large">${rules}</style>`), { before: `{ ${hold} }` });
  await recording.page.evaluate(() => {
    (window as unknown as Recording).recorded.recorder.renew();
    (window as unknown as { release(): void }).release();
  });
  await soon(async () => expect(await operations(0)).toHaveLength(2));
  await soon(async () => expect((await one('style', 'large'))?.children?.[0]?.text).toBe(rules));
});

test('a page is whole only when its style sheets are: nobody sees it bare', async () => {
  const fill = `for (let at = 0; at < 200; at++) document.styleSheets[0].insertRule('.a' + at + ' { top: ' + at + 'px }')`;
  await recording.open(html('<p>x</p>', '<style></style>'), { before: fill });
  await recording.whole();
  const all = (await recording.lines()).flatMap((line) => ('events' in line ? (line.events as [number][]) : []));
  const complete = all.findIndex(([kind]) => kind === 1);
  const [stored] = await operations(9);
  expect(JSON.stringify(all.slice(0, complete))).toContain(`":css",[7,"${String(stored?.[2])}"]`);
});

test('fields, choices and what scripts set in them', async () => {
  await recording.open(
    html(`<input id="text" value="at first"><input id="box" type="checkbox" checked><textarea id="area"></textarea>
      <select id="choice"><option id="a">A</option><option id="b" selected>B</option></select><input id="secret" type="password">`),
  );
  await recording.page.locator('#secret').fill('hunter2');
  await recording.page.locator('#area').pressSequentially('some words');
  await recording.page.locator('#choice').selectOption({ label: 'A' });
  await recording.page.evaluate(() => {
    const field = document.getElementById('text') as HTMLInputElement;
    field.value = 'set without a word';
    (document.getElementById('box') as HTMLInputElement).checked = false;
  });
  await soon(async () => {
    expect(await state('input', 'text')).toEqual({ ':value': 'set without a word' });
    expect(await state('input', 'box')).toEqual({ ':checked': false });
    expect(await state('textarea', 'area')).toEqual({ ':value': 'some words' });
    expect(await state('input', 'secret')).toEqual({ ':value': '•••••' });
    expect(await state('option', 'a')).toEqual({ ':selected': true });
    expect(await state('option', 'b')).toEqual({ ':selected': false });
  });
});

test('dialogs, popovers, scrolling, frames in frames and closed shadow roots', async () => {
  await recording.open(
    html(`<dialog id="modal">m</dialog><div id="pop" popover>p</div><div id="box" style="height:50px;overflow:auto"><p style="height:900px">tall</p></div>
      <iframe id="outer" srcdoc="<iframe srcdoc='<p>deep</p>'></iframe>"></iframe><div id="host"></div>`),
  );
  await recording.page.evaluate(() => {
    (document.getElementById('modal') as HTMLDialogElement).showModal();
    document.getElementById('pop')?.showPopover();
    document.getElementById('box')?.scrollTo(0, 300);
    const root = document.getElementById('host')?.attachShadow({ mode: 'closed' });
    root?.append('hidden from scripts');
  });
  await soon(async () => {
    expect((await state('dialog', 'modal'))[':open']).toBe('modal');
    expect((await state('div', 'pop'))[':open']).toBe('popover');
    expect((await operations(7)).at(-1)?.slice(2)).toEqual([(await one('div', 'box'))?.id, 0, 300]);
    const texts = (await nodes()).map(({ text }) => text);
    expect(texts).toContain('deep');
    expect(texts).toContain('hidden from scripts');
  });
  await recording.page.evaluate(() => {
    (document.getElementById('modal') as HTMLDialogElement).close();
    document.getElementById('pop')?.hidePopover();
  });
  await soon(async () => {
    expect((await state('dialog', 'modal'))[':open'] ?? null).toBe(null);
    expect((await state('div', 'pop'))[':open'] ?? null).toBe(null);
  });
});

test('a document that is opened and written anew', async () => {
  await recording.open(html('<p>before</p>'));
  await soon(async () => expect((await nodes()).map(({ text }) => text)).toContain('before'));
  await recording.page.evaluate(() => {
    document.open();
    document.write('<!doctype html><p id="after">after</p><input id="field">');
    document.close();
  });
  await soon(async () => {
    const texts = (await nodes()).map(({ text }) => text);
    expect(texts).toContain('after');
    expect(texts).not.toContain('before');
  });
  // Those who listen were taken away with the old document.
  await recording.page.locator('#field').fill('typed');
  await recording.page.locator('#field').click();
  await soon(async () => {
    expect(await state('input', 'field')).toEqual({ ':value': 'typed' });
    expect((await operations(6)).length).toBeGreaterThan(0);
  });
});

test('an endless storm of changes: the page stays usable, and the recording says that it leaves something out', async () => {
  await recording.open(html('<main></main>'));
  const storm = recording.page.evaluate(async () => {
    const main = document.querySelector('main') as HTMLElement;
    const { pieces } = (window as unknown as Recording).recorded;
    const end = performance.now() + 60_000;
    let longest = 0;
    let read = 0;
    let hasShed = false;
    // Until it has given way, which it has to long before the end.
    while (!hasShed && performance.now() < end) {
      for (; read < pieces.length; read += 1) hasShed ||= pieces[read]?.events.includes('"shed"') ?? false;
      main.replaceChildren(
        ...Array.from({ length: 1_500 }, (_, at) =>
          Object.assign(document.createElement('p'), { textContent: `row ${at}` }),
        ),
      );
      const before = performance.now();
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
      longest = Math.max(longest, performance.now() - before);
    }
    main.replaceChildren('calm');
    return longest;
  });
  let over = false;
  const ended = storm.finally(() => {
    over = true;
  });
  // What is clicked is read at once: with each click, more than its share, on any machine.
  while (!over) await recording.page.mouse.click(100, 100);
  const waited = await ended;
  console.log(`an endless storm: the page waited ${Math.round(waited)} ms at most for its next frame`);
  await soon(async () => {
    expect((await operations(14)).map(([, , name, about]) => [name, about])).toContainEqual(['shed', { level: 1 }]);
    expect((await nodes()).map(({ text }) => text)).toContain('calm');
    // By then it reads seldom, and catches up.
  });
});

test('a page of 100,000 nodes is written in slices that its scripts do not wait for', async () => {
  const row = '<tr><td class="a">one</td><td><b>two</b></td></tr>';
  await recording.open(html(`<table><tbody>${row.repeat(16_600)}</tbody></table>`));
  const longest = await recording.page.evaluate(async () => {
    let last = performance.now();
    let gap = 0;
    for (let turn = 0; turn < 100; turn++) {
      await new Promise((done) => setTimeout(done, 10));
      gap = Math.max(gap, performance.now() - last);
      last = performance.now();
    }
    return gap;
  });
  console.log(`a page of 100,000 nodes: its scripts waited ${Math.round(longest)} ms at most`);
  await recording.whole();
  expect((await nodes()).filter(({ name }) => name === 'td')).toHaveLength(33_200);
  expect(await recording.faults()).toEqual([]);
});

test('boxes that were scrolled before the recorder came, also where they hold nothing but text', async () => {
  const text = 'one line after another\n'.repeat(60);
  await recording.open(
    html(`<pre id="lines" style="height: 80px; overflow: auto">${text}</pre><div id="box" style="height: 80px; overflow: auto"><p>${text}</p></div>
      <pre id="mine" data-sightglass="mask" style="height: 80px; overflow: auto">${text}</pre>`),
    { before: `for (const id of ['lines', 'box', 'mine']) document.getElementById(id).scrollTop = 33` },
  );
  await soon(async () => {
    expect((await state('pre', 'lines'))[':scroll']).toEqual([0, 33]);
    expect((await state('div', 'box'))[':scroll']).toEqual([0, 33]);
  });
  // How far it can be scrolled would tell how long it is.
  expect((await state('pre', 'mine'))[':scroll']).toBeUndefined();
});

test('of boxes that are alike by their class each that was scrolled before the recorder came, and none is asked that holds back nothing', async () => {
  const box = (name: string): string => `<section class="${name}"><p>${'one line\n'.repeat(60)}</p></section>`;
  await recording.open(
    html(
      box('roll') + box('roll') + box('plain').repeat(50),
      '<style>.roll { height: 80px; overflow-y: auto } p { white-space: pre }</style>',
    ),
    {
      before: `{
        document.querySelectorAll('.roll')[1].scrollTop = 33;
        const { get } = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollTop');
        window.asked = [];
        Object.defineProperty(Element.prototype, 'scrollTop', { get() { asked.push(this.className); return get.call(this); } });
      }`,
    },
  );
  await soon(async () => {
    const rolls = (await nodes()).filter(({ attributes }) => attributes?.class === 'roll');
    expect(rolls.map(({ states }) => states?.[':scroll'])).toEqual([undefined, [0, 33]]);
  });
  expect(await recording.page.evaluate('asked')).not.toContain('plain');
});

test('what was left out where it cost too much comes back, though the page never changes again', async () => {
  type Timed = { ahead: number; step: number };
  await recording.open(html('<p id="p">x</p>'), {
    before: `{
      const now = performance.now.bind(performance);
      Object.assign(window, { ahead: 0, step: 0 });
      performance.now = () => now() + (ahead += step);
    }`,
  });
  await recording.whole();
  const levels = async () =>
    (await operations(14)).filter(([, , name]) => name === 'shed').map(([, , , about]) => about);
  // Each slice seems to take a second.
  await recording.page.evaluate(() => {
    (window as unknown as Timed).step = 1_000;
    document.getElementById('p')?.setAttribute('title', 'changed');
  });
  await soon(async () => expect((await levels()).length).toBeGreaterThan(0));
  await recording.page.evaluate(() => Object.assign(window, { step: 0 }));
  await soon(async () => {
    await recording.page.evaluate(() => {
      (window as unknown as Timed).ahead += 10_000;
    });
    expect((await levels()).at(-1)).toEqual({ level: 0 });
    expect((await operations(0)).length).toBeGreaterThan(1);
  });
});

test('what is done with what is new is told once it is read, and what holds again with the page', async () => {
  await recording.open(
    html(
      `<button id="pressed">x</button><p id="line" style="height: 30px; overflow: auto">${'words '.repeat(200)}</p><div></div>`,
    ),
  );
  await recording.whole();
  const { mouse } = recording.page;
  // Far more than one slice reads: selected, and clicked upon, long before it is written.
  await recording.page.evaluate(() => {
    const line = document.getElementById('line') as Element;
    line.scrollTop = 40;
    document.body.lastElementChild?.insertAdjacentHTML('beforeend', '<p>more <i>and</i> more</p>'.repeat(6_000));
    const last = document.querySelector('div')?.lastElementChild as HTMLElement;
    getSelection()?.selectAllChildren(last);
    last.click();
  });
  const last = async (kind: number): Promise<unknown[]> => (await operations(kind)).at(-1)?.slice(2) ?? [];
  await soon(async () => expect(await last(13)).toEqual([[expect.any(Number), 0, expect.any(Number), 3]]));
  const [selected] = (await last(13)) as [[number]];
  await soon(async () => expect(await last(6)).toEqual([2, selected[0], 0, 0, 0]));
  await soon(async () => expect(await last(7)).toEqual([(await one('p', 'line'))?.id, 0, 40]));
  await recording.page.locator('#pressed').hover();
  await mouse.down();
  const numberBefore = (await one('button', 'pressed'))?.id ?? 0;
  await recording.lost();
  await soon(async () => {
    const { id } = (await one('button', 'pressed')) ?? { id: 0 };
    expect(id).toBeGreaterThan(numberBefore);
    expect(await last(5)).toEqual([[0, expect.any(Number), expect.any(Number), id], 1]);
    const [press, focus] = (await operations(6)).slice(-2).map((operation) => operation.slice(2));
    expect([press, focus]).toEqual([
      [1, id],
      [5, id, 0],
    ]);
    expect((await last(13))[0]).toEqual([expect.any(Number), 0, expect.any(Number), 3]);
    expect(((await last(13)) as [[number]])[0][0]).toBeGreaterThan(id);
    const places = (await operations(7)).at(-1)?.slice(2) ?? [];
    expect(places.slice(places.indexOf((await one('p', 'line'))?.id)).slice(0, 3)).toEqual([
      (await one('p', 'line'))?.id,
      0,
      40,
    ]);
  });
  await mouse.up();
  expect(await recording.faults()).toEqual([]);
});
