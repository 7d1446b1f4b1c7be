import { type Node, visitorKeys } from 'oxc-parser';
import { propertyNamed } from '../evaluate/walk.ts';
import { isDictionary } from './dictionary.ts';

/** What shows that a stretch of code was written for one product: counts of different things. */
export interface ProductSigns {
  /** Sentences in places where people read them. */
  sentences: number;
  /** Relative paths that are requested: `/api/orders`, `/orders/${id}`. */
  paths: number;
  /** Objects and elements that say which path shows what. */
  routes: number;
  /** Names of texts that people read, looked up in a catalogue: `t('queue.actions.retry')`. */
  keys: number;
  /** Pages that a framework is told: what they show was written for one product, whatever it says. */
  pages: number;
  /** Branches on the role that somebody has: `switch (user.role) {case 'steward': …}`. */
  roles: number;
}

const maxNodes = 200_000;
const requested = /^\/(?:-\/)?(?:[a-z][\w.-]*|v\d+)(?:\/[\w.{}:$-]*)*\/?(?:\?[\w=&-]*)?$/i;
const notRequested =
  /^\/(?:_next|_app|_error|_document|_not-found|404|500|index|static|favicon|node_modules|dist|cdn-cgi)\b|\.(?:js|css|png|svg|json|html|map)$/;
const methods = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD)$/i;
const senders = /^(?:get|post|put|patch|delete|head|request|fetch|ajax|mutate|query|del)$/;

/** Counts signs of a product's own code. A library tells people nothing, asks for nobody's API, and has no screens. */
export function productSigns(roots: readonly Node[]): ProductSigns {
  const signs: ProductSigns = { sentences: 0, paths: 0, routes: 0, keys: 0, pages: 0, roles: 0 };
  const waiting: Node[] = [...roots];
  let nodes = 0;
  for (let node = waiting.pop(); node && nodes < maxNodes; node = waiting.pop()) {
    nodes += 1;
    if (node.type === 'ThrowStatement' || isConsole(node)) continue;
    if (node.type === 'NewExpression' && node.callee.type === 'Identifier' && /Error$/.test(node.callee.name)) continue;
    signs.sentences += sentencesIn(node);
    signs.keys += keysIn(node);
    if (node.type === 'CallExpression') {
      if (isRequest(node) || isProcedure(node)) signs.paths += 1;
      if (calledName(node) === 'injectEndpoints') signs.paths += 3;
      if (isPage(node) || isServerFunction(node)) signs.pages += 1;
      if (isLinked(node)) signs.paths += 1;
      if (isRouteElement(node)) signs.routes += 1;
    }
    if (isDocument(node) || isClientOf(node)) signs.paths += 1;
    if (isBranchOnRole(node)) signs.roles += 1;
    if (node.type === 'ObjectExpression') {
      if (isRoute(node)) signs.routes += 1;
      else if (isDictionary(node)) signs.routes += 2;
      else if (isDoor(node)) signs.paths += 1;
      else if (isApi(node)) signs.paths += 3;
      else if (isAskedFor(node)) signs.paths += 1;
    }
    for (const key of visitorKeys[node.type] ?? []) {
      const child = (node as unknown as Record<string, unknown>)[key]; // the keys are those of this type of node
      if (Array.isArray(child)) for (const one of child) push(waiting, one);
      else push(waiting, child);
    }
  }
  return signs;
}

/** Two kinds of signs, or many of one. Many sentences alone: libraries that speak to people speak little. */
export function isProduct({ sentences, paths, routes, keys, pages, roles }: ProductSigns): boolean {
  const some = [sentences >= 2, paths >= 1, routes >= 1, keys >= 2, roles >= 1];
  const kinds = some.filter(Boolean).length;
  return pages > 0 || kinds >= 2 || paths >= 3 || routes >= 2 || sentences >= 12 || keys >= 3;
}

