import type { ViewRecord } from '@sightglass/wire';
import type { Gatherer } from '../foreign/index.ts';

/** What one telling of a view says of it: a whole one all, an update only what changed. */
export interface ViewPart extends Partial<Pick<ViewRecord, 'title' | 'cause' | 'from' | 'loadMs' | 'durationMs'>> {
  whole?: true;
}

/** A view as far as it is known after one more part, and up to which document version. */
export interface ViewSoFar {
  part: ViewPart;
  version: number;
  /** How many versions between its whole and the latest are not known; undefined: its whole never came, or not yet. */
  missing: number | undefined;
}

/** The SDK tells a view whole after as many updates. */
const mostUpdates = 100;

/**
 * Puts one more part of a view to those that earlier bodies told: the last whole one, and the updates since, in the order of their
 * versions, in whichever they come. What is put together reaches to the latest version that is known, also when this one came late.
 *
 * @param name - Of the view, in its session.
 */
export function addPart(name: string, version: number, part: ViewPart, { recall, keep }: Gatherer): ViewSoFar {
  const nameOf = (of: number): string => `view ${name} ${of}`;
  const partOf = (of: number): ViewPart | undefined => {
    const told = recall(nameOf(of));
    return told === undefined ? undefined : (JSON.parse(told) as ViewPart); // written below
  };
  keep(nameOf(version), JSON.stringify(part));
  if (part.whole !== true) keep(`${nameOf(0)} updated`, '1');
  const told = new Map([[version, part]]);
  // Most SDKs send no updates: then nothing more is looked for.
  if (recall(`${nameOf(0)} updated`) !== undefined) {
    for (let of = version - 1; of > 0 && of >= version - mostUpdates && told.get(of + 1)?.whole !== true; of -= 1)
      addTo(told, of, partOf(of));
    for (let of = version + 1; of <= version + mostUpdates; of += 1) addTo(told, of, partOf(of));
  }
  const ordered = [...told].sort(([one], [other]) => one - other);
  const from = ordered.findLastIndex(([, { whole }]) => whole === true);
  const used = ordered.slice(Math.max(0, from));
  const latest = used.at(-1)?.[0] ?? version;
  return {
    part: Object.assign({}, ...used.map(([, one]) => one)),
    version: latest,
    missing: from === -1 ? undefined : latest - (used[0]?.[0] ?? latest) + 1 - used.length,
  };
}

function addTo(told: Map<number, ViewPart>, version: number, part: ViewPart | undefined): void {
  if (part !== undefined) told.set(version, part);
}
