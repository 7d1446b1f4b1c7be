import type { Node } from 'oxc-parser';
import type { Frame, Spot, Unit, Value } from './value.ts';
import type { FunctionNode } from './walk.ts';

/** How many steps all questions together may still take; below 0 every further value is unknown. */
export interface Budget {
  steps: number;
}

/** What evaluating offers to those who evaluate a part: each of them is handed it, so that nobody imports in a circle. */
export interface Evaluator {
  worth(unit: Unit, node: Node, frame?: Frame): Value;
  /** A property of a value: an entry, a field of an instance, an export. */
  propertyOf(value: Value, key: string, spot: Spot): Value;
  /** What a function gives back for these arguments. */
  apply(fn: Value, args: Value[], spot: Spot): Value;
  /** The functions that are called here. */
  calleesOf(unit: Unit, node: Node, frame?: Frame): Value[];
  /** Parameters bound to arguments, for looking into a function as called. */
  bind(unit: Unit, fn: FunctionNode, args: Value[], up?: Frame, self?: Value): Frame;
  /** Every expression that a function gives back. */
  returnsOf(fn: FunctionNode): Node[];
}