/** Signs of several pieces of code together. */
export function addedUp(some: readonly ProductSigns[]): ProductSigns {
  const sum = { sentences: 0, paths: 0, routes: 0, keys: 0, pages: 0, roles: 0 };
  for (const { sentences, paths, routes, keys, pages, roles } of some) {
    sum.sentences += sentences;
    sum.paths += paths;
    sum.routes += routes;
    sum.keys += keys;
    sum.pages += pages;
    sum.roles += roles;
  }
  return sum;
}

/** Whether a piece that product code uses is the product's too: a library asks for nobody's API and looks up nobody's texts. */
export const speaksForProduct = ({ sentences, paths, routes, keys, roles }: ProductSigns): boolean =>
  roles >= 1 || paths >= 1 || routes >= 1 || keys >= 2 || sentences >= 3;

export const hasAny = ({ sentences, paths, routes, keys, pages, roles }: ProductSigns): boolean =>
  sentences + paths + routes + keys + pages + roles > 0;

/** Minifiers write texts as literals or as templates without a gap. */
function textOf(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  return node.type === 'TemplateLiteral' && node.expressions.length === 0
    ? (node.quasis[0]?.value.cooked ?? undefined)
    : undefined;
}

const shown =
  /^(?:children|title|label|text|message|description|placeholder|heading|caption|hint|help|tooltip|subtitle|content|body|emptyText|confirmText|alt)$/;
const elements = /^(?:jsxs?|jsxDEV|createElement|h|_jsxs?|createTextVNode|createElementVNode|createVNode)$/;

const checks = /^(?:min|max|length|regex|matches|email|url|nonempty|refine|minLength|maxLength|withMessage|required)$/;

/** Sentences where people will read them: what elements hold, and what properties of that name say. An argument of any function is as often a log's. */
function sentencesIn(node: Node): number {
  // `case 'BATCH_LOCKED': return 'This batch is in the drum'`
  if (node.type === 'SwitchCase')
    return node.test && isErrorCode(textOf(node.test) ?? '')
      ? countOf(node.consequent.map((one) => (one.type === 'ReturnStatement' ? one.argument : null)))
      : 0;
  if (node.type === 'Property') {
    const name = node.key.type === 'Identifier' ? node.key.name : '';
    if (!shown.test(name)) return isErrorCode(name) ? countOf([node.value]) : 0; // a table from codes to messages
    return countOf(node.value.type === 'ArrayExpression' ? node.value.elements : [node.value]);
  }
  // `['BATCH_LOCKED', 'This batch is in the drum']`
  if (node.type === 'ArrayExpression') {
    const [code, said] = node.elements;
    return node.elements.length === 2 && code && said && isErrorCode(textOf(code) ?? '') ? countOf([said]) : 0;
  }
  if (node.type !== 'CallExpression') return 0;
  // `.min(2, 'Name the bean')`
  if (checks.test(calledName(node))) return countOf(node.arguments.slice(-1));
  // `ɵɵtext(3, 'Name the species')`: a template of Angular, whatever its instructions are called now.
  if (node.arguments.length === 2 && isSlot(node.arguments[0])) return countOf(node.arguments.slice(1));
  return isElement(node) ? countOf(node.arguments.slice(2)) : 0;
}

/** `t('orders.form.submit')` where people will read what it gives: what an element holds, or a property of that name. */
function keysIn(node: Node): number {
  if (node.type === 'Property') {
    const name = node.key.type === 'Identifier' ? node.key.name : '';
    return shown.test(name) ? [node.value].filter(isLookUp).length : 0;
  }
  if (node.type !== 'CallExpression') return 0;
  if (isElement(node)) return node.arguments.slice(1).filter(isLookUp).length;
  // `ɵɵpipeBind1(4, 2, 'login.failed')`
  const [slot, offset, key] = node.arguments;
  if (node.arguments.length === 3 && isSlot(slot) && isSlot(offset)) return key && isKey(textOf(key) ?? '') ? 1 : 0;
  // `$t` is nobody's but vue-i18n's, `instant` nobody's but ngx-translate's, and only a product calls them.
  return /^(?:\$t|instant)$/.test(calledName(node)) && isLookUp(node) ? 1 : 0;
}

