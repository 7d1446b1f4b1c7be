import type { Node } from 'oxc-parser';
import type { Spot, Unit } from '../evaluate/value.ts';
import { nameOfKey, type ObjectNode } from '../evaluate/walk.ts';
import type { ConstantFact } from './fact.ts';

const deepest = 3;
const fewest = 3;
const most = 60;

interface Row {
  /** The keys that lead to it. */
  path: string[];
  value: number;
  at: Spot;
}

/**
 * Tables of nothing but numbers: `{starter: {seats: 3, projects: 5}, team: {…}}`, `{chairs: 64, rehearsalMinutes: {shortest: 30}}`. What
 * stands beside a limit is one too; and what several rows have alike is what they differ in.
 *
 * @param isLimit - Whether a name says that a number limits, counts or prices something.
 * @param isTelling - Whether a name says anything about a product at all.
 */
export function fromNumberTable(
  unit: Unit,
  node: ObjectNode,
  numberOf: (value: Node) => number | undefined,
  isLimit: (name: string) => boolean,
  isTelling: (name: string) => boolean,
): ConstantFact[] {
  const above = unit.scopes.parentOf(node);
  // The outermost table tells those within it.
  if (above?.type === 'Property' && rowsOf(unit, unit.scopes.parentOf(above), numberOf, [])) return [];
  const rows = rowsOf(unit, node, numberOf, []);
  if (!rows || rows.length < fewest || rows.length > most) return [];
  const names = rows.map(({ path }) => path.at(-1) ?? '');
  if (!names.every(isTelling)) return [];
  const nested = node.properties.flatMap((one) =>
    one.type === 'Property' && one.value.type === 'ObjectExpression' ? [keysOf(one.value)] : [],
  );
  const isMatrix = nested.length > 1 && nested.length === node.properties.length && new Set(nested).size === 1;
  const hasLimit = rows.some(({ path }) => isLimit(path.at(-1) ?? ''));
  if (!isMatrix && !hasLimit) return [];
  return rows.map(({ path, value, at }) => ({
    name: isMatrix || path.length === 1 ? (path.at(-1) ?? '') : path.slice(-2).join('_'),
    value,
    at,
  }));
}

const keysOf = (node: ObjectNode): string =>
  node.properties.map((one) => (one.type === 'Property' ? (nameOfKey(one.key, one.computed) ?? '') : '')).join(' ');

/** `undefined` where anything else stands among the numbers. */
function rowsOf(
  unit: Unit,
  node: Node | undefined,
  numberOf: (value: Node) => number | undefined,
  path: string[],
): Row[] | undefined {
  if (node?.type !== 'ObjectExpression' || path.length >= deepest || node.properties.length === 0) return undefined;
  const rows: Row[] = [];
  for (const property of node.properties) {
    const key = property.type === 'Property' ? nameOfKey(property.key, property.computed) : undefined;
    if (property.type !== 'Property' || key === undefined || !/^[A-Za-z][\w$]*$/.test(key)) return undefined;
    if (property.value.type === 'ObjectExpression') {
      const inner = rowsOf(unit, property.value, numberOf, [...path, key]);
      if (!inner) return undefined;
      rows.push(...inner);
      continue;
    }
    const value = property.value.type === 'Identifier' ? undefined : numberOf(property.value);
    if (value === undefined) return undefined;
    rows.push({ path: [...path, key], value, at: { unit, node: property } });
  }
  return rows;
}
