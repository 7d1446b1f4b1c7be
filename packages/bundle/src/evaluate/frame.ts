import type { Node } from 'oxc-parser';
import type { Frame, Unit, Value } from './value.ts';

/** Whether a test asks for a parameter that the function was called without. */
export function isMissing(unit: Unit, test: Node, frame: Frame | undefined): boolean {
  const binding = frame && test.type === 'Identifier' ? unit.scopes.bindingOf(test) : undefined;
  return binding !== undefined && frame?.values.get(binding)?.is === 'nothing';
}

/** `arguments[1]`, where it is known what was passed. */
export function argumentAt(node: Node, frame: Frame | undefined): Value | undefined {
  if (node.type !== 'MemberExpression' || !node.computed || node.object.type !== 'Identifier') return undefined;
  if (node.object.name !== 'arguments' || node.property.type !== 'Literal') return undefined;
  return frame?.args?.[Number(node.property.value)];
}

/** What `this` is there: of the nearest call around it of which that is known. */
export function frameSelf(frame: Frame | undefined): Value | undefined {
  for (let at = frame; at; at = at.up) if (at.self) return at.self;
  return undefined;
}
