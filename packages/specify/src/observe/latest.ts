import type { WireRecord } from '@sightglass/wire';

/**
 * A browser tells of some things more than once, each time with more: of a view when it begins and when it ends, of an action when it turns
 * out to have frustrated, of a call when its answer is read. What was told last stands, in its place in time.
 */
export function latestOf(records: readonly WireRecord[]): WireRecord[] {
  const places = new Map<string, number>();
  const latest: WireRecord[] = [];
  for (const record of records) {
    const id = idOf(record);
    const place = id === undefined ? undefined : places.get(id);
    if (place !== undefined) {
      const before = latest[place];
      if (before !== undefined && versionOf(record) >= versionOf(before)) latest[place] = inItsPlace(record, before);
      continue;
    }
    if (id !== undefined) places.set(id, latest.length);
    latest.push(record);
  }
  return latest;
}

/** What turns out later to have frustrated was done where it was done, though the next screen is there by now. */
function inItsPlace(record: WireRecord, before: WireRecord): WireRecord {
  if (record.kind !== 'action') return record;
  const { view, route, ...told } = record;
  return {
    ...told,
    ...(before.view === undefined ? {} : { view: before.view }),
    ...(before.route === undefined ? {} : { route: before.route }),
  };
}

function idOf(record: WireRecord): string | undefined {
  if (record.kind === 'view') return record.view === undefined ? undefined : `view ${record.view}`;
  return record.kind === 'action' || record.kind === 'resource' ? `${record.kind} ${record.id}` : undefined;
}

function versionOf(record: WireRecord): number {
  return record.kind === 'view' || record.kind === 'action' ? record.version : 0;
}
