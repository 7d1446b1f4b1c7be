import type { Node } from 'oxc-parser';
import { literal, optionsOf, type Spot, type Unit } from '../evaluate/value.ts';
import { bare, memberName } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import type { RouteFact } from './fact.ts';
import { templateOf, templateOfRegex } from './route-path.ts';

/** Routers written by hand: the address compared with paths, matched by patterns, or switched over. */
export function routesByAddress(world: World): RouteFact[] {
  return world.nodes.flatMap(({ unit, node }): RouteFact[] => {
    switch (node.type) {
      case 'BinaryExpression': {
        if (node.operator !== '===' && node.operator !== '==') return [];
        const [address, path] = isAddress(world, unit, node.left) ? [node.left, node.right] : [node.right, node.left];
        return isAddress(world, unit, address)
          ? routeOf(literal(world.evaluator.worth(unit, path)), { unit, node })
          : [];
      }
      case 'SwitchStatement':
        if (!isAddress(world, unit, node.discriminant)) return [];
        return node.cases.flatMap(({ test }) =>
          test ? routeOf(literal(world.evaluator.worth(unit, test)), { unit, node: test }) : [],
        );
      case 'CallExpression':
        return matched(world, unit, node);
      default:
        return [];
    }
  });
}

/** `/^\/orders\/(\d+)$/.exec(location.pathname)`, `path.match(/…/)`. */
function matched(world: World, unit: Unit, node: Extract<Node, { type: 'CallExpression' }>): RouteFact[] {
  const callee = bare(node.callee);
  const name = memberName(callee);
  const [argument] = node.arguments;
  if (callee.type !== 'MemberExpression' || !argument || argument.type === 'SpreadElement') return [];
  const [address, pattern] = name === 'match' ? [callee.object, argument] : [argument, callee.object];
  if ((name !== 'match' && name !== 'exec' && name !== 'test') || !isAddress(world, unit, address)) return [];
  return optionsOf(world.evaluator.worth(unit, pattern)).flatMap((one): RouteFact[] => {
    const path = one.is === 'regex' ? templateOfRegex(one.source) : undefined;
    return path === undefined ? [] : [{ path, title: '', access: [], at: { unit, node } }];
  });
}

function isAddress(world: World, unit: Unit, node: Node): boolean {
  if (node.type === 'Literal') return false;
  return optionsOf(world.evaluator.worth(unit, node)).some((one) => one.is === 'unknown' && one.name === 'pathname');
}

function routeOf(written: string | undefined, at: Spot): RouteFact[] {
  // `/` alone is where every address is compared with, most often to send people on.
  const path = written?.startsWith('/') && written !== '/' ? templateOf(written) : undefined;
  return path === undefined ? [] : [{ path, title: '', access: [], at }];
}
