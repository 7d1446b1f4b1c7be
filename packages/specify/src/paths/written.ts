import { type CallName, placeOf } from '@sightglass/wire';
import { readCallKey } from '../observe/call-key.ts';

/**
 * Sessions alone cannot always tell a variable of a path from a word, such as one with few values; the code that makes the call can.
 * A call that fits one path of the code, and that the code has no path of its own for, is that one.
 *
 * @param joined - By `GET /api/categories/hinges`: its path as sessions prove it.
 * @param written - Calls as the code of the release writes them: `/api/categories/{slug}/parts`.
 * @returns The same with the paths of the code where one fits.
 */
export function fitWritten(joined: ReadonlyMap<string, string>, written: readonly CallName[]): Map<string, string> {
  const exact = new Set(written.map(({ method, path }) => `${method} ${placeOf(path)}`));
  return new Map(
    [...joined].map(([key, path]) => {
      const { method } = readCallKey(key);
      if (exact.has(`${method} ${placeOf(path)}`)) return [key, path];
      const fitting = written.filter((one) => one.method === method && fits(one.path, path));
      const [only] = fitting;
      return [key, only && fitting.length === 1 ? only.path : path];
    }),
  );
}

/** Segment by segment: a word fits itself and a variable, and a variable that sessions prove only a variable. */
function fits(template: string, path: string): boolean {
  const wanted = template.split('/');
  const given = path.split('/');
  const isVariable = (segment: string | undefined) => segment?.startsWith('{') ?? false;
  return (
    wanted.length === given.length &&
    wanted.every((segment, i) => isVariable(segment) || (segment === given[i] && !isVariable(given[i])))
  );
}
