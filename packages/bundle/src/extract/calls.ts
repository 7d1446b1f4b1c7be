import { authorsName } from '../evaluate/names.ts';
import { partsOf } from '../evaluate/operators.ts';
import { literal, optionsOf, type Part, type Spot, type Unit, type Value } from '../evaluate/value.ts';
import { type FunctionNode, nameOfKey } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import { type Address, addressOf, isNoise, isOpen } from './address.ts';
import { fieldsOfBody, fieldsOfQuery, mergeFields, takenOutOf } from './body.ts';
import { callersOf, frameOf, homeOf, isVerb, type Leaving, passesAddress, type Step } from './callers.ts';
import type { Element } from './element.ts';
import { endpointsIn } from './endpoints.ts';
import type { CallFact } from './fact.ts';
import type { GraphqlDocument } from './graphql-document.ts';
import { leadOf } from './interceptors.ts';
import { methodName, type Request } from './leaving.ts';
import { operationsIn } from './operations.ts';
import { proceduresIn } from './procedures.ts';
import { requestAt } from './request.ts';
import { serverFunctionsIn } from './server-functions.ts';
import { behindWindow } from './window-texts.ts';

/** How many wrappers lie between a call's address and where it leaves. */
const deepest = 3;

/**
 * Calls that the product makes: wherever a request leaves, and, where its address comes from a parameter, wherever the functions
 * around it are called.
 */
export function callsIn(
  world: World,
  documents: readonly GraphqlDocument[],
  elements: readonly Element[] = [],
): CallFact[] {
  const found: CallFact[] = [];
  const lead = leadOf(world);
  for (const { unit, node } of world.nodes) {
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') continue;
    const request = requestAt(world, unit, node, undefined);
    if (!request) continue;
    const calls = follow(world, { unit, node }, request, []);
    found.push(...(lead === undefined || !isVerb({ call: node }) ? calls : calls.map((call) => behind(lead, call))));
  }
  const named = [...proceduresIn(world), ...operationsIn(world, documents), ...serverFunctionsIn(world, elements)];
  found.push(...endpointsIn(world));
  // Where each call has a name, the door that takes them all is none by itself.
  const doors = new Set(named.map(({ host, path }) => `${host}${path.replace(/[#/][^#/]*$/, '')}`));
  return withoutBases(merge([...found.filter(({ host, path }) => !doors.has(`${host}${path}`)), ...named]));
}

/** `/{}/auth/reset` beside `/auth/reset` has a base before it that a server may tell; what varies alone is no address. */
function withoutBases(calls: readonly CallFact[]): CallFact[] {
  const idOf = ({ method, host }: CallFact, path: string) => `${method} ${host}${path.replace(/\{[^{}]*\}/g, '{}')}`;
  const known = new Set(calls.map((call) => idOf(call, call.path)));
  return calls.filter((call) => {
    const behindBase = /^\/\{[^{}]*\}(\/.+)$/.exec(call.path)?.[1];
    if (behindBase !== undefined && known.has(idOf(call, behindBase))) return false;
    return call.host !== '' || !/^(?:\/\{[^{}]*\})+$/.test(call.path);
  });
}

function follow(world: World, leaving: Leaving, request: Request, steps: Step[]): CallFact[] {
  const open = openParameters(request);
  const known = open.length === 0 || steps.length >= deepest ? [] : callersOf(world, open, leaving);
  const behind = known.length > 0 || steps.length >= deepest ? [] : callersOf(world, openBehindBase(request));
  const acts = known.length > 0 || behind.length > 0 || steps.length > 0 ? [] : callersOf(world, actsIn(request));
  const callers = [
    ...(known.length > 0 ? known : behind.filter(({ site }) => passesAddress(world, site))),
    ...(acts.every(({ site }) => passesWord(world, site)) ? acts : []),
  ];
  const closed = callers.length === 0 ? told(world, leaving, request, steps) : [];
  const outwards = callers.flatMap((step) => {
    const next = [...steps, step];
    const called = requestAt(world, leaving.unit, leaving.node, frameOf(world, next));
    return called ? follow(world, leaving, called, next) : [];
  });
  // Callers that tell no address are callers of something else.
  return outwards.length > 0 || callers.length === 0 ? [...closed, ...outwards] : told(world, leaving, request, steps);
}

/** What has to be known of callers before an address can be told. */
function openParameters({ method, url, base, handed = [] }: Request): Value[] {
  const open = optionsOf(url).filter(
    (one) =>
      one.is === 'unknown' ||
      (one.is === 'text' && (base === undefined ? isOpen(one.parts) : isNamedByCaller(one.parts))),
  );
  const asked = typeof method === 'string' || literal(method) !== undefined ? [] : optionsOf(method);
  return [...open, ...asked, ...handed];
}

