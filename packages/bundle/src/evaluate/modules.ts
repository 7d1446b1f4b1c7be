import type { Node } from 'oxc-parser';
import { listedExports } from '../split/turbopack.ts';
import type { Evaluator } from './evaluator.ts';
import { once } from './properties.ts';
import type { Binding } from './scope.ts';
import { createTurbopack } from './turbopack.ts';
import type { Entry, Unit, Value, ValueOf } from './value.ts';
import {
  bare,
  type CallNode,
  type ClassNode,
  type FunctionNode,
  isFunction,
  memberName,
  nameOfKey,
  walk,
} from './walk.ts';

/** How the files and modules of a release reach into each other, and what is put into an object or class piece by piece. */
export interface Modules {
  /** The evaluator needs the modules and they need it: whoever makes both tells them. */
  use(evaluator: Evaluator): void;
  imported(unit: Unit, specifier: Node): Value | undefined;
  /** What a script gives away under a name, by the address that another one loads it from. */
  exportOf(unit: Unit, source: string, name: string): Value | undefined;
  /** `n(123)` of webpack: the exports of a module. */
  required(unit: Unit, call: CallNode): Value | undefined;
  /** An enum or a namespace that its own code fills after it is declared. */
  gathered(unit: Unit, binding: Binding): Value | undefined;
  memberOf(instance: ValueOf<'instance'>, key: string): Value | undefined;
  staticOf(cls: ValueOf<'class'>, key: string): Value | undefined;
}

export function createModules(units: readonly Unit[]): Modules {
  let evaluator: Evaluator;
  const byPath = new Map(units.map((unit) => [unit.read.file.path, unit]));
  const packed = new Map<string, { unit: Unit; fn: FunctionNode }>();
  for (const unit of units) for (const [id, fn] of packedIn(unit)) packed.set(id, { unit, fn });
  const exportsOf = new Map<string, Value>();
  const turbopack = createTurbopack(units);
  const gathered = new Map<Binding, Value | undefined>();

  function exported(unit: Unit, name: string): Value | undefined {
    for (const node of unit.read.ast.body) {
      if (node.type === 'ExportDefaultDeclaration' && name === 'default')
        return evaluator.worth(unit, node.declaration);
      if (node.type !== 'ExportNamedDeclaration') continue;
      const specifier = node.specifiers.find(({ exported }) => nameOfKey(exported, false) === name);
      if (specifier && node.source)
        return exported(target(unit, node.source.value) ?? unit, nameOfKey(specifier.local, false) ?? '');
      if (specifier) return evaluator.worth(unit, specifier.local);
      const declared = node.declaration && unit.scopes.root.bindings.get(name)?.declarations[0];
      if (
        declared &&
        node.declaration &&
        node.declaration.start <= declared.start &&
        declared.end <= node.declaration.end
      )
        return evaluator.worth(unit, declared);
    }
    return undefined;
  }

  function target(unit: Unit, source: string): Unit | undefined {
    if (!source.startsWith('.') && !source.startsWith('/')) return undefined;
    const path = source.startsWith('/') ? source.slice(1) : join(unit.read.file.path, source);
    return byPath.get(path) ?? byPath.get(`/${path}`) ?? [...byPath].find(([known]) => known.endsWith(`/${path}`))?.[1];
  }

  return {
    use: (made) => {
      evaluator = made;
    },
    imported(unit, specifier) {
      const declaration = unit.scopes.parentOf(specifier);
      if (declaration?.type !== 'ImportDeclaration') return undefined;
      const from = target(unit, declaration.source.value);
      if (!from) return undefined;
      if (specifier.type === 'ImportSpecifier') return exported(from, nameOfKey(specifier.imported, false) ?? '');
      return specifier.type === 'ImportDefaultSpecifier' ? exported(from, 'default') : undefined;
    },
    exportOf(unit, source, name) {
      const from = target(unit, source);
      return from && exported(from, name);
    },
    required(unit, call) {
      const asked = turbopack.exportsAskedBy(unit, call, evaluator);
      if (asked) return asked;
      const [argument] = call.arguments;
      const callee = bare(call.callee);
      if (
        packed.size === 0 ||
        call.arguments.length !== 1 ||
        callee.type !== 'Identifier' ||
        argument?.type !== 'Literal'
      )
        return undefined;
      const position = unit.scopes.bindingOf(callee)?.origins.find(({ kind }) => kind === 'parameter')?.position;
      const id = `${argument.value}`;
      const module = position === 2 ? packed.get(id) : undefined;
      if (!module) return undefined;
      const known = exportsOf.get(id) ?? exportsIn(module, evaluator);
      exportsOf.set(id, known);
      return known;
    },
    gathered(unit, binding) {
      if (gathered.has(binding)) return gathered.get(binding);
      // A binding may have thousands of uses and be asked for at each of them.
      const found = enumOf(unit, binding, evaluator) ?? namespaceOf(unit, binding, evaluator);
      gathered.set(binding, found);
      return found;
    },
    memberOf(instance, key) {
      const { of } = instance;
      if (of.is !== 'class') return undefined;
      return memberIn(of, key, instance, evaluator, 0);
    },
    staticOf(cls, key) {
      for (const member of cls.cls.body.body) {
        if (
          !('key' in member) ||
          !('static' in member) ||
          !member.static ||
          nameOfKey(member.key, member.computed) !== key
        )
          continue;
        if (member.value) return evaluator.worth(cls.spot.unit, member.value, cls.frame);
      }
      return undefined;
    },
  };
}

