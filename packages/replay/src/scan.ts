import { isByPerson, type Note } from '@sightglass/segment';
import type { EpochMs, ReplayEvent, ReplayLine, SegmentContent } from '@sightglass/wire';
import { isActivity } from './activity.ts';
import { pageKey } from './shelf.ts';

/** What is known of a page load without showing it. */
export interface PageSummary {
  tab: string;
  page: string;
  /** `null`: nothing whole was read. */
  format: SegmentContent['format'] | null;
  /** When the person did something, ascending, at most four in a second. */
  activity: EpochMs[];
  /** The addresses that it told, and when. */
  addresses: { at: EpochMs; href: string }[];
  notes: Note[];
  /** Numbers of segments whose bytes are damaged. */
  damaged: number[];
  /** Of the whole page, as far as it was read; left out where nothing is new. */
  pictures?: KeptPictures;
  /** Style sheets whose rules no script of the page may read, of the whole page as far as it was read; left out where nothing is new. */
  unreadSheets?: number;
}

/** Of a page's pictures and fonts that were asked for, how many there are, and how many were not to be had. */
export interface KeptPictures {
  kept: number;
  refused: number;
}

/** Reads over a whole replay once, and keeps of each line only what a timeline needs. */
export interface Scan {
  read(line: ReplayLine): void;
  /** What has come since it was asked last, by page; what is there already is to be added to. */
  news(): PageSummary[];
}

const apartMs = 250;
/** A page load asks for 64. */
const mostPictures = 1_000;
/** No page has as many; what somebody made up may. */
const mostSheets = 1_000;

export function createScan(): Scan {
  const seen = new Set<string>();
  const latest = new Map<string, EpochMs>();
  /** By page and address, whether it is there. */
  const pictures = new Map<string, Map<unknown, boolean>>();
  /** By page, the elements whose sheets cannot be read, or that import such. */
  const unread = new Map<string, Set<unknown>>();
  /** Named, and not in the store. */
  const missing = new Set<string>();
  /** Of pages that are being told whole. */
  const filling = new Set<string>();
  let news = new Map<string, PageSummary>();

  function summaryOf(tab: string, page: string): PageSummary {
    const key = pageKey(tab, page);
    const there = news.get(key) ?? { tab, page, format: null, activity: [], addresses: [], notes: [], damaged: [] };
    news.set(key, there);
    return there;
  }

  function read(line: ReplayLine): void {
    if ('text' in line) {
      if (line.value === null) missing.add(line.text);
      return;
    }
    const { tab, page, seq, from, until } = 'gap' in line ? line.gap : line;
    const key = pageKey(tab, page);
    if (seen.has(`${key} ${seq}`)) return;
    seen.add(`${key} ${seq}`);
    const summary = summaryOf(tab, page);
    if ('gap' in line) {
      summary.damaged.push(seq);
      return;
    }
    summary.format = line.format;
    const held = (at: EpochMs): EpochMs => Math.min(Math.max(at, from), until);
    const active = (at: EpochMs): void => {
      if (at - (latest.get(key) ?? Number.NEGATIVE_INFINITY) < apartMs) return;
      latest.set(key, at);
      summary.activity.push(at);
    };
    if (line.format === 'sightglass/1') {
      for (const operation of line.events) {
        const [kind] = Array.isArray(operation) ? (operation as unknown[]) : [];
        if (kind === 0) filling.add(key);
        if (kind === 1) filling.delete(key);
        own(operation, { from, held, active, isFilling: filling.has(key) }, summary);
      }
      seePictures(key, line.events, summary);
      seeSheets(key, line.events, summary);
    } else for (const event of line.events) foreign(event, held, active, summary);
  }

  function seePictures(page: string, operations: readonly unknown[], summary: PageSummary): void {
    const told = operations.filter((operation) => Array.isArray(operation) && operation[0] === 16) as unknown[][];
    if (told.length === 0) return;
    const known = pictures.get(page) ?? new Map<unknown, boolean>();
    for (const [, , address, token] of told) {
      const isHere = Array.isArray(token) && !missing.has(String(token[1]));
      if (known.size < mostPictures || known.has(address)) known.set(address, known.get(address) === true || isHere);
    }
    pictures.set(page, known);
    const kept = [...known.values()].filter(Boolean).length;
    summary.pictures = { kept, refused: known.size - kept };
  }

  /** An anchor tells again what stands in its elements: each was told before by itself, once it was read. */
  function seeSheets(page: string, operations: readonly unknown[], summary: PageSummary): void {
    const known = unread.get(page) ?? new Set<unknown>();
    const before = known.size;
    for (const operation of operations) {
      if (!Array.isArray(operation) || operation[0] !== 4) continue;
      for (let place = 2; place + 2 < operation.length; place += 3) {
        // Most are of something else.
        if (operation[place + 1] !== ':css') continue;
        const [id, , rules] = operation.slice(place, place + 3) as unknown[];
        if (typeof rules !== 'string' || !notReadable.test(rules)) known.delete(id);
        else if (known.size < mostSheets) known.add(id);
      }
    }
    if (known.size === before) return;
    unread.set(page, known);
    summary.unreadSheets = known.size;
  }

  return {
    read,
    news() {
      const told = [...news.values()];
      news = new Map();
      return told;
    },
  };
}

/** As docs/formats/segment.md has it, alone or in the place of an import. */
const notReadable = /^\/\*\*\/$/m;

type Held = (at: EpochMs) => EpochMs;
type Active = (at: EpochMs) => void;

interface Told {
  from: EpochMs;
  held: Held;
  active: Active;
  /** What is told again with a page is no news of anybody. */
  isFilling: boolean;
}

/** As docs/formats/segment.md tells operations. */
function own(given: unknown, { from, held, active, isFilling }: Told, summary: PageSummary): void {
  if (!Array.isArray(given)) return;
  const [kind, t, ...items] = given as unknown[];
  if (typeof t !== 'number') return;
  const at = held(from + t);
  if (kind === 0) {
    const { href } = (items[1] ?? {}) as { href?: unknown };
    if (typeof href === 'string') summary.addresses.push({ at, href });
  } else if (kind === 14) {
    const [name, about] = items;
    if (typeof name === 'string' && typeof about === 'object' && about !== null)
      summary.notes.push({ at, name, about: about as Record<string, unknown> });
  } else if (typeof kind !== 'number' || !isByPerson(kind, items, isFilling)) return;
  else if (kind === 5 && Array.isArray(items[0])) {
    let time = from + t;
    for (let place = 0; place + 4 <= items[0].length; place += 4) {
      time += Math.max(0, Number(items[0][place]) || 0);
      active(held(time));
    }
  } else active(at);
}

function foreign(event: ReplayEvent, held: Held, active: Active, summary: PageSummary): void {
  if (typeof event !== 'object' || event === null || typeof event.timestamp !== 'number') return;
  const at = held(event.timestamp);
  const { href } = (event.data ?? {}) as { href?: unknown };
  if (event.type === 4 && typeof href === 'string') summary.addresses.push({ at, href });
  else if (isActivity(event)) active(at);
}