/** "http.get(`/${this.name}`)" under a base: the thing itself is what somebody hands in. */
function isNamedByCaller([lead, rest]: readonly Part[]): boolean {
  const first = typeof lead === 'string' && /^\/?$/.test(lead) ? rest : lead;
  return first !== undefined && typeof first !== 'string' && 'hole' in first && first.parameters.length > 0;
}

/** `fetch('/admin' + path)`: a base, and all else from a parameter. */
function openBehindBase({ url, base }: Request): Value[] {
  return optionsOf(url).filter((one) => {
    if (one.is !== 'text' || base !== undefined || one.parts.length !== 2) return false;
    const [lead, rest] = one.parts;
    return typeof lead === 'string' && /^(?:https?:\/\/[^/]+)?\/[\w-]+\/?$/.test(lead) && typeof rest !== 'string';
  });
}

/** "fetch(`/crossings/${id}/${step}`)": what is done to the thing is what somebody hands in. */
function actsIn({ url }: Request): Value[] {
  return optionsOf(url).flatMap((one): Value[] => {
    if (one.is !== 'text') return [];
    const [of, between, act] = one.parts.filter((part) => part !== '').slice(-3);
    const isAfterThing = between === '/' && of !== undefined && typeof of !== 'string' && 'hole' in of;
    if (!isAfterThing || act === undefined || typeof act === 'string' || !('hole' in act)) return [];
    // Who hands in the thing says nothing of what is done to it.
    const { hole: name, parameters } = act;
    return parameters.length > 0 ? [{ is: 'unknown', name, parameters, spot: one.spot }] : [];
  });
}

/** `move('depart')`, `move({step: 'depart'})`. */
const passesWord = (world: World, { unit, call }: Step['site']): boolean =>
  call.arguments.some((arg) => {
    if (arg.type === 'SpreadElement') return false;
    const value = world.evaluator.worth(unit, arg);
    const given = value.is === 'object' ? [...value.entries.values()].map((entry) => entry.value()) : [value];
    return given.some((one) => /^[a-z][a-z-]{2,24}$/.test(literal(one) ?? ''));
  });

/** A path as its interceptor sends it. */
function behind(lead: string, call: CallFact): CallFact {
  const [, host = '', path = ''] = /^(?:https?:\/\/([^/]+))?(.*)$/.exec(lead) ?? [];
  return call.host !== '' || call.path.startsWith(`${path}/`) ? call : { ...call, host, path: `${path}${call.path}` };
}

function told(world: World, leaving: Leaving, request: Request, steps: Step[]): CallFact[] {
  const outermost = steps.at(-1)?.site;
  const at: Spot = outermost ? { unit: outermost.unit, node: outermost.call } : leaving;
  const methods = typeof request.method === 'string' ? [request.method] : methodsOf(request.method);
  return addressesOf(world, request).flatMap(({ address, spot }) => {
    if (isNoise(address) || (!request.sure && !looksCalled(address))) return [];
    // Of two places the product's own is told.
    const owner = world.ownerOf(spot);
    const asksAt = world.ownerOf(at) === 'product';
    // Where a wrapper puts an address together, all of its calls are; each is where the wrapper is called.
    const isWrapped = steps.length > 0 && isBeside(spot, leaving);
    const place = owner === 'third-party' || (asksAt && (owner !== 'product' || isWrapped)) ? at : spot;
    const within = [...at.unit.scopes.functionsAround(at.node), ...steps.map(({ fn }) => fn)];
    const query = mergeFields([
      ...request.query.flatMap((one) => withCallers(world, one, at, 0, (value) => fieldsOfQuery([value], at))),
      ...address.query.flatMap(({ name, value }) =>
        name === ''
          ? withCallers(world, value, at, 0, (one) => fieldsOfQuery([one], at))
          : [{ name, type: '' as const, values: undefined, at }],
      ),
      ...address.queryNames.map((name) => ({ name, type: '' as const, values: undefined, at })),
    ]);
    const body = withCallers(world, request.body, at, 0);
    const isHanded = body.length === 0 && request.body !== undefined && request.body.is !== 'nothing';
    // `{...values, orchardId}`: a form's values among others.
    const isSpread = withCallers(world, request.body, at, 0, (value) => (isSpreadInto(value) ? [spreadField(at)] : []));
    const leftOut = withCallers(world, request.body, at, 0, (value) =>
      takenOutOf(value).map((name) => ({ ...spreadField(at), name })),
    ).map(({ name }) => name);
    return methods.map((method) => ({
      method: method.toUpperCase(),
      host: address.host,
      path: address.path,
      query,
      body: method.toUpperCase() === 'GET' ? [] : body,
      isHanded,
      ...(leftOut.length > 0 && { leftOut }),
      ...(isSpread.length > 0 && { handedAs: '' }),
      isThrough: steps.length > 0 && world.ownerOf(leaving) !== 'product',
      at: place,
      ...(isWrapped && place !== spot && { through: spot }),
      names: within.map((fn) => nameOf(at.unit, fn)).filter((name) => name !== undefined),
      within,
      sites: [at],
    }));
  });
}

