import type { Node } from 'oxc-parser';
import { literal, optionsOf, type Unit } from '../evaluate/value.ts';
import { bare, type CallNode, memberName, sidesOf, walk } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import type { Element } from './element.ts';
import type { RouteFact } from './fact.ts';
import { titleOf } from './shown.ts';
import { allowedIf } from './turned-away.ts';

/** What is known of the parts of an address on one way through a router: the text of a part, or that it ends before it. */
type Known = ReadonlyMap<number, string | undefined>;

/** What is asked of an address: the variables that hold its parts, each with its place. */
interface Parts {
  unit: Unit;
  placeOf(node: Node): number | undefined;
}

/** Fewer screens than this are a question about one address, and no router. */
const fewestScreens = 3;

/**
 * Routers of the product's own that ask for one part of the address after the other:
 * `const [head, id] = location.pathname.split('/').filter(Boolean)`, then `switch (head) {case 'people': return people()}`.
 */
export function routesBySegments(world: World, elements: readonly Element[]): RouteFact[] {
  return world.nodes.flatMap(({ unit, node }) => {
    if (node.type !== 'VariableDeclarator' || node.id.type !== 'ArrayPattern' || !node.init) return [];
    const first = firstPart(node.init);
    const [fn] = unit.scopes.functionsAround(node);
    if (first === undefined || fn?.body?.type !== 'BlockStatement') return [];
    const places = new Map(
      node.id.elements.flatMap((one, at) => {
        const binding = one?.type === 'Identifier' ? unit.scopes.bindingOf(one) : undefined;
        return binding ? [[binding, at - first] as const] : [];
      }),
    );
    const parts: Parts = {
      unit,
      placeOf(asked) {
        const binding = unit.scopes.bindingOf(bare(asked));
        return binding && places.get(binding);
      },
    };
    const routes = fn.body.body.flatMap((one) => screensIn(world, elements, parts, one, new Map(), []));
    return routes.length < fewestScreens ? [] : routes.map((route) => withoutDoubt(route, routes));
  });
}

/** What is shown under two addresses calls itself by either of two titles. */
const withoutDoubt = (route: RouteFact, all: readonly RouteFact[]): RouteFact =>
  all.filter(({ title }) => title === route.title).length > 1 ? { ...route, title: '' } : route;

/** At which place of `location.pathname.split('/')` an address begins; `undefined`: it is no address. */
function firstPart(node: Node): number | undefined {
  const call = bare(node);
  const callee = call.type === 'CallExpression' ? bare(call.callee) : call;
  if (call.type !== 'CallExpression' || callee.type !== 'MemberExpression') return undefined;
  const [given] = call.arguments;
  if (memberName(callee) === 'filter') {
    const isFilled = given?.type === 'Identifier' && given.name === 'Boolean';
    return isFilled && firstPart(callee.object) !== undefined ? 0 : undefined;
  }
  if (memberName(callee) === 'slice' && isNumber(given, 1)) return firstPart(callee.object) === 1 ? 0 : undefined;
  if (memberName(callee) !== 'split' || given?.type !== 'Literal' || given.value !== '/') return undefined;
  return leadOf(callee.object);
}

const isNumber = (node: Node | undefined, number: number): boolean => node?.type === 'Literal' && node.value === number;

/** Parts of `location.pathname` before its first, which is empty; of `location.hash.slice(2)` there is none. */
function leadOf(node: Node): number | undefined {
  const at = bare(node);
  if (at.type === 'MemberExpression') return memberName(at) === 'pathname' && isLocation(at.object) ? 1 : undefined;
  const callee = at.type === 'CallExpression' ? bare(at.callee) : at;
  if (at.type !== 'CallExpression' || callee.type !== 'MemberExpression') return undefined;
  const held = bare(callee.object);
  const [given, other] = at.arguments;
  const name = memberName(callee);
  if (held.type !== 'MemberExpression' || !isLocation(held.object)) return undefined;
  if (memberName(held) === 'hash' && name === 'slice' && !other)
    return isNumber(given, 2) ? 0 : isNumber(given, 1) ? 1 : undefined;
  return memberName(held) === 'pathname' && name === 'slice' && isNumber(given, 1) && !other ? 0 : undefined;
}

const isLocation = (node: Node): boolean => {
  const at = bare(node);
  return (at.type === 'Identifier' ? at.name : memberName(at)) === 'location';
};

