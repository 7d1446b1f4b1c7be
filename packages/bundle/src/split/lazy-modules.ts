import type { Node, Program } from 'oxc-parser';
import { type CallNode, type FunctionNode, type IdentifierNode, isFunction } from '../evaluate/walk.ts';

type Declaration = Extract<Node, { type: 'VariableDeclaration' }>;
type Statement = Program['body'][number];

/** The source that a statement came from, where its bundler tells one source from the next: counted within a script. */
const sources = new WeakMap<Node, number>();
export const sourceOf = (statement: Node): number | undefined => sources.get(statement);

/** Deeper wrappers than these are no wrappers. */
const maxDepth = 3;

/**
 * Puts modules that a bundler begins only when somebody asks for them back where they would stand without that, in place:
 * `var limit, init = lazy(() => {before(); limit = 25})` of Rolldown and esbuild says no more than `var limit = 25`. What a module
 * declares stands on top of its script then, as it does in all other builds.
 */
export function withoutLaziness(program: Program): Program {
  program.body = settled(program.body, 0);
  return program;
}

/** A module that waits, or one that is run by a function of its own as CommonJS is. */
interface Waiting {
  fn: FunctionNode;
  by: string;
  /** Where it ends in the script. */
  end: number;
}

function settled(body: Statement[], depth: number): Statement[] {
  if (depth < maxDepth)
    for (const statement of body) {
      const inner = wrapped(statement);
      if (inner?.body?.type === 'BlockStatement') inner.body.body = settled(inner.body.body, depth + 1);
    }
  const open = new Set(body.flatMap(namesWithoutValue));
  if (open.size === 0) return body;
  const pieces = body.flatMap(oneByOne);
  const waiting = pieces.flatMap((piece) => {
    const found = waitingIn(piece);
    return found ? [[piece, found] as const] : [];
  });
  // What begins one module begins them all; which function does is told by what it is handed.
  const beginning = new Set(waiting.flatMap(([, { fn, by }]) => (sets(fn, open) ? [by] : [])));
  if (beginning.size === 0) return body;
  const modules = new Map(waiting);
  const begins = new Set(waiting.flatMap(([piece, { by }]) => (beginning.has(by) ? (nameOf(piece) ?? []) : [])));
  const isBegun = (node: Node) => node.type === 'CallExpression' && isNamed(node.callee, begins);
  const given = new Set<string>();
  const placed = pieces.flatMap((piece): Statement[] => {
    const module = modules.get(piece);
    if (!module || !beginning.has(module.by) || module.fn.params.length > 0) return [piece];
    const inner = module.fn.body?.type === 'BlockStatement' ? module.fn.body.body : [];
    const known = nameOf(piece) === undefined ? [] : [withoutValue(piece)]; // what is left of it is a name that scripts give each other
    return [...known, ...inner.flatMap((one) => declared(one, open, given, isBegun))];
  });
  const left = placed
    .filter((piece) => !namesWithoutValue(piece).some((name) => given.has(name)))
    .toSorted((one, other) => one.start - other.start);
  countSources(
    left,
    [...modules.values()].map(({ end }) => end),
  );
  return left;
}

/** What begins or wraps a module stands last in it, behind its functions and the names that it gives values to. */
function countSources(body: readonly Statement[], ends: readonly number[]): void {
  let source = 0;
  for (const statement of body) {
    while (source < ends.length && statement.start >= (ends[source] ?? 0)) source += 1;
    if (source < ends.length) sources.set(statement, source + 1);
  }
}

/** Each declarator by itself. */
function oneByOne(statement: Statement): Statement[] {
  if (statement.type !== 'VariableDeclaration' || statement.declarations.length < 2) return [statement];
  return statement.declarations.map((one) => ({ ...statement, declarations: [one], start: one.start, end: one.end }));
}

const nameOf = (piece: Statement): string[] | undefined => {
  const id = declarationIn(piece)?.declarations[0]?.id;
  return id?.type === 'Identifier' ? [id.name] : undefined;
};

/** `init` of `init = lazy(…)`. */
function withoutValue(piece: Statement): Statement {
  const declaration = declarationIn(piece);
  if (!declaration) return piece;
  for (const one of declaration.declarations) {
    one.init = null;
    one.end = one.id.end;
  }
  const { end } = declaration.declarations.at(-1) ?? declaration;
  declaration.end = end;
  return piece.type === 'VariableDeclaration' ? piece : { ...piece, end };
}

/** The function that a whole script is wrapped in: `(() => {…})()`. */
function wrapped(statement: Node): FunctionNode | undefined {
  let at: Node = statement.type === 'ExpressionStatement' ? statement.expression : statement;
  while (at.type === 'ParenthesizedExpression' || at.type === 'UnaryExpression')
    at = at.type === 'UnaryExpression' ? at.argument : at.expression;
  if (at.type !== 'CallExpression') return undefined;
  const callee = plain(at.callee);
  return isFunction(callee) ? callee : undefined;
}

