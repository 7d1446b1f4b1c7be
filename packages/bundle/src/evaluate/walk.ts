import {
  type ArrowFunctionExpression,
  type CallExpression,
  type Class,
  type Function as FunctionWithName,
  type NewExpression,
  type Node,
  type ObjectExpression,
  visitorKeys,
} from 'oxc-parser';

/** The children of a node in source order, with the name of the place where each stands. */
export function childrenOf(node: Node): { child: Node; key: string }[] {
  const found: { child: Node; key: string }[] = [];
  for (const key of visitorKeys[node.type] ?? []) {
    // Each visitor key holds a node, a list of nodes with holes, or nothing: that is what the parser's own table says.
    const held = (node as unknown as Record<string, Node | (Node | null)[] | null | undefined>)[key];
    if (Array.isArray(held)) {
      for (const child of held) if (child) found.push({ child, key });
    } else if (held && typeof held === 'object') found.push({ child: held, key });
  }
  return found;
}

/**
 * Every node below and including `root`, parents first. Without recursion: minified code nests deeper than a stack may.
 *
 * @param enter - Giving back `false` leaves out what is below the node.
 */
export function walk(root: Node, enter: (node: Node) => unknown): void {
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (enter(node) === false) continue;
    const keys = visitorKeys[node.type] ?? [];
    // As `childrenOf`, and without its list: this runs for every node of every script.
    const held = node as unknown as Record<string, Node | (Node | null)[] | null | undefined>;
    for (let k = keys.length - 1; k >= 0; k -= 1) {
      const below = held[keys[k] ?? ''];
      if (Array.isArray(below)) {
        for (let i = below.length - 1; i >= 0; i -= 1) {
          const child = below[i];
          if (child) waiting.push(child);
        }
      } else if (below) waiting.push(below);
    }
  }
}

export type FunctionNode = ArrowFunctionExpression | FunctionWithName;
export type ClassNode = Class;
export type CallNode = CallExpression;
export type NewNode = NewExpression;
export type ObjectNode = ObjectExpression;
export type IdentifierNode = Extract<Node, { type: 'Identifier' }>;

export function isFunction(node: Node): node is FunctionNode {
  return (
    node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression' || node.type === 'FunctionDeclaration'
  );
}

export function isClass(node: Node): node is ClassNode {
  return node.type === 'ClassDeclaration' || node.type === 'ClassExpression';
}

/** Each side of a comparison beside the other: which of them is written first says nothing. */
export function sidesOf({ left, right }: { left: Node; right: Node }): [side: Node, other: Node][] {
  return [
    [left, right],
    [right, left],
  ];
}

/** What stands for the same value: without parentheses, `?.` chains, type casts, and `(0, f)`, which is `f`. */
export function bare(node: Node): Node {
  switch (node.type) {
    case 'ParenthesizedExpression':
    case 'ChainExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSTypeAssertion':
    case 'TSInstantiationExpression':
      return bare(node.expression);
    case 'SequenceExpression': {
      const last = node.expressions.at(-1);
      return last ? bare(last) : node;
    }
    default:
      return node;
  }
}

/** The name of a property that is written in the code: `a.name`, `a['name']`, `{name: …}`, `{'name': …}`. */
export function nameOfKey(key: Node, computed: boolean): string | undefined {
  if (key.type === 'Identifier') return computed ? undefined : key.name;
  if (key.type === 'PrivateIdentifier') return `#${key.name}`;
  if (key.type === 'Literal' && (typeof key.value === 'string' || typeof key.value === 'number')) return `${key.value}`;
  return undefined;
}

/** `b` of `a.b` and `a['b']`. */
export function memberName(node: Node): string | undefined {
  return node.type === 'MemberExpression' ? nameOfKey(node.property, node.computed) : undefined;
}

/** The value of the first property that has one of these names. */
export function propertyNamed(node: Node, ...names: string[]): Node | undefined {
  if (node.type !== 'ObjectExpression') return undefined;
  for (const property of node.properties)
    if (property.type === 'Property' && names.includes(nameOfKey(property.key, property.computed) ?? ''))
      return property.value;
  return undefined;
}
