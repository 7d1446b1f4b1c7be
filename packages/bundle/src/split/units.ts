import { type Node, type Program, visitorKeys } from 'oxc-parser';
import { nameOfKey } from '../evaluate/walk.ts';
import { sourceOf } from './lazy-modules.ts';
import { turbopackModules } from './turbopack.ts';

/** The smallest piece of a script that has one owner: a module of a bundler, or a statement or declarator of hoisted modules. */
export interface Unit extends Piece {
  node: Node;
}

/** Where a unit stands, without its code. */
export interface Piece {
  start: number;
  end: number;
  /** The module that it lies in; units of one module stand in order, and their sources too. */
  module: number;
  /** The source that it came from, where its bundler tells that of what it has put into one scope: `1` is the first in its script. */
  source?: number;
  /** The name or number under which its bundler keeps the module. */
  id?: string;
  /** Names of other sources that the bundler put into the same module. */
  also?: readonly string[];
  /** Where the bundle stands that it is a module of, within a module of this one: somebody built it before, as libraries are. */
  prebuilt?: number;
}

/** Deeper wrappers than these are no wrappers. */
const maxDepth = 8;
/** A module body with more statements than this may hold several sources, hoisted into one scope. */
const hoistedFrom = 6;
/** So many functions under names of a few letters are modules; fewer may be anything. */
const fewestShort = 20;

/**
 * Takes a script apart. Wrappers (an immediately called function, UMD, SystemJS) are looked through; module maps of webpack and
 * browserify give their modules; everything else is taken at its top-level declarations, as esbuild, Rollup and Vite leave them.
 */
export function unitsOf(program: Program): Unit[] {
  const units: Unit[] = [];
  let modules = 0;
  const names = new Map<number, Pick<Piece, 'id' | 'also'>>();
  let prebuilt: number | undefined;
  const add = (node: Node, module: number, source?: number): void => {
    const map = prebuilt === undefined ? bundleWithin(node) : undefined;
    if (map) {
      prebuilt = node.start;
      each(map, 0);
      prebuilt = undefined;
      return;
    }
    const built = prebuilt === undefined ? {} : { prebuilt };
    const from = source === undefined ? {} : { source };
    units.push({ start: node.start, end: node.end, node, module, ...names.get(module), ...built, ...from });
  };

  /** A library's function is one unit, and what the product hands it is another. */
  function addInlined(whole: Node, { fn, given }: { fn: Node; given: Node }, module: number): void {
    const named = names.get(module);
    units.push({ start: whole.start, end: given.start, node: fn, module, ...named });
    units.push({ start: given.start, end: whole.end, node: given, module, ...named });
  }

  function statements(body: readonly Node[], module: number, depth: number, source?: number): void {
    for (const statement of body) take(statement, module, depth, sourceOf(statement) ?? source);
  }

  function take(node: Node, module: number, depth: number, source: number | undefined): void {
    if (node.type === 'VariableDeclaration') {
      for (const declarator of node.declarations) {
        const map = declarator.init ? moduleMap(declarator.init) : undefined;
        const inlined = declarator.init ? inlinedCall(declarator.init) : undefined;
        if (map) each(map, depth);
        else if (inlined) addInlined(declarator, inlined, module);
        else add(declarator, module, source);
      }
      return;
    }
    if (node.type === 'ExportNamedDeclaration' && node.declaration) {
      take(node.declaration, module, depth, source);
      return;
    }
    if (node.type !== 'ExpressionStatement' || node.directive != null) {
      add(node, module, source);
      return;
    }
    const { expression } = node;
    for (const one of expression.type === 'SequenceExpression' ? expression.expressions : [expression]) {
      const map = depth < maxDepth ? mapWithin(one) : undefined;
      const body = map || depth >= maxDepth ? undefined : wrapped(one);
      if (map) each(map, depth);
      else if (body) statements(body, module, depth + 1, source);
      else addAround(one, module, source);
    }
  }

  /** A library's class is one unit, and what the product puts around it are others. */
  function addAround(whole: Node, module: number, source: number | undefined): void {
    const inlined = whole.end - whole.start >= longFunction ? classMadeOnce(whole) : undefined;
    if (!inlined) {
      add(whole, module, source);
      return;
    }
    const { cls, rest } = inlined;
    const named = names.get(module);
    units.push({ start: whole.start, end: cls.start, node: rest, module, ...named });
    units.push({ start: cls.start, end: cls.end, node: cls, module, ...named });
    units.push({ start: cls.end, end: whole.end, node: rest, module, ...named });
  }

  function each(map: readonly ModuleEntry[], depth: number): void {
    for (const { whole, body, name } of map) {
      modules += 1;
      // What a bundle within this one calls its modules is nothing that others ask for.
      const id = whole.type === 'Property' && prebuilt === undefined ? nameOfKey(whole.key, whole.computed) : undefined;
      if (name) names.set(modules, name);
      else if (id !== undefined) names.set(modules, { id });
      if (body.length >= hoistedFrom && depth < maxDepth) statements(body, modules, depth + 1);
      else add(whole, modules);
    }
  }

  statements(program.body, 0, 0);
  return units.sort((a, b) => a.start - b.start);
}

