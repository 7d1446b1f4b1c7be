import type { Node } from 'oxc-parser';
import { literal, optionsOf, type Spot, type Unit } from '../evaluate/value.ts';
import { bare, type CallNode, isFunction, memberName, nameOfKey, walk } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import { addressOf } from './address.ts';
import { fieldsOfBody, fieldsOfQuery } from './body.ts';
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
  subscribe: 'SSE',
  useSubscription: 'SSE',
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
    const input = first && first.type !== 'SpreadElement' ? world.evaluator.worth(unit, first) : undefined;
    const isRead = called.method !== 'POST';
    return [
      {
        method: called.method,
        host: base.host,
        path: `${base.path.replace(/\/$/, '')}/${called.name}`,
        query: input && isRead ? fieldsOfQuery([input], at) : [],
        body: input && !isRead ? fieldsOfBody(input, at) : [],
        at,
        names: [called.name.split('.').at(-1) ?? ''],
        within: unit.scopes.functionsAround(node),
        sites: [at],
      },
    ];
  });
}

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

/** The names between the client, which some call made, and what is called last. */
function procedureAt(
  world: World,
  unit: Unit,
  node: CallNode,
): { name: string; method: CallFact['method'] } | undefined {
  const callee = bare(node.callee);
  const verb = memberName(callee) ?? '';
  const method = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (method === undefined || callee.type !== 'MemberExpression') return undefined;
  const names: string[] = [];
  for (let at: Node = bare(callee.object); names.length < 6; at = bare(at.object)) {
    if (names.length > 0 && isClient(world, unit, at))
      return names.length < 2 ? undefined : { name: names.join('.'), method };
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
  return isLibrarys || made.arguments.length === 0 || made.arguments.some((one) => hasLinks(spot.unit, one));
}

const hasLinks = (unit: Unit, node: Node): boolean =>
  /\blinks:/.test(unit.read.file.text.slice(node.start, Math.min(node.end, node.start + 2_000)));

/** What a GraphQL document asks for, by its own name. */
interface Operation {
  name: string;
  variables: string[];
  at: Spot;
}

const operation = /(?:^|\s)(query|mutation|subscription)\s+([A-Za-z_]\w*)\s*(?:\(([^)]*)\))?\s*(?:@\w+[^{]*)?\{/;

/** Operations of GraphQL, as the product's documents name them: `POST /graphql#Orders`, with the variables that they take. */
export function operationsIn(world: World): CallFact[] {
  const found = new Map<Node, Operation>();
  for (const { unit, node } of world.nodes) {
    const told = operationAt(world, unit, node);
    if (told) found.set(node, told);
  }
  const endpointOf = found.size === 0 ? undefined : endpointsIn(world);
  if (!endpointOf) return [];
  const used = new Map<Node, CallFact['body']>();
  const sites = new Map<Node, Spot[]>();
  for (const { unit, node } of world.nodes) {
    if (node.type !== 'CallExpression') continue;
    node.arguments.forEach((argument, place) => {
      if (
        argument.type !== 'Identifier' &&
        argument.type !== 'MemberExpression' &&
        argument.type !== 'ObjectExpression'
      )
        return;
      const document = documentIn(world, unit, argument, found);
      if (!document) return;
      const at = { unit, node };
      sites.set(document, [...(sites.get(document) ?? []), at]);
      const given = argument.type === 'ObjectExpression' ? argument : node.arguments[place + 1];
      if (!given || given.type === 'SpreadElement') return;
      const value = world.evaluator.worth(unit, given);
      const variables = value.is === 'object' ? (value.entries.get('variables')?.value() ?? value) : value;
      used.set(document, [...(used.get(document) ?? []), ...fieldsOfBody(variables, at)]);
    });
  }
  return [...found].flatMap(([node, { name, variables, at }]): CallFact[] => {
    const endpoint = endpointOf(at);
    if (!endpoint) return [];
    const given = used.get(node) ?? [];
    const declared = variables.filter((one) => !given.some((field) => field.name === one));
    const asked = sites.get(node) ?? [];
    return [
      {
        method: 'POST',
        host: endpoint.host,
        path: `${endpoint.path}#${name}`,
        query: [],
        body: [...given, ...declared.map((one) => ({ name: one, type: '' as const, values: undefined, at }))].map(
          (field) => ({ ...field, name: `variables.${field.name}` }),
        ),
        at,
        names: [name],
        within: asked.flatMap((site) => site.unit.scopes.functionsAround(site.node)),
        sites: [at, ...asked],
      },
    ];
  });
}

function documentIn(world: World, unit: Unit, node: Node, found: ReadonlyMap<Node, Operation>): Node | undefined {
  const value = world.evaluator.worth(unit, node);
  if (value.is !== 'object') return found.has(value.spot.node) ? value.spot.node : undefined;
  for (const key of ['query', 'mutation', 'document']) {
    const at = value.entries.get(key)?.value().spot.node;
    if (at && found.has(at)) return at;
  }
  return undefined;
}

/** A document as text, in a template with a tag or without, and as code generators write it. */
function operationAt(world: World, unit: Unit, node: Node): Operation | undefined {
  if (node.type === 'ObjectExpression') return ofParsed(world, unit, node);
  const quasi =
    node.type === 'TaggedTemplateExpression' ? node.quasi : node.type === 'TemplateLiteral' ? node : undefined;
  if (node.type === 'TemplateLiteral' && unit.scopes.parentOf(node)?.type === 'TaggedTemplateExpression')
    return undefined;
  const written = quasi
    ? quasi.quasis.map(({ value }) => value.cooked ?? value.raw).join('')
    : node.type === 'Literal' && typeof node.value === 'string'
      ? node.value
      : '';
  if (written.length < 8 || !/^\s*(?:#.*\n\s*)*(?:query|mutation|subscription|fragment)\b/.test(written))
    return undefined;
  const [, , name, variables = ''] = operation.exec(written) ?? [];
  if (name === undefined) return undefined;
  return { name, variables: [...variables.matchAll(/\$(\w+)\s*:/g)].map(([, one = '']) => one), at: { unit, node } };
}

/** `{kind: 'Document', definitions: [{kind: 'OperationDefinition', name: {value: 'Stock'}, variableDefinitions: […]}]}`. */
function ofParsed(world: World, unit: Unit, node: Extract<Node, { type: 'ObjectExpression' }>): Operation | undefined {
  const isDocument = node.properties.some(
    (one) =>
      one.type === 'Property' &&
      nameOfKey(one.key, one.computed) === 'kind' &&
      one.value.type === 'Literal' &&
      one.value.value === 'Document',
  );
  const value = isDocument ? world.evaluator.worth(unit, node) : undefined;
  const definitions = value?.is === 'object' ? value.entries.get('definitions')?.value() : undefined;
  if (definitions?.is !== 'array') return undefined;
  for (const one of definitions.items) {
    if (one.is !== 'object' || literal(one.entries.get('kind')?.value()) !== 'OperationDefinition') continue;
    const named = one.entries.get('name')?.value();
    const name = named?.is === 'object' ? literal(named.entries.get('value')?.value()) : undefined;
    const listed = one.entries.get('variableDefinitions')?.value();
    const variables = (listed?.is === 'array' ? listed.items : []).flatMap((variable) => {
      const of = variable.is === 'object' ? variable.entries.get('variable')?.value() : undefined;
      const named = of?.is === 'object' ? of.entries.get('name')?.value() : undefined;
      return named?.is === 'object' ? (literal(named.entries.get('value')?.value()) ?? []) : [];
    });
    if (name !== undefined) return { name, variables, at: { unit, node } };
  }
  return undefined;
}

interface Endpoint {
  host: string;
  path: string;
  at: Spot;
}

/**
 * Where documents are sent: the one address of the release that is called so. Of several it is the one that stands in the same script,
 * where only one does. Minifiers may have put it into the client's own code.
 */
function endpointsIn(world: World): (at: Spot) => Endpoint | undefined {
  const written = new Map(world.units.map((unit) => [unit, endpointsOf(world, unit)] as const));
  // A client has a default of its own, `e || "/graphql"`: it counts where the product names no address.
  const isOwn = ({ at }: Endpoint) =>
    world.ownerOf(at) !== 'third-party' ||
    /^(?:Property|CallExpression|NewExpression)$/.test(at.unit.scopes.parentOf(at.node)?.type ?? '');
  const isNamed = [...written.values()].some((some) => some.some(isOwn));
  const byUnit = new Map([...written].map(([unit, some]) => [unit, oneOfEach(isNamed ? some.filter(isOwn) : some)]));
  const all = oneOfEach([...byUnit.values()].flat());
  return ({ unit }) => only(all) ?? only(byUnit.get(unit) ?? []);
}

const only = (some: readonly Endpoint[]): Endpoint | undefined => (some.length === 1 ? some[0] : undefined);
const oneOfEach = (all: readonly Endpoint[]): Endpoint[] => [
  ...new Map(all.map((one) => [`${one.host}${one.path}`, one])).values(),
];

function endpointsOf(world: World, unit: Unit): Endpoint[] {
  if (!/(?:graphql|gql)["'`]/.test(unit.read.file.text)) return [];
  const found: Endpoint[] = [];
  walk(unit.read.ast, (node) => {
    const isText = node.type === 'Literal' ? typeof node.value === 'string' : node.type === 'TemplateLiteral';
    if (!isText || node.end - node.start > 200) return;
    const value = world.evaluator.worth(unit, node);
    if (value.is !== 'text' || !/\/(?:graphql|gql)\/?$/.test(textOf(value.parts.at(-1)))) return;
    const address = addressOf(value.parts);
    if (address) found.push({ host: address.host, path: address.path.replace(/\/$/, ''), at: { unit, node } });
  });
  return found;
}

const textOf = (part: unknown): string => (typeof part === 'string' ? part : '');
