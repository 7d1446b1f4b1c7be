import { type StatementOf, type StoredKind, statementKey } from '@sightglass/wire';
import type { CodeFacts } from '../extract/fact.ts';
import type { Ground } from './ground.ts';

const areas = {
  localStorage: 'in localStorage',
  sessionStorage: 'in sessionStorage',
  cookie: 'as a cookie',
  IndexedDB: 'as a database of IndexedDB',
} as const;
const kinds: Record<StoredKind, string> = {
  text: 'a text',
  number: 'a number',
  boolean: 'yes or no',
  object: 'an object',
  list: 'a list',
};

/** Names under which the code keeps something in the browser; what is kept is told by its kind alone. */
export function storageOf({ storage }: CodeFacts, ground: Ground): StatementOf<'storage'>[] {
  return storage.map(({ name, area, holds, by, at }) => {
    const where = area === undefined ? 'in the browser' : areas[area];
    const through = by === undefined ? '' : `, through ${by}`;
    return {
      key: statementKey.storage(area ?? null, name),
      point: 9,
      kind: 'storage',
      text: `The code keeps ${holds === undefined ? 'something' : kinds[holds]} ${where} under ${name}${through}.`,
      ...ground(at),
      ...{ name, area: area ?? null, holds: holds ?? null, by: by ?? null },
    };
  });
}
