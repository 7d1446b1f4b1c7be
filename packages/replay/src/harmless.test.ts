import { expect, test } from 'vitest';
import { harmless } from './harmless.ts';
import { harmlessAttributes } from './harmless-attributes.ts';
import { harmlessCss } from './harmless-css.ts';

test.each([
  ['p { background: url(http://x/a.png) }', 'p { background: url("data:,") }'],
  ['@import "http://x/a.css"; p { color: red }', ' p { color: red }'],
  ['p { background: url(data:image/png;base64,AA==) }', 'p { background: url(data:image/png;base64,AA==) }'],
  [
    `p { background: image-set(url("http://x/a.png") 1x, 'http://x/b(1).png' 2x) }`,
    'p { background: image-set(url("data:,") 1x, "data:," 2x) }',
  ],
  [
    'p { background: image-set(url("data:image/png;base64,AA==") 1x) }',
    'p { background: image-set(url("data:image/png;base64,AA==") 1x) }',
  ],
  [
    'p { background: image-set("a.png" type("image/png"), "data:image/png;base64,AA==" 2x type(\'image/png\')) }',
    'p { background: image-set("data:," type("image/png"), "data:image/png;base64,AA==" 2x type(\'image/png\')) }',
  ],
  ['svg { fill: url(#paint) }', 'svg { fill: url(#paint) }'],
  ['@media (prefers-color-scheme: dark) { p { color: white } }', '@media (max-width: 0) { p { color: white } }'],
  [
    '@media (scripting: none), not (Scripting) { p { color: red } }',
    '@media (max-width: 0), not (min-width: 0) { p { color: red } }',
  ],
  [':root { color-scheme: light dark; color: red }', ':root { color-scheme: light; color: red }'],
  [':root.dark { color-scheme: dark }', ':root.dark { color-scheme: dark }'],
  ['p::before { content: "url" }', 'p::before { content: "url" }'],
  ['@media not (forced-colors:active) { a { color: red } }', '@media not (forced-colors:active) { a { color: red } }'],
  [
    'a:focus, [type=file]::file-selector-button:is([a]:not([b])):focus { color: red }',
    'a[sg_focus], [type=file]::file-selector-button:is([a]:not([b])):active { color: red }',
  ],
  ['a:hover, .hover\\:red:Focus { color: red }', 'a[sg_hover], .hover\\:red[sg_focus] { color: red }'],
  [
    '@media (hover:hover) { a:not(:active) { x: b:hover } }',
    '@media (hover:hover) { a:not([sg_active]) { x: b:hover } }',
  ],
  [
    'select > SelectedContent, .template, [is=template], [title="a template"], :state(script) { color: red }',
    'select > sg-selectedcontent:where([sg_tag="selectedcontent"]), .template, [sg_is=template], [title="a template"], [sg_on~="script"] { color: red }',
  ],
  [
    '@layer template { script + p, :not(template)~:not( template ) { x: script } }',
    '@layer template { template:where([sg_tag="script"]) + p, :not(template:where([sg_tag="template"]))~:not( template:where([sg_tag="template"]) ) { x: script } }',
  ],
  ['a::part(b):hover { color: red }', 'a:not([sg_])::part(b sg_hover) { color: red }'],
  [
    'a[target=_blank], img:not([ SRC$=".svg" i ])::after { content: attr(href) "[href]" }',
    'a[sg_target=_blank], img:not([sg_SRC$=".svg" i ])::after { content: attr(sg_href) "[href]" }',
  ],
  [
    '.\\[href\\], [data-href], [title] { content: attr(data-src) }',
    '.\\[href\\], [data-href], [title] { content: attr(data-src) }',
  ],
  ['x-tabs:not(:defined), .a\\:defined, i:defined {}', 'x-tabs:not(:not([sg_])), .a\\:defined, i:not([sg_]) {}'],
  [
    'input:Invalid, form:has(:user-valid), .a\\:valid, x-a::part(b):valid { color: red }',
    'input:is([sg_on~=":invalid"],:invalid:where(:not([sg_on~=":valid"]))), form:has([sg_on~=":user-valid"]), .a\\:valid, x-a::part(b):valid { color: red }',
  ],
  [
    '@supports (content-visibility: auto) { p { Content-Visibility: auto; color: red } }',
    '@supports (content-visibility: auto) { p { content-visibility:visible;contain:layout style paint; color: red } }',
  ],
  [':host(:state(on)) b::after:hover {}', ':host([sg_on~="on"]) b::after:active {}'],
  [
    '[style*="url("] { color: red } [title=":hover"]::before { content: "{a:hover}@import" } b:hover {}',
    '[style*="url("] { color: red } [title=":hover"]::before { content: "{a:hover}@import" } b[sg_hover] {}',
  ],
  // What a browser takes for the end of a text or an address is the end here, or nothing is put aside.
  ['a { x: "a\n; b: url(http://x/) } c { d: "(" }', 'a { x: "a\n; b: url("data:,") } c { d: "(" }'],
  ['a { x: "\\\r\n("; b: url(http://x/); c: "(" }', 'a { x: "\\\r\n("; b: url("data:,"); c: "(" }'],
  ['a { x: \\"; b: url(http://x/); c: "(" }', 'a { x: \\"; b: url("data:,"); c: "(" }'],
  ["a { x: u\\72l(b'(); c: url(http://x/); d: '(' }", `a { x: url("data:,")'(); c: url("data:,"); d: '(' }`],
  // What stands in the place of a text brings none into another.
  [
    `a { x: "'; b: url(http://x/); c: '("; y: '"\uFFFE0\uFFFE"' }`,
    `a { x: "'; b: url("data:,"); c: '("; y: '"\uFFFE0\uFFFE"' }`,
  ],
  ['a { x: b-url(/*) "(*/); c: url(http://x/); /*"*/ }', 'a { x: b-url("data:,") "(*/); c: url("data:,"); /*"*/ }'],
])('%s becomes %s', (css, shown) => expect(harmlessCss(css)).toBe(shown));

