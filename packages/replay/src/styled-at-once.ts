import type { EpochMs, ReplayEvent } from '@sightglass/wire';
import { type Fields, isFields, listOf } from './rrweb-tree.ts';

/** A sheet that comes so soon after the page stood there with it: the browser waits for a page's sheets before it draws. */
const soonMs = 1_000;

/**
 * Our recorder writes a page first, and reads its sheets in the pauses after. Whoever watches would see the page without them for as long,
 * which the visitor did not: they are told at the time of the page. All else keeps its own.
 *
 * @param events - Of one segment, in the order in which they were read.
 * @param from - When the segment begins: a page that is told whole later had its time to get its sheets.
 */
export function styledAtOnce(events: readonly ReplayEvent[], from: EpochMs): ReplayEvent[] {
  const told = [...events];
  for (let at = told.length - 1; at >= 0; at -= 1) {
    const page = told[at];
    if (page?.type !== 2 || page.timestamp !== from || !isFields(page.data) || !isFields(page.data.node)) continue;
    const bare = bareIn(page.data.node);
    if (bare.size > 0) told.splice(at + 1, 0, ...takeSheets(told, at, bare));
  }
  return told;
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

function isBareLink({ tagName, attributes }: Fields): boolean {
  if (tagName !== 'link' || !isFields(attributes)) return false;
  const { rel, _cssText: css } = attributes;
  return css === '' || (css === undefined && typeof rel === 'string' && /(^|\s)stylesheet(\s|$)/i.test(rel));
}

/** Takes the sheets of these nodes out of the events after a page; what is taken is as of that page. */
function takeSheets(events: ReplayEvent[], page: number, bare: Map<unknown, Place>): ReplayEvent[] {
  const timestamp = events[page]?.timestamp ?? 0;
  const taken: ReplayEvent[] = [];
  const idOf = ({ node }: Fields): unknown => isFields(node) && node.id;
  for (let at = page + 1; at < events.length && bare.size > 0; at += 1) {
    const event = events[at];
    if (!event || event.type === 2 || event.timestamp > timestamp + soonMs) break;
    const { data } = event;
    if (event.type !== 3 || !isFields(data) || data.source !== 0) continue;
    const [adds, removes, texts] = [listOf(data.adds), listOf(data.removes), listOf(data.texts)];
    // A link that has its sheet now is told anew; one that is gone, or stands elsewhere, keeps its time.
    const links = adds.filter(({ node, parentId }) => {
      const place = isFields(node) && !isBareLink(node) ? bare.get(node.id) : undefined;
      return place?.parentId === parentId;
    });
    const own = new Set(links.map(idOf));
    for (const { id } of removes) if (!own.has(id)) bare.delete(id);
    const said = texts.filter(({ id, value }) => bare.has(id) && value !== '');
    if (links.length + said.length === 0) continue;
    const moved = {
      adds: links.map((add) => ({ ...add, ...bare.get(idOf(add)) })),
      removes: removes.filter(({ id }) => own.has(id)),
      texts: said,
      attributes: [],
    };
    taken.push({ type: 3, timestamp, data: { source: 0, ...moved } });
    const rest = {
      adds: adds.filter((add) => !links.includes(add)),
      removes: removes.filter(({ id }) => !own.has(id)),
      texts: texts.filter((text) => !said.includes(text)),
    };
    events[at] = { ...event, data: { ...data, ...rest } };
    for (const id of [...own, ...said.map((text) => text.id)]) bare.delete(id);
  }
  return taken;
}