/** What a statement shows, and under which addresses. */
function screensIn(
  world: World,
  elements: readonly Element[],
  parts: Parts,
  node: Node,
  known: Known,
  access: readonly string[],
): RouteFact[] {
  const inside = (inner: Node, more = known, whom = access) => screensIn(world, elements, parts, inner, more, whom);
  switch (node.type) {
    case 'BlockStatement':
      return node.body.flatMap((one) => inside(one));
    case 'SwitchStatement': {
      const place = parts.placeOf(node.discriminant);
      if (place === undefined) return [];
      const found: RouteFact[] = [];
      let asked: (string | undefined)[] = [];
      for (const { test, consequent } of node.cases) {
        // Behind what fits nothing else stands what is shown for nothing known.
        const text = test ? partAsked(world, parts.unit, test) : undefined;
        if (text) asked.push(text.part);
        if (consequent.length === 0) continue;
        if (test)
          for (const part of asked)
            found.push(...consequent.flatMap((one) => inside(one, new Map([...known, [place, part]]))));
        asked = [];
      }
      return found;
    }
    case 'IfStatement':
    case 'ConditionalExpression': {
      const asked = comparedIn(world, parts, node.test);
      const otherwise = node.alternate ? inside(node.alternate) : [];
      if (asked) return [...inside(node.consequent, new Map([...known, asked])), ...otherwise];
      const whom = node.type === 'ConditionalExpression' ? allowedIf(world, parts.unit, node.test) : undefined;
      return whom && whom.length > 0 ? inside(node.consequent, known, whom) : [];
    }
    case 'ReturnStatement':
      return node.argument ? inside(node.argument) : [];
    case 'ExpressionStatement':
      return inside(node.expression);
    case 'ParenthesizedExpression':
      return inside(node.expression);
    case 'AwaitExpression':
    case 'UnaryExpression':
      return inside(node.argument);
    case 'CallExpression':
      return shownBy(world, elements, parts, node, known, access);
    default:
      return [];
  }
}

/** `'people'` of a case, and `undefined` where the address is at its end. */
function partAsked(world: World, unit: Unit, node: Node): { part: string | undefined } | undefined {
  const isEnd =
    (node.type === 'Identifier' && node.name === 'undefined') ||
    (node.type === 'UnaryExpression' && node.operator === 'void');
  if (isEnd) return { part: undefined };
  const text = literal(world.evaluator.worth(unit, node));
  if (text === '') return { part: undefined };
  return text !== undefined && /^[\w.~-]+$/.test(text) ? { part: text } : undefined;
}

/** `id === 'new'`. */
function comparedIn(world: World, parts: Parts, test: Node): [number, string | undefined] | undefined {
  const node = bare(test);
  if (node.type !== 'BinaryExpression' || !/^={2,3}$/.test(node.operator)) return undefined;
  for (const [side, other] of sidesOf(node)) {
    const place = parts.placeOf(side);
    const asked = place === undefined ? undefined : partAsked(world, parts.unit, other);
    if (place !== undefined && asked) return [place, asked.part];
  }
  return undefined;
}

/** A function of the product's own that is called on a way through the router; what is handed an address only leads there. */
function shownBy(
  world: World,
  elements: readonly Element[],
  { unit, placeOf }: Parts,
  call: CallNode,
  known: Known,
  access: readonly string[],
): RouteFact[] {
  const leads = call.arguments.some(
    (one) => (one.type === 'Literal' && typeof one.value === 'string') || one.type === 'TemplateLiteral',
  );
  if (leads || known.size === 0 || !known.has(0)) return [];
  const shown = optionsOf(world.evaluator.worth(unit, call.callee)).filter(({ is }) => is === 'function');
  if (shown.length === 0) return [];
  const places = [...known.keys()];
  for (const argument of call.arguments)
    walk(argument, (inner) => {
      const place = inner.type === 'Identifier' ? placeOf(inner) : undefined;
      if (place !== undefined) places.push(place);
    });
  const segments: string[] = [];
  for (let at = 0; at <= Math.max(...places); at += 1) {
    if (known.has(at) && known.get(at) === undefined) break;
    segments.push(known.get(at) ?? '{}');
  }
  const title = titleOf(world, elements, shown);
  return [{ path: `/${segments.join('/')}`, title, access: [...access], at: { unit, node: call } }];
}
