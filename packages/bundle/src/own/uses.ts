import type { Node, Program } from 'oxc-parser';
import { type Binding, type Scope, type Scopes, scopesOf } from '../evaluate/scope.ts';
import { bare, isFunction, nameOfKey, propertyNamed, walk } from '../evaluate/walk.ts';
import { turbopackAsked } from '../split/turbopack.ts';
import type { Piece, Unit } from '../split/units.ts';
import { isDictionary } from './dictionary.ts';

/** What the units of one script use, as far as the script alone tells. Units are told by their place in it. */
export interface Links {
  /** Which uses which. */
  within: [user: number, used: number][];
  imports: { user: number; source: string; name: string }[];
  exports: ReadonlyMap<string, number>;
  /** Modules that are asked for by the names that their bundler gave them. */
  required: { user: number; id: string }[];
  /** Scripts that a route loads when it is shown. */
  shows: { user: number; source: string }[];
}

/** Reads the links of one script; the script is needed no longer then. */
export function linksOf(program: Program, units: readonly Unit[]): Links {
  const scopes = scopesOf(program);
  const links: Links = { within: [], imports: [], exports: exportsOf(program, units), required: [], shows: [] };
  links.shows.push(...shownIn(program, units, scopes));
  for (const scope of scopesAbove(units, scopes))
    for (const binding of scope.bindings.values()) {
      const declared = unitsAt(units, binding.declarations);
      const from = importedBy(scopes, binding);
      const parameter = binding.origins.find(({ kind }) => kind === 'parameter')?.position;
      for (const use of binding.uses) {
        const user = unitAt(units, use.start);
        // A list of what a script gives away uses none of it.
        if (user === undefined || units[user]?.node.type === 'ExportNamedDeclaration') continue;
        for (const used of declared) if (used !== user) links.within.push([user, used]);
        if (from) links.imports.push({ user, ...from });
        const id = parameter === 2 ? requiredAt(scopes, use) : parameter === 0 ? askedAt(scopes, use) : undefined;
        if (id !== undefined) links.required.push({ user, id });
      }
    }
  return links;
}

/** A script of which only what its units use is known. */
export interface Linked {
  path: string;
  units: readonly Piece[];
  links: Links;
}

/**
 * Which units use which: by the names that scripts of modules share, by what they import of each other, and by the names under which
 * bundlers keep modules. Units are counted through all scripts.
 *
 * @returns For each unit, those that use it.
 */
export function usersOf(scripts: readonly Linked[]): ReadonlySet<number>[] {
  const firsts: number[] = [];
  const modules = new Map<string, number[]>();
  let count = 0;
  for (const { units } of scripts) {
    firsts.push(count);
    for (const { id, also = [] } of units) {
      for (const name of id === undefined ? also : [id, ...also])
        modules.set(name, [...(modules.get(name) ?? []), count]);
      count += 1;
    }
  }
  const users: Set<number>[] = Array.from({ length: count }, () => new Set());
  const link = (user: number, used: number) => {
    if (user !== used) users[used]?.add(user);
  };
  const byName = scriptsByName(scripts);
  for (const [script, { links }] of scripts.entries()) {
    const first = firsts[script] ?? 0;
    for (const [user, used] of links.within) link(first + user, first + used);
    const inModule = (unit: number) => scripts[script]?.units[unit]?.module;
    for (const { user, id } of links.required)
      for (const used of modules.get(id) ?? []) {
        // What a module asks of a source that was put into it too, its own names tell.
        const isOwn = used >= first && inModule(used - first) === inModule(user) && inModule(user) !== 0;
        if (!isOwn) link(first + user, used);
      }
    for (const { user, source, name } of links.imports) {
      const from = /^\.{0,2}\//.test(source) ? byName.get(nameIn(source)) : undefined;
      const used = from === undefined ? undefined : scripts[from]?.links.exports.get(name);
      if (from !== undefined && used !== undefined) link(first + user, (firsts[from] ?? 0) + used);
    }
  }
  return users;
}

/**
 * What the routes of each unit load when they are shown, counted through all scripts: of a script without a library all that it has, of
 * another what it gives away.
 *
 * @param longest - A script no longer than this is the route's own as a whole.
 */
export function shownBy(
  scripts: readonly Linked[],
  isNamed: (unit: number) => boolean,
  longest: number,
): ReadonlyMap<number, readonly number[]> {
  const firsts: number[] = [];
  let count = 0;
  for (const { units } of scripts) {
    firsts.push(count);
    count += units.length;
  }
  const byName = scriptsByName(scripts);
  const found = new Map<number, number[]>();
  for (const [script, { links }] of scripts.entries())
    for (const { user, source } of links.shows) {
      const at = byName.get(nameIn(source));
      const target = at === undefined ? undefined : scripts[at];
      if (at === undefined || !target) continue;
      const first = firsts[at] ?? 0;
      const all = target.units.map((_, unit) => first + unit);
      const length = target.units.at(-1)?.end ?? 0;
      const named = all.reduce((sum, unit) => sum + (isNamed(unit) ? lengthOf(target.units[unit - first]) : 0), 0);
      const isWhole = length <= longest && named <= longestShell;
      const shown = isWhole ? all : [...target.links.exports.values()].map((unit) => first + unit);
      const from = (firsts[script] ?? 0) + user;
      found.set(from, [...(found.get(from) ?? []), ...shown]);
    }
  return found;
}

/** An empty module of Angular looks like any library's: what is named and so short is no library. */
const longestShell = 400;
const lengthOf = (unit: Piece | undefined): number => (unit ? unit.end - unit.start : 0);