test('a sheet that was written to be slow is read once', () => {
  // Of these, looking ahead from each to the end of the text would take minutes.
  const slow = [':hover'.repeat(300_000), '::selection'.repeat(200_000), `${' '.repeat(1_000_000)}:hover`];
  for (const css of slow) expect(harmlessCss(css)).toBe(css);
});

test("a page that asks for the preferred colour scheme is told the visitor's", () => {
  const css = '@media (prefers-color-scheme: dark) { p { color: white } } :root { color-scheme: light dark }';
  expect(harmlessCss(css, true)).toBe('@media (min-width: 0) { p { color: white } } :root { color-scheme: dark}');
  const meta = { name: 'color-scheme', content: 'dark light' };
  expect([true, false].map((isDark) => harmlessAttributes('meta', meta, isDark).content)).toEqual(['dark', 'light']);
  const refresh = harmlessAttributes('meta', { 'http-equiv': 'refresh', content: '0;url=http://x' });
  expect(Object.keys(refresh)).toEqual(['sg_http-equiv', 'sg_content']);
});

test('what changes later in the picture of a drawing, or in what says the colour scheme, is judged by what it is in', () => {
  const tags = new Map<number, string>();
  const hill = 'data:image/png;base64,AA==';
  const element = (id: number, tagName: string, attributes: object) => ({
    type: 2,
    id,
    tagName,
    attributes,
    childNodes: [],
  });
  const childNodes = [element(3, 'meta', { name: 'color-scheme' }), element(4, 'image', {}), element(5, 'a', {})];
  const node = { type: 0, id: 1, childNodes: [{ ...element(2, 'html', {}), childNodes }] };
  harmless({ type: 2, timestamp: 1, data: { node } }, true, tags);
  const changed = [3, 4, 5].map((id) => ({ id, attributes: { content: 'light dark', href: hill } }));
  const attributes = [{ content: 'dark' }, { href: hill }, { href: '#' }].map((attributes) => ({ attributes }));
  const event = { type: 3, timestamp: 2, data: { source: 0, attributes: changed } };
  expect(harmless(event, true, tags)).toMatchObject({ data: { attributes } });
});

