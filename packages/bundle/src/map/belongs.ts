import { type Lines, linesOf } from '../lines.ts';
import { ownerOfSource } from '../own/by-path.ts';
import type { SourceMap } from './read.ts';

/** Places that are looked at closely, evenly over the script. */
const samples = 20_000;
/**
 * Of 110 maps that belong (Vite, webpack, Next, Nuxt, SvelteKit, Angular, libraries) none had more than one place astray; of maps of other builds,
 * one of their places in four or more. What moved only near the end of a script shows in few.
 */
const fewestAstray = 3;
const mostAstray = 0.02;
/** With so many in the product's own sources those of libraries do not count: some are published with maps that are wrong. */
const enoughOwn = 100;

/**
 * Why a map is not of this script; undefined where nothing speaks against it. By the debug ids that both tell; by lines and columns that the
 * script does not have; and, where the map carries its sources, by places that begin a word there and lie within a word here: what makes
 * a script renames words and does not split them. Two debug ids that agree are believed.
 */
export function whyForeign(map: SourceMap, script: string, lines: Lines = linesOf(script)): string | undefined {
  const own = /\/\/[#@] ?debugId=([0-9a-f-]{32,36})/i.exec(script.slice(-2_000))?.[1];
  if (own !== undefined && map.debugId !== undefined) {
    if (plain(own) === plain(map.debugId)) return undefined;
    return `The map is of another build: its debug id is ${map.debugId}, the script's ${own.toLowerCase()}.`;
  }
  if (map.lines > lines.count)
    return `The map has ${map.lines} lines, the script ${lines.count}: it is of another file.`;
  const { beyond, own: ofProduct, others } = countAstray(map, script, lines);
  if (beyond >= fewestAstray)
    return `${beyond} places of the map lie beyond the ends of the script's lines: ${causes}.`;
  const enough = ofProduct.looked >= enoughOwn;
  const looked = ofProduct.looked + (enough ? 0 : others.looked);
  const astray = ofProduct.astray + (enough ? 0 : others.astray);
  if (astray < fewestAstray || astray / looked <= mostAstray) return undefined;
  return `${astray} of ${looked} places of the map that begin a word of a source lie within a word of the script: ${causes}.`;
}

const causes = 'it is of another build, or the script was changed after it was made';
const plain = (id: string) => id.toLowerCase().replaceAll('-', '');

function countAstray(map: SourceMap, script: string, lines: Lines) {
  let all = 0;
  map.eachSegment(() => {
    all += 1;
  });
  const step = Math.ceil(all / samples);
  const texts = new Map<number, { text: string; lines: Lines } | undefined>();
  const isOther = map.sources.map((source) => ownerOfSource(source).kind === 'third-party');
  const found = { beyond: 0, own: { looked: 0, astray: 0 }, others: { looked: 0, astray: 0 } };
  let index = -1;
  map.eachSegment((line, column, source) => {
    index += 1;
    const at = lines.offsetOf(line, 0) + column;
    if (at > (line < lines.count ? lines.offsetOf(line + 1, 0) : script.length)) found.beyond += 1;
    else if (index % step === 0 && source >= 0 && beginsWord(map, line, column, texts)) {
      const among = isOther[source] ? found.others : found.own;
      among.looked += 1;
      if (isWord(script, at) && isWord(script, at - 1)) among.astray += 1;
    }
  });
  return found;
}

/** Whether a place of the script stands for the first letter of a word in a source. */
function beginsWord(
  map: SourceMap,
  line: number,
  column: number,
  texts: Map<number, { text: string; lines: Lines } | undefined>,
): boolean {
  const original = map.originalAt(line, column);
  if (original === undefined) return false;
  const { source } = original;
  if (!texts.has(source)) {
    const text = map.sources[source]?.text;
    texts.set(source, text === undefined ? undefined : { text, lines: linesOf(text) });
  }
  const there = texts.get(source);
  if (there === undefined || original.line > there.lines.count) return false;
  const at = there.lines.offsetOf(original.line, original.column);
  return isWord(there.text, at) && !isWord(there.text, at - 1);
}

function isWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at); // NaN before the first and after the last
  return (
    (code >= 48 && code <= 57) ||
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    code === 95 ||
    code === 36 ||
    code > 127
  );
}
