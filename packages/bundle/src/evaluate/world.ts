import type { Node } from 'oxc-parser';
import type { Owner, ReadFile } from '../face.ts';
import { createActions } from './actions.ts';
import { type Catalogue, createCatalogue } from './catalogue.ts';
import { catalogueFilesIn } from './catalogue-files.ts';
import { createEvaluator } from './evaluate.ts';
import type { Budget, Evaluator } from './evaluator.ts';
import { createModules } from './modules.ts';
import { mutationsAt } from './mutations.ts';
import { ownNodes, type Spots } from './own-nodes.ts';
import { passedOn } from './passed-on.ts';
import { scopesOf } from './scope.ts';
import { optionsOf, type Spot, type Unit, type Value } from './value.ts';
import {
  bare,
  type CallNode,
  type ClassNode,
  type FunctionNode,
  isFunction,
  memberName,
  type NewNode,
  nameOfKey,
  walk,
} from './walk.ts';

/** One call in the release's own code. */
export interface CallSite {
  unit: Unit;
  call: CallNode;
  /** Only the name of the method says that it is called here. */
  byName?: boolean;
  /** The function is handed on, and called with what stands from here: `useSWR(key, fetcher)` calls `fetcher(key)`. */
  from?: number;
}

/** The release's own code, with what its expressions are worth and who calls whom. */
export interface World {
  units: Unit[];
  evaluator: Evaluator;
  /** Texts that the code asks for by name. */
  catalogue: Catalogue;
  /** Each node of product code, and of code whose owner is not known; what is a library's is left out. */
  nodes: Spots;
  ownerOf(spot: Spot): Owner['kind'];
  /** What a script that is loaded later gives away under a name. */
  exportOf(unit: Unit, source: string, name: string): Value | undefined;
  /** Where a function is called, as far as the code shows it. */
  callersOf(fn: FunctionNode): CallSite[];
  /** The functions that a call may lead to; by the name of a method alone when only one own function has it. */
  calledAt(site: CallSite): Called[];
}

export interface Called {
  unit: Unit;
  fn: FunctionNode;
  byName?: boolean;
}

/** Names that many libraries' objects have: by name alone they lead nowhere. */
const everybodys = new Set(
  'constructor render then catch finally set has add clear push pop map filter find forEach reduce keys values entries toString worth next init start stop open close update reset apply call bind on off emit subscribe dispatch'.split(
    ' ',
  ),
);

/** `row.remove()` of a document is no `remove(id)`: what is called by name alone is at least handed something where it asks for something. */
const isGivenEnough = (call: CallNode, { params: [first] }: FunctionNode): boolean =>
  call.arguments.length > 0 || first?.type !== 'Identifier';

/** Methods of HTTP clients, whoever wrote them. */
const verbs = new Set('get post put patch delete del head request'.split(' '));
const sending = new WeakMap<FunctionNode, boolean>();

/** Whether a function hands on to something that sends: `fetch(…)`, or a method with a verb's name. */
function sends(fn: FunctionNode): boolean {
  const known = sending.get(fn);
  if (known !== undefined) return known;
  let found = false;
  if (fn.params.length > 0 && fn.body)
    walk(fn.body, (node) => {
      if (node.type !== 'CallExpression') return;
      const callee = bare(node.callee);
      const name = callee.type === 'Identifier' ? callee.name : memberName(callee);
      if (name === 'fetch' || (verbs.has(name ?? '') && node.arguments.length > 0)) found = true;
    });
  sending.set(fn, found);
  return found;
}

