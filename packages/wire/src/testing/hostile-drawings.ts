/**
 * Drawings that would run something, or ask for something of `origin`, by all ways that are known: what each holds, beside an element `b`. An
 * address in them says which one asked.
 */
export function hostileDrawings(origin: string): [what: string, held: string][] {
  const at = (name: string): string => `${origin}/${name}`;
  const run = 'top.hacked = 1';
  const xhtml = 'xmlns:h="http://www.w3.org/1999/xhtml"';
  const svg = 'http://www.w3.org/2000/svg';
  return [
    ['a script', `<script>${run}</script>`],
    ['a script of another file', `<script href="${at('script')}"/>`],
    ['a script under another name', `<s:script xmlns:s="${svg}">${run}</s:script>`],
    ['a script under a name of other letters', `<é.s:script xmlns:é.s="${svg}">${run}</é.s:script>`],
    ['a script of HTML', `<h:script ${xhtml}>${run}</h:script>`],
    ['a handler', `<rect onload="${run}"/>`],
    ['a handler of an animation', `<rect><set attributeName="x" to="1" onbegin="${run}"/></rect>`],
    ['a handler that comes later', `<rect><set attributeName="onclick" to="${run}"/></rect>`],
    ['HTML', `<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">Hi</p></foreignObject>`],
    ['a frame of HTML', `<h:iframe ${xhtml} srcdoc="&lt;script>${run}&lt;/script>"/>`],
    ['a picture of HTML', `<h:img ${xhtml} srcset="${at('srcset')} 1x"/>`],
    ['a picture of a video', `<h:video ${xhtml} poster="${at('poster')}"/>`],
    ['a ground of HTML', `<h:table ${xhtml} background="${at('ground')}"/>`],
    ['what leads a page elsewhere', `<h:meta ${xhtml} http-equiv="refresh" content="0;${at('refresh')}"/>`],
    [
      'HTML by letters that stand for others',
      `<g xmlns="http://www.w3.org/1999/&#120;html"><img srcset="${at('letters')}"/></g>`,
    ],
    ['a picture', '<image href="#a"/>'],
    ['a picture elsewhere', `<image href="${at('image')}"/>`],
    ['a picture of a filter', `<filter id="f"><feImage href="${at('fe-image')}"/></filter><rect filter="url(#f)"/>`],
    ['a link', '<a href="#a"/>'],
    ['a link that runs', `<a href="javascript:${run}"><rect/></a>`],
    ['an address', `<use xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="${at('use')}#b"/>`],
    ['an address under another name', `<use xmlns:x="http://www.w3.org/1999/xlink" x:href="${at('other')}#b"/>`],
    ['an address without quotes', `<use href=${at('bare')}#b />`],
    ['an address in signs that stand for others', `<use href="&#104;ttp:${at('signs').slice(5)}#b"/>`],
    ['an address of data', '<use href="data:image/svg+xml,%3Csvg/%3E#b"/>'],
    ['what addresses begin from', `<g xml:base="${at('base')}/"><use href="#c"/></g>`],
    ['an address in a style', `<rect style="fill:url(${at('fill')}#b)"/>`],
    ['an address in an attribute', `<rect mask="url('${at('mask')}#b')"/>`],
    ['an address in a style in another spelling', `<style>rect{fill:u\\72l(${at('spelt')}#b)}</style><rect/>`],
    ['an address in a style by letters', `<style>rect{fill:ur&#x6c;(${at('by-letters')}#b)}</style><rect/>`],
    ['an address in a style in parts', `<style>rect{fill:u<!-- -->rl(${at('parts')}#b)}</style><rect/>`],
    ['an address in quotes alone', `<style>rect{mask-image:image-set("${at('set')}" 1x)}</style><rect/>`],
    ['a font', `<style>@font-face{font-family:a;src:url(${at('font')})} text{font-family:a}</style><text>a</text>`],
    ['another sheet', `<style>@import "${at('sheet')}";</style>`],
    ['another sheet by letters', `<style>&#64;import "${at('sheet-letters')}";</style>`],
    ['another sheet in parts', `<style>@im<![CDATA[port "${at('sheet-parts')}";]]></style>`],
    [
      'another sheet behind what looks like a comment',
      `<style><![CDATA[<!--]]>@im<![CDATA[port "${at('hid')}";-->]]></style>`,
    ],
    ['what brings an address later', `<use href="#a"><set attributeName="xlink:href" to="${at('later')}#b"/></use>`],
    [
      'what brings an address by letters',
      `<use href="#a"><set attributeName="&#104;ref" to="${at('set-href')}#b"/></use>`,
    ],
    [
      'what brings addresses in turn',
      `<use href="#a"><animate attributeName="href" values="${at('turn')}#b;#a" dur="1s"/></use>`,
    ],
    ['what brings a style later', `<rect><set attributeName="fill" to="url(${at('set-fill')}#b)"/></rect>`],
    ['an instruction', `<?xml-stylesheet type="text/css" hr&#101;f="${at('instruction')}"?>`],
    ['attributes that all elements of a name have', `<!DOCTYPE svg [<!ATTLIST rect onload CDATA "${run}">]><rect/>`],
    ['a text that stands for markup', '<!DOCTYPE svg [<!ENTITY a "<image/>">]>'],
    [
      'a declaration that hides what follows',
      `<!DOCTYPE svg SYSTEM "<!--"><style>&#64;import "${at('declared')}";</style><!-- -->`,
    ],
  ];
}

/** As a file that holds it, with all that stands before its root before it. */
export function drawingOf(held: string): string {
  const [before = ''] = /^(<!DOCTYPE[^[]*?(\[.*?\])?>|<\?.*?\?>)/.exec(held) ?? [];
  return `${before}<svg xmlns="http://www.w3.org/2000/svg"><g id="b"><rect width="9" height="9"/>${held.slice(before.length)}</g></svg>`;
}