/** How webpack's loader runs a module; a build of one script may name webpack nowhere: `e[a](l, l.exports, n)`. */
const loader = /\](?:\.call\([\w$]+\.exports,\s*|\()([\w$]+),\s*\1\.exports,\s*[\w$]+\)/;

/** `{123: (module, exports, require) => …}` or `{"./src/a.js": function (e, t, n) {…}}`, or a list of them, as older builds have it. */
function packedIn(unit: Unit): [string, FunctionNode][] {
  const found: [string, FunctionNode][] = [];
  const { text } = unit.read.file;
  const hasLoader = loader.test(text);
  if (!hasLoader && !/webpack|rspack|__turbopack|\.push\(\[\[/.test(text)) return found;
  walk(unit.read.ast, (node) => {
    if (node.type === 'ArrayExpression') found.push(...listedIn(node));
    if (node.type !== 'ObjectExpression' || node.properties.length === 0) return;
    const modules = node.properties.map((property): [string, FunctionNode] | undefined => {
      if (property.type !== 'Property') return undefined;
      const key = nameOfKey(property.key, property.computed);
      const isModule =
        key !== undefined &&
        isFunction(property.value) &&
        property.value.params.length <= 3 &&
        /^\d|[/.]|^[A-Za-z0-9+]{1,4}$/.test(key);
      return isModule && isFunction(property.value) ? [key, property.value] : undefined;
    });
    if (!modules.every((one) => one !== undefined)) return;
    found.push(...modules);
  });
  return found;
}

/** `[function (e, t, n) {…}, , function (e, t) {…}]`: webpack 4 and before, by their places; one at least asks for others. */
function listedIn(node: Extract<Node, { type: 'ArrayExpression' }>): [string, FunctionNode][] {
  const modules = node.elements.flatMap((element, index): [string, FunctionNode][] =>
    element !== null && element.type !== 'SpreadElement' && isFunction(element) && element.params.length <= 3
      ? [[`${index}`, element]]
      : [],
  );
  const isList = modules.length > 1 && modules.length === node.elements.filter((element) => element !== null).length;
  return isList && modules.some(([, { params }]) => params.length === 3) ? modules : [];
}

/** What a webpack module gives away: `n.d(t, {a: () => x})`, `t.a = x`, `e.exports = x`. */
function exportsIn({ unit, fn }: { unit: Unit; fn: FunctionNode }, { worth }: Evaluator): Value {
  const spot = { unit, node: fn };
  const entries = new Map<string, Entry>();
  const [moduleName, exportsName] = fn.params.map((param) =>
    param.type === 'Identifier' ? unit.scopes.bindingOf(param) : undefined,
  );
  let whole: Value | undefined;
  const means = (node: Node, binding: Binding | undefined) =>
    binding !== undefined && node.type === 'Identifier' && unit.scopes.bindingOf(node) === binding;
  if (fn.body)
    walk(fn.body, (node) => {
      if (node.type === 'CallExpression' && memberName(bare(node.callee)) === 'd') {
        const [onto, table, values] = node.arguments;
        if (onto && table?.type === 'ObjectExpression' && means(onto, exportsName))
          for (const [key, entry] of gettersOf(unit, table, worth)) entries.set(key, entry);
        if (onto && means(onto, exportsName))
          for (const [key, given] of listedExports(table))
            entries.set(key, { key, spot: { unit, node: given }, value: once(() => worth(unit, given)) });
        // `n.d(t, 'a', function () { return x })`, as webpack wrote it before 5.
        const single = table?.type === 'Literal' && typeof table.value === 'string' ? table.value : undefined;
        const given =
          single !== undefined && values && means(onto ?? values, exportsName) ? givenBy(values) : undefined;
        if (single !== undefined && given)
          entries.set(single, { key: single, spot: { unit, node }, value: once(() => worth(unit, given)) });
        // Rspack gives what never changes as it is.
        const whole = values && means(onto ?? values, exportsName) ? worth(unit, values) : undefined;
        if (whole?.is === 'object') for (const [key, entry] of whole.entries) entries.set(key, entry);
      }
      if (node.type !== 'AssignmentExpression' || node.left.type !== 'MemberExpression') return;
      const key = memberName(node.left);
      if (key === undefined) return;
      if (means(node.left.object, moduleName) && key === 'exports') whole = worth(unit, node.right);
      else if (means(node.left.object, exportsName))
        entries.set(key, { key, spot: { unit, node }, value: once(() => worth(unit, node.right)) });
    });
  return whole ?? { is: 'object', entries, open: true, spot };
}

function gettersOf(
  unit: Unit,
  table: Extract<Node, { type: 'ObjectExpression' }>,
  worth: Evaluator['worth'],
): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  for (const property of table.properties) {
    if (property.type !== 'Property' || !isFunction(property.value)) continue;
    const key = nameOfKey(property.key, property.computed);
    const given = givenBy(property.value);
    if (key !== undefined && given)
      entries.set(key, { key, spot: { unit, node: property }, value: once(() => worth(unit, given)) });
  }
  return entries;
}

/** What a getter gives: `() => x`, `function () { return x }`. */
function givenBy(getter: Node): Node | undefined {
  const fn = bare(getter);
  if (!isFunction(fn)) return undefined;
  const statement = fn.body?.type === 'BlockStatement' ? fn.body.body[0] : undefined;
  const given = statement?.type === 'ReturnStatement' ? statement.argument : fn.body;
  return given && given.type !== 'BlockStatement' ? given : undefined;
}

/** `(e => { e.A = 'a' })(X || (X = {}))`: TypeScript's enums. */
function enumOf(unit: Unit, binding: Binding, { worth }: Evaluator): Value | undefined {
  for (const use of binding.uses) {
    const logical = unit.scopes.parentOf(use);
    if (logical?.type !== 'LogicalExpression' || logical.left !== use) continue;
    let call = unit.scopes.parentOf(logical);
    if (call?.type === 'ParenthesizedExpression') call = unit.scopes.parentOf(call);
    const fn = call?.type === 'CallExpression' ? bare(call.callee) : undefined;
    if (!fn || !isFunction(fn) || !fn.body) continue;
    const entries = new Map<string, Entry>();
    walk(fn.body, (node) => {
      if (node.type !== 'AssignmentExpression' || node.left.type !== 'MemberExpression') return;
      // `e[e.A = 0] = 'A'` has the number inside and the name outside; only the inside has a written name.
      const key = memberName(node.left);
      if (key !== undefined)
        entries.set(key, { key, spot: { unit, node }, value: once(() => worth(unit, node.right)) });
    });
    if (entries.size > 0) return { is: 'object', entries, open: false, spot: { unit, node: fn } };
  }
  return undefined;
}

/** `var ns = {}; expose(ns, {a: () => x})`: how bundlers write `import * as ns`. */
function namespaceOf(unit: Unit, binding: Binding, { worth }: Evaluator): Value | undefined {
  const [origin] = binding.origins;
  if (origin?.kind !== 'value' || origin.node.type !== 'ObjectExpression' || origin.node.properties.length > 0)
    return undefined;
  for (const use of binding.uses) {
    const call = unit.scopes.parentOf(use);
    const table = call?.type === 'CallExpression' && call.arguments[0] === use ? call.arguments[1] : undefined;
    if (table?.type !== 'ObjectExpression') continue;
    const entries = gettersOf(unit, table, worth);
    if (entries.size > 0) return { is: 'object', entries, open: false, spot: { unit, node: table } };
  }
  return undefined;
}

/** What a class gives its instances, by name: methods and fields, and what its constructor keeps. */
interface Members {
  written: Map<string, Node>;
  kept: Map<string, Node>;
  constructs: FunctionNode | undefined;
}

const membersOf = new WeakMap<ClassNode, Members>();

function readMembers(cls: ClassNode): Members {
  const known = membersOf.get(cls);
  if (known) return known;
  const members: Members = { written: new Map(), kept: new Map(), constructs: undefined };
  for (const member of cls.body.body) {
    if (!('key' in member) || ('static' in member && member.static) || !member.value) continue;
    const name = nameOfKey(member.key, member.computed);
    if (name === 'constructor' && isFunction(member.value)) members.constructs = member.value;
    else if (name !== undefined && !members.written.has(name)) members.written.set(name, member.value);
  }
  if (members.constructs?.body)
    walk(members.constructs.body, (node) => {
      if (isFunction(node) && node.type !== 'ArrowFunctionExpression') return false;
      if (node.type !== 'AssignmentExpression' || node.left.type !== 'MemberExpression') return;
      const name = node.left.object.type === 'ThisExpression' ? memberName(node.left) : undefined;
      if (name !== undefined && !members.kept.has(name)) members.kept.set(name, node.right);
    });
  membersOf.set(cls, members);
  return members;
}

/** A method, a field, or what the constructor keeps under that name. */
function memberIn(
  of: ValueOf<'class'>,
  key: string,
  instance: ValueOf<'instance'>,
  evaluator: Evaluator,
  height: number,
): Value | undefined {
  const { unit } = of.spot;
  const { written, kept, constructs } = readMembers(of.cls);
  const own = written.get(key);
  if (own && !kept.has(key)) return evaluator.worth(unit, own, { values: new Map(), self: instance, up: of.frame });
  const given = kept.get(key);
  if (given && constructs) {
    const made =
      instance.args.length > 0 ? evaluator.bind(unit, constructs, instance.args, of.frame, instance) : undefined;
    return evaluator.worth(unit, given, made);
  }
  if (height > 3 || !of.cls.superClass) return undefined;
  const parent = evaluator.worth(unit, of.cls.superClass, of.frame);
  return parent.is === 'class' ? memberIn(parent, key, instance, evaluator, height + 1) : undefined;
}

function join(from: string, source: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const step of source.replace(/[?#].*$/, '').split('/')) {
    if (step === '..') parts.pop();
    else if (step !== '.') parts.push(step);
  }
  return parts.join('/');
}