test('an attribute stays where it only tells, and goes where it fetches, navigates or runs', () => {
  const given = {
    class: 'part',
    'data-id': '7',
    on: '',
    style: 'color: red',
    onclick: 'run()',
    srcset: 'http://x/a.png 2x',
    src: 'http://x/a.png',
    formaction: 'http://x',
    '><img': '',
  };
  const told = { class: 'part', 'data-id': '7', on: '', style: 'color: red' };
  const set = (element: string, given: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(harmlessAttributes(element, given)).filter(([name]) => !name.startsWith('sg_')));
  expect(set('img', given)).toEqual(told);
  expect(set('a', { href: 'javascript:run()' })).toEqual({ href: '#' });
  expect(set('use', { href: '#icon' })).toEqual({ href: '#icon' });
  // A part of a file is shown where the file was kept, by what says where it was.
  for (const name of ['href', 'xlink:href'])
    expect(harmlessAttributes('use', { [name]: '/icons.svg#star' })).toEqual({ sg_href: '/icons.svg#star' });
  const picture = `data:image/png;base64,${'A'.repeat(99)}=`;
  expect(harmlessAttributes('img', { src: picture })).toEqual({ src: picture, sg_src: picture.slice(0, 40) });
});

test('what no browser reads as a style stays, though it looks like one', () => {
  const words = {
    class: 'bg-[url(/a.png)] x:hover{',
    value: '@import a; b: url(c)',
    'data-x': ':focus{',
    title: 'u\\72l(',
  };
  expect(harmlessAttributes('p', words)).toEqual(words);
});

test('what goes stands in an attribute that only style sheets ask for, and is taken away with it', () => {
  const link = { href: 'https://other.example/', target: '_blank', onclick: 'run()' };
  expect(harmlessAttributes('a', link)).toEqual({ href: '#', sg_href: link.href, sg_target: '_blank' });
  expect(harmlessAttributes('', { target: null })).toEqual({ sg_target: null });
  // Where a picture stands for its address, the address is told beside it.
  const kept = { src: 'data:image/png;base64,AA==', sg_src: '/hill.png' };
  expect(harmlessAttributes('img', kept)).toEqual(kept);
});

test('a name is left out where it would hide a member of its form or document, and nowhere else', () => {
  for (const name of ['close', 'location', 'open', 'body'])
    expect(harmlessAttributes('button', { id: name, name })).toEqual({ id: name, name });
  for (const name of ['style', 'children', 'appendChild']) expect(harmlessAttributes('input', { name })).toEqual({});
  for (const of of ['form', 'img', 'iframe', ''])
    expect(harmlessAttributes(of, { name: 'close' }).name).toBeUndefined();
});

test('what plays stays what it is, and plays nothing: the picture that was kept of it stands for it, and nothing is loaded by an address', () => {
  const video = (poster: string) => ({
    ...{ type: 2, id: 2, tagName: 'video' },
    attributes: { poster, src: 'http://x/a.mp4', autoplay: '', controls: '', rr_mediaState: 'played' },
  });
  const shown = (poster: string) =>
    harmless({
      ...{ type: 2, timestamp: 1 },
      data: { node: { type: 0, id: 1, childNodes: [video(poster)] }, initialOffset: {} },
    });
  const kept = 'data:image/png;base64,AA==';
  const told = (attributes: object) => ({
    data: {
      node: {
        childNodes: [
          { tagName: 'video', attributes: { controls: '', sg_autoplay: '', sg_src: 'http://x/a.mp4', ...attributes } },
        ],
      },
    },
  });
  expect(shown(kept)).toMatchObject(told({ poster: kept }));
  const bare = JSON.stringify(shown('http://x/a.png'));
  expect(shown('http://x/a.png')).toMatchObject(told({}));
  expect(bare).not.toMatch(/"(poster|src|autoplay|rr_mediaState)":/);
});

test('frames of a set stand in a grid, as wide and as high as it says', () => {
  const frame = { type: 2, id: 3, tagName: 'frame', attributes: {}, childNodes: [] };
  const attributes = { cols: '200,*,2*,25%', rows: '*; color: red' };
  const set = { type: 2, id: 2, tagName: 'frameset', attributes, childNodes: [frame] };
  const event = { type: 2, timestamp: 1, data: { node: { type: 0, id: 1, childNodes: [set] }, initialOffset: {} } };
  const columns = 'minmax(0, 200px) minmax(0, 1fr) minmax(0, 2fr) calc(25% - 4.5px)';
  expect(harmless(event)).toMatchObject({
    data: {
      node: {
        childNodes: [
          {
            tagName: 'div',
            attributes: { style: expect.stringContaining(`grid-template: minmax(0, 1fr) / ${columns}`) },
            childNodes: [{ tagName: 'iframe', attributes: { sandbox: 'allow-same-origin' } }],
          },
        ],
      },
    },
  });
});

