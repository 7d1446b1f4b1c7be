import { afterAll, beforeAll, expect, test } from 'vitest';
import { asRecorded, html, soon } from './as-recorded.ts';
import type { Recording } from './brought-lines.ts';
import { type RecordingPage, startRecordingPage } from './recording-page.ts';

/** What recording costs a page, where the page is large or never at rest. */
let recording: RecordingPage;
beforeAll(async () => {
  recording = await startRecordingPage();
});
afterAll(() => recording?.stop());

const { nodes, one, operations, state } = asRecorded(() => recording);

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

test('of thousands of rows that change in one go each slice tells a part', async () => {
  await recording.open(html(`<table>${'<tr><td>one</td></tr>'.repeat(5_000)}</table>`));
  await recording.whole();
  await recording.page.evaluate(() => {
    // However fast it is here, as where a thousand take four milliseconds.
    const now = performance.now.bind(performance);
    let asked = 0;
    performance.now = () => now() + ++asked / 250;
    for (const row of document.querySelectorAll('tr')) {
      row.className = 'chosen';
      (row.cells[0]?.firstChild as Text).data = 'two';
    }
  });
  await soon(async () => {
    const rows = await nodes();
    expect(rows.filter(({ attributes }) => attributes?.class === 'chosen')).toHaveLength(5_000);
    expect(rows.filter(({ text }) => text === 'two')).toHaveLength(5_000);
  });
  const told = [...(await operations(3)), ...(await operations(4))].map(({ length }) => length);
  expect(told.length).toBeGreaterThan(10);
  expect(Math.max(...told)).toBeLessThan(2_010);
});

test('of tens of thousands of cells that are given something else in one go each reading looks at a part, and none tells what is hidden meanwhile', async () => {
  await recording.open(html(`<table>${`<tr>${'<td>1</td>'.repeat(30)}</tr>`.repeat(300)}</table><p>of everybody</p>`));
  await recording.whole();
  await recording.page.evaluate(() => {
    for (const cell of document.querySelectorAll('td')) cell.replaceChildren(document.createElement('b'));
    const p = document.querySelector('p') as Element;
    p.setAttribute('data-sightglass', 'mask');
    (p.firstChild as Text).data = 'of one alone';
  });
  await soon(async () => expect((await nodes()).filter(({ name }) => name === 'b')).toHaveLength(9_000));
  const looked = (await operations(2)).map(([, , , entries]) => (entries as unknown[]).length);
  expect(Math.max(...looked)).toBeLessThan(1_000);
  await soon(async () => expect((await nodes()).map(({ text }) => text)).toContain('•••••'));
  expect(JSON.stringify(await recording.lines())).not.toContain('of one alone');
});

test('the style sheets of a page that is written come first, whatever they cost: nothing gives way for them', async () => {
  const slow = () => {
    const { sheet } = document.head.appendChild(document.createElement('style'));
    for (let at = 0; at < 12; at++) sheet?.insertRule(`.slow-${at} { color: red }`);
    const text = Object.getOwnPropertyDescriptor(CSSRule.prototype, 'cssText') as { get(): string };
    Object.defineProperty(CSSRule.prototype, 'cssText', {
      get(): string {
        for (const end = performance.now() + 50; performance.now() < end; );
        return text.get.call(this);
      },
    });
  };
  await recording.open(html('<p>styled</p>'), { before: `(${slow})()` });
  await soon(async () => expect(JSON.stringify(await recording.lines())).toContain('.slow-11 { color: red; }'));
  expect((await operations(14)).filter(([, , name]) => name === 'shed')).toEqual([]);
});

test('rules that change without end do not come first for as long again with each time that the page is written', async () => {
  // By the page's clock it is a minute old.
  await recording.open(html('<style></style>'), {
    before: 'window.clock = { at: 60_000, step: 0 }; performance.now = () => (clock.at += clock.step);',
  });
  await recording.whole();
  const seconds = await recording.page.evaluate(async () => {
    const { pieces, recorder } = (window as unknown as Recording).recorded;
    const { clock } = window as unknown as { clock: { at: number; step: number } };
    const soon = () => new Promise((done) => setTimeout(done, 10));
    recorder.renew();
    while (pieces.filter(({ anchor }) => anchor).length < 2) await soon();
    const from = clock.at;
    // Nothing but sheets comes first any more, and from now on time passes whenever somebody looks at the clock.
    Object.assign(clock, { at: from + 5_500, step: 5 });
    const [sheet] = document.styleSheets;
    // It is read from its start each time, and never to its end.
    while (!pieces.some(({ events }) => events.includes('"shed"')) && clock.at < from + 60_000) {
      sheet?.addRule('.more', 'color: blue');
      await soon();
    }
    return (clock.at - from) / 1_000;
  });
  expect(seconds).toBeLessThan(10);
});

