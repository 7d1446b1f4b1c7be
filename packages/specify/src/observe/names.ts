import type { ActionRecord, ViewRecord, WireRecord } from '@sightglass/wire';

/** What the browser writes where a name is made of data only. */
const data = '{text}';
/** What was pressed longer before a screen came did not bring it. */
const causeMs = 10_000;
/** Rows and entries, as the recorder writes where an element stands. */
export const inRow =
  /(?:^|[\s>])(?:li|tr|td|th|dd|article|\[role=["']?(?:row|listitem|option|gridcell|article)["']?\])(?:[\s.#[:>]|$)/i;

/**
 * The same records, without names that are somebody's data: an entry of a list that opens the screen of one thing is named after that
 * thing, “Neumann, Kim”, which is no word of the application's. `/orders/{integer}/edit` is opened by a word, as the fixed end says.
 */
export function withoutNamesOfThings(records: readonly WireRecord[]): WireRecord[] {
  const views = records.filter((record): record is ViewRecord => record.kind === 'view');
  return records.map((record) =>
    record.kind === 'action' && opensThing(record, views) ? { ...record, name: data } : record,
  );
}

function opensThing({ type, target, at, view, name }: ActionRecord, views: readonly ViewRecord[]): boolean {
  if (type !== 'click' || name === '' || !inRow.test(target ?? '')) return false;
  const here = views.findIndex((one) => one.view === view);
  const next = views[here + 1];
  return (
    here >= 0 && next !== undefined && next.at >= at - 50 && next.at - at <= causeMs && /\}\/?$/.test(next.route ?? '')
  );
}
