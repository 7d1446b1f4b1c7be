import type { Node } from 'oxc-parser';
import { emptyProgram } from '../empty-program.ts';
import { scopesOf } from '../evaluate/scope.ts';
import type { Spot, Unit } from '../evaluate/value.ts';
import type { CodeFacts } from '../extract/fact.ts';

/** What only those need who look for facts: functions around a place, and other places of the same. */
const forSearching = new Set(['within', 'beside', 'sites']);

/** The same facts without a tree: each place keeps where it is, so that what it was read from can be let go. */
export function lightFacts(facts: CodeFacts): CodeFacts {
  const units = new Map<Unit, Unit>();
  const made = new Map<object, unknown>();

  function lightUnit(unit: Unit): Unit {
    const known = units.get(unit) ?? { read: { ...unit.read, ast: nothing }, scopes: scopesOf(nothing) };
    units.set(unit, known);
    return known;
  }

  function lighten(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const known = made.get(value);
    if (known !== undefined) return known;
    if (isSpot(value)) return { unit: lightUnit(value.unit), node: placeOf(value.node) };
    if (Array.isArray(value)) return value.map(lighten);
    const light: Record<string, unknown> = {};
    made.set(value, light);
    for (const [key, held] of Object.entries(value)) light[key] = forSearching.has(key) ? [] : lighten(held);
    return light;
  }

  return lighten(facts) as CodeFacts; // of the same shape, key by key
}

const nothing = emptyProgram();
const isSpot = (value: object): value is Spot => 'unit' in value && 'node' in value;
const placeOf = ({ start, end }: Node): Node => ({ ...emptyProgram(), start, end });