test('of a long text that grows what came is told, whoever writes it there; what comes may hide the end of what was there', async () => {
  const words = 'a line of a log that goes on and on\n';
  await recording.open(html(`<pre>${words.repeat(5_000)}</pre><pre></pre>`), { mask: 'inputs' });
  await recording.whole();
  const grow = (more: string) =>
    recording.page.evaluate(async (said) => {
      const [data, whole] = document.querySelectorAll('pre') as unknown as [HTMLElement, HTMLElement];
      (data.firstChild as Text).data += said;
      whole.textContent += said;
      await new Promise((done) => setTimeout(done, 200));
    }, more);
  const shows = async () =>
    (await nodes()).filter(({ kind, text }) => kind === 'text' && text?.[999]).map(({ text }) => text?.slice(-60));
  await grow(words.repeat(100));
  for (const more of ['Its key: sk4', 'T9x', 'Q2mB8', 'vL \ud83d', '\udc4d ', words.repeat(2)]) await grow(more);
  const end = `Its key: ••••• 👍 ${words.repeat(2)}`.slice(-60);
  await soon(async () => expect(await shows()).toEqual([end, end]));
  expect(JSON.stringify(await recording.lines())).not.toMatch(/T9xQ2mB8vL/);
  const told = JSON.stringify(await operations(3)).length;
  console.log(`a text that grew seven times: ${told} characters were told`);
  // Whole once, since nobody knows yet what was told of it.
  expect(told).toBeLessThan(words.length * 5_200 + 15_000);
  // Anything else than more of it is told whole.
  await recording.page.evaluate(() => {
    for (const pre of document.querySelectorAll('pre')) (pre.firstChild as Text).data = `${'another '.repeat(999)}one`;
  });
  const other = `${'another '.repeat(999)}one`.slice(-60);
  await soon(async () => expect(await shows()).toEqual([other, other]));
  expect(await recording.faults()).toEqual([]);
});

test('a text alone in its element stays the same node, also where a script writes another', async () => {
  await recording.open(html('<p>one</p><b>a</b><i>x</i>'));
  await recording.whole();
  for (const said of ['two', 'three', 'four']) {
    await recording.page.evaluate((more) => {
      (document.querySelector('p') as HTMLElement).textContent = more;
    }, said);
    await soon(async () => expect((await nodes()).map(({ text }) => text)).toContain(said));
  }
  await recording.page.evaluate(() => {
    const [p, b, i] = document.querySelectorAll('p, b, i') as unknown as [HTMLElement, HTMLElement, HTMLElement];
    b.textContent = 'gone';
    // What is told of it already stands in its place as itself.
    i.replaceChildren(p.firstChild as Text);
    b.append(i);
  });
  await soon(async () =>
    expect((await nodes()).flatMap(({ name, text }) => (name ?? text) || []).slice(-5)).toEqual([
      'p',
      'b',
      'gone',
      'i',
      'four',
    ]),
  );
  // The last in its new place.
  const texts = (await operations(3)).flatMap((said) => said.filter((one) => typeof one === 'string'));
  expect(texts).toEqual(['two', 'three', 'four', 'four']);
  expect(await recording.faults()).toEqual([]);
});

test('of more fields than can be looked at in one go each has its turn', async () => {
  await recording.open(html('<input type="checkbox">'.repeat(9_000)), {
    before: `{
      const { get, set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'checked');
      let looks = 0;
      window.most = 0;
      Object.defineProperty(HTMLInputElement.prototype, 'checked', {
        get() {
          if (!looks++) setTimeout(() => { most = Math.max(most, looks); looks = 0 });
          return get.call(this);
        },
        set,
      });
    }`,
  });
  await recording.whole();
  await recording.page.evaluate(() => {
    const boxes = document.querySelectorAll('input');
    Object.assign(window, { most: 0 });
    for (const at of [0, 4_500, 8_999]) (boxes[at] as HTMLInputElement).checked = true;
  });
  await soon(async () => expect((await nodes()).filter(({ states }) => states?.[':checked'])).toHaveLength(3));
  expect(await recording.page.evaluate('window.most')).toBeLessThan(5_000);
});

test('where a list of thousands grows line by line nobody is asked but what is new', async () => {
  await recording.open(html(`<ul>${'<li>one</li>'.repeat(5_000)}</ul>`), {
    before: `{
      const { get } = Object.getOwnPropertyDescriptor(Node.prototype, 'parentNode');
      window.looks = 0;
      Object.defineProperty(Node.prototype, 'parentNode', { get() { looks++; return get.call(this); } });
    }`,
  });
  await recording.whole();
  const looks = await recording.page.evaluate(async () => {
    Object.assign(window, { looks: 0 });
    for (let at = 0; at < 60; at++) {
      document.querySelector('ul')?.append(document.createElement('li'));
      await new Promise((done) => setTimeout(done, 4));
    }
    return (window as unknown as { looks: number }).looks;
  });
  await soon(async () => expect((await nodes()).filter(({ name }) => name === 'li')).toHaveLength(5_060));
  expect(looks).toBeLessThan(5_000);
});