const plain = (node: Node): Node => (node.type === 'ParenthesizedExpression' ? plain(node.expression) : node);

const isNamed = (node: Node, names: ReadonlySet<string>): boolean => node.type === 'Identifier' && names.has(node.name);

function declarationIn(statement: Node): Declaration | undefined {
  if (statement.type === 'VariableDeclaration') return statement;
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : null;
  return declared?.type === 'VariableDeclaration' ? declared : undefined;
}

/** `limit` of `var limit, init = …`. */
const namesWithoutValue = (statement: Node): string[] =>
  (declarationIn(statement)?.declarations ?? []).flatMap(({ id, init }) =>
    id.type === 'Identifier' && init === null ? [id.name] : [],
  );

/** `init = lazy(() => {…})`, `lazy(() => {…})()`, and `init = __esm({'src/limits.ts'() {…}})` as esbuild writes it where nothing is minified. */
function waitingIn(piece: Statement): Waiting | undefined {
  const [declarator, more] = declarationIn(piece)?.declarations ?? [];
  const begun = piece.type === 'ExpressionStatement' ? plain(piece.expression) : undefined;
  const isRun = begun?.type === 'CallExpression' && begun.arguments.length === 0;
  const made = more ? undefined : isRun ? plain(begun.callee) : declarator?.init;
  if (made?.type !== 'CallExpression' || made.callee.type !== 'Identifier' || made.arguments.length !== 1)
    return undefined;
  const fn = handed(made);
  return fn?.body?.type === 'BlockStatement' ? { fn, by: made.callee.name, end: piece.end } : undefined;
}

function handed({ arguments: [given] }: CallNode): FunctionNode | undefined {
  const at = given && plain(given);
  if (at?.type !== 'ObjectExpression') return at && isFunction(at) ? at : undefined;
  const [method, more] = at.properties;
  const isPath = method?.type === 'Property' && method.key.type === 'Literal' && !more;
  return isPath && isFunction(method.value) ? method.value : undefined;
}

/** A module gives values to names that stand beside it without one. */
const sets = ({ body, params }: FunctionNode, open: ReadonlySet<string>): boolean =>
  params.length === 0 &&
  body?.type === 'BlockStatement' &&
  body.body.some((one) => partsOf(one).some((part) => assigned(part, open) !== undefined));

const partsOf = (statement: Node): Node[] => {
  if (statement.type !== 'ExpressionStatement') return [];
  const whole = plain(statement.expression);
  return whole.type === 'SequenceExpression' ? whole.expressions.map(plain) : [whole];
};

type Assignment = Extract<Node, { type: 'AssignmentExpression' }>;

function assigned(node: Node, open: ReadonlySet<string>): { names: string[]; node: Assignment } | undefined {
  if (node.type !== 'AssignmentExpression' || node.operator !== '=') return undefined;
  if (node.left.type === 'MemberExpression') return undefined;
  const names = namesIn(node.left);
  return names.length > 0 && names.every((name) => open.has(name)) ? { names, node } : undefined;
}

/** Names that a pattern gives values to; none where it sets a property as well. */
function namesIn(pattern: Node): string[] {
  const names: IdentifierNode[] = [];
  let isPlain = true;
  const from = (node: Node): void => {
    if (node.type === 'Identifier') names.push(node);
    else if (node.type === 'AssignmentPattern') from(node.left);
    else if (node.type === 'RestElement') from(node.argument);
    else if (node.type === 'ArrayPattern') for (const one of node.elements) one && from(one);
    else if (node.type === 'ObjectPattern')
      for (const one of node.properties) from(one.type === 'RestElement' ? one.argument : one.value);
    else isPlain = false;
  };
  from(pattern);
  return isPlain ? names.map(({ name }) => name) : [];
}

/** A statement of a module as it stands on top of a script: the first value of a name declares it. */
function declared(
  statement: Statement,
  open: ReadonlySet<string>,
  given: Set<string>,
  isBegun: (node: Node) => boolean,
): Statement[] {
  if (statement.type !== 'ExpressionStatement' || statement.directive != null)
    return statement.type === 'ExpressionStatement' ? [] : [statement];
  return partsOf(statement).flatMap((part): Statement[] => {
    if (isBegun(part)) return [];
    const { start, end } = part;
    const set = assigned(part, open);
    if (!set || set.names.some((name) => given.has(name)))
      // One statement of the tree becomes several, each at its own place.
      return [{ ...statement, expression: part as typeof statement.expression, start, end }];
    for (const name of set.names) given.add(name);
    const declarator = { type: 'VariableDeclarator', id: set.node.left, init: set.node.right, start, end };
    return [{ type: 'VariableDeclaration', kind: 'var', declarations: [declarator], start, end } as Declaration];
  });
}
