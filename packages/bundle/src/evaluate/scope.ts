import type { Node, Program } from 'oxc-parser';
import { createParents, type Parents } from './parents.ts';
import { childrenOf, type FunctionNode, type IdentifierNode, isFunction, nameOfKey } from './walk.ts';

/** How to get from a value to a part of it: a property, an item, or all that is left. */
export type Step = { key: string } | { index: number } | { rest: true; but?: readonly string[] } | { otherwise: Node };

/** Where a name gets its value. */
export interface Origin {
  kind: 'value' | 'parameter' | 'import' | 'loop' | 'catch';
  /** The expression, the function (for parameters), the import specifier, or the loop. */
  node: Node;
  /** For parameters: which one. */
  position: number;
  path: Step[];
}

/** One variable: a name in one scope. */
export interface Binding {
  name: string;
  scope: Scope;
  origins: Origin[];
  /** Identifiers that read or write it, its declarations left out. */
  uses: IdentifierNode[];
  /** Identifiers that declare it. */
  declarations: IdentifierNode[];
}

export interface Scope {
  node: Node;
  up: Scope | undefined;
  /** `var` and functions stop here. */
  hoists: boolean;
  bindings: Map<string, Binding>;
}

export interface Scopes {
  /** The variable that an identifier means; `undefined`: a global, or a property's name. */
  bindingOf(identifier: Node): Binding | undefined;
  parentOf(node: Node): Node | undefined;
  /** The scope that a function, block or class opens. */
  scopeOf(node: Node): Scope | undefined;
  /** The functions around a node, the nearest first; those that run at once, as whole bundles do, left out. */
  functionsAround(node: Node): FunctionNode[];
  root: Scope;
}

const read = new WeakMap<Program, Scopes>();

/**
 * Which identifier means which variable, in the whole of one script. One-letter names mean something else in every function. Told
 * once for each script, however often it is asked.
 */
export function scopesOf(program: Program): Scopes {
  const known = read.get(program) ?? readScopes(program);
  read.set(program, known);
  return known;
}

function readScopes(program: Program): Scopes {
  const tree = createParents();
  const meaning = new Map<Node, Binding>();
  // Side by side, since a script of 7 MB has a million: an object for each is thirty megabytes at the height of it.
  const references: IdentifierNode[] = [];
  const referredIn: Scope[] = [];
  const writes: { target: Node; scope: Scope; value: Node }[] = [];
  const opened = new Map<Node, Scope>();
  const root = newScope(program, undefined, true);
  const waiting: { node: Node; scope: Scope; parent: number }[] = [{ node: program, scope: root, parent: -1 }];

  for (let at = waiting.pop(); at; at = waiting.pop()) {
    const { node } = at;
    const scope = node === program ? root : enter(node, at.scope);
    if (scope !== at.scope) opened.set(node, scope);
    const parent = tree.add(node, at.parent);
    for (const { child, key } of childrenOf(node)) {
      if (child.type === 'Identifier' && isReference(node, key)) {
        references.push(child);
        referredIn.push(scope);
      }
      // A function's own name and a class's belong outside of it, which `enter` has seen to.
      waiting.push({ node: child, scope, parent });
    }
    if (node.type === 'AssignmentExpression' && node.operator === '=')
      writes.push({ target: node.left, scope, value: node.right });
  }
  const parents = tree.done();
  for (const [at, identifier] of references.entries()) {
    const scope = referredIn[at];
    if (!scope || meaning.has(identifier)) continue;
    const binding = lookUp(scope, identifier.name);
    if (!binding) continue;
    meaning.set(identifier, binding);
    binding.uses.push(identifier);
  }
  for (const { target, scope, value } of writes)
    eachName(target, [], (identifier, path) => {
      lookUp(scope, identifier.name)?.origins.push({ kind: 'value', node: value, position: 0, path });
    });

  function declare(scope: Scope, identifier: IdentifierNode, origin: Origin | undefined): void {
    const binding = scope.bindings.get(identifier.name) ?? {
      name: identifier.name,
      scope,
      origins: [],
      uses: [],
      declarations: [],
    };
    scope.bindings.set(identifier.name, binding);
    if (origin) binding.origins.push(origin);
    binding.declarations.push(identifier);
    meaning.set(identifier, binding);
  }

  function enter(node: Node, scope: Scope): Scope {
    if (isFunction(node)) {
      if (node.type === 'FunctionDeclaration' && node.id)
        declare(hoistOf(scope), node.id, { kind: 'value', node, position: 0, path: [] });
      const inner = newScope(node, scope, true);
      if (node.type === 'FunctionExpression' && node.id)
        declare(inner, node.id, { kind: 'value', node, position: 0, path: [] });
      node.params.forEach((param, position) => {
        const pattern = param.type === 'TSParameterProperty' ? param.parameter : param;
        eachName(pattern, [], (identifier, path) => {
          declare(inner, identifier, { kind: 'parameter', node, position, path });
        });
      });
      return inner;
    }
    switch (node.type) {
      case 'ClassDeclaration':
        if (node.id) declare(scope, node.id, { kind: 'value', node, position: 0, path: [] });
        return scope;
      case 'ClassExpression': {
        if (!node.id) return scope;
        const inner = newScope(node, scope, false);
        declare(inner, node.id, { kind: 'value', node, position: 0, path: [] });
        return inner;
      }
      case 'BlockStatement':
      case 'ForStatement':
      case 'SwitchStatement':
      case 'StaticBlock':
        return newScope(node, scope, node.type === 'StaticBlock');
      case 'ForOfStatement':
      case 'ForInStatement': {
        const inner = newScope(node, scope, false);
        if (node.left.type === 'VariableDeclaration') {
          const into = node.left.kind === 'var' ? hoistOf(scope) : inner;
          for (const { id } of node.left.declarations)
            eachName(id, [], (identifier, path) => {
              declare(into, identifier, { kind: 'loop', node, position: 0, path });
            });
        }
        return inner;
      }
      case 'CatchClause': {
        const inner = newScope(node, scope, false);
        if (node.param)
          eachName(node.param, [], (identifier, path) => {
            declare(inner, identifier, { kind: 'catch', node, position: 0, path });
          });
        return inner;
      }
      case 'VariableDeclaration': {
        const into = node.kind === 'var' ? hoistOf(scope) : scope;
        for (const { id, init } of node.declarations)
          eachName(id, [], (identifier, path) => {
            if (into.bindings.get(identifier.name)?.declarations.includes(identifier)) return; // a loop has declared it
            declare(into, identifier, init ? { kind: 'value', node: init, position: 0, path } : undefined);
          });
        return scope;
      }
      case 'ImportDeclaration':
        for (const specifier of node.specifiers)
          declare(scope, specifier.local, { kind: 'import', node: specifier, position: 0, path: [] });
        return scope;
      case 'TSEnumDeclaration':
        declare(scope, node.id, { kind: 'value', node, position: 0, path: [] });
        return scope;
      default:
        return scope;
    }
  }

  return {
    bindingOf: (identifier) => meaning.get(identifier),
    parentOf: parents.parentOf,
    scopeOf: (node) => opened.get(node),
    functionsAround(node) {
      const found: FunctionNode[] = [];
      for (const up of parents.above(node)) if (isFunction(up) && !runsAtOnce(up, parents)) found.push(up);
      return found;
    },
    root,
  };
}

