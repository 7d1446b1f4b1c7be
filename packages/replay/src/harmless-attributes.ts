import { holdsEndless } from './endless-drawing.ts';
import { harmlessCss } from './harmless-css.ts';
import { hidesMember } from './hidden-members.ts';
import { standInFor, standInValue } from './stand-ins.ts';

/**
 * Attributes as they may be set. References stay only where they stay inside the document (`#part`) or are an image in the
 * text itself; whatever fetches, navigates, runs or takes the focus goes. `element` is '' where a change of attributes does
 * not say whose they are. `isDark`: see `harmlessCss`.
 */
export function harmlessAttributes(
  element: string,
  given: Record<string, unknown>,
  isDark = false,
): Record<string, unknown> {
  const safe: Record<string, unknown> = {};
  const animatesReference = animations.has(element) && /href|src/i.test(wordsOf(given.attributeName));
  for (const [name, value] of Object.entries(given)) {
    const lower = name.toLowerCase();
    if (!/^[a-z_:][\w:.-]*$/i.test(name) || /^on./.test(lower)) continue;
    const standIn = standInFor(lower);
    if (standIn !== undefined && !(standIn in given)) safe[standIn] = standInValue(value);
    if (dropped.has(lower) || animatesReference) continue;
    if (hidesMember(element, lower, value)) continue;
    const judged = references.has(lower)
      ? reference(lower, element, value)
      : words.test(lower) && typeof value === 'string'
        ? value
        : text(value, isDark);
    if (judged !== undefined) safe[name] = judged;
  }
  // By either name it says of which file it shows a part.
  if (element === 'use' && 'xlink:href' in given && !('href' in given))
    safe.sg_href = standInValue(given['xlink:href']);
  // All else that `meta` says is not for a replay.
  if (element === scheme ? 'content' in given : element === 'meta' && given.name === scheme)
    safe.content = chosenScheme(wordsOf(given.content), isDark);
  if (element === 'iframe' || element === 'frame') safe.sandbox = 'allow-same-origin';
  return safe;
}

/** What a `meta` of that name is called that is known from before, since a change of it does not say its name. */
export const scheme = 'color-scheme';

function chosenScheme(schemes: string, isDark: boolean): string {
  return /\bdark\b/i.test(schemes) && (isDark || !/\blight\b/i.test(schemes)) ? 'dark' : 'light';
}

const animations = new Set(['animate', 'set', 'animatemotion', 'animatetransform']);

const references = new Set(['href', 'xlink:href', 'src', 'poster', 'background', 'rr_dataurl']);

/**
 * No browser reads these as styles, whatever they look like: classes are called `bg-[url(/hill.png)]`, and what a field holds is seen. What a
 * style takes of one (`attr()`) is never an address.
 */
const words = /^(?:class|id|name|value|title|alt|label|placeholder|slot|part|lang|dir|(?:aria|data)-.*)$/;

const dropped = new Set(
  `srcdoc srcset imagesrcset data action formaction ping target download rel http-equiv content manifest archive classid
  codebase code profile cite longdesc dynsrc lowsrc attributionsrc autofocus autoplay is nonce integrity sandbox allow
  csp http2 usemap jsaction shadowrootmode onbegin command commandfor popovertarget rr_mediastate rr_mediacurrenttime
  rr_mediaplaybackrate rr_mediamuted rr_medialoop rr_mediavolume`.split(/\s+/),
);

function reference(name: string, element: string, value: unknown): unknown {
  if (value === null) return null; // taken away by the page
  const given = wordsOf(value).trim();
  if (given.startsWith('#')) return given;
  const isPicture = name !== 'href' || element === 'image' || element === 'feimage';
  if (isPicture && image.test(given)) return holdsEndless(given) ? 'data:,' : given;
  return name === 'href' && (element === 'a' || element === 'area' || element === '') ? '#' : undefined;
}

/** Not by `String`: an object from outside says how it is to be called. */
function wordsOf(given: unknown): string {
  return typeof given === 'string' ? given : '';
}

/** Pictures only: SVG in an `img` runs nothing, yet there is no need to let it name other addresses. */
const image = /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon|svg\+xml)[;,]/i;

function text(value: unknown, isDark: boolean): unknown {
  if (typeof value === 'string') return harmlessCss(value, isDark);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([property, part]) => [
      property,
      Array.isArray(part) ? part.map((one) => text(one, isDark)) : text(part, isDark),
    ]),
  );
}