/** The place of something in a template of Angular. */
const isSlot = (node: Node | undefined): boolean =>
  node?.type === 'Literal' && typeof node.value === 'number' && Number.isInteger(node.value) && node.value < 1_000;

const isKey = (text: string): boolean => /^[A-Za-z][\w-]*(?:[.:][\w-]+)+$/.test(text);

/** By the name of what makes it, or by the tag of HTML that it is told: `x('button', {…}, …)`. */
function isElement(node: Node & { type: 'CallExpression' }): boolean {
  if (elements.test(calledName(node))) return true;
  const [first, second] = node.arguments;
  return (
    second !== undefined &&
    /^(?:h[1-6]|p|button|label|a|li|span|th|td|option|strong|em)$/.test(first ? (textOf(first) ?? '') : '')
  );
}

function isLookUp(node: Node): boolean {
  if (node.type === 'ArrayExpression') return node.elements.some((one) => one !== null && isLookUp(one));
  if (node.type !== 'CallExpression') return false;
  const [first] = node.arguments;
  if (!first) return false;
  // Vue writes `toDisplayString(t('…'))`.
  if (first.type === 'CallExpression' && node.arguments.length <= 2) return isLookUp(first);
  return node.arguments.length <= 3 && isKey(textOf(first) ?? '');
}

function calledName({ callee }: Node & { type: 'CallExpression' }): string {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier') return callee.property.name;
  return callee.type === 'ParenthesizedExpression' && callee.expression.type === 'SequenceExpression'
    ? memberOf(callee.expression.expressions.at(-1))
    : '';
}

function memberOf(node: Node | undefined): string {
  return node?.type === 'MemberExpression' && node.property.type === 'Identifier' ? node.property.name : '';
}

function countOf(nodes: readonly (Node | null)[]): number {
  return nodes.filter((one) => one && isSentence(textOf(one) ?? '')).length;
}