export function createWorld(files: readonly ReadFile[], budget: Budget): World {
  const units = files.map((read): Unit => ({ read, scopes: scopesOf(read.ast) }));
  const ownerOf = ({ unit, node }: Spot) => unit.read.ownerAt(node.start).kind;
  const modules = createModules(units);
  const made = new Map<ClassNode, { unit: Unit; node: NewNode }[]>();
  const evaluator = createEvaluator(
    modules,
    (unit, offset) => unit.read.ownerAt(offset).kind,
    (key) => catalogue?.textAt(key),
    (cls) => {
      const [one, other] = made.get(cls) ?? [];
      return other ? undefined : one;
    },
    budget,
  );
  const nodes = ownNodes(units);
  // Until it has been read, nothing is looked up in it.
  let catalogue: Catalogue | undefined;
  catalogue = createCatalogue(nodes, evaluator, catalogueFilesIn(units));
  for (const { unit, node } of nodes)
    if (node.type === 'NewExpression' && node.arguments.length > 0)
      for (const one of optionsOf(evaluator.worth(unit, node.callee)))
        if (one.is === 'class') addTo(made, one.cls, { unit, node });
  const named = new Map<string, Spot[]>();
  for (const { unit, node } of nodes) {
    if (node.type !== 'Property' && node.type !== 'MethodDefinition' && node.type !== 'PropertyDefinition') continue;
    const name = methodName(unit, node, nameOfKey(node.key, node.computed));
    const { value } = node;
    if (name === undefined || name.length < 2 || everybodys.has(name) || !value) continue;
    if (isFunction(value) || value.type === 'Identifier') addTo(named, name, { unit, node: value });
  }

  const actions = createActions(nodes, evaluator);
  const called = new Map<CallNode, Called[]>();
  function calledAt({ unit, call }: CallSite): Called[] {
    const known = called.get(call);
    if (known) return known;
    called.set(call, []); // a call may lead back to itself
    const handlers = actions.handlersAt(unit, call);
    if (handlers) {
      called.set(call, [...handlers]);
      return [...handlers];
    }
    const own = functionsOf(unit, call.callee);
    const found = own.length > 0 ? own : calledBy(mutationsAt(unit, call, evaluator));
    const name = memberName(bare(call.callee)) ?? takenOutAs(unit, call.callee);
    // What a wrapper calls by its own name is something else that has that name too.
    const around = new Set<Node>(unit.scopes.functionsAround(call));
    const byName =
      found.length > 0 || name === undefined
        ? []
        : calledAs(name).filter(({ fn }) => !around.has(fn) && isGivenEnough(call, fn));
    const beside = byName.filter((one) => one.unit === unit && isBeside(unit, call, one.fn));
    const all = found.length > 0 ? found : beside.length > 0 ? beside : byName;
    called.set(call, all);
    return all;
  }

  const functionsOf = (unit: Unit, callee: Node): Called[] =>
    calledBy(evaluator.calleesOf(unit, callee)).map((one) => ({ ...one, fn: passedOn(one.unit, one.fn) ?? one.fn }));

  /** `signIn` of `const {signIn} = useAuth()`, where the hook is the product's and what it gives back a library's: a context's value. */
  function takenOutAs(unit: Unit, callee: Node): string | undefined {
    const origin = callee.type === 'Identifier' ? unit.scopes.bindingOf(callee)?.origins[0] : undefined;
    const [step, more] = origin?.kind === 'value' ? origin.path : [];
    const made = origin && bare(origin.node);
    if (!step || more || !('key' in step) || made?.type !== 'CallExpression') return undefined;
    const isOwn = functionsOf(unit, made.callee).some(
      (hook) => ownerOf({ unit: hook.unit, node: hook.fn }) !== 'third-party',
    );
    return isOwn ? step.key : undefined;
  }

  /** By a method's name alone, as long as at most two functions of the product have it. */
  function calledAs(name: string): Called[] {
    const spots = named.get(name) ?? [];
    if (spots.length > (verbs.has(name) ? 60 : 8)) return [];
    const found = new Map(spots.flatMap(({ unit, node }) => functionsOf(unit, node).map((one) => [one.fn, one])));
    const some = [...found.values()].map((one) => ({ ...one, byName: true }));
    if (!verbs.has(name)) return some.length <= 2 ? some : [];
    // Everything has a `get`; a client of the product's own sends with it.
    const clients = some.filter(({ unit, fn }) => ownerOf({ unit, node: fn }) === 'product' && sends(fn));
    return clients.length <= 2 ? clients : [];
  }

  let callers: Map<FunctionNode, CallSite[]> | undefined;
  function callersOf(fn: FunctionNode): CallSite[] {
    if (!callers) {
      callers = new Map();
      for (const { unit, node } of nodes) {
        if (node.type !== 'CallExpression') continue;
        for (const { fn, byName } of calledAt({ unit, call: node }))
          addTo(callers, fn, { unit, call: node, byName: byName ?? false });
        for (const { fn, from } of handedOn(unit, node)) addTo(callers, fn, { unit, call: node, from });
      }
    }
    return callers.get(fn) ?? [];
  }

  const { exportOf } = modules;
  return { units, evaluator, catalogue, nodes, ownerOf, exportOf, callersOf, calledAt };
}

const calledBy = (values: readonly Value[]): Called[] =>
  values.flatMap((value) => (value.is === 'function' ? [{ unit: value.spot.unit, fn: value.fn }] : []));

/** What makes an element is called ten thousand times: a list made anew for each of them would take their square. */
function addTo<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

/** Whether a call stands in the class that has the method: what a class calls by the name of its own method is mostly that. */
function isBeside({ scopes }: Unit, call: CallNode, fn: FunctionNode): boolean {
  const member = scopes.parentOf(fn);
  const body = member?.type === 'MethodDefinition' ? scopes.parentOf(member) : undefined;
  return body !== undefined && body.start <= call.start && call.end <= body.end;
}

/** Functions with a parameter that a call is handed behind something else. */
function handedOn({ scopes }: Unit, call: CallNode): { fn: FunctionNode; from: number }[] {
  return call.arguments.flatMap((argument, at) => {
    if (at > 0 && isFunction(argument) && argument.params.length > 0) return [{ fn: argument, from: at - 1 }];
    if (at === 0 || argument.type !== 'Identifier') return [];
    const origin = scopes.bindingOf(argument)?.origins.find(({ node }) => isFunction(node));
    const fn = origin?.kind === 'value' && origin.path.length === 0 ? origin.node : undefined;
    return fn && isFunction(fn) && fn.params.length > 0 ? [{ fn, from: at - 1 }] : [];
  });
}

/** Of `{key: 'load', value: function () {…}}`, as compilers write a method, the method's. */
function methodName(unit: Unit, node: Node, key: string | undefined): string | undefined {
  if (key !== 'value') return key;
  const holder = unit.scopes.parentOf(node);
  const properties = holder?.type === 'ObjectExpression' ? holder.properties : [];
  const named = properties.find((one) => one.type === 'Property' && nameOfKey(one.key, one.computed) === 'key');
  return named?.type === 'Property' && named.value.type === 'Literal' && typeof named.value.value === 'string'
    ? named.value.value
    : key;
}
