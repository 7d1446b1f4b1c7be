import type { Node } from 'oxc-parser';

/** `{'/': [2], '/orders': [4, [1]], '/orders/[id]': [5]}`: which of its numbered scripts a framework shows at which path. */
export function isDictionary(node: Node): boolean {
  if (node.type !== 'ObjectExpression' || node.properties.length < 2) return false;
  return node.properties.every((property) => {
    if (property.type !== 'Property' || property.key.type !== 'Literal') return false;
    return /^\/(?:[\w/().=[\]@-]*)$/.test(`${property.key.value}`) && isNumbers(property.value);
  });
}

/** `[4, [1]]`, `[-3]`. */
function isNumbers(node: Node | null): boolean {
  if (node?.type === 'ArrayExpression') return node.elements.every(isNumbers);
  if (node === null || node.type === 'UnaryExpression') return node === null || isNumbers(node.argument);
  return node.type === 'Literal' && typeof node.value === 'number';
}
