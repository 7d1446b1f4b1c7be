import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A node of terser's tree: what is read of it here. */
interface Node {
  TYPE: string;
  body?: unknown;
  name?: { name?: string } | string;
  key?: { name?: string } | string;
  [property: string]: unknown;
}

/** The statements of a function, and what its functions are called by. */
export interface Body {
  statements: Node[];
  names: Map<Node, string>;
}

/** Where a function stands: behind so many of its body's other statements. Those of one place stand in the order of the list. */
export type Order = readonly (readonly [name: string, behind: number])[];

/** By file, without its ending. */
export const orders: Record<string, Order> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'build-order.json'), 'utf8'),
);

/**
 * Puts declarations of functions where the file packs shortest, which is a hundredth of it: a function may be called before it is declared, so
 * that their order says nothing. `build-order.json` holds it, written by `find-order.ts`; a function that it does not name comes behind those of
 * its place that it does.
 *
 * @param tree - Of terser, as it is about to be written. Changed.
 */
export function putInOrder(tree: unknown, order: Order): void {
  const places = new Map(order.map(([name, behind], rank) => [name, { behind, rank }]));
  for (const { statements, names } of bodiesOf(tree)) {
    const fixed = statements.filter((one) => !isFunction(one));
    let behind = 0;
    const functions = statements.flatMap((one) => {
      if (!isFunction(one)) behind += 1;
      return isFunction(one) ? [{ one, behind, rank: order.length, ...places.get(names.get(one) ?? '') }] : [];
    });
    functions.sort((a, b) => a.rank - b.rank);
    const at = (place: number) =>
      functions.filter(({ behind }) => Math.min(behind, fixed.length) === place).map(({ one }) => one);
    const ordered = fixed.flatMap((one, place) => [...at(place), one]);
    statements.splice(0, statements.length, ...ordered, ...at(fixed.length));
  }
}

/** How the functions of `bodies` stand now. */
export function orderOf(bodies: readonly Body[]): Order {
  return bodies.flatMap(({ statements, names }) => {
    let behind = 0;
    return statements.flatMap((one) => {
      if (!isFunction(one)) behind += 1;
      return isFunction(one) ? [[names.get(one) ?? '', behind] as const] : [];
    });
  });
}

/** Every body of a function that declares functions, outermost first. Blocks are none: outside of modules a function in one is set as it is met. */
export function bodiesOf(tree: unknown): Body[] {
  const bodies: Body[] = [];
  const met = new Set<unknown>();
  look(tree, '');
  return bodies;

  function look(value: unknown, within: string): void {
    if (typeof value !== 'object' || value === null || met.has(value)) return;
    met.add(value);
    if (Array.isArray(value)) for (const one of value) look(one, within);
    if (!isNode(value)) return;
    const inside = `${within}${within && '.'}${nameOf(value)}`.replace(/\.$/, '');
    if (holds.test(value.TYPE) && Array.isArray(value.body)) {
      const statements: Node[] = value.body;
      const functions = statements.filter(isFunction);
      if (functions.length > 0 && statements.length > 1)
        bodies.push({
          statements,
          names: new Map(functions.map((one) => [one, `${inside}${inside && '.'}${nameOf(one)}`])),
        });
    }
    for (const [property, one] of Object.entries(value)) if (!beside.test(property)) look(one, inside);
  }
}

export function isFunction({ TYPE }: Node): boolean {
  return TYPE === 'Defun';
}

const holds = /^(Defun|Function|Arrow|Accessor)$/;
/** What leads out of a node again. */
const beside = /^(thedef|scope|parent_scope|start|end|enclosed|variables|block_scope|cname)$/;

function isNode(value: object): value is Node {
  return 'TYPE' in value;
}

/** What a function, a variable or a property is called in the sources; nothing where it is of another kind. */
function nameOf({ TYPE, name, key }: Node): string {
  const own = /^(Defun|VarDef|ObjectKeyVal|ConciseMethod)$/.test(TYPE) ? (name ?? key) : '';
  return (typeof own === 'string' ? own : own?.name) ?? '';
}
