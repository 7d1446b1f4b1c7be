import { baseKeys } from '../evaluate/library-calls.ts';
import type { Frame, Unit, Value } from '../evaluate/value.ts';
import { literal, optionsOf } from '../evaluate/value.ts';
import {
  bare,
  type CallNode,
  type FunctionNode,
  isFunction,
  memberName,
  type NewNode,
  nameOfKey,
  walk,
} from '../evaluate/walk.ts';
import type { Called, World } from '../evaluate/world.ts';
import { isOpen } from './address.ts';
import { requestOfChain } from './chained.ts';
import { describedAt } from './described.ts';
import { isFetch } from './fetchers.ts';
import { methodName, type Request, unpacked } from './leaving.ts';
import { requestOfOpen } from './xhr.ts';

const verbs = new Map<string, string>(
  Object.entries({
    get: 'GET',
    post: 'POST',
    put: 'PUT',
    patch: 'PATCH',
    delete: 'DELETE',
    del: 'DELETE',
    head: 'HEAD',
    getJSON: 'GET',
    $get: 'GET',
    $post: 'POST',
    $put: 'PUT',
    $patch: 'PATCH',
    $delete: 'DELETE',
  }),
);

/** The request that a call or `new` makes by itself; `undefined`: none, or one of a wrapper. */
export function requestAt(
  world: World,
  unit: Unit,
  node: CallNode | NewNode,
  frame: Frame | undefined,
): Request | undefined {
  const { worth, propertyOf } = world.evaluator;
  const callee = bare(node.callee);
  const isGlobal = callee.type === 'Identifier' && !unit.scopes.bindingOf(callee);
  const name = callee.type === 'Identifier' ? callee.name : memberName(callee);
  const args = node.arguments.map((arg) => (arg.type === 'SpreadElement' ? undefined : arg));
  const arg = (i: number): Value | undefined => {
    const given = args[i];
    return given && worth(unit, given, frame);
  };
  const part = (value: Value | undefined, ...keys: string[]): Value | undefined => {
    if (!value) return undefined;
    for (const key of keys) {
      const found = propertyOf(value, key, { unit, node });
      if (found.is !== 'nothing' && (found.is !== 'unknown' || value.is !== 'object' || value.entries.has(key)))
        return found;
    }
    return undefined;
  };
  const given = (values: (Value | undefined)[]): Value[] => values.filter((value) => value !== undefined);

  if (node.type === 'NewExpression') {
    const url = arg(0);
    if (!isGlobal || !url || (name !== 'EventSource' && name !== 'WebSocket')) return undefined;
    return {
      method: name === 'WebSocket' ? 'WS' : 'SSE',
      url,
      base: undefined,
      query: [],
      body: undefined,
      sure: true,
    };
  }

  const owner = callee.type === 'MemberExpression' ? worth(unit, callee.object, frame) : undefined;
  if (isFetch(world, unit, callee)) {
    const first = arg(0);
    const request = first?.is === 'instance' ? first.args : undefined;
    const url = request ? request[0] : first;
    const options = request ? request[1] : arg(1);
    if (!url) return undefined;
    const method = part(options, 'method') ?? 'GET';
    return { method, url, base: undefined, query: [], body: unpacked(part(options, 'body')), sure: true };
  }
  const nuxt = ofNuxt(world, node, isGlobal ? name : undefined, arg, part);
  if (nuxt) return nuxt;
  const resource = ofResource(world, unit, node, arg, part);
  if (resource) return resource;
  if (callee.type !== 'MemberExpression')
    return configured(world, node, arg, part, given, name, baseOf(worth(unit, callee, frame), part));
  if (name === 'open') {
    const opened = requestOfOpen(world, unit, node, frame);
    if (opened) return opened;
  }
  if (name === 'sendBeacon') {
    const url = arg(0);
    return url && { method: 'POST', url, base: undefined, query: [], body: unpacked(arg(1)), sure: true };
  }
  // `Reflect.get(target, key)`, `Object.assign(…)`: the language's own.
  if (owner?.is === 'unknown' && /^(?:Reflect|Object|Array|JSON|Math|Promise|Symbol)$/.test(owner.name ?? ''))
    return undefined;
  const base = owner && baseOf(owner, part);
  if (name !== undefined && /^(?:GET|POST|PUT|PATCH|DELETE)$/.test(name)) return ofTypedClient(name, arg, part, base);
  const verb = name === undefined ? undefined : verbs.get(name);
  const chained = verb !== undefined && base === undefined ? requestOfChain(world, unit, node) : undefined;
  if (chained) return chained;
  if (verb !== undefined && name !== undefined) {
    // A client of the product's own: what it puts before the path is told where it sends.
    const isLibrarys = base !== undefined && !(owner?.is === 'instance' && owner.of.is === 'function');
    if (!isLibrarys && world.calledAt({ unit, call: node }).some((called) => isClient(world, called))) return undefined;
    const url = arg(0);
    const described =
      url && node.arguments.length === 1 ? describedAt(world, unit, callee.object, verb, url) : undefined;
    if (described) return described;
    const second = arg(1);
    // Servers and caches have `get('/path', handler)` too; jQuery hands what is answered to one.
    const isHandler = second?.is === 'function' && name !== 'getJSON' && !isJquery(owner);
    if (!url || url.is === 'function' || isHandler || owner?.is === 'fields' || owner?.is === 'object')
      return undefined;
    const sends = verb === 'POST' || verb === 'PUT' || verb === 'PATCH';
    const isOptions =
      second?.is === 'object' && ['json', 'searchParams', 'body'].some((key) => second.entries.has(key));
    const config = sends && !isOptions ? arg(2) : second;
    const body = sends && !isOptions ? second : part(config, 'json', 'data', 'body');
    return {
      method: verb,
      url,
      base,
      query: given([part(config, 'params', 'searchParams', 'query')]),
      body: unpacked(body),
      sure: base !== undefined,
    };
  }
  return configured(world, node, arg, part, given, name, base);
}

