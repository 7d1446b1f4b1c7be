/**
 * What asks for anything, or may. The stage's policy would keep it from that, and no script runs in such a file; but nothing of it is needed for
 * a drawing either.
 */
const asks =
  /\0|\\|<!(?!DOCTYPE[^<>[\]]*>)|<\?|1999\/xhtml|<(?:[^\s<>/:]*:)?(?:script|foreignObject|image|feImage|iframe|object|embed|a)\b|\son\w+\s*=|@import|image-set\(|\battributeName\s*=\s*["']?[^"'>]*(?:href|src|style|\bon)|(?:url|src)\((?!\s*["']?#)|\b(?:href|src|base)\s*=(?!\s*["']#)/i;

/** What no browser shows, or reads as what it holds; how a file begins, which says nothing of it. */
const aside = /^\ufeff?<\?xml\s[^<>]*\?>|<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>/g;
const letter = /&(?:#x([\da-f]+)|#(\d+)|quot|apos);/gi;

const lettered = (text: string): string =>
  text.replace(letter, (_, hex?: string, digits?: string) =>
    // Which of the quotes it is says nothing.
    hex || digits ? String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(digits)) : "'",
  );

/** As it is read: in one piece, and each letter as itself. */
const read = (drawing: string): string => lettered(drawing.replace(aside, (_, text = '') => text));

const tags = /<(\/?)([^\s<>/]+)((?:[^<>"'/]|"[^"]*"|'[^']*')*)(\/?)>/g;
const attributes = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
/** What one part may show of others, and these of others. */
const mostShown = 1_000;

/** Chromium builds a part that shows itself without end, and one that doubles twenty times a million times: nothing else would be shown. */
function isEndless(drawing: string): boolean {
  const shows = new Map<string, string[]>();
  const holders: string[] = [];
  for (const [, end, name, said = '', alone] of drawing.replace(aside, '').matchAll(tags)) {
    if (end) holders.pop();
    else {
      const about = new Map([...said.matchAll(attributes)].map(([, key, a, b]) => [key, lettered(a ?? b ?? '')]));
      holders.push(about.get('id') ?? '');
      const shown = [...about].find(([key]) => /^(.*:)?href$/.test(key ?? ''))?.[1];
      if (shown && /(^|:)use$/.test(name ?? ''))
        for (const holder of new Set(holders)) {
          const within = shows.get(holder) ?? [];
          within.push(shown.slice(1));
          shows.set(holder, within);
        }
      if (alone) holders.pop();
    }
  }
  const counts = new Map<string, number>();
  const count = (part: string): number => {
    const known = counts.get(part);
    if (known !== undefined) return known;
    counts.set(part, Number.POSITIVE_INFINITY);
    const all = (shows.get(part) ?? []).reduce((sum, shown) => sum + 1 + count(shown), 0);
    counts.set(part, all);
    return all;
  };
  shows.delete('');
  return [...shows.keys()].some((part) => count(part) > mostShown);
}

const kept = /^data:image\/svg\+xml;base64,([\w+/]+=*)$/;

/** @returns the file, where a drawing is all that it is. */
export function harmlessDrawing(data: string): Uint8Array<ArrayBuffer> | undefined {
  const [, base64] = kept.exec(data) ?? [];
  if (base64 === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    // In another encoding its words would not be seen.
    const drawing = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return asks.test(read(drawing)) || isEndless(drawing) ? undefined : bytes;
  } catch {
    return undefined;
  }
}
