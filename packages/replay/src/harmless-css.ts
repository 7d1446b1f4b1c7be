/**
 * Style text without anything that fetches: every `url(…)` that is neither a fragment nor data, `image-set` of texts and
 * `@import` are emptied. The frame's content security policy refuses the same; this keeps the console and reports quiet, and
 * stands where a policy has no say.
 *
 * A page that asks for the preferred colour scheme, or goes by it, would be told the viewer's: it is told the visitor's. A scheme that
 * the page has chosen stays.
 *
 * @param isDark - What the visitor preferred.
 */
export function harmlessCss(css: string, isDark = false): string {
  if (!suspect.test(css)) return css;
  return css
    .replace(/\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)/gi, (_, scheme: string) =>
      (scheme.toLowerCase() === 'dark') === isDark ? '(min-width: 0)' : '(max-width: 0)',
    )
    .replace(/(?<![\w-])(color-scheme\s*:)([^;{}]*)/gi, (whole, property: string, schemes: string) =>
      /\blight\b/i.test(schemes) && /\bdark\b/i.test(schemes) ? `${property} ${isDark ? 'dark' : 'light'}` : whole,
    )
    .replace(/@import[^;]*(;|$)/gi, '')
    .replace(/url\(\s*(?:"[^"]*"?|'[^']*'?|[^)'"]*)\s*\)?/gi, (found) => (inert.test(found) ? found : 'url("data:,")'))
    .replace(
      /(image-set\()([^)]*)/gi,
      (_, start: string, list: string) => start + list.replace(/"[^"]*"|'[^']*'/g, '"data:,"'),
    );
}

const suspect = /url\(|@import|image-set\(|color-scheme|\\/i;
const inert = /^url\(\s*["']?\s*(#|data:(?:image|font|application\/(?:x-)?font))/i;
