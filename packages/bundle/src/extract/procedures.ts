import type { Node } from 'oxc-parser';
import { optionsOf, type Unit } from '../evaluate/value.ts';
import {
  bare,
  type CallNode,
  type FunctionNode,
  isFunction,
  memberName,
  nameOfKey,
  propertyNamed,
  walk,
} from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import { addressOf } from './address.ts';
import { fieldsOfBody, fieldsOfQuery, mergeFields } from './body.ts';
import type { CallFact } from './fact.ts';

const verbs: Record<string, 'GET' | 'POST' | 'SSE'> = {
  query: 'GET',
  useQuery: 'GET',
  useSuspenseQuery: 'GET',
  useInfiniteQuery: 'GET',
  usePrefetchQuery: 'GET',
  queryOptions: 'GET',
  fetch: 'GET',
  prefetch: 'GET',
  ensureData: 'GET',
  mutate: 'POST',
  useMutation: 'POST',
  mutationOptions: 'POST',
  infiniteQueryOptions: 'GET',
  subscribe: 'SSE',
  useSubscription: 'SSE',
  subscriptionOptions: 'SSE',
};

/**
 * Procedures that a client of tRPC calls: `trpc.batch.byId.query({batchId})` is `GET /api/trpc/batch.byId`, since its links say where
 * all of them go.
 */
export function proceduresIn(world: World): CallFact[] {
  const base = baseOfLinks(world);
  if (!base) return [];
  return world.nodes.flatMap(({ unit, node }): CallFact[] => {
    const called = node.type === 'CallExpression' ? procedureAt(world, unit, node) : undefined;
    if (node.type !== 'CallExpression' || !called) return [];
    const [first] = node.arguments;
    const at = { unit, node };
    const isRead = called.method !== 'POST';
    const later = called.isTold ? runLater(unit, node) : [];
    const sent = later.flatMap(({ arguments: [given] }) => (given && given.type !== 'SpreadElement' ? [given] : []));
    const input =
      first && first.type !== 'SpreadElement' && !called.isTold ? world.evaluator.worth(unit, first) : undefined;
    const bodies = [...(input ? [input] : []), ...sent.map((one) => world.evaluator.worth(unit, one))];
    const body = isRead ? [] : mergeFields(bodies.flatMap((one) => fieldsOfBody(one, at)));
    // `form.handleSubmit((values) => book.mutate(values))`.
    const isHanded = !isRead && body.length === 0 && bodies.some(({ is }) => is !== 'nothing');
    return [
      {
        method: called.method,
        host: base.host,
        path: `${base.path.replace(/\/$/, '')}/${called.name}`,
        query: input && isRead ? fieldsOfQuery([input], at) : [],
        body,
        ...(isHanded && { isHanded }),
        at,
        names: [called.name.split('.').at(-1) ?? ''],
        within: [...new Set([node, ...later].flatMap((one) => unit.scopes.functionsAround(one)))],
        sites: [at, ...later.map((run) => ({ unit, node: run }))],
      },
    ];
  });
}

/** What is told how a change goes on is handed what it sends later. */
const laterVerb = /^(?:useMutation|mutationOptions)$/;

/** `const book = useMutation(trpc.visits.book.mutationOptions()); book.mutate({startsAt})`: where a change is made that was told how it goes on. */
function runLater(unit: Unit, node: CallNode): CallNode[] {
  let at: Node | undefined = unit.scopes.parentOf(node);
  for (let height = 0; height < 2 && at?.type === 'CallExpression'; height += 1) at = unit.scopes.parentOf(at);
  if (at?.type !== 'VariableDeclarator') return [];
  const { id } = at;
  const usesOf = (name: Node) => unit.scopes.bindingOf(name)?.uses ?? [];
  const callees =
    id.type === 'Identifier'
      ? usesOf(id).flatMap((use) => {
          const member = unit.scopes.parentOf(use);
          return member && mutates.test(memberName(member) ?? '') ? [member] : [];
        })
      : id.type === 'ObjectPattern'
        ? id.properties.flatMap((one) =>
            one.type === 'Property' && mutates.test(nameOfKey(one.key, one.computed) ?? '') ? usesOf(one.value) : [],
          )
        : [];
  return callees.flatMap((callee) => {
    const call = unit.scopes.parentOf(callee);
    return call?.type === 'CallExpression' && bare(call.callee) === callee ? [call] : [];
  });
}

const mutates = /^mutate(?:Async)?$/;