/** What is shorter carries no bundle. */
const longBundle = 20_000;
const fewestModules = 3;
/** So much of a module that carries a bundle is that bundle. */
const dominant = 0.8;

/** The modules of a bundle that makes up nearly all of a module: a library that was built into one file for pages without a bundler. */
function bundleWithin(node: Node): ModuleEntry[] | undefined {
  if (node.end - node.start < longBundle) return undefined;
  const all = node.end - node.start;
  for (let at: Node | undefined = node; at; at = childrenOf(at).find((one) => one.end - one.start >= dominant * all)) {
    const map = at === node ? undefined : moduleMap(at);
    if (map && map.length >= fewestModules) return map;
  }
  return undefined;
}

function childrenOf(node: Node): Node[] {
  return (visitorKeys[node.type] ?? []).flatMap((key) => {
    const child = (node as unknown as Record<string, Node | (Node | null)[] | null>)[key]; // the keys are those of this type of node
    return (Array.isArray(child) ? child : [child]).filter((one) => one !== null && one !== undefined);
  });
}

interface ModuleEntry {
  whole: Node;
  body: readonly Node[];
  name?: Pick<Piece, 'id' | 'also'>;
}

/** A function shorter than this is the caller's own. */
const longFunction = 1_000;

/**
 * `const router = function (options) {…}({routes})`, `const api = build(core(), function () {…})()({endpoints})`: minifiers put a function
 * that is used once where it is called.
 */
function inlinedCall(node: Node): { fn: Node; given: Node } | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const fn = node.callee.type === 'ParenthesizedExpression' ? node.callee.expression : node.callee;
  const given = node.arguments.find(({ type }) => type === 'ObjectExpression');
  const isMade = fn.type === 'CallExpression' || bodyOf(fn) !== undefined;
  return given && isMade && fn.end - fn.start >= longFunction ? { fn, given } : undefined;
}

/**
 * `render(jsx(Provider, {client: new (class {…})(), children: jsx(Route, {path: '/plots'})}))`: minifiers put a class that is made once where
 * it is made. `rest` is the expression without it.
 */
function classMadeOnce(whole: Node): { cls: Node; rest: Node } | undefined {
  interface Step {
    node: Node;
    above: Step | undefined;
  }
  const waiting: Step[] = [{ node: whole, above: undefined }];
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    const { node, above } = at;
    if (node.end - node.start < longFunction || bodyOf(node)) continue;
    if (node.type !== 'ClassExpression') {
      for (const child of childrenOf(node)) waiting.push({ node: child, above: at });
      continue;
    }
    const holder = above?.node.type === 'ParenthesizedExpression' ? above.above : above;
    if (holder?.node.type !== 'NewExpression' || holder.node.callee.end < node.end) continue;
    let rest: Node = { type: 'ThisExpression', start: node.start, end: node.start };
    for (let step: Step | undefined = at; step?.above; step = step.above)
      rest = withChild(step.above.node, step.node, rest);
    return { cls: node, rest };
  }
  return undefined;
}

/** A copy of a node with one child in the place of another. */
function withChild(node: Node, was: Node, now: Node): Node {
  const entries = Object.entries(node).map(([key, held]: [string, unknown]) => [
    key,
    held === was ? now : Array.isArray(held) ? held.map((one: unknown) => (one === was ? now : one)) : held,
  ]);
  return Object.fromEntries(entries) as Node; // the same keys as the node that it copies
}

