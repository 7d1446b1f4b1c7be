import type { Node } from 'oxc-parser';
import { type Frame, optionsOf, parametersOf, type Spot, type Unit, type Value } from '../evaluate/value.ts';
import { bare, type CallNode, type FunctionNode, isFunction, memberName, type NewNode } from '../evaluate/walk.ts';
import type { CallSite, World } from '../evaluate/world.ts';

const mostCallers = 400;

/** One step outwards: the function that is called, and from where. */
export interface Step {
  fn: FunctionNode;
  site: CallSite;
}

export type Leaving = Spot & { node: CallNode | NewNode };

function functionsIn(open: Value[]): FunctionNode[] {
  const found = open
    .flatMap(parametersOf)
    .map(({ origins }) => origins.find(({ kind }) => kind === 'parameter')?.node)
    .filter((fn) => fn !== undefined && isFunction(fn));
  return [...new Set(found)] as FunctionNode[]; // `isFunction` has kept no other
}

export function callersOf(world: World, open: Value[], leaving?: Leaving): Step[] {
  return functionsIn(open).flatMap((fn) => {
    const method = leaving && methodBeside(leaving, fn);
    if (method) return callersOfMethod(world, method);
    return world
      .callersOf(fn)
      .filter((site) =>
        site.from === undefined
          ? !site.byName || !isVerb(site) || passesAddress(world, site)
          : passesAddress(world, site),
      )
      .filter((site) => !site.byName || isReceiver(world, fn, site))
      .slice(0, mostCallers)
      .map((site) => ({ fn, site }));
  });
}

/** What the constructor was handed is used in a method of the same class, around what leaves. */
function methodBeside({ unit, node }: Leaving, constructs: FunctionNode): FunctionNode | undefined {
  const member = unit.scopes.parentOf(constructs);
  if (member?.type !== 'MethodDefinition' || member.kind !== 'constructor') return undefined;
  const cls = unit.scopes.parentOf(member);
  return unit.scopes.functionsAround(node).find((fn) => {
    const own = unit.scopes.parentOf(fn);
    return own?.type === 'MethodDefinition' && own !== member && unit.scopes.parentOf(own) === cls;
  });
}

/** Calls of a method on what is known to be made by its class: `new Collection('orders')` says what `list` asks for. */
function callersOfMethod(world: World, fn: FunctionNode): Step[] {
  return world
    .callersOf(fn)
    .filter((site) => isReceiver(world, fn, site) && receiverOf(world, site, undefined)?.is === 'instance')
    .slice(0, mostCallers)
    .map((site) => ({ fn, site }));
}

/** Whether a method of a class can be what is called here: on another class's object it is that class's own. */
function isReceiver(world: World, fn: FunctionNode, site: CallSite): boolean {
  const home = homeOf(world, fn);
  const member = home?.scopes.parentOf(fn);
  const cls =
    member?.type === 'MethodDefinition' ? home?.scopes.parentOf(home.scopes.parentOf(member) ?? member) : undefined;
  const body = member && home?.scopes.parentOf(member);
  if (!cls || !body || member.type !== 'MethodDefinition') return true;
  const callee = bare(site.call.callee);
  if (callee.type !== 'MemberExpression') return true;
  return optionsOf(world.evaluator.worth(site.unit, callee.object)).some((one) => {
    if (one.is === 'unknown') return true;
    if (one.is !== 'instance') return false;
    // `axios.create()` made it: a client of somebody else's.
    return one.of.is === 'class' ? descends(world, one.of, body, 0) : one.spot.node.type === 'NewExpression';
  });
}

function descends(world: World, of: Extract<Value, { is: 'class' }>, body: Node, height: number): boolean {
  if (of.cls.body === body) return true;
  if (!of.cls.superClass || height > 3) return false;
  return optionsOf(world.evaluator.worth(of.spot.unit, of.cls.superClass)).some(
    (one) => one.is === 'class' && descends(world, one, body, height + 1),
  );
}

export function isVerb({ call }: { call: CallNode | NewNode }): boolean {
  return /^(?:get|post|put|patch|delete|del|head|request)$/.test(memberName(bare(call.callee)) ?? '');
}

/** A caller that only shares a name with the method is one when it passes what looks like an address. */
export function passesAddress(world: World, { unit, call, from }: CallSite): boolean {
  return call.arguments.slice(from ?? 0, from === undefined ? undefined : from + 1).some((arg) => {
    if (arg.type === 'SpreadElement' || isFunction(arg)) return false;
    // `useSWR(['/api/orders', page], ([path, page]) => …)`.
    const values = optionsOf(world.evaluator.worth(unit, arg)).map((one) => (one.is === 'array' ? one.items[0] : one));
    return values.some(
      (one) =>
        one?.is === 'text' &&
        typeof one.parts[0] === 'string' &&
        /^(?:\/[\w{]|\/$|https?:|(?:api|rest|v\d+)\/\w)/.test(one.parts[0]),
    );
  });
}

/** What the parameters of all functions on the way stand for, seen from the outermost call. */
export function frameOf(world: World, steps: Step[]): Frame | undefined {
  let frame: Frame | undefined;
  for (const { fn, site } of steps.toReversed()) {
    const args = site.call.arguments
      .slice(site.from ?? 0)
      .map(
        (arg): Value =>
          arg.type === 'SpreadElement'
            ? { is: 'unknown', name: undefined, parameters: [], spot: { unit: site.unit, node: arg } }
            : world.evaluator.worth(site.unit, arg, frame),
      );
    const home = homeOf(world, fn) ?? site.unit;
    frame = world.evaluator.bind(home, fn, args, frame, receiverOf(world, site, frame));
  }
  return frame;
}

/** What a method is called on, so that `this` is known inside. */
function receiverOf(world: World, { unit, call }: CallSite, frame: Frame | undefined): Value | undefined {
  const callee = bare(call.callee);
  if (callee.type !== 'MemberExpression') return undefined;
  const receiver = world.evaluator.worth(unit, callee.object, frame);
  return receiver.is === 'instance' || receiver.is === 'object' ? receiver : undefined;
}

export function homeOf(world: World, fn: FunctionNode): Unit | undefined {
  return world.units.find(({ scopes }) => scopes.scopeOf(fn) !== undefined);
}