const isErrorCode = (text: string): boolean => /^[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+$/.test(text);

/** Roles that accessibility has a word for, and those of a talk with a machine, are everybody's. */
const ownRole =
  /^(?!(?:button|link|menu|menuitem|tab|dialog|option|row|cell|listbox|user|assistant|system|tool)$)[a-z][a-z_-]{2,20}$/i;

function isBranchOnRole(node: Node): boolean {
  if (node.type !== 'SwitchStatement') return false;
  const { discriminant: by } = node;
  if (memberOf(by.type === 'SequenceExpression' ? by.expressions.at(-1) : by) !== 'role') return false;
  return node.cases.filter(({ test }) => test && ownRole.test(textOf(test) ?? '')).length >= 2;
}

/** Several words with spaces between them that begin as a person's sentence does. */
function isSentence(text: string): boolean {
  return (
    text.length <= 300 &&
    /^\p{Lu}[\p{L}\p{N}'’,:;.!?%€$() -]+$/u.test(text) &&
    text.split(' ').filter((word) => /^\p{L}{2,}/u.test(word)).length >= 3
  );
}

function isRequest(node: Node & { type: 'CallExpression' }): boolean {
  const { callee } = node;
  const name = calledName(node);
  const [first, second] = node.arguments;
  if (!first || !(senders.test(name) || callee.type === 'Identifier')) return false;
  // `call('PUT', '/orders/4')`: a client of one's own, whatever the minifier calls it.
  const isTold = second !== undefined && methods.test(textOf(first) ?? '');
  // `client.get({url: '/plots/{plotId}', ...options})`, as a generator writes it out of an API's description.
  const described = first.type === 'ObjectExpression' && !second ? propertyNamed(first, 'url') : undefined;
  const written = beginningOf(isTold ? second : (described ?? first));
  // `api/orders`, put behind a base by whoever sends it.
  const path = written !== undefined && /^(?:api|rest)\/[a-z]/.test(written) ? `/${written}` : written;
  if (path === undefined || !requested.test(path) || notRequested.test(path)) return false;
  if (isTold) return true;
  // A call by a minified name says nothing by itself: there the path must be an API's.
  return senders.test(name) || /^\/(?:api|rest|graphql|v\d+)\b/.test(path);
}

/** `trpc.batch.byId.query({…})`: names of a product's own, and what every client of tRPC calls last. */
function isProcedure({ callee }: Node & { type: 'CallExpression' }): boolean {
  if (
    !/^(?:query|mutate|useQuery|useMutation|useSuspenseQuery|useInfiniteQuery|subscribe|(?:query|infiniteQuery|mutation)Options)$/.test(
      memberOf(callee),
    )
  )
    return false;
  let names = 0;
  for (let at: Node = callee; at.type === 'MemberExpression' && !at.computed; at = at.object) names += 1;
  return names >= 3;
}

/** A text that asks a GraphQL server for something by name. */
function isDocument(node: Node): boolean {
  const text = node.type === 'TemplateLiteral' ? node.quasis[0]?.value.cooked : textOf(node);
  return /^\s*(?:query|mutation|subscription)\s+[A-Z]\w*\s*[({]/.test(text ?? '');
}

/** `new GraphQLClient('/api/graphql')`. */
function isClientOf(node: Node): boolean {
  const [first] = node.type === 'NewExpression' ? node.arguments : [];
  return first !== undefined && isBase(textOf(first) ?? '');
}

/** `createServerReference('40c1…', callServer, …)`: what bundlers write where a product's page calls a function of its server. */
const isServerFunction = (node: Node & { type: 'CallExpression' }): boolean =>
  calledName(node) === 'createServerReference' && /^[0-9a-f]{20,}$/.test(textOf(node.arguments[0] ?? node) ?? '');

/** `jsx(Link, {href: '/orders/new'})`: no library knows where a product's screens are. */
const isLinked = (node: Node & { type: 'CallExpression' }): boolean => {
  const [component, props] = node.arguments;
  if (component === undefined || props?.type !== 'ObjectExpression' || !elements.test(calledName(node))) return false;
  return props.properties.some(
    (one) =>
      one.type === 'Property' &&
      one.key.type === 'Identifier' &&
      /^(?:href|to)$/.test(one.key.name) &&
      /^\/[a-z][\w-]*(?:\/|$)/.test(beginningOf(one.value) ?? '') &&
      !notRequested.test(beginningOf(one.value) ?? ''),
  );
};

/** `__NEXT_P.push(['/orders', () => …])`. */
function isPage({ callee, arguments: [given] }: Node & { type: 'CallExpression' }): boolean {
  if (memberOf(callee) !== 'push' || given?.type !== 'ArrayExpression' || callee.type !== 'MemberExpression')
    return false;
  const [path, show] = given.elements;
  const isShown = show?.type === 'ArrowFunctionExpression' || show?.type === 'FunctionExpression';
  return isShown && /^\/(?!_)/.test(path ? (textOf(path) ?? identifierText(path)) : '') && namesPages(callee.object);
}

/** Turbopack keeps the path in a variable beside it. */
const identifierText = (node: Node): string => (node.type === 'Identifier' ? '/' : '');

function namesPages(node: Node): boolean {
  if (node.type === 'MemberExpression') return memberOf(node) === '__NEXT_P';
  if (node.type === 'ParenthesizedExpression') return namesPages(node.expression);
  if (node.type === 'AssignmentExpression') return namesPages(node.left);
  return node.type === 'LogicalExpression' && namesPages(node.left);
}

function beginningOf(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type === 'TemplateLiteral') {
    const [lead, next] = node.quasis.map(({ value }) => value.cooked ?? '');
    // `${base}/orders`: what the path hangs on is not told here.
    return lead === '' && next?.startsWith('/') ? next : lead;
  }
  if (node.type === 'BinaryExpression' && node.operator === '+') return beginningOf(node.left);
  if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression') return beginningOf(node.callee.object);
  return undefined;
}

/** What a route without a segment of its own says that nothing else does. */
const isShownKey = (key: Node): boolean =>
  key.type === 'Identifier' && /^(?:component|Component|loadChildren|loadComponent)$/.test(key.name);

function isRoute(node: Node & { type: 'ObjectExpression' }): boolean {
  let path = false;
  let shows = false;
  for (const property of node.properties) {
    if (property.type !== 'Property') continue;
    const name =
      property.key.type === 'Identifier'
        ? property.key.name
        : property.key.type === 'Literal'
          ? String(property.key.value)
          : '';
    const text = name === 'path' ? textOf(property.value) : undefined;
    if (text === '') path = node.properties.some((one) => one.type === 'Property' && isShownKey(one.key));
    else if (text !== undefined) path = /^[/:a-z*][\w/:*.?{}$-]*$/i.test(text) && !notRequested.test(text);
    // An entry of the manifest that React Router writes of a product's routes.
    if (name === 'parentId') shows = true;
    if (
      /^(?:component|element|children|loadChildren|loadComponent|lazy|render|title|redirectTo|meta|Component)$/.test(
        name,
      )
    )
      shows = true;
  }
  return path && shows;
}

/** `jsx(Route, {path: '/orders', element: …})`. */
function isRouteElement(node: Node & { type: 'CallExpression' }): boolean {
  const [component, props] = node.arguments;
  if (!component || props?.type !== 'ObjectExpression' || component.type === 'Literal') return false;
  if (!elements.test(calledName(node))) return false;
  const names = props.properties.map((one) =>
    one.type === 'Property' && one.key.type === 'Identifier' ? one.key.name : '',
  );
  // Paths are often kept in a table: `{exact: true, path: paths.order}`.
  const shows = names.includes('exact') || names.includes('element') || names.includes('component');
  return isRoute(props) || (names.includes('path') && shows);
}

const isBase = (text: string): boolean => /^\/(?:api|rest|graphql|gql|trpc|backend|v\d+)(?:\/[\w-]+)*\/?$/.test(text);

/** An entry of a table of an API's doors: `{ method: 'POST', path: '/api/orders' }`. */
function isDoor(node: Node & { type: 'ObjectExpression' }): boolean {
  const texts = new Map<string, string>();
  for (const property of node.properties) {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') continue;
    const text = textOf(property.value);
    if (text !== undefined) texts.set(property.key.name, text);
    // What a client of the product's is told: `{baseURL: '/api/v2'}`.
    if (/^(?:base_?url|prefixUrl|url|uri|endpoint)$/i.test(property.key.name) && isBase(text ?? '')) return true;
  }
  const path = texts.get('path') ?? texts.get('url') ?? '';
  return /^\/(?:api|rest|v\d+)\//.test(path) && !notRequested.test(path);
}

/** `{baseQuery: …, endpoints: build => ({…})}`, which RTK Query is told: a description of one product's API. */
function isApi(node: Node & { type: 'ObjectExpression' }): boolean {
  const names = node.properties.flatMap((one) =>
    one.type === 'Property' && one.key.type === 'Identifier' ? [one] : [],
  );
  const named = (name: string) => names.find(({ key }) => key.type === 'Identifier' && key.name === name)?.value.type;
  return named('baseQuery') !== undefined && /Function/.test(named('endpoints') ?? '');
}

/** `{url: `bookings/${ref}/cancel`, method: 'POST'}` in an endpoint that is added to an API: what a product asks for, put behind a base. */
function isAskedFor(node: Node & { type: 'ObjectExpression' }): boolean {
  let hasMethod = false;
  let hasUrl = false;
  for (const property of node.properties) {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') continue;
    const { name } = property.key;
    if (name === 'method') hasMethod = methods.test(textOf(property.value) ?? '');
    if (name === 'url') hasUrl = /^\/?[a-z][\w-]*(?:\/|$)/i.test(beginningOf(property.value) ?? '');
  }
  return hasMethod && hasUrl;
}

function isConsole(node: Node): boolean {
  return (
    node.type === 'CallExpression' &&
    node.callee.type === 'MemberExpression' &&
    node.callee.object.type === 'Identifier' &&
    node.callee.object.name === 'console'
  );
}

function push(waiting: Node[], value: unknown): void {
  if (typeof value === 'object' && value !== null && 'type' in value) waiting.push(value as Node); // what has a type in ESTree is a node
}
