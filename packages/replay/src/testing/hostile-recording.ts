import type { ReplaySegment } from '@sightglass/wire';

export type Hostile = ReplaySegment & { format: 'rrweb/2' };

type Node = Record<string, unknown>;

/**
 * A segment made to break out: every road we know from a recorded page to a script, a request or a navigation, in the first
 * snapshot and again in changes after it. Whatever runs would set `top.hacked`; whatever fetches would call `origin`.
 */
export function hostileLine(origin: string): Hostile {
  const from = 1_790_000_000_000;
  let ids = 100;
  const element = (tagName: string, attributes: Node = {}, childNodes: Node[] = [], more: Node = {}): Node => {
    ids += 1;
    return { type: 2, id: ids, tagName, attributes, childNodes, ...more };
  };
  const text = (textContent: string, more: Node = {}): Node => {
    ids += 1;
    return { type: 3, id: ids, textContent, ...more };
  };
  const run = 'top.hacked = 1';
  const script = `javascript:${run}`;
  const svg = { isSVG: true };
  const css = `@import "${origin}/import.css"; body { background: url(${origin}/body.png) } @font-face { font-family: x; src: url('${origin}/font.woff2') } p { font-family: x; background-image: image-set("${origin}/set.png" 1x); cursor: u\\72l(${origin}/cursor) }`;

  const escaped = `@\\69mport "${origin}/escaped-import.css"; body { background: \\75rl(${origin}/escaped-url); list-style: src("${origin}/src") } p::after { content: image-set(\\75rl(${origin}/escaped-set) 1x) } @font-face { font-family: y; src: \\000075rl(${origin}/escaped-font) } p { font-family: y }`;
  const heads = (): Node[] => [
    element('base', { href: `${origin}/base/`, target: '_top' }),
    element('meta', { 'http-equiv': 'refresh', content: `0;url=${origin}/refresh` }),
    element('meta', { 'http-equiv': 'Content-Security-Policy', content: 'default-src *' }),
    element('meta', { 'http-equiv': 'x-dns-prefetch-control', content: 'on' }),
    ...[
      'stylesheet',
      'prefetch',
      'preload',
      'modulepreload',
      'prerender',
      'preconnect',
      'dns-prefetch',
      'icon',
      'manifest',
    ].map((rel) => element('link', { rel, href: `${origin}/${rel}`, as: 'image', imagesrcset: `${origin}/set 1x` })),
  ];

  const vectors = (): Node[] => [
    element('script', {}, [text(run)]),
    element('script', { src: `${origin}/script.js` }),
    element('img', { src: `${origin}/img.png`, onerror: run, onload: run }),
    element('img', { srcset: `${origin}/srcset.png 1x`, sizes: '1px' }),
    element('img', { src: 'data:text/html,x', rr_dataURL: `${origin}/rr.png` }),
    element('canvas', { rr_dataURL: `${origin}/canvas.png` }),
    element('body', { onload: run, background: `${origin}/background.png` }),
    element('div', { onfocus: run, tabindex: '0', autofocus: '' }),
    element('div', { onanimationstart: run, style: `animation: x 1ms; background: url("${origin}/style.png")` }),
    element('input', { type: 'image', src: `${origin}/input.png`, formaction: script }),
    element('video', {
      src: `${origin}/video.mp4`,
      poster: `${origin}/poster.png`,
      autoplay: '',
      rr_mediaState: 'played',
    }),
    element('audio', { src: `${origin}/audio.mp3`, autoplay: '' }, [
      element('source', { src: `${origin}/source.mp3` }),
    ]),
    element('iframe', { src: `${origin}/frame.html` }),
    element('iframe', { src: script }),
    element('iframe', {
      srcdoc: `<script>${run}</script>`,
      sandbox: 'allow-scripts allow-same-origin allow-top-navigation',
    }),
    element('object', { data: `${origin}/object.swf` }),
    element('object', { data: script }),
    element('embed', { src: `${origin}/embed.swf` }),
    element('applet', { archive: `${origin}/applet.jar`, codebase: origin }),
    element('form', { action: script }, [element('button', { formaction: `${origin}/form` }, [text('Send')])]),
    element('a', { href: script, ping: `${origin}/ping`, target: '_top' }, [text('link')]),
    element(
      'svg',
      { onload: run },
      [
        element('image', { href: `${origin}/svg.png` }, [], svg),
        element('image', { 'xlink:href': `${origin}/xlink.png` }, [], svg),
        element('use', { href: `${origin}/use.svg#x` }, [], svg),
        element('script', { href: `${origin}/svg.js` }, [text(run)], svg),
        element('animate', { attributeName: 'href', values: `${origin}/animated.png`, onbegin: run }, [], svg),
        element('rect', { fill: `url(${origin}/fill.svg#x)` }, [], svg),
        element('foreignObject', {}, [element('img', { src: `${origin}/foreign.png` })], svg),
      ],
      svg,
    ),
    element('style', {}, [text(css, { isStyle: true })]),
    element('style', { _cssText: css }),
    element('link', { rel: 'stylesheet', _cssText: css, href: `${origin}/link.css` }),
    element('template', { shadowrootmode: 'open' }, [element('img', { src: `${origin}/template.png` })]),
    element('div', {}, [element('img', { src: `${origin}/shadow.png` }, [], { isShadow: true })], {
      isShadowHost: true,
    }),
    element('<img src=x onerror=hack>', {}, []),
    element('portal', { src: `${origin}/portal` }),
    element('math', { href: script }, []),
    element('x-widget', { is: 'x' }, [], { isCustom: true }),
    element('table', { background: `${origin}/table.png` }),
    element('noscript', {}, [element('img', { src: `${origin}/noscript.png` })]),
    ...heads(),
    // Addresses that hide from who reads letter by letter.
    element('a', { href: ` java\tscript:${run}` }, [text('tab')]),
    element('style', {}, [text(escaped, { isStyle: true })]),
    element('p', { style: `background: \\75 rl(${origin}/escaped-style)` }, [text('escaped')]),
    element('details', { open: '', ontoggle: run }),
    element('marquee', { onstart: run }),
    element('dialog', { open: '', onclose: run }),
    element('script', { type: 'speculationrules' }, [
      text(JSON.stringify({ prefetch: [{ source: 'list', urls: [`${origin}/speculated`] }] })),
    ]),
    element(
      'svg',
      {},
      [
        element('a', { 'xlink:href': script }, [element('set', { attributeName: 'href', to: script }, [], svg)], svg),
        element('filter', {}, [element('feImage', { href: `${origin}/filter.png` }, [], svg)], svg),
        element('rect', { style: `mask: url(${origin}/mask.svg#m); offset-path: url(${origin}/path.svg#p)` }, [], svg),
        element('style', {}, [text(escaped, { isStyle: true })], svg),
      ],
      svg,
    ),
    // Names that hide the members of their document, which a player goes by.
    ...['createElement', 'documentElement', 'defaultView', 'head', 'adoptedStyleSheets'].flatMap((name) => [
      element('form', { name }),
      element('img', { name, id: name }),
      element('iframe', { name }),
    ]),
    element(
      'form',
      {},
      ['appendChild', 'insertBefore', 'setAttribute', 'nodeName'].map((name) => element('input', { name, id: name })),
    ),
  ];

  const head = element('head', {}, heads());
  const harmless: Node = {
    ...element('p', { id: 'harmless' }),
    childNodes: [{ type: 3, id: 21, textContent: 'Parts on order' }],
  };
  const body: Node = {
    type: 2,
    id: 20,
    tagName: 'body',
    attributes: { onload: run },
    childNodes: [harmless, ...vectors()],
  };
  const html = element('html', { manifest: `${origin}/manifest` }, [head, body]);
  const doctype = { type: 1, id: 2, name: 'html', publicId: '', systemId: '' };

  const framed = {
    ...{
      type: 0,
      id: 33,
      childNodes: [element('html', {}, [element('head', {}, heads()), element('body', {}, vectors())])],
    },
  };
  const change = (after: number, data: Node) => ({ type: 3, timestamp: from + after, data });
  // A recorder tells added nodes one by one, parents first.
  const flat = (node: Node, parentId: number): Node[] => [
    { parentId, nextId: null, node: { ...node, childNodes: [] } },
    ...(Array.isArray(node.childNodes) ? node.childNodes : []).flatMap((child: Node) => flat(child, Number(node.id))),
  ];
  const adds = (node: Node) => ({ source: 0, texts: [], removes: [], attributes: [], adds: flat(node, 20) });
  return {
    format: 'rrweb/2',
    tab: 'hostile-tab',
    page: 'hostile-page',
    seq: 0,
    from,
    until: from + 100,
    anchor: true,
    events: [
      { type: 4, timestamp: from, data: { href: script, width: 640, height: 480 } },
      {
        type: 2,
        timestamp: from + 1,
        data: { node: { type: 0, id: 1, childNodes: [doctype, html] }, initialOffset: { top: 0, left: 0 } },
      },
      ...vectors().map((node) => change(10, adds(node))),
      change(15, adds({ ...element('p', { id: 'added' }), childNodes: [text('Bolts')] })),
      change(20, {
        source: 0,
        texts: [],
        removes: [],
        adds: [],
        attributes: [
          {
            id: 20,
            attributes: {
              onclick: run,
              style: { background: `url(${origin}/changed.png)` },
              background: `${origin}/b.png`,
            },
          },
        ],
      }),
      change(30, { source: 2, type: 2, id: 20, x: 10, y: 10 }),
      change(32, { source: 8, id: 20, adds: [{ rule: `p { background: url(${origin}/rule.png) }`, index: 0 }] }),
      change(34, {
        source: 15,
        id: 1,
        styles: [{ styleId: 1, rules: [{ rule: `p { background: url(${origin}/adopted.png) }` }] }],
        styleIds: [1],
      }),
      change(36, { source: 10, family: 'x', fontSource: `url(${origin}/face.woff2)`, buffer: false }),
      change(38, { source: 9, id: 20, type: 0, commands: [{ property: 'drawImage', args: [`${origin}/draw.png`] }] }),
      change(40, { source: 77, id: 20 }),
      // A frame's document, and a sheet's text, that say the worst only later.
      change(50, { ...adds({ type: 2, id: 30, tagName: 'iframe', attributes: {}, childNodes: [] }) }),
      change(51, { ...adds({ type: 2, id: 31, tagName: 'style', attributes: {}, childNodes: [] }) }),
      change(52, {
        source: 0,
        texts: [],
        removes: [],
        attributes: [],
        adds: [{ parentId: 30, nextId: null, node: framed }],
        isAttachIframe: true,
      }),
      change(53, {
        source: 0,
        texts: [],
        removes: [],
        attributes: [],
        adds: [{ parentId: 31, nextId: null, node: { type: 3, id: 32, textContent: 'p {}' } }],
      }),
      change(54, {
        source: 0,
        removes: [],
        adds: [],
        texts: [{ id: 32, value: escaped + css }],
        attributes: [
          {
            id: 30,
            attributes: { src: script, srcdoc: `<script>${run}</script>`, sandbox: null, name: 'createElement' },
          },
        ],
      }),
      change(56, { source: 8, id: 31, adds: [{ rule: `p { background: \\75rl(${origin}/escaped-rule) }`, index: 0 }] }),
      change(58, adds({ ...element('p', { id: 'late' }), childNodes: [text('Nuts')] })),
      { type: 5, timestamp: from + 42, data: { tag: 'x', payload: script } },
      { type: 6, timestamp: from + 44, data: { plugin: 'x', payload: { script } } },
      { type: 99, timestamp: from + 46, data: {} },
    ],
  };
}
