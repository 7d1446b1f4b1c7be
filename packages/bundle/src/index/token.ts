import { type Node, visitorKeys } from 'oxc-parser';

/** A hash of 64 bits as two numbers of 32. */
export interface Hash {
  high: number;
  low: number;
}

/** 64 bits over UTF-16 units, by two multiply-and-rotate lanes. Not for secrets: it names tokens, and a million of them collide with a chance of 3 in 10⁸. */
export function hashOf(text: string): Hash {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
    a = (a << 13) | (a >>> 19);
    b = (b << 17) | (b >>> 15);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return { high: a >>> 0, low: b >>> 0 };
}

/** Shorter ones are everywhere and tell nothing; longer ones are told by their beginning. */
const shortest = 3;
const longest = 400;
const version = /^v?\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/;

/**
 * What of a piece of code outlives minification: texts and chunks of templates (`s…`), regular expressions (`r…`), and names of
 * properties (`p…`). Texts joined by `+` are one text, since minifiers fold them. Version literals are left out: they tell a
 * version, not a library. Code that only a development build has is left out, so that sources and bundles tell the same.
 */
export function tokensOf(root: Node): Set<string> {
  const found = new Set<string>();
  const waiting: Node[] = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const token = tokenOf(node);
    if (token !== undefined) found.add(token);
    const folded = node.type === 'BinaryExpression' ? foldedText(node) : undefined;
    if (folded !== undefined) {
      addText(found, folded);
      continue;
    }
    const live = liveParts(node);
    if (live) {
      waiting.push(...live);
      continue;
    }
    for (const key of visitorKeys[node.type] ?? []) {
      if (key === 'key' && node.type !== 'JSXAttribute' && 'computed' in node && !node.computed) continue; // told by its owner
      if (key === 'property' && node.type === 'MemberExpression') {
        if (node.computed) pushNode(waiting, node.property.type === 'Literal' ? undefined : node.property);
        continue;
      }
      const child = (node as unknown as Record<string, unknown>)[key]; // the keys are those of this type of node
      if (Array.isArray(child)) for (const one of child) pushNode(waiting, one);
      else pushNode(waiting, child);
    }
    addNamed(found, node);
  }
  return found;
}

function addNamed(found: Set<string>, node: Node): void {
  if (node.type === 'MemberExpression') addName(found, nameOf(node.property, node.computed));
  else if (node.type === 'Property' || node.type === 'MethodDefinition' || node.type === 'PropertyDefinition')
    addName(found, nameOf(node.key, node.computed));
  else if (node.type === 'TemplateElement') addText(found, node.value.cooked ?? node.value.raw);
}

function tokenOf(node: Node): string | undefined {
  if (node.type !== 'Literal') return undefined;
  if ('regex' in node && node.regex)
    return node.regex.pattern.length >= shortest ? `r${node.regex.pattern.slice(0, longest)}` : undefined;
  return typeof node.value === 'string' ? textToken(node.value) : undefined;
}

function nameOf(key: Node, computed: boolean): string | undefined {
  if (key.type === 'Literal') return typeof key.value === 'string' ? key.value : undefined;
  return !computed && key.type === 'Identifier' ? key.name : undefined;
}

function addName(found: Set<string>, name: string | undefined): void {
  if (name !== undefined && name.length >= shortest) found.add(`p${name.slice(0, longest)}`);
}

function addText(found: Set<string>, text: string): void {
  const token = textToken(text);
  if (token !== undefined) found.add(token);
}

function textToken(text: string): string | undefined {
  if (text.length < shortest || version.test(text) || text === 'use strict') return undefined;
  return `s${text.slice(0, longest)}`;
}

function foldedText(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return undefined;
  const right = node.right.type === 'Literal' ? foldedText(node.right) : undefined;
  const left = right === undefined ? undefined : foldedText(node.left);
  return left === undefined || right === undefined ? undefined : left + right;
}

/** The parts of a branch on `process.env.NODE_ENV` that a production build keeps; `undefined` for everything else. */
function liveParts(node: Node): Node[] | undefined {
  if (node.type !== 'IfStatement' && node.type !== 'ConditionalExpression' && node.type !== 'LogicalExpression')
    return undefined;
  const test = inProduction(node.type === 'LogicalExpression' ? node.left : node.test);
  if (test === undefined) return undefined;
  if (node.type === 'LogicalExpression') return (node.operator === '&&') === test ? [node.right] : [];
  const kept = test ? node.consequent : node.alternate;
  return kept ? [kept] : [];
}

function inProduction(test: Node): boolean | undefined {
  if (test.type === 'ParenthesizedExpression') return inProduction(test.expression);
  if (test.type === 'UnaryExpression' && test.operator === '!') {
    const inner = inProduction(test.argument);
    return inner === undefined ? undefined : !inner;
  }
  if (test.type === 'Identifier') return test.name === '__DEV__' || test.name === 'ngDevMode' ? false : undefined;
  if (test.type === 'LogicalExpression') {
    const left = inProduction(test.left);
    const right = inProduction(test.right);
    if (test.operator === '&&') return left === false || right === false ? false : undefined;
    return left === true || right === true ? true : undefined;
  }
  if (test.type !== 'BinaryExpression') return undefined;
  const [environment, literal] = test.left.type === 'Literal' ? [test.right, test.left] : [test.left, test.right];
  if (literal.type !== 'Literal' || !isNodeEnv(environment)) return undefined;
  const equal = literal.value === 'production';
  return test.operator.startsWith('!') ? !equal : equal;
}

function isNodeEnv(node: Node): boolean {
  return node.type === 'MemberExpression' && nameOf(node.property, node.computed) === 'NODE_ENV';
}

function pushNode(waiting: Node[], value: unknown): void {
  if (typeof value === 'object' && value !== null && 'type' in value) waiting.push(value as Node); // what has a type in ESTree is a node
}
