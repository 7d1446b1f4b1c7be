import type { Node } from 'oxc-parser';
import type { Origin } from './scope.ts';
import type { Unit } from './value.ts';
import { bare, memberName } from './walk.ts';

/** The list of which a variable is each entry in turn: in a loop, and where `Object.entries(params).forEach(([name, value]) => …)` goes through them. */
export function goneThrough(unit: Unit, { kind, node, position, path }: Origin): Node | undefined {
  if (kind === 'loop') return node.type === 'ForOfStatement' ? node.right : undefined;
  if (kind !== 'parameter' || position !== 0 || !path[0] || !('index' in path[0])) return undefined;
  const call = unit.scopes.parentOf(node);
  const callee = call?.type === 'CallExpression' && call.arguments[0] === node ? bare(call.callee) : undefined;
  if (callee?.type !== 'MemberExpression' || memberName(callee) !== 'forEach') return undefined;
  const list = bare(callee.object);
  return list.type === 'CallExpression' && memberName(bare(list.callee)) === 'entries' ? list : undefined;
}