const isJquery = (owner: Value | undefined): boolean =>
  owner?.is === 'unknown' && /^(?:\$|jQuery)$/.test(owner.name ?? '');

/** What Nuxt puts behind the address and the options of each of its fetchers, so that the server's answers are found again. */
const nuxtKey = /^\$[\w-]{10,12}$/;

/** `$fetch('/api/session')`, `useFetch(() => `/api/parcels/${id}`, {query}, '$GvOtX19wVW')`: Nuxt's own, whatever it is called now. */
function ofNuxt(
  world: World,
  node: CallNode,
  global: string | undefined,
  arg: (i: number) => Value | undefined,
  part: Part,
): Request | undefined {
  const last = node.arguments.at(-1);
  const isKeyed = node.arguments.length > 1 && last?.type === 'Literal' && nuxtKey.test(`${last.value}`);
  if (global !== '$fetch' && !isKeyed) return undefined;
  const first = arg(0);
  const url = first?.is === 'function' && isKeyed ? world.evaluator.apply(first, [], first.spot) : first;
  if (!url || !optionsOf(url).some((one) => one.is === 'text' && /^(?:\/|https?:)/.test(`${one.parts[0]}`)))
    return undefined;
  const options = arg(1);
  const query = part(options, 'query', 'params');
  const method = part(options, 'method') ?? 'GET';
  const body = unpacked(part(options, 'body'));
  return { method, url, base: part(options, 'baseURL'), query: query ? [query] : [], body, sure: true };
}

/**
 * `orders = httpResource(() => '/api/orders')` of Angular, whatever it is called now: a field of a class that is made of a function which
 * gives an address, and that the class asks for its value or to load again.
 */
function ofResource(
  world: World,
  unit: Unit,
  node: CallNode,
  arg: (i: number) => Value | undefined,
  part: Part,
): Request | undefined {
  const field = unit.scopes.parentOf(node);
  const [asks] = node.arguments;
  if (field?.type !== 'PropertyDefinition' || !asks || !isFunction(asks) || node.arguments.length > 2) return undefined;
  const name = nameOfKey(field.key, field.computed);
  const body = unit.scopes.parentOf(field);
  if (name === undefined || !/^[\w$]+$/.test(name) || !body) return undefined;
  const used = new RegExp(`\\.${name.replaceAll('$', '\\$')}\\.(?:value|reload|hasValue|isLoading)\\(`);
  if (!used.test(unit.read.file.text.slice(body.start, body.end))) return undefined;
  const first = arg(0);
  const given = first && world.evaluator.apply(first, [], first.spot);
  const told = given && optionsOf(given).find(({ is }) => is === 'text' || is === 'object');
  const url = told?.is === 'object' ? part(told, 'url') : told;
  if (!url || !optionsOf(url).some((one) => one.is === 'text' && /^(?:\/|https?:)/.test(`${one.parts[0]}`)))
    return undefined;
  const options = told?.is === 'object' ? told : undefined;
  const query = part(options, 'params');
  const method = part(options, 'method') ?? 'GET';
  return {
    method,
    url,
    base: undefined,
    query: query ? [query] : [],
    body: unpacked(part(options, 'body')),
    sure: true,
  };
}

type Part = (value: Value | undefined, ...keys: string[]) => Value | undefined;

/** What a client puts before every path, when it was told so. */
function baseOf(client: Value, part: Part): Value | undefined {
  for (const one of optionsOf(client)) {
    const told = one.is === 'instance' && one.args[0]?.is === 'object' ? part(one.args[0], ...baseKeys) : undefined;
    if (told) return told;
  }
  return undefined;
}