/** `links: [httpBatchLink({url: '/api/trpc'})]`. */
function baseOfLinks(world: World): { host: string; path: string } | undefined {
  for (const unit of world.units) {
    let found: Node | undefined;
    // Minifiers put the product's call into the client's own code.
    if (/\blinks:\s*\[/.test(unit.read.file.text))
      walk(unit.read.ast, (node) => {
        if (
          node.type !== 'Property' ||
          nameOfKey(node.key, node.computed) !== 'links' ||
          node.value.type !== 'ArrayExpression'
        )
          return;
        walk(node.value, (inner) => {
          if (inner.type === 'Property' && nameOfKey(inner.key, inner.computed) === 'url' && !isFunction(inner.value))
            found ??= addressIn(world, unit, inner.value) ? inner.value : undefined;
        });
      });
    const address = found && addressIn(world, unit, found);
    if (address) return address;
  }
  return undefined;
}

function addressIn(world: World, unit: Unit, node: Node): { host: string; path: string } | undefined {
  const url = optionsOf(world.evaluator.worth(unit, node)).find(({ is }) => is === 'text');
  return url?.is === 'text' ? addressOf(url.parts) : undefined;
}

/** What only clients for React have. A context holds much that is asked by `query` and `subscribe`. */
const ofHooks = /^use[A-Z]|Options$/;

/** The names between the client, which some call made, and what is called last. */
function procedureAt(
  world: World,
  unit: Unit,
  node: CallNode,
): { name: string; method: CallFact['method']; isTold: boolean } | undefined {
  const callee = bare(node.callee);
  const verb = memberName(callee) ?? '';
  const method = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (method === undefined || callee.type !== 'MemberExpression') return undefined;
  const names: string[] = [];
  for (let at: Node = bare(callee.object); names.length < 6; at = bare(at.object)) {
    if (names.length > 0 && (isClient(world, unit, at) || (ofHooks.test(verb) && isGivenByHook(world, unit, at))))
      return names.length < 2 ? undefined : { name: names.join('.'), method, isTold: laterVerb.test(verb) };
    const name = memberName(at);
    if (name === undefined || at.type !== 'MemberExpression') return undefined;
    names.unshift(name);
  }
  return undefined;
}

/** What a call made that says nothing but its links, or that gives hooks: no table, no list, no class of the product. */
function isClient(world: World, unit: Unit, node: Node): boolean {
  if (node.type !== 'Identifier' && node.type !== 'MemberExpression') return false;
  const { spot, is } = world.evaluator.worth(unit, node);
  const made = spot.node;
  if ((is !== 'unknown' && is !== 'instance') || made === node) return false;
  // What has any name at all is a proxy.
  if (made.type === 'NewExpression') return made.callee.type === 'Identifier' && made.callee.name === 'Proxy';
  if (made.type !== 'CallExpression') return false;
  // What the client makes in its own code is seen from outside alone.
  const isLibrarys = spot.unit.read.ownerAt(made.start).package?.startsWith('@trpc/') === true;
  return (
    isLibrarys ||
    made.arguments.length === 0 ||
    made.arguments.some(
      (one) => hasLinks(spot.unit, one) || isHandedClient(world, spot.unit, one) || isToldOfCalls(one),
    )
  );
}

/** `const trpc = useTRPC()`: what a hook hands out of a context, whatever its own code makes of it. */
function isGivenByHook(world: World, unit: Unit, node: Node): boolean {
  const [origin, other] = (node.type === 'Identifier' && unit.scopes.bindingOf(node)?.origins) || [];
  if (origin?.kind !== 'value' || origin.path.length > 0 || other) return false;
  const made = bare(origin.node);
  if (made.type !== 'CallExpression' || made.arguments.length > 0 || bare(made.callee).type !== 'Identifier')
    return false;
  const hook = world.evaluator.worth(unit, made.callee);
  return hook.is === 'function' && returnsContext(hook.fn);
}

/** `const held = useContext(Held); if (!held) throw …; return held`. */
function returnsContext({ body }: FunctionNode): boolean {
  let asks = false;
  if (body)
    walk(body, (inner) => {
      const callee = inner.type === 'CallExpression' ? bare(inner.callee) : undefined;
      asks ||= callee !== undefined && (memberName(callee) ?? nameOf(callee)) === 'useContext';
    });
  return asks;
}

const nameOf = (node: Node): string | undefined => (node.type === 'Identifier' ? node.name : undefined);

/** `createRecursiveProxy(({args, path}) => …)`: what every client of tRPC is made of, whatever it is called now. */
function isToldOfCalls(node: Node): boolean {
  const given = isFunction(node) ? node.params[0] : undefined;
  if (given?.type !== 'ObjectPattern' || given.properties.length !== 2) return false;
  const names = given.properties.map((one) => (one.type === 'Property' ? nameOfKey(one.key, one.computed) : undefined));
  return names.includes('args') && names.includes('path');
}

/** `createTRPCOptionsProxy({client, queryClient})`: what is made of a client is called as the client is. */
function isHandedClient(world: World, unit: Unit, node: Node): boolean {
  if (node.type !== 'ObjectExpression') return false;
  const client = propertyNamed(node, 'client');
  if (!client) return false;
  const { spot } = world.evaluator.worth(unit, client);
  return spot.node.type === 'CallExpression' && spot.node.arguments.some((one) => hasLinks(spot.unit, one));
}

const hasLinks = (unit: Unit, node: Node): boolean =>
  /\blinks:/.test(unit.read.file.text.slice(node.start, Math.min(node.end, node.start + 2_000)));
