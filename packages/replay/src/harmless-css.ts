import { withoutEndless } from './endless-drawing.ts';
import { withMarks } from './pseudo-classes.ts';
import { asksOfThem } from './stand-ins.ts';

/**
 * Style text without anything that fetches: every `url(…)` that is neither a fragment nor data, `image-set` of texts and
 * `@import` are emptied. The frame's content security policy refuses the same; this keeps the console and reports quiet, and
 * stands where a policy has no say.
 *
 * A page that asks for the preferred colour scheme, or goes by it, would be told the viewer's: it is told the visitor's. A scheme that
 * the page has chosen stays.
 *
 * What the sheet asks of the pointer and the focus is asked of attributes: see `pseudo-classes.ts`; what it asks of
 * attributes that are not set here, of others: see `stand-ins.ts`. Scripts ran in a page that was recorded, and run in none that is shown.
 *
 * @param isDark - What the visitor preferred.
 */
export function harmlessCss(css: string, isDark = false): string {
  if (!suspect.test(css) && !asksOfThem.test(css)) return css;
  const { bare, whole } = withoutSpoken(withoutEndless(plainLetters(css)));
  return whole(judged(bare, isDark));
}

function judged(css: string, isDark: boolean): string {
  return withMarks(css)
    .replace(/\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)/gi, (_, scheme: string) =>
      (scheme.toLowerCase() === 'dark') === isDark ? '(min-width: 0)' : '(max-width: 0)',
    )
    .replace(/\(\s*scripting\s*(?::\s*(enabled|none|initial-only)\s*)?\)/gi, (_, which?: string) =>
      which === undefined || which.toLowerCase() === 'enabled' ? '(min-width: 0)' : '(max-width: 0)',
    )
    .replace(/(?<![\w-])(color-scheme\s*:)([^;{}]*)/gi, (whole, property: string, schemes: string) =>
      /\blight\b/i.test(schemes) && /\bdark\b/i.test(schemes) ? `${property} ${isDark ? 'dark' : 'light'}` : whole,
    )
    .replace(/@import[^;]*(;|$)/gi, '')
    .replace(/url\(\s*(?:"[^"]*"?|'[^']*'?|[^)'"]*)\s*\)?/gi, (found) => (inert.test(found) ? found : 'url("data:,")'))
    .replace(
      /(image-set\()((?:"[^"]*"|'[^']*'|\([^()]*\)|[^()"'])*)/gi,
      (_, start: string, list: string) =>
        // Of which type a picture is leads nowhere.
        start +
        list.replace(/type\(\s*("[^"()]*"|'[^'()]*')\s*\)|"[^"]*"|'[^']*'/gi, (text, type) =>
          type || /^.data:image/i.test(text) ? text : '"data:,"',
        ),
    );
}

/**
 * What stands in quotes says nothing of all that, whatever it looks like (`[style*="url("]`, `content: "{"`), save where it is data or a part of
 * the page: it is put aside. Where a browser may see the end of an address elsewhere than we do, or what stands in its place is there already, nothing is.
 */
function withoutSpoken(css: string): { bare: string; whole(css: string): string } {
  const aside: string[] = [];
  const bare =
    css.includes(place) || unsure.test(css)
      ? css
      : css.replace(spoken, (found, quote?: string) =>
          quote && tells.test(found) ? `"${place}${aside.push(found) - 1}${place}"` : found,
        );
  return { bare, whole: (judged) => judged.replace(places, (found, at: string) => aside[Number(at)] ?? found) };
}

/** Comments, escaped signs, and texts, which end with their line (CSS Syntax, 4.3.5). */
const spoken = /\/\*[\s\S]*?(?:\*\/|$)|\\[\s\S]|(["'])(?:(?!\1)[^\\\r\n\f]|\\(?:\r\n|[\s\S]))*\1/g;
/** An address without quotes that holds one, or what else no such address may. */
const unsure = /url\(\s*(?!["'\s])[^)]*?(?:["'(\\]|\/\*)/i;
const tells = /^.(?!\s*(?:#|data:)).*[{};:@(]/is;
/** No character, which no honest text has. */
const place = '\uFFFE';
const places = new RegExp(`"${place}(\\d+)${place}"`, 'g');

/** An escaped letter is that letter, wherever it stands (CSS Syntax, 4.3.7): `u\\72l(` is `url(`. */
function plainLetters(css: string): string {
  if (!css.includes('\\')) return css;
  return css.replace(/\\(?:([0-9a-f]{1,6})(?:\r\n|[ \t\r\n\f])?|([g-z]))/gi, (whole, hex?: string, letter?: string) => {
    const written = letter ?? String.fromCodePoint(Math.min(Number.parseInt(hex ?? '', 16), 0x10ffff));
    return /^[a-z]$/i.test(written) ? written : whole;
  });
}

const suspect =
  /url\(|@import|image-set\(|color-scheme|scripting|content-visibility|:(?:hover|active|focus|selection|state|defined|target|user-|(?:in)?valid|fulls|-webkit-full)|\\/i;
const inert = /^url\(\s*["']?\s*(#|data:(?:image|font|application\/(?:x-)?font))/i;
