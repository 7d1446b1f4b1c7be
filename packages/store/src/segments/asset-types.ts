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
 * picture or font, and for a drawing that could do more than show itself.
 */
export function typedAsset(text: string): string | null {
  const [, letters] = /^data:[^,]{0,100};base64,([\w+/]*={0,2})$/.exec(text) ?? [];
  if (letters === undefined) return null;
  const start = Buffer.from(letters.slice(0, startLetters), 'base64');
  const first = start.toString('hex', 0, 16);
  const type = types.find(([form]) => form.test(first))?.[1];
  if (type) return `data:${type};base64,${letters}`;
  if (!svgStart.test(start.toString('latin1')) || !isDrawing(Buffer.from(letters, 'base64').toString('utf8')))
    return null;
  return `data:image/svg+xml;base64,${letters}`;
}

/** Elements that run, embed, or bring another language into a drawing. */
const active = /<(?:\w+:)?(?:script|foreignObject|iframe|embed|object|audio|video|handler|listener)\b/i;
/** Own entities, processing instructions (of style sheets), handlers, and addresses that an animation sets. */
const odd =
  /<!(?:ENTITY|ATTLIST|ELEMENT)|<!DOCTYPE[^>]*\[|<\?(?!xml\s)|[\s"'/]on\w+\s*=|attributeName\s*=\s*["']?(?:\w+:)?(?:href|src)/i;
/** An address that leads anywhere but into the drawing itself, or to a picture in it. */
const outward =
  /(?:href|src|xml:base)\s*=\s*(?!["']\s*(?:#|data:image\/(?:png|jpeg|gif|webp)[;,]))|url\(\s*["']?\s*(?!#|data:)|@import|image-set\(|\\/i;

/** It shows itself and does nothing else. As a picture it could not anyway: this holds wherever else it may come to. */
function isDrawing(svg: string): boolean {
  // What letters stand for, whoever wrote them so; names of namespaces lead nowhere.
  const plain = svg.replace(/&#(?:x([\da-f]+)|(\d+));?/gi, (_, hex?: string, digits?: string) =>
    String.fromCodePoint(Math.min(Number.parseInt(hex ?? digits ?? '', hex ? 16 : 10), 0x10ffff)),
  );
  return !active.test(plain) && !odd.test(plain) && !outward.test(plain);
}
