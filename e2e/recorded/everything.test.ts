import type { PlainNode } from '@sightglass/replay';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asRecorded, html, soon } from './as-recorded.ts';
import { type RecordingPage, startRecordingPage } from './recording-page.ts';

/** What a page has, and what is done with it. */
let recording: RecordingPage;
beforeAll(async () => {
  recording = await startRecordingPage();
});
afterAll(() => recording?.stop());

const { nodes, one, operations, state } = asRecorded(() => recording);

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

test('what a page fires at no node spoils no reading, whatever waits for it', async () => {
  await recording.open(html('<p>one</p>'.repeat(1_000)));
  await recording.whole();
  await recording.page.evaluate(() => {
    // More than one reading compares.
    for (const p of document.querySelectorAll('p')) p.append(document.createElement('b'));
    const said = new Event('input', { bubbles: true });
    // As Vidstack has it: its players are what its events began at.
    Object.defineProperty(said, 'target', { get: () => new EventTarget() });
    document.body.dispatchEvent(said);
    for (const type of ['change', 'fullscreenchange']) window.dispatchEvent(new Event(type));
  });
  await soon(async () => expect((await nodes()).filter(({ name }) => name === 'b')).toHaveLength(1_000));
  expect(await recording.faults()).toEqual([]);
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

test('where the pointer is in a box of which nothing is shown is told by nothing, also at once after it has become one, and of what is put into such a box', async () => {
  const place = (top: number): string =>
    `style="position: fixed; left: 400px; top: ${top}px; width: 100px; height: 100px"`;
  await recording.open(
    html(
      `<button>Open</button><div id="keys" ${place(100)}><b>7</b></div><div id="host" ${place(300)}><i style="display: block; height: 100%">8</i></div>`,
    ),
  );
  const { page } = recording;
  const { mouse } = page;
  /** Of moves, in fours, and of what was pressed. */
  const points = async (): Promise<number[][]> => {
    const moves = (await operations(5)).flatMap(([, , all]) => all as number[]);
    const places = moves.flatMap((_, at) => (at % 4 === 0 ? [moves.slice(at + 1, at + 3)] : []));
    return [...places, ...(await operations(6)).map(([, , , , x, y]) => [x, y] as number[])];
  };
  const click = async (x: number, y: number): Promise<void> => {
    await mouse.move(x, y);
    // Not a wait for anything: at a person's pace, since of moves that follow each other closely not each is told.
    await page.waitForTimeout(60);
    await mouse.move(x + 1, y);
    await mouse.down();
    await mouse.up();
  };
  await click(450, 150);
  await soon(async () => expect(await points()).toContainEqual([451, 150]));

  await page.evaluate(() => {
    (document.getElementById('keys') as HTMLElement).dataset.sightglass = 'block';
    const inside = (document.getElementById('host') as Element).attachShadow({ mode: 'open' });
    inside.innerHTML = '<div data-sightglass="block" style="height: 100%"><slot></slot></div>';
  });
  await click(460, 160);
  await click(405, 310);
  await click(20, 20);
  await soon(async () => expect(await points()).toContainEqual([21, 20]));
  const inside = (await points()).filter(([x = 0, y = 0]) => x > 455 || y > 300);
  expect(inside).toEqual([]);
});

test('a dialog that is shown as a popover and then as a dialog lies over the page as a popover', async () => {
  await recording.open(html('<dialog id="both" popover="manual">d</dialog>'));
  await recording.page.evaluate(() => {
    const dialog = document.getElementById('both') as HTMLDialogElement;
    dialog.showPopover();
    dialog.show();
  });
  await soon(async () => {
    expect((await one('dialog', 'both'))?.attributes).toHaveProperty('open');
    expect((await state('dialog', 'both'))[':open']).toBe('popover');
  });
  await recording.page.evaluate(() => document.getElementById('both')?.hidePopover());
  await soon(async () => expect((await state('dialog', 'both'))[':open']).toBe('dialog'));
});

test('a modal dialog whose `open` is taken away, as who makes a page like its markup does, is not open, though the browser calls it modal still', async () => {
  await recording.open(html('<dialog id="modal">m</dialog>'));
  const told = async (): Promise<unknown> => (await state('dialog', 'modal'))[':open'] ?? null;
  await recording.page.evaluate(() => (document.getElementById('modal') as HTMLDialogElement).showModal());
  await soon(async () => expect(await told()).toBe('modal'));
  await recording.page.evaluate(() => document.getElementById('modal')?.removeAttribute('open'));
  await soon(async () => expect(await told()).toBe(null));
  await recording.page.evaluate(() => document.getElementById('modal')?.setAttribute('open', ''));
  await soon(async () => expect(await told()).toBe('modal'));
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
    document.body.lastElementChild?.insertAdjacentHTML('beforeend', '<p>more <i>and</i> more</p>'.repeat(2_000));
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

test('what gets the focus as it is put there, or becomes a part to write in, has it by the number that it has from then on', async () => {
  await recording.open(html('<table><td id="cell">4711</td></table><p id="line">one <b>two</b></p>'));
  await recording.whole();
  const last = async (): Promise<unknown> => (await operations(6)).at(-1)?.slice(2, 4);
  // In the place of a text that stood alone, whose number is known by that of its cell.
  await recording.page.evaluate(() => {
    const field = document.createElement('input');
    document.getElementById('cell')?.replaceChildren(field);
    field.focus();
  });
  await soon(async () => expect(await last()).toEqual([5, (await nodes()).find(({ name }) => name === 'input')?.id]));
  // It is written anew.
  await recording.page.evaluate(() => {
    const line = document.getElementById('line') as HTMLElement;
    line.contentEditable = 'true';
    line.focus();
  });
  await soon(async () => expect(await last()).toEqual([5, (await one('p', 'line'))?.id]));
});