const shownUnder = /^(?:loadChildren|loadComponent|component|Component|lazy|element)$/;

/** `{path: 'users', loadChildren: () => import('./users.js')}`. */
function shownIn(program: Program, units: readonly Unit[], { parentOf }: Scopes): Links['shows'] {
  const found: Links['shows'] = [];
  let numbered: Node | undefined;
  const lists: Node[] = [];
  walk(program, (node) => {
    if (isDictionary(node)) numbered = node;
    const module = moduleListed(node);
    const lister = module === undefined ? undefined : unitAt(units, node.start);
    if (module !== undefined && lister !== undefined) found.push({ user: lister, source: module });
    if (
      node.type === 'ArrayExpression' &&
      node.elements.length > 1 &&
      node.elements.every((one) => one && isFunction(one))
    )
      lists.push(node);
    if (node.type !== 'ImportExpression' || node.source.type !== 'Literal') return;
    let at: Node | undefined = node;
    while (at && !(at.type === 'Property' && shownUnder.test(nameOfKey(at.key, at.computed) ?? ''))) at = parentOf(at);
    const route = at && parentOf(at);
    const isRoute =
      route?.type === 'ObjectExpression' &&
      route.properties.some((one) => one.type === 'Property' && nameOfKey(one.key, one.computed) === 'path');
    const user = isRoute ? unitAt(units, node.start) : undefined;
    if (user !== undefined) found.push({ user, source: `${node.source.value}` });
  });
  const from = numbered && unitAt(units, numbered.start);
  // The scripts that a dictionary counts stand in a list beside it.
  for (const list of from === undefined ? [] : lists)
    walk(list, (node) => {
      if (from !== undefined && node.type === 'ImportExpression' && node.source.type === 'Literal')
        found.push({ user: from, source: `${node.source.value}` });
    });
  return found;
}

/** What the manifest of React Router lists for a route: `{id: 'routes/orders', parentId: 'root', module: '/assets/orders.js'}`. */
function moduleListed(node: Node): string | undefined {
  const module = propertyNamed(node, 'module');
  if (module?.type !== 'Literal' || typeof module.value !== 'string') return undefined;
  return propertyNamed(node, 'parentId') && propertyNamed(node, 'id') ? module.value : undefined;
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

const isHolder = (node: Node): boolean => node.type === 'Property' || isFunction(node);

/** `123` of `n(123)`. */
function requiredAt(scopes: Scopes, use: Node): string | undefined {
  const call = scopes.parentOf(use);
  if (call?.type !== 'CallExpression' || bare(call.callee) !== use || call.arguments.length !== 1) return undefined;
  const [argument] = call.arguments;
  return argument?.type === 'Literal' ? `${argument.value}` : undefined;
}

/** `123` of Turbopack's `t.i(123)`. */
function askedAt(scopes: Scopes, use: Node): string | undefined {
  const member = scopes.parentOf(use);
  const call = member && scopes.parentOf(member);
  const asked = call?.type === 'CallExpression' ? turbopackAsked(call) : undefined;
  return asked?.context === use ? asked.id : undefined;
}

function importedBy(scopes: Scopes, { origins }: Binding): { source: string; name: string } | undefined {
  const specifier = origins.find(({ kind }) => kind === 'import')?.node;
  const declaration = specifier && scopes.parentOf(specifier);
  if (!specifier || declaration?.type !== 'ImportDeclaration') return undefined;
  const source = declaration.source.value;
  if (specifier.type === 'ImportDefaultSpecifier') return { source, name: 'default' };
  const name = specifier.type === 'ImportSpecifier' ? nameOfKey(specifier.imported, false) : undefined;
  return name === undefined ? undefined : { source, name };
}

/** What a script gives away, and the unit that has it. */
function exportsOf(program: Program, units: readonly Unit[]): Map<string, number> {
  const found = new Map<string, number>();
  const { root } = scopesOf(program);
  const add = (name: string | undefined, at: Node | undefined) => {
    const unit = at && unitAt(units, at.start);
    if (name !== undefined && unit !== undefined) found.set(name, unit);
  };
  for (const node of program.body) {
    if (node.type === 'ExportDefaultDeclaration') add('default', node);
    if (node.type !== 'ExportNamedDeclaration' || node.source) continue;
    for (const { local, exported } of node.specifiers)
      add(nameOfKey(exported, false), root.bindings.get(nameOfKey(local, false) ?? '')?.declarations[0]);
    const { declaration } = node;
    if (!declaration) continue;
    for (const [name, { declarations }] of root.bindings) {
      const [declared] = declarations;
      if (declared && declared.start >= declaration.start && declared.end <= declaration.end) add(name, declared);
    }
  }
  return found;
}

/** The scripts of each name; of two of one name nobody knows which is meant. */
function scriptsByName(scripts: readonly Linked[]): Map<string, number | undefined> {
  const found = new Map<string, number | undefined>();
  for (const [at, { path }] of scripts.entries()) {
    const name = nameIn(path);
    found.set(name, found.has(name) ? undefined : at);
  }
  return found;
}

const nameIn = (path: string): string =>
  path
    .split('/')
    .at(-1)
    ?.replace(/[?#].*$/, '') ?? '';

function unitsAt(units: readonly Piece[], nodes: readonly Node[]): number[] {
  return [...new Set(nodes.flatMap(({ start }) => unitAt(units, start) ?? []))];
}

/** The unit that an offset lies in. */
function unitAt(units: readonly Piece[], offset: number): number | undefined {
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
