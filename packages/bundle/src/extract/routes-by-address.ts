import type { Node } from 'oxc-parser';
import { literal, optionsOf, type Spot, type Unit } from '../evaluate/value.ts';
import { bare, isFunction, memberName } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import type { RouteFact } from './fact.ts';
import { heldAt } from './held.ts';
import { templateOf, templateOfRegex } from './route-path.ts';

/** Routers written by hand: the address compared with paths, matched by patterns, switched over, or looked up in a table. */
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
      case 'MemberExpression':
        return node.computed && isAddress(world, unit, node.property) ? fromTable(world, unit, node.object) : [];
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

/** `pages[location.pathname]`: a table of what is shown where; one of texts may as well say where to go on to. */
function fromTable(world: World, unit: Unit, table: Node): RouteFact[] {
  const pages = world.evaluator.worth(unit, table);
  if (pages.is !== 'object' || pages.entries.size < 2) return [];
  const entries = [...pages.entries.values()];
  if (!entries.every(({ key }) => /^#?\//.test(key))) return [];
  return entries.flatMap(({ key, spot, value }) => (literal(value()) === undefined ? routeOf(key, spot) : []));
}

/** The path of the page, or what stands behind `#`; also where a component holds it: `const [path, setPath] = useState(location.pathname)`. */
function isAddress(world: World, unit: Unit, node: Node): boolean {
  const asked = trimmed(node);
  if (asked.type === 'Literal') return false;
  if (isRead(world, unit, asked)) return true;
  const call = heldAt(world, unit, asked)?.origins[0]?.node;
  const made = call && bare(call);
  const [first] = made?.type === 'CallExpression' ? made.arguments : [];
  if (!first || first.type === 'SpreadElement') return false;
  const begun = isFunction(first) && first.body && first.body.type !== 'BlockStatement' ? first.body : first;
  return isRead(world, unit, trimmed(handed(begun)));
}

/** What Svelte's compiler hands on as a proxy: `state(proxy(location.pathname))`. */
function handed(node: Node): Node {
  const call = bare(node);
  const [only, other] = call.type === 'CallExpression' && call.callee.type === 'Identifier' ? call.arguments : [];
  return only && !other && only.type !== 'SpreadElement' ? only : node;
}

/** `location.hash` of `location.hash.slice(1) || '/'`. */
function trimmed(node: Node): Node {
  const at = bare(node);
  if (at.type === 'LogicalExpression') return at.operator === '&&' ? at : trimmed(at.left);
  const callee = at.type === 'CallExpression' ? bare(at.callee) : undefined;
  const isTrimmed =
    callee?.type === 'MemberExpression' && /^(?:slice|substring|replace)$/.test(memberName(callee) ?? '');
  return isTrimmed ? trimmed(callee.object) : at;
}

function isRead(world: World, unit: Unit, node: Node): boolean {
  return optionsOf(world.evaluator.worth(unit, node)).some((one) => {
    if (one.is !== 'unknown') return false;
    const told = trimmed(one.spot.node);
    return /^(?:pathname|hash)$/.test(one.name ?? memberName(told) ?? '');
  });
}

function routeOf(written: string | undefined, at: Spot): RouteFact[] {
  // `/` alone is where every address is compared with, most often to send people on.
  const text = written?.replace(/^#(?=\/)/, '');
  const path = text?.startsWith('/') && text !== '/' ? templateOf(text) : undefined;
  return path === undefined ? [] : [{ path, title: '', access: [], at }];
}
