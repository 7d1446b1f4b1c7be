import { modelOf } from '@sightglass/replay';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asRecorded, html, soon } from './as-recorded.ts';
import type { Recording } from './brought-lines.ts';
import { type RecordingPage, startRecordingPage } from './recording-page.ts';

/** Style sheets, wherever a page has them from. */
let recording: RecordingPage;
beforeAll(async () => {
  recording = await startRecordingPage();
});
afterAll(() => recording?.stop());

const { nodes, one, operations, state } = asRecorded(() => recording);

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

test('a rule that a script takes out of what Lit has written is the one that is gone, though the browser has left one out before it', async () => {
  await recording.open(html('<x-lit></x-lit>'), {
    before: `{
      const cssText = 'b { top: 1px } b::-moz-odd { top: 2px } i { top: 3px } u { top: 4px }';
      const styleSheet = new CSSStyleSheet();
      styleSheet.replaceSync(cssText);
      customElements.define('x-lit', class extends HTMLElement {
        static elementStyles = [{ styleSheet, cssText }];
        constructor() {
          super();
          this.attachShadow({ mode: 'open' }).adoptedStyleSheets = [styleSheet];
        }
      });
      window.made = styleSheet;
    }`,
  });
  const said = async (): Promise<string> => JSON.stringify(modelOf(await recording.lines()).sheets);
  await soon(async () => expect(await said()).toContain('top: 4px'));
  await recording.page.evaluate(() => (window as unknown as { made: CSSStyleSheet }).made.deleteRule(1));
  await soon(async () => {
    expect(await said()).not.toContain('top: 3px');
    expect(await said()).toContain('top: 4px');
  });
});

test('a style sheet that begins with what its author took for a comment is no address', async () => {
  const text = '// colours\nb { color: red } p { color: blue }';
  await recording.open(`<!doctype html><style>${text}</style><p>x</p>`);
  await recording.whole();
  expect(JSON.stringify(await recording.lines())).toContain(JSON.stringify(text));
});

test('what a script declares by a property: the rule is told anew, and nothing else', async () => {
  const sheet = '@media all { p { color: red } b { top: 1px } } q { top: 2px; & i { left: 3px } }';
  await recording.open(html('<p>x</p>', '<style id="told"></style>'), {
    before: `for (const rule of '${sheet}'.split(/(?<=}) (?=q)/)) document.getElementById('told').sheet.insertRule(rule)`,
  });
  await recording.whole();
  const told = async (): Promise<string> => JSON.stringify((await one('style', 'told'))?.rules);
  await recording.page.evaluate(() => {
    const [nesting, media] = [...(document.styleSheets[0]?.cssRules ?? [])];
    const [red, top] = [...(media as CSSMediaRule).cssRules] as [CSSStyleRule, CSSStyleRule];
    const [nested] = [...(nesting as CSSStyleRule).cssRules] as [CSSStyleRule];
    red.style.color = 'blue';
    top.style.top = '3px';
    nested.style.left = '4px';
    // Asked for, and left as it is.
    Object.assign(window, { held: (nesting as CSSStyleRule).style });
  });
  await soon(async () => expect(await told()).toMatch(/left: 4px.*blue.*b \{ top: 3px/s));
  const places = (await operations(10)).flatMap(([, , , changes]) => (changes as [unknown][]).map(([place]) => place));
  expect(places).toEqual([[1, 0], [1, 0], [1, 1], [1, 1], [0], [0]]);
  await recording.page.evaluate(() => {
    (window as unknown as { held: CSSStyleDeclaration }).held.top = '5px';
  });
  await soon(async () => expect(await told()).toContain('top: 5px'));
  expect(await recording.faults()).toEqual([]);
});

test('quotes that are escaped in selectors begin no text, and comments part what they stood between', async () => {
  const css = (comment: string) =>
    String.raw`.a\:content-\[\'\'\]{top:1px}@media/*${comment}*/screen{.b{top:2px}}.c{font-family:'Arial'}`;
  await recording.open(html('<p>x</p>', `<style id="written">${css('whose')}</style>`));
  await recording.whole();
  expect((await one('style', 'written'))?.children?.map(({ text }) => text)).toEqual([css('')]);
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

test('what is new is told with the sheets that its root has adopted, however soon after all others were asked for theirs, and what was put back as well', async () => {
  await recording.open(html('<main></main>'));
  await recording.whole();
  const told = await recording.page.evaluate(() => {
    const { recorder, pieces } = (window as unknown as Recording).recorded;
    const sheet = new CSSStyleSheet();
    const hosts = ['one', 'two', 'three'].map((name) => {
      const host = document.createElement('div');
      const root = host.attachShadow({ mode: 'closed' });
      root.adoptedStyleSheets = [sheet];
      root.append(name);
      return host;
    });
    // Those that are there were asked for theirs as the first came, or a moment before.
    return [...hosts, ...hosts].map((host) => {
      host.remove();
      recorder.cut();
      const before = pieces.length;
      document.querySelector('main')?.append(host);
      // A busy machine may have time for one node in a reading.
      for (let reading = 0; reading < 4; reading++) recorder.cut();
      return JSON.stringify(pieces.slice(before).map(({ events }) => JSON.parse(events)));
    });
  });
  for (const [at, name] of ['one', 'two', 'three', 'one', 'two', 'three'].entries()) {
    expect(told[at]).toContain(`"${name}"`);
    expect(told[at]).toContain('":adopted",[-1]');
  }
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

test('a layer that a whole library stands in is told, as long as it is', async () => {
  const rows = Array.from({ length: 4_000 }, (_, at) => `.row-${at} { background: url("${'a'.repeat(150)}.png") }`);
  await recording.open(
    html(`<style>@layer library { @media screen { ${rows.join('')} } }</style><p class="row-3999">at the end</p>`),
  );
  await soon(async () => {
    const style = (await nodes()).find(({ name }) => name === 'style');
    const told = String(style?.states?.[':css']);
    expect(told.length).toBeGreaterThan(600_000);
    expect(told).toMatch(/\.row-3999 \{[^}]*\}\s*\}\s*\}$/);
  });
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