test('a set in a set has its edges, those that a script moves are moved, and none is drawn where nothing stands', () => {
  const node = (id: number, tagName: string, attributes: object, childNodes: object[] = []) => ({
    ...{ type: 2, id, tagName, attributes, childNodes },
  });
  const inner = node(3, 'frameset', { cols: '200,*' }, [node(4, 'frame', {})]);
  const outer = node(2, 'frameset', { rows: '80,*', border: '0' }, [inner]);
  const data = { node: { type: 0, id: 1, childNodes: [outer] }, initialOffset: {} };
  const tags = new Map<number, string>();
  const shown = JSON.stringify(harmless({ type: 2, timestamp: 1, data }, false, tags));
  expect(shown).not.toMatch(/gap: [^0]|box-shadow|background: #/);
  const attributes = [{ id: 3, attributes: { cols: '0,*', style: 'display: block' } }];
  expect(harmless({ type: 3, timestamp: 2, data: { source: 0, attributes } }, false, tags)).toMatchObject({
    data: { attributes: [{ attributes: { style: { 'grid-template-columns': 'minmax(0, 0px) minmax(0, 1fr)' } } }] },
  });
});

test('M15: one tag name that no document takes costs its tag, not the page', () => {
  const broken = { type: 2, id: 2, tagName: '<img', attributes: {}, childNodes: [] };
  const event = { type: 2, timestamp: 1, data: { node: { type: 0, id: 1, childNodes: [broken] }, initialOffset: {} } };
  expect(harmless(event)).toMatchObject({ data: { node: { childNodes: [{ tagName: 'x' }] } } });
});

test.each([
  ['o:p', {}, 'o:p'],
  ['fb:like:box', {}, 'fb:like:box'],
  ['größen-wahl', {}, 'größen-wahl'],
  ['x-😀', {}, 'x-😀'],
  ['a:b:c', { isSVG: true }, 'div'],
  ['p"x', {}, 'x'],
  ['b,c', {}, 'x'],
])('an element that is called %s keeps its tag where documents take it', (tagName, more, shown) => {
  const node = { type: 2, id: 2, tagName, attributes: {}, childNodes: [], ...more };
  const event = { type: 2, timestamp: 1, data: { node: { type: 0, id: 1, childNodes: [node] }, initialOffset: {} } };
  expect(harmless(event)).toMatchObject({ data: { node: { childNodes: [{ tagName: shown }] } } });
});

test.each([
  null,
  7,
  'text',
  [],
  { type: 3 },
  { type: 2, timestamp: 1, data: {} },
  { type: 3, timestamp: Number.NaN, data: {} },
])('%j is no event, and no error', (given) => expect(harmless(given)).toBeNull());

test('of marks that are heaped on one letter five hundred are shown, and all of those on many', () => {
  const heaped = (marks: number): string => `a${'\u0301'.repeat(marks)}b`;
  const told = (textContent: string) => {
    const adds = [{ parentId: 1, nextId: null, node: { type: 3, id: 2, textContent } }];
    const texts = [{ id: 3, value: textContent }];
    const data = { source: 0, adds, texts, removes: [], attributes: [] };
    const { data: shown } = harmless({ type: 3, timestamp: 1, data }) as { data: typeof data };
    return [shown.adds[0]?.node.textContent, shown.texts[0]?.value];
  };
  expect(told(heaped(100_000))).toEqual([heaped(500), heaped(500)]);
  const many = heaped(400).repeat(20);
  expect(told(many)).toEqual([many, many]);
});

test('a selection that one rule gives a background and the next a colour has both, as by Tailwind', () => {
  const css = '.a ::selection {background-color:gold} .b ::selection {color:red}';
  expect(harmlessCss(css)).toBe(
    '.a ::selection {color:currentcolor;background-color:transparent;background-color:gold} .b ::selection {color:currentcolor;color:red}',
  );
});
