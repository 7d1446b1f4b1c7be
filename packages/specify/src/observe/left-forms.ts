import type { FormRecord, ViewRecord, WireRecord } from '@sightglass/wire';

/** Frameworks change the address first and the page once the next one is loaded; by then it is there on most lines. */
const loadsMs = 1_500;

/**
 * The same records, without forms of the screen before: a page whose address has changed shows them until the next screen is loaded. A
 * form that looks the same there is one of that screen where somebody types on it, or where it is still seen later.
 */
export function withoutLeftForms(records: readonly WireRecord[]): WireRecord[] {
  const views = new Map<string, ViewRecord>();
  const typedOn = new Set<string>();
  for (const record of records) {
    const { view = '' } = record;
    if (record.kind === 'view') views.set(view, record);
    else if (record.kind === 'action' && record.type === 'input') typedOn.add(view);
  }
  const before = new Map<string, { view: string; fields: string }>();
  return records.filter((record) => {
    if (record.kind !== 'form' || record.event !== 'seen') return true;
    const { name, view = '' } = record;
    const fields = JSON.stringify(record.fields ?? []);
    const last = before.get(name);
    const isSame = last !== undefined && last.view !== view && last.fields === fields;
    if (isSame && !typedOn.has(view) && isEarly(record, views.get(view), views.get(last.view))) return false;
    before.set(name, { view, fields });
    return true;
  });
}

function isEarly({ at }: FormRecord, view: ViewRecord | undefined, last: ViewRecord | undefined): boolean {
  if (view === undefined || last === undefined || view.cause === 'load') return false;
  return view.route !== last.route && at - view.at < loadsMs;
}
