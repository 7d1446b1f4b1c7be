import type { Node } from 'oxc-parser';
import type { Unit } from './value.ts';
import { type FunctionNode, isClass, isFunction, walk } from './walk.ts';

const assigns = new WeakMap<FunctionNode, boolean>();

/** What compilers write for `{...a, ...b}`. */
export function isAssign(unit: Unit, fn: FunctionNode): boolean {
  const known = assigns.get(fn);
  if (known !== undefined) return known;
  const code = fn.end - fn.start < 600 ? unit.read.file.text.slice(fn.start, fn.end) : '';
  const isOne =
    /arguments\.length/.test(code) && /getOwnPropertyDescriptors|hasOwnProperty\.call|Object\.assign/.test(code);
  assigns.set(fn, isOne);
  return isOne;
}

const returnedBy = new WeakMap<FunctionNode, Node[]>();

/** Every expression that a function gives back. */
export function returnsOf(fn: FunctionNode): Node[] {
  const known = returnedBy.get(fn);
  if (known) return known;
  const found: Node[] = [];
  if (fn.body && fn.body.type !== 'BlockStatement') found.push(fn.body);
  else if (fn.body)
    walk(fn.body, (node) => {
      if (isFunction(node) || isClass(node)) return false;
      if (node.type === 'ReturnStatement' && node.argument) found.push(node.argument);
    });
  returnedBy.set(fn, found);
  return found;
}
