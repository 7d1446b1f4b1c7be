import { mayStateLimit } from '@sightglass/specify';
import type { LineRow } from '@sightglass/store';
import { limits } from '@sightglass/wire';
import { createRemembered } from '../../remembered.ts';

/** Whose lines they are, and the entry of the journal that brought them. */
export interface LinesOf {
  project: string;
  session: string;
  sample: boolean;
  sequence: number;
}

/** Remembers which lines sessions have brought, so that each is stored about once and no session stores without end. */
export interface LineBook {
  /** Rows for the lines that are new; of one that is met again in the same entry, for its first moment. */
  take(about: LinesOf, lines: readonly Line[]): LineRow[];
}

export interface Line {
  kind: 'screen' | 'held' | 'console' | 'call' | 'error';
  text: string;
  at: number;
}

interface Known {
  /** By hash of the line: the entry that brought it first. Rows of an entry that is read again are made again. */
  lines: Map<number, number>;
  chars: number;
  /** The entry in which the limit was reached. */
  cutBy: number | undefined;
}

/** Sessions that go on at one time; one that comes back after it was forgotten stores its lines again, which the store makes one. */
const maxSessions = 1_000;

export function createLineBook(): LineBook {
  const sessions = createRemembered<Known>(maxSessions);

  function knownOf({ project, session }: LinesOf): Known {
    const key = `${project} ${session}`;
    const known = sessions.get(key) ?? { lines: new Map<number, number>(), chars: 0, cutBy: undefined };
    sessions.set(key, known);
    return known;
  }

  return {
    take(about, lines) {
      if (lines.length === 0) return [];
      const known = knownOf(about);
      const rows = new Map<number, LineRow>();
      for (const { kind, text, at } of lines) {
        const hash = hashOf(`${kind} ${text}`);
        const broughtBy = known.lines.get(hash);
        if (broughtBy !== undefined && broughtBy !== about.sequence) continue;
        const had = rows.get(hash);
        if (had !== undefined && had.at <= at) continue;
        if (broughtBy === undefined) {
          if (known.lines.size >= limits.maxSessionLines || known.chars >= limits.maxSessionLineChars) {
            if (known.cutBy === undefined || known.cutBy === about.sequence)
              rows.set(0, rowOf(about, { kind: 'cut', text: '', at: Math.min(at, rows.get(0)?.at ?? at) }));
            known.cutBy ??= about.sequence;
            continue;
          }
          known.lines.set(hash, about.sequence);
          known.chars += text.length;
        }
        rows.set(hash, rowOf(about, { kind, text, at }));
      }
      return [...rows.values()].flatMap(withStated);
    },
  };
}

/** What states a limit is kept a second time, in a place of its own, where it is found without all other lines. */
const withStated = (row: LineRow): LineRow[] =>
  row.kind === 'screen' && mayStateLimit(row.text) ? [row, { ...row, kind: 'stated' }] : [row];

function rowOf({ project, session, sample }: LinesOf, line: Pick<LineRow, 'kind' | 'text' | 'at'>): LineRow {
  return { project, session, sample: sample ? 1 : 0, ...line, earlier: Number.MAX_SAFE_INTEGER - line.at };
}

/** 53 bits (cyrb53): two lines of one session share a number once in a billion sessions. */
function hashOf(text: string): number {
  let one = 0xdeadbeef;
  let other = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 2_654_435_761);
    other = Math.imul(other ^ code, 1_597_334_677);
  }
  one = Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(other ^ (other >>> 13), 3_266_489_909);
  other = Math.imul(other ^ (other >>> 16), 2_246_822_507) ^ Math.imul(one ^ (one >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & other) + (one >>> 0);
}
