import type { Node } from 'oxc-parser';
import type { Unit } from './value.ts';
import { bare, type CallNode, type FunctionNode } from './walk.ts';

/** Calls of a function by the name that it was declared under. */
export function callsByName(unit: Unit, fn: FunctionNode): CallNode[] {
  const parent = unit.scopes.parentOf(fn);
  const named =
    fn.type === 'FunctionDeclaration' ? fn.id : parent?.type === 'VariableDeclarator' ? parent.id : undefined;
  const binding = named ? unit.scopes.bindingOf(named) : undefined;
  return (binding?.uses ?? []).flatMap((use) => {
    let callee: Node = use;
    let call = unit.scopes.parentOf(use);
    while (call && call.type !== 'CallExpression' && bare(call) === use) {
      callee = call;
      call = unit.scopes.parentOf(call);
    }
    return call?.type === 'CallExpression' && call.callee === callee ? [call] : [];
  });
}
