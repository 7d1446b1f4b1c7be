/**
 * What a drawing (SVG) of a page may be shown as, which is judged where it comes in and where it is shown:
 *
 * - `part`: as a picture, and its parts by `use`, which makes them a part of the page that shows them;
 * - `picture`: as a picture alone, in which a browser lets nothing run and asks nobody for anything; a part that is cut out of it is a drawing by itself;
 * - `null`: not at all. It could do more than draw wherever else it came to, or be drawn without end.
 *
 * Whatever is given takes time by its length alone.
 */
export function drawingUse(drawing: string): 'part' | 'picture' | null {
  const said = read(drawing);
  if (active.test(said) || holdsHtml(said)) return null;
  const { ofPicture, ofPart } = shownTimes(drawing);
  if (ofPicture > mostOfPicture) return null;
  return asks.test(said) || ofPart > mostOfPart ? 'picture' : 'part';
}

/** How often a drawing shows parts of itself, whatever else it does. Past {@link mostOfPicture} a browser shows nothing else meanwhile. */
export function timesShown(drawing: string): number {
  return ofEntities.test(drawing) ? Number.POSITIVE_INFINITY : shownTimes(drawing).ofPicture;
}

/** Names for what holds elements, or other such names: what these come to is not read here. */
const ofEntities = /<!ENTITY[^>"']*(?:"[^"<&]*[<&]|'[^'<&]*[<&])/i;

/**
 * Elements that run, embed, or bring another language into a drawing; own entities, instructions (of style sheets), handlers, addresses that an
 * animation sets; an address that leads anywhere but into the drawing itself, or to a picture in it.
 */
const active = anyOf(
  /\0|\\|<(?:[^\s<>/:]*:)?(?:script|foreignObject|iframe|embed|object|audio|video|handler|listener)\b/,
  /<!(?!DOCTYPE[^<>[\]]*>)|<\?|[\s"'/]on\w+\s*=|attributeName\s*=\s*["']?(?:[^\s"'>=]*:)?(?:href|src|on)/,
  /(?:href|src|base)\s*=(?!\s*["']\s*(?:#|data:image\/(?:png|jpeg|gif|webp)[;,]))|url\((?!\s*["']?\s*(?:#|data:))|@import|image-set\(/,
);

const html = /xmlns(?::([^\s=]{1,99}))?\s*=\s*["'][^"']{0,99}1999\/xhtml/gi;

/** Many declare its letters, and have no element of it. */
function holdsHtml(said: string): boolean {
  const found = [...said.matchAll(html)];
  return found.length > 9 || found.some(([, letters]) => !letters || said.includes(`<${letters}:`));
}

/**
 * What asks for anything, or may. The policy of whoever shows a part would keep it from that, and no script runs in such a file; but nothing of
 * it is needed for a drawing either.
 */
const asks = anyOf(
  /1999\/xhtml|<(?:[^\s<>/:]*:)?(?:image|feImage|a)\b|\battributeName\s*=\s*["']?[^"'>]{0,99}(?:href|src|style|\bon|[^"'>]{99})/,
  /(?:url|src)\((?!\s*["']?#)|\b(?:href|src|base)\s*=(?!\s*["']#)/,
);

function anyOf(...forms: RegExp[]): RegExp {
  return new RegExp(forms.map(({ source }) => source).join('|'), 'i');
}

/** What no browser shows, or reads as what it holds; how a file begins, which says nothing of it. */
const aside = /^\ufeff?<\?xml\s[^<>]*\?>|<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)/g;
const letter = /&(?:#x([\da-f]+)|#(\d+)|quot|apos);/gi;

const lettered = (text: string): string =>
  text.replace(letter, (_, hex?: string, digits?: string) =>
    // Which of the quotes it is says nothing.
    hex || digits ? character(Number.parseInt(hex ?? digits ?? '', hex ? 16 : 10)) : "'",
  );

/** What stands for a letter that there is none of no file may hold. */
const character = (code: number): string => (code > 0x10ffff ? '\0' : String.fromCodePoint(code));

/** As it is read: in one piece, and each letter as itself. */
const read = (drawing: string): string => lettered(drawing.replace(aside, (_, text = '') => text));

const tags = /<(\/?)([^\s<>/"']+)(?=[\s/>])((?:[^<>"'/]|"[^"<]*"|'[^'<]*')*)(\/?)>/g;
const attributes = /(?<=\s)([^\s=<>"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * What one part may show of others, and these of others; and a whole picture. Chromium builds what shows itself without end, and what doubles
 * twenty times a million times: nothing else would be shown. A chart shows one mark ten thousand times, which takes a quarter of a second.
 */
const mostOfPart = 1_000;
export const mostOfPicture = 50_000;
/** Of parts that show each other, or stand in each other. */
const deepest = 500;

/** An element that has a name, or the whole. */
interface Part {
  name: string;
  /** Names of those that it shows. */
  shows: string[];
  /** Those that stand in it. */
  holds: Part[];
}

/** How often parts are shown by others: in the whole, and by the part that shows most. */
function shownTimes(drawing: string): { ofPicture: number; ofPart: number } {
  const [whole, ...parts] = partsOf(drawing);
  const byName = new Map(parts.toReversed().map((part) => [part.name, part]));
  const counts = new Map<Part, number>();
  const count = (part: Part, depth: number): number => {
    const known = counts.get(part);
    if (known !== undefined) return known;
    // It shows itself, until it is known that it does not.
    counts.set(part, Number.POSITIVE_INFINITY);
    if (depth > deepest) return Number.POSITIVE_INFINITY;
    let sum = part.shows.length;
    for (const other of [...part.shows.map((name) => byName.get(name)), ...part.holds])
      if (other) sum += count(other, depth + 1);
    counts.set(part, sum);
    return sum;
  };
  return {
    ofPicture: whole ? count(whole, 0) : 0,
    ofPart: parts.reduce((most, part) => Math.max(most, count(part, 0)), 0),
  };
}

/** The whole first. What has no name is of what it stands in. */
function partsOf(drawing: string): Part[] {
  const whole: Part = { name: '', shows: [], holds: [] };
  const parts = [whole];
  const within = [whole];
  for (const [, end, tag = '', said = '', alone] of drawing.replace(aside, '').matchAll(tags)) {
    if (end) {
      if (within.length > 1) within.pop();
      continue;
    }
    const about = [...said.matchAll(attributes)].map(([, key = '', a, b]) => [key, lettered(a ?? b ?? '')] as const);
    const name = about.find(([key]) => key === 'id')?.[1];
    let part = within.at(-1) ?? whole;
    if (name) {
      const own: Part = { name, shows: [], holds: [] };
      part.holds.push(own);
      parts.push(own);
      part = own;
    }
    if (/(^|:)use$/.test(tag))
      for (const [key, shown] of about) if (/^(.*:)?href$/.test(key)) part.shows.push(partNamed(shown));
    if (!alone) within.push(part);
  }
  return parts;
}

/** What `use` shows by such a reference (`#star`), as browsers read what stands behind `#`. */
export function partNamed(shown: string): string {
  const name = shown.trim().slice(1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name; // no such signs
  }
}
