import type { Spot, Unit } from '../evaluate/value.ts';

/** Where something begins in what is not parsed, or where no node of a script does: a place is all that is asked of it. */
export const placeIn = (unit: Unit, start: number): Spot => ({ unit, node: { ...unit.read.ast, start, end: start } });
