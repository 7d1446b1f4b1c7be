import type { Owner, ReadFile } from '../face.ts';

/** UTF-16 units of a script that are somebody's. */
export function lengthOf({ regions }: Pick<ReadFile, 'regions'>, kind: Owner['kind']): number {
  return regions.reduce((sum, { start, end, owner }) => sum + (owner.kind === kind ? end - start : 0), 0);
}
