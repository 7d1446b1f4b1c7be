import type { EpochMs, ReplayEvent, SegmentContent } from '@sightglass/wire';
import { type Fields, isFields, listOf } from './rrweb-tree.ts';

/** A sheet that comes so soon after the page stood there with it: the browser waits for a page's sheets before it draws. */
const soonMs = 1_000;
/** And one of the page's first seconds: on a slow machine it takes the recorder so long to read a large one. */
const firstSecondsMs = 10_000;

/** Until when the sheets that a page began with are awaited: where the segment is its first one, and our recorder's. */
export function styledUntil(
  { seq, from }: { seq: number; from: EpochMs },
  format: SegmentContent['format'] | null,
): EpochMs {
  return seq === 0 && format === 'sightglass/1' ? from + firstSecondsMs : 0;
}

/**
 * Our recorder writes a page first, and reads its sheets in the pauses after. Whoever watches would see the page without them for as long,
 * which the visitor did not: they are told at the time of the page. All else keeps its own.
 *
 * @param events - Of one segment or several, in the order in which they were read.
 * @param from - When the page is told: one that is told whole later had its time to get its sheets.
 * @param until - Of a sheet that comes later it is not known why.
 */
export function styledAtOnce(events: readonly ReplayEvent[], from: EpochMs, until = from + soonMs): ReplayEvent[] {
  const told = [...events];
  for (let at = told.length - 1; at >= 0; at -= 1) {
    const page = told[at];
    if (page?.type !== 2 || page.timestamp !== from || !isFields(page.data) || !isFields(page.data.node)) continue;
    const bare = bareIn(page.data.node);
    if (bare.size > 0) told.splice(at + 1, 0, ...takeSheets(told, at, bare, until));
  }
  return told;
}

/** The page that these events begin with, with all of its sheets that came until then. */
export function styledFirst(events: ReplayEvent[], until: EpochMs): ReplayEvent[] {
  const whole = events.find(({ type }) => type === 2);
  return whole && whole.timestamp < until ? styledAtOnce(events, whole.timestamp, until) : events;
}

/** True: sheets that the page which these events begin with came without are not among them. */
export function isBare(events: readonly ReplayEvent[]): boolean {
  const at = events.findIndex(({ type }) => type === 2);
  const { data } = events[at] ?? {};
  if (!isFields(data) || !isFields(data.node)) return false;
  const bare = bareIn(data.node);
  takeSheets([...events], at, bare, Number.POSITIVE_INFINITY);
  return bare.size > 0;
}

interface Place {
  parentId: unknown;
  nextId: unknown;
}

/** Links without their sheet, and empty texts of styles, by number, with where they stand. */
function bareIn(root: Fields): Map<unknown, Place> {
  const found = new Map<unknown, Place>();
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const children = listOf(node.childNodes);
    for (const [at, child] of children.entries()) {
      if (isBareLink(child) || (node.tagName === 'style' && child.textContent === ''))
        found.set(child.id, { parentId: node.id, nextId: children[at + 1]?.id ?? null });
      waiting.push(child);
    }
  }
  return found;
}

/** As it was recorded, or as a stage is given it; see `harmless`. */
function isBareLink({ tagName, attributes }: Fields): boolean {
  if ((tagName !== 'link' && tagName !== 'template') || !isFields(attributes)) return false;
  const { rel = attributes.sg_rel, _cssText: css } = attributes;
  return css === '' || (css === undefined && typeof rel === 'string' && /(^|\s)stylesheet(\s|$)/i.test(rel));
}

/** Takes the sheets of these nodes out of the events after a page; what is taken is as of that page. */
function takeSheets(events: ReplayEvent[], page: number, bare: Map<unknown, Place>, until: EpochMs): ReplayEvent[] {
  const timestamp = events[page]?.timestamp ?? 0;
  const taken: ReplayEvent[] = [];
  const idOf = ({ node }: Fields): unknown => isFields(node) && node.id;
  for (let at = page + 1; at < events.length && bare.size > 0; at += 1) {
    const event = events[at];
    if (!event || event.type === 2 || event.timestamp > until) break;
    const { data } = event;
    if (event.type !== 3 || !isFields(data) || data.source !== 0) continue;
    const [adds, removes, texts] = [listOf(data.adds), listOf(data.removes), listOf(data.texts)];
    // A link that has its sheet now is told anew; one that is gone, or stands elsewhere, keeps its time.
    const links = adds.filter(({ node, parentId }) => {
      const place = isFields(node) && !isBareLink(node) ? bare.get(node.id) : undefined;
      return place?.parentId === parentId;
    });
    // One of which a text is being hashed is told anew without it: nothing has changed.
    const still = adds.filter(({ node, parentId, nextId }) => {
      const place = isFields(node) && isBareLink(node) ? bare.get(node.id) : undefined;
      return place?.parentId === parentId && place?.nextId === nextId;
    });
    const own = new Set(links.map(idOf));
    const same = new Set(still.map(idOf));
    for (const { id } of removes) if (!own.has(id) && !same.has(id)) bare.delete(id);
    const said = texts.filter(({ id, value }) => bare.has(id) && value !== '');
    if (links.length + said.length + still.length === 0) continue;
    const moved = {
      adds: links.map((add) => ({ ...add, ...bare.get(idOf(add)) })),
      removes: removes.filter(({ id }) => own.has(id)),
      texts: said,
      attributes: [],
    };
    if (links.length + said.length > 0) taken.push({ type: 3, timestamp, data: { source: 0, ...moved } });
    const rest = {
      adds: adds.filter((add) => !links.includes(add) && !still.includes(add)),
      removes: removes.filter(({ id }) => !own.has(id) && !same.has(id)),
      texts: texts.filter((text) => !said.includes(text)),
    };
    events[at] = { ...event, data: { ...data, ...rest } };
    for (const id of [...own, ...said.map((text) => text.id)]) bare.delete(id);
  }
  return taken;
}
