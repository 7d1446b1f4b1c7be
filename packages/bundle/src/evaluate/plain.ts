import type { Node } from 'oxc-parser';
import type { Spot, Value } from './value.ts';

/** What a literal of the code says by itself. */
export function ofLiteral(spot: Spot, node: Extract<Node, { type: 'Literal' }>): Value {
  if ('regex' in node) return { is: 'regex', source: node.regex.pattern, flags: node.regex.flags, spot };
  if (typeof node.value === 'string') return text(spot, node.value);
  if (typeof node.value === 'number') return { is: 'number', number: node.value, spot };
  if (typeof node.value === 'boolean') return { is: 'boolean', boolean: node.value, spot };
  return node.value === null ? { is: 'nothing', spot } : unknown(spot);
}

/** One item of a list, of each that it may be. */
export function itemOf(value: Value, index: number, spot: Spot): Value {
  if (value.is === 'choice')
    return { is: 'choice', options: value.options.map((one) => itemOf(one, index, spot)), spot };
  return value.is === 'array' ? (value.items[index] ?? unknown(spot)) : unknown(spot);
}

/** What only running would tell. */
export function unknown(spot: Spot, name?: string): Value {
  return { is: 'unknown', name, parameters: [], spot };
}

/** A text that is known as a whole. */
export function text(spot: Spot, literal: string): Value {
  return { is: 'text', parts: [literal], spot };
}
