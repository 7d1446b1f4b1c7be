import type { Node } from 'oxc-parser';
import { optionsOf, type Spot, type Unit, type Value } from '../evaluate/value.ts';
import { type CallNode, nameOfKey, walk } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import { addressOf } from './address.ts';
import { fieldsOfBody, takenOutOf } from './body.ts';
import type { CallFact, FieldFact } from './fact.ts';
import { documentAt, type GraphqlDocument, type Operation } from './graphql-document.ts';

/** All documents of GraphQL that the product's code has. */
export function graphqlIn(world: World): GraphqlDocument[] {
  return world.nodes.flatMap(({ unit, node }) => documentAt(world, unit, node) ?? []);
}

/** Operations of GraphQL, as the product's documents name them: `POST /graphql#Orders`, with the variables that they take. */
export function operationsIn(world: World, documents: readonly GraphqlDocument[]): CallFact[] {
  const found = new Map(
    documents.flatMap(({ operations: [first], at }) => (first ? [[at.node, { operation: first, at }] as const] : [])),
  );
  const endpointOf = found.size === 0 ? undefined : endpointsIn(world);
  if (!endpointOf) return [];
  const used = usesOf(world, new Set(found.keys()));
  return [...found].flatMap(([node, { operation, at }]): CallFact[] => {
    const endpoint = endpointOf(at);
    if (!endpoint) return [];
    const { given = [], sites = [], handedAs, leftOut = [] } = used.get(node) ?? {};
    return [
      {
        method: 'POST',
        host: endpoint.host,
        path: `${endpoint.path}#${operation.name}`,
        query: [],
        body: variablesOf(operation, given, at),
        at,
        names: [operation.name],
        within: sites.flatMap((site) => site.unit.scopes.functionsAround(site.node)),
        sites: [at, ...sites],
        ...(operation.kind === 'mutation' && { isChange: true }),
        ...(handedAs !== undefined && { isHanded: true, handedAs }),
        ...(leftOut.length > 0 && { leftOut }),
      },
    ];
  });
}

/** What is given where it is used, and what the document declares. */
function variablesOf({ variables }: Operation, given: readonly FieldFact[], at: Spot): FieldFact[] {
  const types = new Map(variables.map(({ name, type }) => [name, typeOf(type)]));
  const known = given.map((field) => ({ ...field, type: field.type || (types.get(field.name) ?? '') }));
  const declared = variables
    .filter(({ name }) => !given.some((field) => field.name === name))
    .map(({ name }) => ({ name, type: types.get(name) ?? ('' as const), values: undefined, at }));
  return [...known, ...declared].map((field) => ({ ...field, name: `variables.${field.name}` }));
}

const scalars: Readonly<Record<string, FieldFact['type']>> = {
  Int: 'integer',
  Float: 'number',
  String: 'string',
  ID: 'string',
  Boolean: 'boolean',
};

function typeOf(written: string): FieldFact['type'] {
  return written.startsWith('[') ? 'array' : (scalars[written.replace(/!$/, '')] ?? '');
}

interface Use {
  given: FieldFact[];
  sites: Spot[];
  /** Under what a form hands over all that it holds. */
  handedAs: string | undefined;
  /** What was taken out of that before. */
  leftOut: string[];
}

/** Where documents are handed to a client or a hook, and what with. */
function usesOf(world: World, documents: ReadonlySet<Node>): Map<Node, Use> {
  const uses = new Map<Node, Use>();
  for (const { unit, node } of world.nodes) {
    if (node.type !== 'CallExpression') continue;
    node.arguments.forEach((argument, place) => {
      if (!/^(?:Identifier|MemberExpression|ObjectExpression)$/.test(argument.type)) return;
      const document = documentIn(world, unit, argument, documents);
      if (!document) return;
      const use = uses.get(document) ?? { given: [], sites: [], handedAs: undefined, leftOut: [] };
      uses.set(document, use);
      const next = argument.type === 'ObjectExpression' ? argument : node.arguments[place + 1];
      const asked = next && next.type !== 'SpreadElement' ? toldIn(world.evaluator.worth(unit, next)) : undefined;
      take(use, { unit, node }, variablesIn(asked, argument.type === 'ObjectExpression'));
      for (const { call, isBare } of runsOf(unit, node)) {
        const [first] = call.arguments;
        const run = first && first.type !== 'SpreadElement' ? world.evaluator.worth(unit, first) : undefined;
        take(use, { unit, node: call }, isBare && run?.is !== 'object' ? run : variablesIn(run, !isBare));
      }
    });
  }
  return uses;
}