/** `client.POST('/plots/{plotId}', {params: {path, query}, body})`: clients that know an API by its own description. */
function ofTypedClient(
  method: string,
  arg: (i: number) => Value | undefined,
  part: Part,
  base: Value | undefined,
): Request | undefined {
  const url = arg(0);
  const options = arg(1);
  const lead = url?.is === 'text' ? url.parts[0] : undefined;
  if (!url || typeof lead !== 'string' || !lead.startsWith('/') || options?.is === 'function') return undefined;
  const query = part(part(options, 'params'), 'query') ?? part(options, 'query');
  return { method, url, base, query: query ? [query] : [], body: unpacked(part(options, 'body')), sure: true };
}

const clients = new WeakMap<FunctionNode, boolean>();

/** Whether a function sends by itself, to an address that it is given a part of. */
function isClient(world: World, { unit, fn }: Called): boolean {
  const known = clients.get(fn);
  if (known !== undefined) return known;
  clients.set(fn, false); // it may call what has its own name
  let found = false;
  if (fn.body)
    walk(fn.body, (node) => {
      if (found || node.type !== 'CallExpression') return;
      const request = requestAt(world, unit, node, undefined);
      found =
        request !== undefined &&
        optionsOf(request.url).some((url) => url.is === 'unknown' || (url.is === 'text' && isOpen(url.parts)));
    });
  clients.set(fn, found);
  return found;
}

/** `axios({url, method, data})`, `$.ajax({url})`, `client.request({…})`, `$fetch('/path', {method})`. */
function configured(
  world: World,
  node: CallNode,
  arg: (i: number) => Value | undefined,
  part: (value: Value | undefined, ...keys: string[]) => Value | undefined,
  given: (values: (Value | undefined)[]) => Value[],
  name: string | undefined,
  base?: Value,
): Request | undefined {
  if (node.arguments.length === 0 || node.arguments.length > 3) return undefined;
  const first = arg(0);
  if (first?.is === 'object' && first.entries.has('url')) {
    const url = part(first, 'url');
    const says = ['method', 'type', 'data', 'params', 'body', 'headers'].some((key) => first.entries.has(key));
    if (!url || !(says || name === 'ajax' || name === 'request')) return undefined;
    const under = part(first, 'baseURL') ?? base;
    const method = part(first, 'method', 'type') ?? 'GET';
    return {
      method,
      url,
      base: under,
      query: given([part(first, 'params')]),
      body: unpacked(part(first, 'data', 'body')),
      sure: name === 'ajax',
    };
  }
  const second = arg(1);
  const asked = first && literal(first);
  // `$api.useQuery('get', '/plots/{plotId}', {params})`.
  if (
    first &&
    asked !== undefined &&
    methodName.test(asked) &&
    second?.is === 'text' &&
    callsLibrary(world, first, node)
  ) {
    const typed = ofTypedClient(asked.toUpperCase(), (i) => arg(i + 1), part, base);
    if (typed) return typed;
  }
  // `client.request('/orders', 'POST', {body})`; what one of the product's own puts before the path is told where it sends.
  const told = second && literal(second);
  if (first?.is === 'text' && told !== undefined && /^(?:GET|POST|PUT|PATCH|DELETE)$/.test(told)) {
    if (world.calledAt({ unit: first.spot.unit, call: node }).some((called) => isClient(world, called)))
      return undefined;
    const options = arg(2);
    const isOptions =
      options?.is === 'object' && ['body', 'data', 'json', 'headers', 'params'].some((key) => options.entries.has(key));
    return {
      method: told,
      url: first,
      base,
      query: given([part(options, 'params', 'query')]),
      body: unpacked(isOptions ? part(options, 'body', 'data', 'json') : options),
      sure: false,
    };
  }
  if (first?.is !== 'text') return undefined;
  // `api('/today')`, where the client is known by its base.
  if (base && second === undefined && callsLibrary(world, first, node))
    return { method: 'GET', url: first, base, query: [], body: undefined, sure: true };
  if (second?.is !== 'object' || !callsLibrary(world, first, node)) return undefined;
  if (!base && !['method', 'body', 'query', 'params'].some((key) => second.entries.has(key))) return undefined;
  const method = part(second, 'method') ?? 'GET';
  if (typeof method !== 'string' && !methodName.test(literal(method) ?? '')) return undefined;
  return {
    method,
    url: first,
    base,
    query: given([part(second, 'query', 'params', 'searchParams')]),
    body: unpacked(part(second, 'body', 'json')),
    sure: base !== undefined,
  };
}

/** Nothing of the product's is called there: what is, would be looked into. */
const callsLibrary = (world: World, { spot }: Value, call: CallNode): boolean =>
  world.calledAt({ unit: spot.unit, call }).length === 0;