/** Whether two places have the same function around them. */
const isBeside = (one: Spot, other: Spot): boolean =>
  one.unit === other.unit &&
  one.unit.scopes.functionsAround(one.node)[0] === other.unit.scopes.functionsAround(other.node)[0];

function methodsOf(method: Value): string[] {
  const known = optionsOf(method)
    .flatMap((one) => literal(one) ?? [])
    .filter((name) => methodName.test(name));
  return known.length > 0 ? known : ['GET'];
}

function addressesOf(world: World, { url, base }: Request): { address: Address; spot: Spot }[] {
  return optionsOf(url).flatMap((one) => {
    if (one.is !== 'text') return [];
    const address = addressOf(under(base, behindWindow(world, one.parts)));
    return address && !isOpen(one.parts)
      ? [{ address, spot: one.spot }]
      : base && address
        ? [{ address, spot: one.spot }]
        : [];
  });
}

/** A path under the base of its client: `/api/v1` and `/kits` are `/api/v1/kits`. */
function under(base: Value | undefined, parts: Part[]): Part[] {
  const [first] = parts;
  if (!base || (typeof first === 'string' && /^https?:/.test(first))) return parts;
  const lead = partsOf(optionsOf(base)[0] ?? base).map((part) =>
    typeof part === 'string' ? part.replace(/\/+$/, '') : part,
  );
  const slash = typeof first === 'string' && /^[/?]/.test(first) ? [] : ['/'];
  return [...lead, ...slash, ...parts];
}

/** For what may be a method of anything: at least a word in the path, and nothing that only a file or a message has. */
function looksCalled({ path }: Address): boolean {
  return /^\/[\w{:-]/.test(path) && !/\s/.test(path);
}

/**
 * A body or a query that is handed through is what the callers hand in. Far from where it leaves few are followed: a dozen of each of a dozen, four
 * functions deep, are twenty thousand.
 */
function withCallers(
  world: World,
  body: Value | undefined,
  at: Spot,
  depth: number,
  read: (value: Value, at: Spot) => CallFact['body'] = fieldsOfBody,
): CallFact['body'] {
  if (!body) return [];
  const own = read(body, at);
  if (depth >= 4) return own;
  const open = [
    body,
    ...optionsOf(body).flatMap((one) =>
      one.is === 'object' ? [...[...one.entries.values()].map((entry) => entry.value()), ...(one.rest ?? [])] : [],
    ),
  ];
  const more = callersOf(
    world,
    open.filter(({ is }) => is === 'unknown' || is === 'choice'),
  )
    .slice(0, depth < 2 ? 12 : 2)
    .flatMap((step) => {
      const frame = frameOf(world, [step]);
      const home = homeOf(world, step.fn);
      const node = body.spot.node;
      if (!frame || !home) return [];
      return withCallers(world, world.evaluator.worth(home, node, frame), at, depth + 1, read);
    });
  return mergeFields([...own, ...more]);
}

const isSpreadInto = (value: Value): boolean =>
  optionsOf(value).some((one) => one.is === 'object' && (one.rest ?? []).some(({ is }) => is === 'unknown'));
const spreadField = (at: Spot): CallFact['body'][number] => ({ name: '...', type: '', values: undefined, at });

/** `addLine` of `addLine: (id) => …`, `const addLine = …`, `function addLine`. */
function nameOf(unit: Unit, fn: FunctionNode): string | undefined {
  const parent = unit.scopes.parentOf(fn);
  if (parent?.type === 'Property' || parent?.type === 'MethodDefinition' || parent?.type === 'PropertyDefinition')
    return nameOfKey(parent.key, parent.computed);
  if (parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier') return authorsName(unit, parent.id);
  return fn.id ? authorsName(unit, fn.id) : undefined;
}

/** Calls of the same method and path are one, whatever their variables are called. */
function merge(calls: CallFact[]): CallFact[] {
  const groups = Map.groupBy(
    calls,
    ({ method, host, path }) => `${method} ${host}${path.replace(/\{[^{}]*\}/g, '{}')}`,
  );
  return [...groups.values()].flatMap((some) => {
    const [first] = some;
    if (!first) return [];
    return [
      {
        ...first,
        query: mergeFields(some.flatMap(({ query }) => query)),
        body: mergeFields(some.flatMap(({ body }) => body)),
        isHanded: some.some(({ isHanded }) => isHanded === true),
        ...(some.some(({ handedAs }) => handedAs === '') && { handedAs: '' }),
        isThrough: some.every(({ isThrough }) => isThrough === true),
        names: [...new Set(some.flatMap(({ names }) => names))],
        within: [...new Set(some.flatMap(({ within }) => within))],
        sites: some.flatMap(({ sites }) => sites),
      },
    ];
  });
}
