import { withStandIns, withStandInValues } from './stand-ins.ts';

/**
 * The pointer is never over a page that is replayed, nothing in it is pressed, and it cannot take the focus. What its style sheets ask of
 * those is asked of attributes instead, which `pointed.ts` sets: as specific as the pseudo-class, and whatever is said of it, also its
 * opposite, is true.
 */
export const marks = ['hover', 'active', 'focus', 'focus-visible', 'focus-within'] as const;
export type Mark = (typeof marks)[number];

/** The attribute that stands for it. */
export function attributeOf(mark: Mark): string {
  return `sg_${mark}`;
}

/** Of a prelude. Not in `(hover: hover)` or `(forced-colors: active)`, nor in values of a `style()` query; and not of the name of a class (`.hover\:red`). */
const asked =
  /:(?<!(?:\\|:|\(\s*(?:(?:any-)?hover|forced-colors|-ms-high-contrast)\s*|\(\s*--[\w-]+\s*):)(hover|active|focus(?:-visible|-within)?)(?![\w-])/gi;
/** Custom states stand in an attribute, which the reader of our segments tells. */
const custom = /:state\(\s*([\w-]+)\s*\)/gi;
/** Nobody was in a field here, and no address leads to a part of the page: they stand there as well. */
const told = /(?<!\\|:):(target|user-(?:in)?valid)(?![\w-])/gi;
/** What a mask says is no address and no number, and what a script says of a field no attribute tells. Of what nothing was told the browser is asked. */
const judged = /(?<!\\|:):((?:in)?valid)(?![\w-])/gi;
/** The reader of our segments says so of what was on the full screen. */
const full = /(?<!\\|:):(?:fullscreen|-webkit-full-?screen)(?![\w-])/gi;
/** No element is defined where no script runs, and in the page that was recorded nearly all are: it is said of each, by an attribute that nothing has. */
const defined = /(?<!\\|:):defined(?![\w-])/gi;
/** Of a part only its names can be asked: `pointed.ts` adds one for each mark. An attribute that nothing has makes up for what that counts less. */
const ofPart = /::part\(([^()]*)\)((?::(?:hover|active|focus(?:-visible|-within)?)(?![\w-]))+)/gi;
/** No attribute can be asked of a pseudo-element; what of it is pressed is valid, and never so. */
const ofPseudoElement = /::[\w-]+(?:\([^()]*\))?(?::[\w-]+(?:\((?:[^()]|\([^()]*\))*\))?)*$/;
/** What stands before a brace is a prelude, and has selectors. Sheets are a visitor's to write: each piece is looked at once. */
const pieces = /[^{};]+[{};]?/g;

/**
 * What a browser leaves out while it is far from view stands there as large as it was when it was in view last. A page that was just built has
 * seen nothing, and within a frame only what is in view itself is laid out: here it always is.
 */
const leftOut = /(?<![\w-])content-visibility\s*:\s*auto/gi;
const laidOut = 'content-visibility:visible;contain:layout style paint';

export function withMarks(css: string): string {
  let isOfSelection = false;
  let hasBackground = false;
  return css.replace(pieces, (piece) => {
    if (!piece.endsWith('{')) {
      hasBackground ||= isOfSelection && piece.includes('background');
      return withStandInValues(piece).replace(leftOut, laidOut);
    }
    isOfSelection = /::selection/i.test(piece);
    const prelude = ofPrelude(withStandIns(piece));
    if (!isOfSelection) return prelude;
    // What says anything of a selection has no part in how browsers show one that nobody speaks of: see `ownLooks`. Where a rule before it
    // says the background, as Tailwind's do, that stays.
    return `${prelude}color:currentcolor;${hasBackground ? '' : 'background-color:transparent;'}`;
  });
}

function ofPrelude(given: string): string {
  const prelude = given
    .replace(custom, (_, name: string, at: number) =>
      ofPseudoElement.test(given.slice(Math.max(0, at - 200), at)) ? ':active' : `[sg_on~="${name}"]`,
    )
    .replace(judged, (whole, name: string, at: number) => {
      if (ofPseudoElement.test(given.slice(Math.max(0, at - 200), at))) return whole;
      const [own, other] = name.length > 5 ? ['invalid', 'valid'] : ['valid', 'invalid'];
      return `:is([sg_on~=":${own}"],:${own}:where(:not([sg_on~=":${other}"])))`;
    })
    .replace(told, (whole) => `[sg_on~="${whole.toLowerCase()}"]`)
    .replace(ofPart, (_, names: string, asks: string) => {
      const own = asks.toLowerCase().slice(1).split(':');
      return `${':not([sg_])'.repeat(own.length)}::part(${names} ${own.map((mark) => `sg_${mark}`).join(' ')})`;
    })
    .replace(full, '[rr_open_mode="full"]')
    .replace(defined, ':not([sg_])');
  return prelude.replace(asked, (_, name: string, at: number) =>
    ofPseudoElement.test(prelude.slice(Math.max(0, at - 200), at)) ? ':active' : `[sg_${name.toLowerCase()}]`,
  );
}

/**
 * What a browser's own sheet says of them (Chromium's `html.css`, `svg.css`), for all that the page does not say itself: a layer that comes
 * before every other gives way to all. A dialog that is opened here takes the focus
 * whoever had it, and its ring is not shown; a selection is as in a window that has the focus; what is on the full screen is no popover to the eye. To
 * a host it comes from within, where its own root may say otherwise: see `dress.ts`.
 */
export const ownLooks = `@layer sg_own {
  :focus-visible { outline: none }
  [sg_focus-visible]:where(:not([sg_host])), :host([sg_focus-visible]) { outline: auto 1px -webkit-focus-ring-color }
  a[href][sg_focus-visible] { outline-offset: 1px }
  input:is([type=checkbox i], [type=radio i])[sg_focus-visible] { outline-offset: 2px }
  svg[sg_focus-visible], svg [sg_focus-visible] { outline-width: 5px; outline-offset: 0 }
  :is(html, body, iframe, embed, object)[sg_focus-visible] { outline: none }
  :root::selection { background-color: Highlight; color: HighlightText }
  a[href][sg_active] { color: -webkit-activelink }
  :enabled:read-write:is([sg_hover], [sg_focus])::-webkit-search-cancel-button, :enabled:read-write:is([sg_hover], [sg_focus])::-webkit-inner-spin-button { opacity: 1 }
  :is(svg, svg :not(foreignObject *))[xml\\:space=preserve] { white-space: pre }
  [rr_open_mode=full]:not(:root) {
    position: fixed !important; inset: 0 !important; width: 100% !important; height: 100% !important; margin: 0 !important; box-sizing: border-box !important;
    min-width: 0 !important; max-width: none !important; min-height: 0 !important; max-height: none !important; transform: none !important
  }
  [rr_open_mode=full]:not(:root):where(:not([sg_host])), :host([rr_open_mode=full]) {
    object-fit: contain; padding: 0; border: none; overflow: visible; color: inherit; background-color: transparent
  }
  [rr_open_mode=full]::backdrop { background: black }
}`.replaceAll(/\s+/g, ' ');
