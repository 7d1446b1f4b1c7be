import type { Node } from 'oxc-parser';
import { authorsName } from '../evaluate/names.ts';
import { optionsOf, type Unit } from '../evaluate/value.ts';
import { bare, type CallNode, memberName, type NewNode } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';

/** What is called or made somewhere, as far as its name or its owner tells. Whose it is and what it is called on cost much, and are found out when they are asked for. */
export interface Callee {
  /** As its author wrote it: of a method, of an import, through the map where there is one. */
  name: string | undefined;
  /** Of a method, what it is called on. */
  receiver: Node | undefined;
  /** What the receiver is called. */
  readonly of: string | undefined;
  /** Whose it is, where it is known to be a library's: `zustand/middleware`, `js-cookie`. */
  readonly library: string | undefined;
}

export function calleeOf(world: World, unit: Unit, { callee }: CallNode | NewNode): Callee {
  const called = bare(callee);
  if (called.type === 'MemberExpression') {
    const receiver = bare(called.object);
    return {
      name: memberName(called),
      receiver,
      get of() {
        return calledAs(world, unit, receiver);
      },
      get library() {
        return libraryOf(world, unit, called) ?? libraryOf(world, unit, receiver);
      },
    };
  }
  return {
    name: called.type === 'Identifier' ? nameOfCalled(unit, called) : undefined,
    receiver: undefined,
    of: undefined,
    get library() {
      return libraryOf(world, unit, called);
    },
  };
}

function nameOfCalled(unit: Unit, called: Node): string | undefined {
  const origin = unit.scopes.bindingOf(called)?.origins[0];
  if (origin?.kind === 'import' && origin.node.type === 'ImportSpecifier') {
    const { imported } = origin.node;
    const name = imported.type === 'Identifier' ? imported.name : imported.value;
    if (name.length > 3) return name;
  }
  return authorsName(unit, called);
}

/** `client` of `this.client`, `client()` and `client`. */
function calledAs(world: World, unit: Unit, node: Node): string | undefined {
  const at = bare(node);
  if (at.type === 'CallExpression') return calleeOf(world, unit, at).name;
  const member = memberName(at);
  if (member !== undefined) return member;
  if (at.type !== 'Identifier') return undefined;
  const value = world.evaluator.worth(unit, at);
  return authorsName(unit, at) ?? (value.is === 'unknown' ? value.name : undefined);
}

function libraryOf(world: World, unit: Unit, node: Node): string | undefined {
  const at = bare(node);
  const origin = at.type === 'Identifier' ? unit.scopes.bindingOf(at)?.origins[0] : undefined;
  if (origin?.kind === 'import') {
    const declaration = unit.scopes.parentOf(origin.node);
    const source = declaration?.type === 'ImportDeclaration' ? declaration.source.value : '';
    if (/^(?:@[\w-]+\/)?[a-z][\w.-]*(?:\/[\w./-]+)?$/.test(source)) return source;
  }
  for (const one of optionsOf(world.evaluator.worth(unit, at))) {
    if (one.is !== 'function' && one.is !== 'class' && one.is !== 'object' && one.is !== 'instance') continue;
    const of = one.is === 'instance' ? one.of.spot : one.spot;
    const owner = of.unit.read.ownerAt(of.node.start);
    if (owner.kind === 'third-party' && owner.package !== undefined) return owner.package;
  }
  return undefined;
}
