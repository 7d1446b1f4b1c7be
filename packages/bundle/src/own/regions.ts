import type { Owner, Region } from '../face.ts';
import type { Lines } from '../lines.ts';
import type { SourceMap } from '../map/read.ts';
import { ownerOfSource } from './by-path.ts';

const unknown: Owner = { kind: 'unknown' };

/** Below this a gap between two stretches of one owner is the bundler's glue, not a module of its own. */
const glueLength = 200;

/** What compilers of components write without a place: `var row = template('<li> </li>')`. */
const markup = /(?:^|[;,}])\s*(?:(?:var|let|const)\s+)?[\w$]+\s*=\s*[\w$.]+\(\s*[`"']<[a-z]/;

/** Regions of a script by the sources that its map names: a stretch reaches to the next segment. */
export function regionsByMap(map: SourceMap, lines: Lines, text: string): Region[] {
  const { length } = text;
  const owners = map.sources.map(ownerOfSource);
  const found: Region[] = [];
  let start = 0;
  let owner = unknown;
  map.eachSegment((line, column, source) => {
    if (line > lines.count) return;
    const next = owners[source] ?? unknown;
    if (next === owner || same(next, owner)) return;
    const end = lines.offsetOf(line, column);
    if (end > start) found.push({ start, end, owner });
    start = Math.max(start, end);
    owner = next;
  });
  if (length > start) found.push({ start, end: length, owner });
  return joined(found, ({ start: from, end }) => end - from <= longestMarkup && isMarkup(text.slice(from, end)));
}

const longestStart = 80;
const longestMarkup = 50_000;
const texts = /`(?:[^`\\]|\\.)*`|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gs;

/** What has a block beside its texts does something, and may be anybody's. */
const isMarkup = (gap: string): boolean =>
  markup.test(gap.slice(0, longestStart)) && !/\{\s*\S/.test(gap.replace(texts, ''));

/**
 * Neighbours of one owner become one region, and short unknown gaps between them too.
 *
 * @param isPart - Whether a longer gap is a part of what stands around it.
 */
export function joined(regions: readonly Region[], isPart: (gap: Region) => boolean = () => false): Region[] {
  const out: Region[] = [];
  for (const [index, region] of regions.entries()) {
    const last = out.at(-1);
    const next = regions[index + 1];
    const glue =
      region.owner.kind === 'unknown' &&
      (region.end - region.start < glueLength || isPart(region)) &&
      last &&
      next &&
      same(last.owner, next.owner);
    if (last && (glue || same(last.owner, region.owner))) last.end = region.end;
    else out.push({ ...region });
  }
  return out;
}

const same = (a: Owner, b: Owner) => a.kind === b.kind && a.package === b.package && a.version === b.version;
