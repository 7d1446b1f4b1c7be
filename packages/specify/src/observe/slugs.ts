import type { ActionRecord, ViewRecord, WireRecord } from '@sightglass/wire';
import { isFixedWord } from '../paths/segment.ts';
import { inRow } from './names.ts';

/** What is pressed opens a screen soon, or something else did. */
const openMs = 10_000;
const ofMenu = /(?:^|[\s>])(?:nav|header|aside|footer)(?:[\s.#[:>]|$)|role=["']?(?:navigation|menu|menubar|tablist)/i;
const slug = '{slug}';

/**
 * The same records, with placeholders for the things that lists lead to: an entry “Tramontane” of `/bikes` that opens `/bikes/tramontane` is
 * one of many, and its name is in the address. Only where no body of an answer came, which would prove it better.
 */
export function withSlugs(records: readonly WireRecord[]): WireRecord[] {
  if (records.some((record) => record.kind === 'resource' && record.response !== undefined)) return [...records];
  const words = new Set(wordsOpened(records));
  if (words.size === 0) return [...records];
  const hide = (path: string) =>
    path.replace(/(?<=\/[^/]+\/)[^/#?]+/g, (segment) => (words.has(segment) ? slug : segment));
  return records.map((record) => {
    const { route } = record;
    const here = route === undefined ? record : { ...record, route: hide(route) };
    if (here.kind === 'view') {
      const { from } = here;
      return { ...here, path: hide(here.path), ...(from === undefined ? {} : { from: hide(from) }) };
    }
    return here.kind === 'resource' ? { ...here, path: hide(here.path) } : here;
  });
}

function wordsOpened(records: readonly WireRecord[]): string[] {
  const views = records.filter((record): record is ViewRecord => record.kind === 'view');
  const actions = records.filter((record): record is ActionRecord => record.kind === 'action');
  return actions.flatMap(({ at, type, target = '', name, route = '' }) => {
    // After one thing stands what is done to it: `/bikes/{uuid}/edit`.
    if (type !== 'click' || !inRow.test(target) || ofMenu.test(target) || route.endsWith('}')) return [];
    const next = views.find((view) => view.at >= at - 50 && view.at - at <= openMs && view.route !== route);
    const word = next?.route?.startsWith(`${route}/`) ? next.route.slice(route.length + 1) : '';
    return word !== '' && word === slugOf(name) && !isFixedWord(word) ? [word] : [];
  });
}

/** As addresses are made of names: `Zéphyr du Nord` is `zephyr-du-nord`. */
function slugOf(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^\p{L}\d]+/gu, '-').replace(/^-|-$/g, '');
}
