import { drawingUse } from '@sightglass/wire';

/** What a file of pictures and fonts is, by its first bytes in hexadecimal (WHATWG MIME Sniffing, 6.1 and 6.4). */
const types: readonly [form: RegExp, type: string][] = [
  [/^89504e470d0a1a0a/, 'image/png'],
  [/^ffd8ff/, 'image/jpeg'],
  [/^47494638(37|39)61/, 'image/gif'],
  [/^52494646.{8}574542505650/, 'image/webp'],
  [/^.{8}66747970617669(66|73)/, 'image/avif'],
  [/^00000100/, 'image/x-icon'],
  [/^774f4632/, 'font/woff2'],
  [/^774f4646/, 'font/woff'],
  [/^4f54544f/, 'font/otf'],
  [/^(00010000|74727565)/, 'font/ttf'],
];
const svgStart = /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*|<!--[\s\S]*?-->\s*|<!DOCTYPE[^>[]*>\s*)*<(?:svg:)?svg[\s>]/i;

/** Of base64 that a type is read from: a multiple of four letters. */
const startLetters = 2_048;

/**
 * A file that a page sent as a `data:` address, under the type that its bytes have and whatever it was sent as; null for all that is no
 * picture or font, and for a drawing that could do more than show itself. One of which no part may be shown by `use` is a picture all the same.
 */
export function typedAsset(text: string): string | null {
  const [, letters] = /^data:[^,]{0,100};base64,([\w+/]*={0,2})$/.exec(text) ?? [];
  if (letters === undefined) return null;
  const start = Buffer.from(letters.slice(0, startLetters), 'base64');
  const first = start.toString('hex', 0, 16);
  const type = types.find(([form]) => form.test(first))?.[1];
  if (type) return `data:${type};base64,${letters}`;
  if (!svgStart.test(start.toString('latin1')) || drawingUse(Buffer.from(letters, 'base64').toString('utf8')) === null)
    return null;
  return `data:image/svg+xml;base64,${letters}`;
}