test('the more shadow roots there are the less often each is asked for its list of sheets', async () => {
  await recording.open(html('<p>one</p><main></main>'), {
    before: `{
      const { get, set } = Object.getOwnPropertyDescriptor(ShadowRoot.prototype, 'adoptedStyleSheets');
      window.looks = 0;
      Object.defineProperty(ShadowRoot.prototype, 'adoptedStyleSheets', { get() { looks++; return get.call(this); }, set });
    }`,
  });
  await recording.page.evaluate(() => {
    for (let at = 0; at < 4_000; at++) {
      const host = document.createElement('div');
      host.attachShadow({ mode: 'open' }).textContent = 'two';
      document.querySelector('main')?.append(host);
    }
  });
  await soon(async () => expect((await nodes()).filter(({ text }) => text === 'two')).toHaveLength(4_000));
  const { looks, ms } = await recording.page.evaluate(async () => {
    Object.assign(window, { looks: 0 });
    const began = performance.now();
    for (let at = 0; at < 160; at++) {
      (document.querySelector('p') as Element).textContent = `${at}`;
      await new Promise((done) => setTimeout(done, 50));
    }
    return { looks: (window as unknown as { looks: number }).looks, ms: performance.now() - began };
  });
  // Each as often as a page that changes is asked, and once a second besides.
  expect(looks / 4_000).toBeLessThan(ms / 1_050 + ms / 1_000 + 2);
});

test('of an element with thousands of attributes no list is made for each of them', async () => {
  await recording.open(html('<p>one</p>'), {
    before: `{
      const { concat } = Array.prototype;
      window.joined = 0;
      Array.prototype.concat = function (...given) { joined += this.length; return concat.apply(this, given); };
    }`,
  });
  await recording.page.evaluate(() => {
    const made = document.createElement('div');
    for (let at = 0; at < 4_000; at++) made.setAttribute(`data-of-${at}`, `${at}`);
    document.body.append(made, made.cloneNode());
  });
  const shown = async () => (await nodes()).filter(({ name }) => name === 'div');
  await soon(async () => expect(await shown()).toHaveLength(2));
  for (const { attributes = {} } of await shown()) expect(Object.keys(attributes)).toHaveLength(4_000);
  expect(await recording.page.evaluate('joined')).toBeLessThan(40_000);
});

/** A clock by which the next looks at it take a second each. */
type Timed = { ahead: number; looks: number };
const timed = `{
  const now = performance.now.bind(performance);
  Object.assign(window, { ahead: 0, looks: 0 });
  performance.now = () => now() + (ahead += looks > 0 ? 1000 : 0, looks--, ahead);
}`;
const levels = async () =>
  (await operations(14)).filter(([, , name]) => name === 'shed').map(([, , , about]) => about as { level: number });

/** Slices seem to take seconds, until it does so much less: one more step for each of them, as few as are needed. */
async function shedTo(level: number): Promise<void> {
  let turn = 0;
  await soon(async () => {
    await recording.page.evaluate(`looks = 5; document.body.setAttribute('title', 'changed ${turn++}')`);
    expect((await levels()).at(-1)?.level).toBeGreaterThanOrEqual(level);
  });
}

/** It seems to cost nothing, and time goes by. */
async function shedNothing(): Promise<void> {
  await recording.page.evaluate(() => Object.assign(window, { looks: 0 }));
  await soon(async () => {
    await recording.page.evaluate(() => {
      (window as unknown as Timed).ahead += 10_000;
    });
    expect((await levels()).at(-1)).toEqual({ level: 0 });
  });
}

test('what was left out where it cost too much comes back, though the page never changes again', async () => {
  await recording.open(html('<p id="p">x</p>'), { before: timed });
  await recording.whole();
  await shedTo(3);
  await recording.page.evaluate(() => document.getElementById('p')?.setAttribute('title', 'left out'));
  await shedNothing();
  await soon(async () => {
    expect((await operations(0)).length).toBeGreaterThan(1);
    expect((await one('p', 'p'))?.attributes?.title).toBe('left out');
  });
});

test('where it was only looked less often, nothing was left out, and the page is not written anew', async () => {
  await recording.open(html('<p id="p">x</p>'), { before: timed });
  await recording.whole();
  await shedTo(1);
  await shedNothing();
  await recording.page.evaluate(() => document.getElementById('p')?.setAttribute('title', 'told'));
  await soon(async () => expect((await one('p', 'p'))?.attributes?.title).toBe('told'));
  expect(Math.max(...(await levels()).map(({ level }) => level))).toBeLessThan(3);
  expect(await operations(0)).toHaveLength(1);
});

