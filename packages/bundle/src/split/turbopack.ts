import type { Node } from 'oxc-parser';
import { bare, type CallNode, type FunctionNode, isFunction, memberName, walk } from '../evaluate/walk.ts';

/** A module as Turbopack keeps it, which Next builds with. */
export interface TurbopackModule {
  id: string;
  /** Ids of other sources that were put into the same function; each has exports of its own. */
  also: string[];
  fn: FunctionNode;
}

/** `TURBOPACK.push([script, 6400, (t, e, n) => {…}, 6829, t => {…}])`: ids, and behind them the function that they name. */
export function turbopackModules(list: Node | null | undefined): TurbopackModule[] | undefined {
  if (list?.type !== 'ArrayExpression' || list.elements.length < 3) return undefined;
  const found: TurbopackModule[] = [];
  let ids: string[] = [];
  for (const element of list.elements.slice(1)) {
    if (element?.type === 'Literal' && (typeof element.value === 'number' || typeof element.value === 'string'))
      ids.push(`${element.value}`);
    else if (element && isFunction(element) && element.params.length <= 3) {
      const [id, ...more] = ids;
      if (id === undefined) return undefined;
      found.push({ id, also: [...more, ...idsWithin(element)], fn: element });
      ids = [];
    } else return undefined;
  }
  return ids.length === 0 && found.length > 0 ? found : undefined;
}

/** `t.s([…], 5111)` of a module gives away what another source exports. */
function idsWithin(fn: FunctionNode): string[] {
  const body = fn.body?.type === 'BlockStatement' ? fn.body.body : [];
  return body.flatMap((statement) => {
    if (statement.type !== 'ExpressionStatement') return [];
    const { expression } = statement;
    const parts = expression.type === 'SequenceExpression' ? expression.expressions : [expression];
    return parts.flatMap((part) => {
      const id =
        part.type === 'CallExpression' && memberName(bare(part.callee)) === 's' ? part.arguments[1] : undefined;
      return id?.type === 'Literal' && id.value !== null ? [`${id.value}`] : [];
    });
  });
}

/** The module that `t.i(123)`, `t.r(123)` and `t.A(123)` ask for, where `t` is what Turbopack hands to every module. */
export function turbopackAsked(call: CallNode): { context: Node; id: string } | undefined {
  const callee = bare(call.callee);
  const [argument] = call.arguments;
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier' || call.arguments.length !== 1)
    return undefined;
  const isAsked = /^[irA]$/.test(memberName(callee) ?? '') && argument?.type === 'Literal';
  return isAsked ? { context: callee.object, id: `${argument.value}` } : undefined;
}

/**
 * What lists of exports name: `["f", 0, value, "W", () => x]`, as Turbopack and newer webpacks write them.
 *
 * @returns Each name with the expression that it stands for.
 */
export function listedExports(list: Node | undefined): [string, Node][] {
  if (list?.type !== 'ArrayExpression') return [];
  const found: [string, Node][] = [];
  const { elements } = list;
  for (let at = 0; at < elements.length; at += 1) {
    const name = elements[at];
    const next = elements[at + 1];
    if (name?.type !== 'Literal' || typeof name.value !== 'string' || !next) continue;
    const value = next.type === 'Literal' && next.value === 0 ? elements[at + 2] : givenBy(next);
    if (value) found.push([name.value, value]);
    at += next.type === 'Literal' ? 2 : 1;
  }
  return found;
}

/** `x` of `() => x`. */
function givenBy(getter: Node): Node | undefined {
  if (!isFunction(getter)) return undefined;
  const { body } = getter;
  if (body?.type !== 'BlockStatement') return body ?? undefined;
  let given: Node | undefined;
  walk(body, (node) => {
    if (node.type === 'ReturnStatement') given ??= node.argument ?? undefined;
  });
  return given;
}