function runsAtOnce(fn: Node, parents: Parents): boolean {
  let callee = fn;
  let parent = parents.parentOf(fn);
  while (parent?.type === 'ParenthesizedExpression') {
    callee = parent;
    parent = parents.parentOf(parent);
  }
  return parent?.type === 'CallExpression' && parent.callee === callee;
}

function newScope(node: Node, up: Scope | undefined, hoists: boolean): Scope {
  return { node, up, hoists, bindings: new Map() };
}

function hoistOf(scope: Scope): Scope {
  let at = scope;
  while (!at.hoists && at.up) at = at.up;
  return at;
}

function lookUp(scope: Scope, name: string): Binding | undefined {
  for (let at: Scope | undefined = scope; at; at = at.up) {
    const found = at.bindings.get(name);
    if (found) return found;
  }
  return undefined;
}

/** Every name that a pattern binds, with the way to its value. */
function eachName(pattern: Node, path: Step[], tell: (identifier: IdentifierNode, path: Step[]) => void): void {
  switch (pattern.type) {
    case 'Identifier':
      tell(pattern, path);
      return;
    case 'AssignmentPattern':
      eachName(pattern.left, [...path, { otherwise: pattern.right }], tell);
      return;
    case 'RestElement':
      eachName(pattern.argument, [...path, { rest: true }], tell);
      return;
    case 'ArrayPattern':
      pattern.elements.forEach((element, index) => {
        if (element) eachName(element, [...path, { index }], tell);
      });
      return;
    case 'ObjectPattern':
      for (const property of pattern.properties) {
        if (property.type === 'RestElement') {
          eachName(property.argument, [...path, { rest: true, but: keysOf(pattern.properties) }], tell);
          continue;
        }
        const key = nameOfKey(property.key, property.computed);
        if (key !== undefined) eachName(property.value, [...path, { key }], tell);
      }
      return;
    default: // a member that is written to is no variable
  }
}

/** What is taken out by name is not among the rest: `({id, ...body}) => …`. */
const keysOf = (properties: readonly Node[]): string[] =>
  properties.flatMap((one) => (one.type === 'Property' ? (nameOfKey(one.key, one.computed) ?? []) : []));

/** Whether an identifier at this place of its parent names a variable. */
function isReference(parent: Node, key: string): boolean {
  switch (parent.type) {
    case 'MemberExpression':
      return key === 'object' || parent.computed;
    case 'Property':
    case 'MethodDefinition':
    case 'PropertyDefinition':
    case 'AccessorProperty':
      return key === 'value' || (key === 'key' && parent.computed);
    case 'LabeledStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
    case 'MetaProperty':
    case 'ImportSpecifier':
    case 'ImportDefaultSpecifier':
    case 'ImportNamespaceSpecifier':
      return false;
    case 'ExportSpecifier':
      return key === 'local';
    default:
      return true;
  }
}
