import { nameVariables, type StatementOf, statementKey } from '@sightglass/wire';
import type { CodeFacts } from '../extract/fact.ts';
import type { Ground } from './ground.ts';

/** Screens that the code routes to. Whether anybody reaches them, sessions say. */
export function screensOf({ routes }: CodeFacts, ground: Ground): StatementOf<'screen'>[] {
  return routes.map(({ path, title, at }) => {
    const route = nameVariables(path);
    return {
      key: statementKey.screen(route),
      point: 2,
      kind: 'screen',
      text: `The code has a screen ${route}${title === '' ? '' : `, titled “${title}”`}.`,
      ...ground(at),
      ...{ route, title, views: 0, controls: [], enteredFrom: [] },
    };
  });
}
