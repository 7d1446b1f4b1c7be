import { choice, optionsOf, type Part, type Spot, type Value } from './value.ts';

/** `a + b` of texts: parts that are not known leave a hole with a name where the code has one. */
export function concat(spot: Spot, left: Value, right: Value): Value {
  const lefts = left.is === 'choice' ? optionsOf(left) : [left];
  const rights = right.is === 'choice' ? optionsOf(right) : [right];
  const all = lefts.flatMap((one) =>
    rights.map((other): Value => ({ is: 'text', parts: join(partsOf(one), partsOf(other)), spot })),
  );
  return choice(spot, all);
}

export function partsOf(value: Value): Part[] {
  switch (value.is) {
    case 'text':
      return value.parts;
    case 'number':
      return [`${value.number}`];
    case 'boolean':
      return [`${value.boolean}`];
    case 'fields':
      return [{ query: value.fields }];
    case 'unknown':
      return [{ hole: value.name, parameters: value.parameters }];
    case 'choice': {
      const first = value.options[0];
      return first ? partsOf(first) : [{ hole: undefined, parameters: [] }];
    }
    default:
      return [{ hole: undefined, parameters: [] }];
  }
}

function join(left: Part[], right: Part[]): Part[] {
  const last = left.at(-1);
  const first = right[0];
  if (typeof last === 'string' && typeof first === 'string')
    return [...left.slice(0, -1), last + first, ...right.slice(1)];
  return [...left, ...right];
}

export function ofArithmetic(spot: Spot, operator: string, left: Value, right: Value): Value {
  if (left.is === 'number' && right.is === 'number') {
    const number = calculate(operator, left.number, right.number);
    if (number !== undefined) return { is: 'number', number, spot };
  }
  if (operator !== '+') return { is: 'unknown', name: undefined, parameters: [], spot };
  // Two parameters may be a base and a path; what is passed tells.
  const isOpen =
    left.is === 'unknown' && right.is === 'unknown' && left.parameters.length + right.parameters.length > 0;
  const isText =
    isOpen || [left, right].some((side) => optionsOf(side).some(({ is }) => is === 'text' || is === 'fields'));
  return isText ? concat(spot, left, right) : { is: 'unknown', name: undefined, parameters: [], spot };
}

function calculate(operator: string, left: number, right: number): number | undefined {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    case '**':
      return left ** right;
    default:
      return undefined;
  }
}