test('what was left out comes back once: where it is only looked less often after that, the page is not written anew again', async () => {
  await recording.open(html('<p id="p">x</p>'), { before: timed });
  await recording.whole();
  await shedTo(3);
  await shedNothing();
  await soon(async () => expect(await operations(0)).toHaveLength(2));
  const before = (await levels()).length;
  await shedTo(1);
  await shedNothing();
  await recording.page.evaluate(() => document.getElementById('p')?.setAttribute('title', 'told'));
  await soon(async () => expect((await one('p', 'p'))?.attributes?.title).toBe('told'));
  expect(Math.max(...(await levels()).slice(before).map(({ level }) => level))).toBeLessThan(3);
  expect(await operations(0)).toHaveLength(2);
});

test('where attributes are left out, what a new style sheet says is told all the same', async () => {
  await recording.open(html('<p id="p">x</p>'), { before: timed });
  await recording.whole();
  await shedTo(3);
  await recording.page.evaluate(() => {
    const style = Object.assign(document.createElement('style'), { id: 'late' });
    document.head.append(style);
    style.sheet?.insertRule('p { color: red; }');
  });
  await soon(async () => expect((await state('style', 'late'))[':css']).toBe('p { color: red; }'));
  expect((await levels()).at(-1)?.level).toBeGreaterThan(2);
});

test('where boxes are scrolled to and what is selected is asked when the browser knows it, never in the middle of changes', async () => {
  await recording.open(
    html(
      `<p id="words">some words</p><ul id="list">${'<li style="height: 20px">one</li>'.repeat(200)}</ul>`,
      '<style>#list { height: 300px; overflow: auto }</style>',
    ),
    {
      before: `{
        let isLaidOut = false;
        const Observer = ResizeObserver;
        window.ResizeObserver = class extends Observer {
          constructor(hear) {
            super((...told) => { isLaidOut = true; hear(...told); isLaidOut = false; });
          }
        };
        for (const [{ prototype }, names] of [
          [Element, ['clientHeight', 'clientWidth', 'scrollTop', 'scrollLeft']],
          [Selection, ['isCollapsed', 'rangeCount', 'type']],
        ])
          for (const name of names) {
            const { get, set } = Object.getOwnPropertyDescriptor(prototype, name);
            Object.defineProperty(prototype, name, {
              get() {
                if (name === 'clientWidth' && this === document.scrollingElement) asked.across++;
                else asked[isLaidOut ? 'laidOut' : 'else'].add(name);
                return get.call(this);
              },
              set,
            });
          }
        window.asked = { laidOut: new Set(), else: new Set(), across: 0 };
      }`,
    },
  );
  await recording.page.evaluate(async () => {
    const list = document.getElementById('list') as HTMLElement;
    getSelection()?.selectAllChildren(document.getElementById('words') as HTMLElement);
    for (let turn = 0; turn < 30; turn += 1) {
      list.append(document.createElement('li'));
      list.scrollBy(0, 5);
      await new Promise((done) => setTimeout(done, 50));
    }
  });
  await recording.whole();
  await soon(async () => {
    expect((await one('ul', 'list'))?.states?.[':scroll']).toEqual([0, 150]);
    expect((await operations(13)).length).toBeGreaterThan(0);
  });
  const asked = await recording.page.evaluate(
    '({ ...asked, laidOut: [...asked.laidOut].sort(), else: [...asked.else] })',
  );
  expect(asked).toEqual({
    // How much of its window the page is across, which a scroll bar may take of: once each time that it is told whole.
    across: (await operations(0)).length,
    laidOut: ['clientHeight', 'isCollapsed', 'rangeCount', 'scrollLeft', 'scrollTop'],
    else: [],
  });
});

test('who types in a field has nobody ask where the caret is; what was selected in the page is let go as a field is clicked', async () => {
  await recording.open(html('<p id="words">some words</p><input id="field">'), {
    before: `{
      window.asked = 0;
      const { observe } = ResizeObserver.prototype;
      ResizeObserver.prototype.observe = function (...given) { asked += 1; return observe.apply(this, given); };
    }`,
  });
  const { page } = recording;
  await recording.whole();
  await page.locator('#words').selectText();
  await soon(async () => expect((await operations(13)).at(-1)?.[2]).toHaveLength(4));
  await page.locator('#field').click();
  await soon(async () => expect((await operations(13)).at(-1)?.[2]).toEqual([]));
  const before = await page.evaluate('asked');
  await page.keyboard.type('hinges');
  await page.evaluate(() => document.body.append('behind them'));
  // Whoever asks does so with what is read.
  await soon(async () => expect((await nodes()).map(({ text }) => text)).toContain('behind them'));
  expect(await page.evaluate('asked')).toBe(before);
});
