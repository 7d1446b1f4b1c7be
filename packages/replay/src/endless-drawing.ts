import { mostOfPicture, timesShown } from '@sightglass/wire';

/**
 * Whether an address holds a drawing (`data:image/svg+xml`) that shows parts of itself too often: Chromium draws pictures in the page's own
 * process, and nothing else is shown meanwhile.
 */
export function holdsEndless(address: string): boolean {
  return address.length > leastLetters && timesIn(address, 0) > mostOfPicture;
}

/** A style text without the addresses that do. */
export function withoutEndless(css: string): string {
  if (css.length <= leastLetters || !data.test(css)) return css;
  return css.replace(spoken, (found) => {
    const at = found.search(data);
    if (at === -1 || found.startsWith('/*') || !holdsEndless(unescaped(found.slice(at)))) return found;
    return /^url/i.test(found) ? 'url("data:,")' : '"data:,"';
  });
}

/** Sixteen doublings take more. */
const leastLetters = 500;
/** Of pictures in pictures. */
const deepest = 4;

const data = /data:image\/s/i;
/** Comments, texts, and addresses without quotes. */
const spoken = /\/\*[\s\S]*?(?:\*\/|$)|(["'])(?:(?!\1)[^\\\r\n\f]|\\(?:\r\n|[\s\S]))*\1?|url\(\s*[^"'\s)][^)]*\)?/gi;

function unescaped(text: string): string {
  return text.replace(/\\(?:([\da-f]{1,6})(?:\r\n|\s)?|\r\n|([\s\S]))/gi, (_, hex?: string, sign?: string) =>
    hex ? String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff)) : (sign ?? ''),
  );
}

function timesIn(address: string, depth: number): number {
  const drawing = drawingOf(address);
  if (drawing === undefined) return 0;
  // In an encoding of two bytes a letter its words would not be seen.
  if (depth > deepest || drawing.includes('\0')) return Number.POSITIVE_INFINITY;
  const times = timesShown(drawing);
  let sum = times;
  for (const [inner] of drawing.matchAll(/data:image\/svg[^"'<>]*/gi)) sum += (times + 1) * timesIn(inner, depth + 1);
  return sum;
}

const form = /^\s*data:image\/svg\+xml([^,]*),([\s\S]*)$/i;

function drawingOf(address: string): string | undefined {
  // A browser reads an address without tabs and ends of lines.
  const [, about, held = ''] = form.exec(address.replace(/[\t\r\n]/g, '')) ?? [];
  if (about === undefined) return undefined;
  const text = plain(held);
  if (!/;\s*base64\s*$/i.test(about)) return text;
  try {
    const bytes = atob(text.replace(/[^\w+/]/g, ''));
    return new TextDecoder().decode(Uint8Array.from(bytes, (sign) => sign.charCodeAt(0)));
  } catch {
    return ''; // no such file: nothing is drawn
  }
}

function plain(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (signs) =>
    new TextDecoder().decode(Uint8Array.from(signs.slice(1).split('%'), (sign) => Number.parseInt(sign, 16))),
  );
}