function take(use: Use, at: Spot, variables: Value | undefined): void {
  use.sites.push(at);
  if (!variables) return;
  use.given.push(...fieldsOfBody(variables, at));
  const hand = (whole: Value, below: string) => {
    use.handedAs ??= below;
    use.leftOut.push(...takenOutOf(whole).map((name) => below + name));
  };
  if (variables.is === 'unknown') hand(variables, 'variables.');
  if (variables.is !== 'object') return;
  for (const { key, value } of variables.entries.values()) {
    const whole = holdsInput.test(key) ? optionsOf(value()).find(({ is }) => is === 'unknown') : undefined;
    if (whole) hand(whole, `variables.${key}.`);
  }
}

const holdsInput = /(?:input|data|values|attributes|payload)$/i;

/** What clients and hooks take beside variables: Apollo's, urql's, graphql-request's, TanStack Query's. */
const ofClients =
  /^(?:variables|on[A-Z]\w*|refetchQueries|awaitRefetchQueries|pollInterval|skip|pause|enabled|fetchPolicy|nextFetchPolicy|errorPolicy|requestPolicy|context|client|update|updateQueries|optimisticResponse|notifyOnNetworkStatusChange|ignoreResults|returnPartialData|ssr|initialData|select|signal|mutationKey|queryKey)$/;

/** `tank ? {variables: {tank}} : skipToken`: what is told where anything is. */
const toldIn = (value: Value): Value => optionsOf(value).find(({ is }) => is === 'object') ?? value;

/** The variables among what a client is told; where it is told none of its own options, all of it are variables. */
function variablesIn(told: Value | undefined, isOptions: boolean): Value | undefined {
  if (told?.is !== 'object') return isOptions ? undefined : told;
  const variables = told.entries.get('variables')?.value();
  if (variables || isOptions) return variables;
  return [...told.entries.keys()].some((key) => ofClients.test(key)) ? undefined : told;
}

/**
 * Calls of what a hook gave: `const [admit] = useMutation(ADMIT); admit({variables: {input}})`, and, as `isBare`, of what takes the
 * variables themselves: `const {mutate} = useMutation(ADMIT)`.
 */
function runsOf(unit: Unit, hook: CallNode): { call: CallNode; isBare: boolean }[] {
  const declared = unit.scopes.parentOf(hook);
  const pattern = declared?.type === 'VariableDeclarator' && declared.init === hook ? declared.id : undefined;
  const names: { node: Node; isBare: boolean }[] = [];
  if (pattern?.type === 'ArrayPattern')
    for (const [place, node] of pattern.elements.entries())
      if (node?.type === 'Identifier' && place < 2) names.push({ node, isBare: place === 1 });
  if (pattern?.type === 'ObjectPattern')
    for (const one of pattern.properties) {
      const key = one.type === 'Property' ? (nameOfKey(one.key, one.computed) ?? '') : '';
      if (one.type === 'Property' && /^(?:mutate(?:Async)?|execute(?:Mutation)?|load|run)$/.test(key))
        names.push({ node: one.value, isBare: true });
    }
  return names.flatMap(({ node, isBare }) =>
    (unit.scopes.bindingOf(node)?.uses ?? []).flatMap((use) => {
      const call = unit.scopes.parentOf(use);
      return call?.type === 'CallExpression' && call.callee === use ? [{ call, isBare }] : [];
    }),
  );
}

function documentIn(world: World, unit: Unit, node: Node, found: ReadonlySet<Node>): Node | undefined {
  const own = (value: Value | undefined) =>
    value && optionsOf(value).find(({ spot }) => found.has(spot.node))?.spot.node;
  /** `{params: {text: 'mutation …'}}`, as Relay's compiler writes it. */
  const compiled = (value: Value): Node | undefined => {
    const params = value.is === 'object' ? value.entries.get('params')?.value() : undefined;
    return params?.is === 'object' ? own(params.entries.get('text')?.value()) : undefined;
  };
  // `documents[source] ?? {}`, as code generators look one up by its text.
  for (const value of optionsOf(world.evaluator.worth(unit, node))) {
    const told = own(value) ?? compiled(value);
    if (told) return told;
    if (value.is !== 'object') continue;
    for (const key of ['query', 'mutation', 'document']) {
      const held = value.entries.get(key)?.value();
      const at = held && (own(held) ?? compiled(held));
      if (at) return at;
    }
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
