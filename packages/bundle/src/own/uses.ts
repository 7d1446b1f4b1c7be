import type { Node, Program } from 'oxc-parser';
import { type Binding, type Scope, type Scopes, scopesOf } from '../evaluate/scope.ts';
import { bare, nameOfKey } from '../evaluate/walk.ts';
import type { Unit } from '../split/units.ts';

/** One script, taken apart; units in order. */
export interface TakenApart {
  path: string;
  program: Program;
  units: readonly Unit[];
}

/** A unit of one of the scripts. */
interface Named {
  script: number;
  unit: number;
}

/**
 * Which units use which: by the names that scripts of modules share, by what they import of each other, and by the numbers under which
 * bundlers keep modules. Told for each unit in the order of the scripts, as numbers of units counted through all of them.
 *
 * @returns For each unit, those that use it.
 */
export function usersOf(scripts: readonly TakenApart[]): ReadonlySet<number>[] {
  const firsts: number[] = [];
  let count = 0;
  for (const { units } of scripts) {
    firsts.push(count);
    count += units.length;
  }
  const users: Set<number>[] = Array.from({ length: count }, () => new Set());
  const indexOf = ({ script, unit }: Named) => (firsts[script] ?? 0) + unit;
  const link = (user: Named, used: Named) => {
    if (indexOf(user) !== indexOf(used)) users[indexOf(used)]?.add(indexOf(user));
  };
  const modules = modulesOf(scripts);
  const exports = scripts.map((_, script) => exportsOf(scripts, script));
  for (const [script, { program, units, path }] of scripts.entries()) {
    const scopes = scopesOf(program);
    for (const scope of scopesAbove(units, scopes))
      for (const binding of scope.bindings.values()) {
        const declared = units.length === 0 ? [] : unitsAt(units, binding.declarations);
        const from = importedBy(scopes, binding, (source) => fileNamed(scripts, path, source));
        const told = from && exports[from.script]?.get(from.name);
        const isRequire = binding.origins.some(({ kind, position }) => kind === 'parameter' && position === 2);
        for (const use of binding.uses) {
          const unit = unitAt(units, use.start);
          if (unit === undefined) continue;
          for (const one of declared) link({ script, unit }, { script, unit: one });
          if (told) link({ script, unit }, told);
          if (!isRequire) continue;
          for (const used of modules.get(requiredAt(scopes, use) ?? '') ?? []) link({ script, unit }, used);
        }
      }
  }
  return users;
}

/** The scopes that units stand in: a script's own, and those of the functions that wrap it or its modules. */
function scopesAbove(units: readonly Unit[], scopes: Scopes): Scope[] {
  const found = new Set<Scope>([scopes.root]);
  const seen = new Set<Node>();
  for (const { node } of units)
    for (let at: Node | undefined = isHolder(node) ? node : scopes.parentOf(node); at; at = scopes.parentOf(at)) {
      if (seen.has(at)) break;
      seen.add(at);
      const scope = scopes.scopeOf(at);
      if (scope) found.add(scope);
      // A module that is one unit by itself has its parameters inside.
      if (at.type === 'Property') {
        const inner = scopes.scopeOf(at.value);
        if (inner) found.add(inner);
      }
    }
  return [...found];
}

const isHolder = (node: Node): boolean => node.type === 'Property';

/** The units of each module, by the name that its bundler gave it. */
function modulesOf(scripts: readonly TakenApart[]): Map<string, Named[]> {
  const found = new Map<string, Named[]>();
  for (const [script, { units }] of scripts.entries())
    for (const [unit, { id }] of units.entries()) {
      if (id === undefined) continue;
      const members = found.get(id);
      if (members) members.push({ script, unit });
      else found.set(id, [{ script, unit }]);
    }
  return found;
}

/** `123` of `n(123)`. */
function requiredAt(scopes: Scopes, use: Node): string | undefined {
  const call = scopes.parentOf(use);
  if (call?.type !== 'CallExpression' || bare(call.callee) !== use || call.arguments.length !== 1) return undefined;
  const [argument] = call.arguments;
  return argument?.type === 'Literal' ? `${argument.value}` : undefined;
}

function importedBy(
  scopes: Scopes,
  { origins }: Binding,
  scriptNamed: (source: string) => number | undefined,
): { script: number; name: string } | undefined {
  const specifier = origins.find(({ kind }) => kind === 'import')?.node;
  const declaration = specifier && scopes.parentOf(specifier);
  if (!specifier || declaration?.type !== 'ImportDeclaration') return undefined;
  const script = scriptNamed(declaration.source.value);
  if (script === undefined) return undefined;
  if (specifier.type === 'ImportDefaultSpecifier') return { script, name: 'default' };
  const name = specifier.type === 'ImportSpecifier' ? nameOfKey(specifier.imported, false) : undefined;
  return name === undefined ? undefined : { script, name };
}

/** What a script gives away, and the unit that has it. */
function exportsOf(scripts: readonly TakenApart[], script: number): Map<string, Named> {
  const found = new Map<string, Named>();
  const { program, units } = scripts[script] ?? {};
  if (!program || !units) return found;
  const { root } = scopesOf(program);
  for (const node of program.body) {
    if (node.type === 'ExportDefaultDeclaration') {
      const unit = unitAt(units, node.start);
      if (unit !== undefined) found.set('default', { script, unit });
    }
    if (node.type !== 'ExportNamedDeclaration' || node.source) continue;
    for (const { local, exported } of node.specifiers) {
      const name = nameOfKey(exported, false);
      const declared = root.bindings.get(nameOfKey(local, false) ?? '')?.declarations[0];
      const unit = declared && unitAt(units, declared.start);
      if (name !== undefined && unit !== undefined) found.set(name, { script, unit });
    }
    const { declaration } = node;
    if (!declaration) continue;
    for (const [name, { declarations }] of root.bindings) {
      const [declared] = declarations;
      if (!declared || declared.start < declaration.start || declared.end > declaration.end) continue;
      const unit = unitAt(units, declared.start);
      if (unit !== undefined) found.set(name, { script, unit });
    }
  }
  return found;
}

function fileNamed(scripts: readonly TakenApart[], from: string, source: string): number | undefined {
  if (!/^\.{0,2}\//.test(source)) return undefined;
  const name =
    source
      .split('/')
      .at(-1)
      ?.replace(/[?#].*$/, '') ?? '';
  const fits = scripts.flatMap(({ path }, at) => (path.split('/').at(-1) === name && path !== from ? [at] : []));
  return fits.length === 1 ? fits[0] : undefined; // of two of one name nobody knows which
}

function unitsAt(units: readonly Unit[], nodes: readonly Node[]): number[] {
  return [...new Set(nodes.flatMap(({ start }) => unitAt(units, start) ?? []))];
}

/** The unit that an offset lies in. */
function unitAt(units: readonly Unit[], offset: number): number | undefined {
  let low = 0;
  let high = units.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((units[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  const unit = units[low];
  return unit && offset >= unit.start && offset < unit.end ? low : undefined;
}