/** The modules of an object or array whose every value is a function of at most 3 parameters, or a list that begins with one. */
function moduleMap(node: Node, isChunk = false): ModuleEntry[] | undefined {
  const values: { whole: Node; value: Node }[] = [];
  if (node.type === 'ObjectExpression') {
    for (const property of node.properties) {
      if (property.type !== 'Property' || property.computed || property.kind !== 'init') return undefined;
      values.push({ whole: property, value: property.value });
    }
  } else if (node.type === 'ArrayExpression') {
    for (const element of node.elements) if (element) values.push({ whole: element, value: element });
  } else return undefined;
  if (values.length === 0) return undefined;
  const isLong = values.length >= fewestShort;
  const keyed =
    isChunk ||
    (node.type === 'ObjectExpression' &&
      node.properties.every((one) => one.type === 'Property' && isModuleKey(one.key, isLong)));
  if (node.type === 'ObjectExpression' ? !keyed : values.length < 2) return undefined;
  const found: ModuleEntry[] = [];
  for (const { whole, value } of values) {
    const inner = value.type === 'ArrayExpression' ? value.elements[0] : value;
    const body = inner ? bodyOf(inner) : undefined;
    if (!body || body.parameters > 3) return undefined;
    found.push({ whole, body: body.statements });
  }
  return found;
}

/** Numbers, paths and hashes: what bundlers call modules. A table of functions has names. */
function isModuleKey(key: Node, isLong: boolean): boolean {
  // Rspack and Rsbuild count modules in letters: `{a(e, t, n) {…}, Qz(e, t, n) {…}}`.
  if (isLong && /^[A-Za-z0-9+/]{1,4}$/.test(nameOfKey(key, false) ?? '')) return true;
  if (key.type === 'Literal')
    return (
      typeof key.value === 'number' || (typeof key.value === 'string' && /[./\d]|^[A-Za-z0-9+/]{4}$/.test(key.value))
    );
  return key.type === 'Identifier' && /^[A-Za-z0-9]{4}$/.test(key.name);
}

/** A module map in the place where loaders have it: pushed to a chunk global, or handed to an immediately called function. */
function mapWithin(node: Node): ModuleEntry[] | undefined {
  if (node.type === 'UnaryExpression') return mapWithin(node.argument);
  if (node.type !== 'CallExpression') return undefined;
  for (const argument of node.arguments) {
    const modules = turbopackModules(argument);
    if (modules)
      return modules.map(({ id, also, fn }) => ({ whole: fn, body: bodyOf(fn)?.statements ?? [], name: { id, also } }));
    const candidates = argument.type === 'ArrayExpression' ? [argument, ...argument.elements] : [argument];
    // `push([[904], {…}])`: what stands beside the names of a chunk is its modules, whatever they are called.
    const isChunk = argument.type === 'ArrayExpression' && argument.elements[0]?.type === 'ArrayExpression';
    for (const candidate of candidates) {
      const map = candidate ? moduleMap(candidate, isChunk && candidate !== argument) : undefined;
      if (map) return map;
    }
  }
  return undefined;
}

/** Statements of the function that a wrapper calls: `(() => {…})()`, `!function(){…}()`, UMD's factory, SystemJS's `execute`. */
function wrapped(node: Node): readonly Node[] | undefined {
  if (node.type === 'UnaryExpression' || node.type === 'AwaitExpression') return wrapped(node.argument);
  if (node.type === 'ParenthesizedExpression' || node.type === 'ChainExpression') return wrapped(node.expression);
  if (node.type === 'AssignmentExpression') return wrapped(node.right);
  if (node.type !== 'CallExpression') return undefined;
  const callee = node.callee.type === 'ParenthesizedExpression' ? node.callee.expression : node.callee;
  for (const argument of node.arguments) {
    const body = bodyOf(argument)?.statements ?? [];
    const executed = executeOf(body);
    if (executed) return executed;
    if (body.length > 1) return body;
  }
  const called = callee.type === 'MemberExpression' ? callee.object : callee;
  return bodyOf(called)?.statements;
}

function executeOf(body: readonly Node[]): readonly Node[] | undefined {
  const last = body.at(-1);
  if (last?.type !== 'ReturnStatement' || last.argument?.type !== 'ObjectExpression') return undefined;
  for (const property of last.argument.properties)
    if (property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === 'execute')
      return [...body.slice(0, -1), ...(bodyOf(property.value)?.statements ?? [])];
  return undefined;
}

function bodyOf(node: Node): { statements: readonly Node[]; parameters: number } | undefined {
  if (node.type === 'ParenthesizedExpression') return bodyOf(node.expression);
  if (node.type !== 'FunctionExpression' && node.type !== 'ArrowFunctionExpression') return undefined;
  if (!node.body) return undefined;
  const statements = node.body.type === 'BlockStatement' ? node.body.body : [node.body];
  return { statements, parameters: node.params.length };
}
