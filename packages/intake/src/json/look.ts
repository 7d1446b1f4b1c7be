/** What stands in the way of taking a value as it was parsed. */
export interface Seen {
  tooDeep: boolean;
  /** A key of {@link forbiddenKeys} is in it. */
  forbidden: boolean;
}

const fine = 0;
const forbidden = 1;
const tooDeep = 2;

/**
 * Looks over a value fresh from `JSON.parse`, which takes a million brackets without a word (FAULTS M4): how deep it nests, and whether
 * any of its keys is forbidden. It goes down no further than it may.
 */
export function lookOver(value: unknown, maxNesting: number): Seen {
  const worst = typeof value === 'object' && value !== null ? look(value, maxNesting) : fine;
  return { tooDeep: worst === tooDeep, forbidden: worst === forbidden };
}

/** The worst of it, as one of the numbers above. */
function look(value: object, room: number): number {
  if (room === 0) return tooDeep;
  let worst = fine;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const held: unknown = value[index];
      if (typeof held !== 'object' || held === null) continue;
      const seen = look(held, room - 1);
      if (seen === tooDeep) return tooDeep;
      if (seen > worst) worst = seen;
    }
    return worst;
  }
  // What JSON makes inherits nothing that is met here.
  for (const key in value) {
    // Spelled out, and not asked of the set of them: this is asked of every key.
    if (key === '__proto__' || key === 'constructor' || key === 'prototype') worst = forbidden;
    const held = (value as Record<string, unknown>)[key];
    if (typeof held !== 'object' || held === null) continue;
    const seen = look(held, room - 1);
    if (seen === tooDeep) return tooDeep;
    if (seen > worst) worst = seen;
  }
  return worst;
}
