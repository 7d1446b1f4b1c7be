import { wordsOf } from '@sightglass/wire';
import type { Node } from 'oxc-parser';
import { authorsName } from '../evaluate/names.ts';
import type { Spot, Unit } from '../evaluate/value.ts';
import { bare, type CallNode, isFunction, memberName, nameOfKey, walk } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import { addressOf, isNoise } from './address.ts';
import type { Element } from './element.ts';
import type { ConstantFact } from './fact.ts';
import { fromNumberTable } from './number-tables.ts';
import { requestAt } from './request.ts';

/** Words that make a number a rule of the product: what it limits, counts, waits for or costs. */
const limits = new Set(
  'max maximum min minimum limit limits size threshold timeout interval delay attempts attempt retries retry ttl expiry expires lifetime duration window debounce throttle quota cap capacity allowance budget rate percent percentage fee fees price cost tax vat discount shipping cents amount total deposit commission seconds minutes hours days weeks months years milliseconds ms per page batch count length depth lead grace trial free poll polling refresh heartbeat stale cache cooldown age quantity lines items entries characters chars bytes kb mb gb score points level radius'.split(
    ' ',
  ),
);
/** Names about how things look and move, what HTTP and the language count: technical, and anybody's. */
const technical =
  /^(?:x|y|z|dx|dy|r|cx|cy|rx|ry|w|h|id|key|code|status|statuscode|version|v|index|order|weight|width|height|top|left|right|bottom|line|column|col|row|rows|cols|colspan|rowspan|tabindex|maxrows|minrows|flex|gap|size|scale|zoom|duration|length|count|total|page|pages|value|step|alpha|hue|opacity|radius|level|depth|speed|port)$/i;
const looks =
  /(?:width|height|px|pixels?|padding|margin|radius|border|offset|z-?index|opacity|stroke|font|line-?height|letter|spacing|gutter|column|breakpoint|viewport|shadow|blur|scale|rotate|rotation|ticks|elisions|angle|animation|transition|ease|easing|stiffness|damping|fps|frame|(?:^|-)tension|friction|color|hue|saturation|luminance|aspect|ratio|elevation|scroll|drag|swipe|toast|tooltip|snackbar|digits|http|status-?code|error-?code|key-?code|char-?code|schema|version|index|tab|seed|hash|bits|mask|flag|priority|precision|(?:^|-)(?:gap|pad)$|path-length|^(?:min|max)-(?:rows|cols|columns)$|^page-(?:up|down)$|^step-size$|blink)/i;
/** Numbers that only turn one unit into another. */
const conversions = new Set([
  0, 1, -1, 10, 100, 1000, 1024, 60, 24, 7, 3600, 86400, 3.6e6, 8.64e7, 6.048e8, 1048576, 1073741824,
]);
const isConversion =
  /^(?:ms|millis|milliseconds|seconds|secs?|minutes?|mins?|hours?|days?|weeks?|months?|years?|bytes?|kb|mb|gb|cents)(?:-(?:per|in|a|an))?(?:-(?:ms|millis|milliseconds|seconds?|minutes?|hours?|days?|weeks?|years?|kb|mb|gb))?$/;

/**
 * Numbers that have a name in the product's code and limit, time or price something. Where the minifier took the name of a variable,
 * the map gives it back; where it put the number in its place, the sources do.
 */
export function constantsIn(world: World, elements: Element[], ofSources: readonly ConstantFact[]): ConstantFact[] {
  const found: ConstantFact[] = [];
  const props = new Set<Node | undefined>(elements.map(({ node }) => node.arguments[1]));
  for (const { unit, node } of world.nodes) {
    if (node.type === 'ObjectExpression' && !props.has(node))
      found.push(
        ...fromObject(world, unit, node),
        ...pageSizeIn(world, unit, node),
        ...fromNumberTable(unit, node, (value) => numberOf(world, unit, value), isLimit, isTellingAlone),
      );
    else if (node.type === 'VariableDeclarator') found.push(...fromVariable(world, unit, node));
    else if (node.type === 'CallExpression') found.push(...pageSizeOfChain(world, unit, node));
  }
  const known = new Set(found.map(({ name, value }) => `${plain(name)} ${value}`));
  // A number that a minifier put in the place of a name has the name in the sources.
  const named = new Map(ofSources.map((one) => [one.name, one.value]));
  const isPutIn = ({ at, value }: ConstantFact) =>
    at.node.type === 'Property' && named.get(authorsName(at.unit, at.node.value) ?? '') === value;
  found.splice(0, found.length, ...found.filter((one) => !isPutIn(one)));
  for (const one of ofSources) if (!known.has(`${plain(one.name)} ${one.value}`)) found.push(one);
  const values = new Set(found.map(({ value }) => value));
  found.push(...timersIn(world).filter(({ value }) => !values.has(value)));
  // What is nothing yet, or nothing at all, limits nobody.
  const told = found.filter(({ value }) => value !== 0 && value !== -1);
  const merged = new Map(told.map((one) => [`${plain(one.name)} ${one.value}`, one]));
  return [...merged.values()];
}

const sizes = /^(?:limit|size|first|take|top|rows|count|per_?page|page_?(?:size|limit))$/i;
/** What says by itself how many are asked for. */
const alone = /^(?:limit|first|per_?page|page_?(?:size|limit))$/i;
const places = /^(?:page|page_?(?:no|number|index)|offset|skip|cursor|after|before|start|next_?(?:cursor|token))$/i;
const asking = /^(?:params|searchParams|query|variables|qs)$/;

/** `params: {page, size: 10}`, `get('/hives', {limit: 15, after})`: how many are asked for at once, where it is also said from where on. */
function pageSizeIn(world: World, unit: Unit, node: Extract<Node, { type: 'ObjectExpression' }>): ConstantFact[] {
  const holder = unit.scopes.parentOf(node);
  const isAsked =
    holder?.type === 'Property'
      ? asking.test(nameOfKey(holder.key, holder.computed) ?? '')
      : holder?.type === 'CallExpression' && holder.arguments[0] !== node && /^\//.test(textAt(holder.arguments[0]));
  if (!isAsked) return [];
  const keys: { key: string; value: Node; property: Node }[] = [];
  walk(node, (inner) => {
    const key = inner.type === 'Property' ? nameOfKey(inner.key, inner.computed) : undefined;
    if (inner.type === 'Property' && key !== undefined) keys.push({ key, value: inner.value, property: inner });
  });
  const isPaged = keys.some(({ key }) => places.test(key));
  const asks = isPaged ? sizes : holder?.type === 'Property' ? alone : undefined;
  if (!asks) return [];
  return keys.flatMap(({ key, value, property }) => {
    const number = isNameless(unit, value) && asks.test(key) ? numberOf(world, unit, value) : undefined;
    return number === undefined || number < 2
      ? []
      : [{ name: isPaged ? 'pageSize' : key, value: number, at: { unit, node: property } }];
  });
}

/** A number, or a variable of which only the minifier's name is left: one with a name of its own is told by that. */
const isNameless = (unit: Unit, value: Node): boolean =>
  value.type === 'Literal' || (value.type === 'Identifier' && authorsName(unit, value) === undefined);

/** `new HttpParams().set('page', page).set('perPage', 12)`. */
function pageSizeOfChain(world: World, unit: Unit, node: CallNode): ConstantFact[] {
  const [first, second] = node.arguments;
  const isSet = (call: Node): call is CallNode =>
    call.type === 'CallExpression' && /^(?:set|append)$/.test(memberName(bare(call.callee)) ?? '');
  if (!isSet(node) || second?.type !== 'Literal' || !sizes.test(textAt(first))) return [];
  let last: Node = node;
  for (let at: Node | undefined = node; at; at = unit.scopes.parentOf(at)) {
    if (at.type !== 'MemberExpression' && at.type !== 'CallExpression') break;
    if (at.type === 'CallExpression' && at.arguments.includes(last as CallNode)) break; // it is handed over there
    last = at;
  }
  let says = false;
  for (let at: Node = last; at.type === 'CallExpression' || at.type === 'MemberExpression'; ) {
    if (isSet(at) && places.test(textAt(at.arguments[0]))) says = true;
    at = bare(at.type === 'CallExpression' ? at.callee : at.object);
  }
  const value = says ? numberOf(world, unit, second) : undefined;
  return value === undefined || value < 2 ? [] : [{ name: 'pageSize', value, at: { unit, node } }];
}

function textAt(node: Node | undefined): string {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : '';
  return node?.type === 'TemplateLiteral' ? (node.quasis[0]?.value.cooked ?? '') : '';
}

/** What comes again sooner moves something on the screen. */
const shortestPoll = 5_000;

/** `setInterval(() => refresh(), 30_000)`: minifiers take the name of the number, and what it is stays told. */
function timersIn(world: World): ConstantFact[] {
  return world.nodes.flatMap(({ unit, node }): ConstantFact[] => {
    if (node.type !== 'CallExpression' || node.arguments.length !== 2) return [];
    const callee = world.evaluator.worth(unit, node.callee);
    const name = callee.is === 'unknown' ? callee.name : undefined;
    const [, after] = node.arguments;
    if (name !== 'setInterval' || !after || after.type === 'SpreadElement') return [];
    const value = numberOf(world, unit, after);
    return value === undefined || value < shortestPoll ? [] : [{ name: 'pollInterval', value, at: { unit, node } }];
  });
}

const plain = (name: string): string => wordsOf(name).join('-');

function numberOf(world: World, unit: Unit, node: Node): number | undefined {
  if (node.type === 'ObjectExpression' || isFunction(node)) return undefined;
  const value = world.evaluator.worth(unit, node);
  return value.is === 'number' && Number.isFinite(value.number) ? value.number : undefined;
}

/** Numbers among the properties of an object: of one that holds only such, with any telling name; else only with a limit's name. */
function fromObject(world: World, unit: Unit, node: Extract<Node, { type: 'ObjectExpression' }>): ConstantFact[] {
  const entries = node.properties.flatMap((property) => {
    const key = property.type === 'Property' ? nameOfKey(property.key, property.computed) : undefined;
    // What is no name, as `total-visible` and `./lib/inflate`, belongs to an element or a bundler.
    if (property.type !== 'Property' || key === undefined || !/^[A-Za-z_$][\w$]*$/.test(key)) return [];
    // A number that comes from somewhere else has its name there.
    const value = property.value.type === 'Identifier' ? undefined : numberOf(world, unit, property.value);
    return [{ key, value, spot: { unit, node: property } }];
  });
  const numbers = entries.filter(({ value }) => value !== undefined);
  if (
    numbers.length === 0 ||
    isEnum(numbers.map(({ value }) => value ?? 0)) ||
    entries.some(({ key }) => /^(?:type|kind|\$\$typeof|message|rule|variant|style|initial|animate)$/.test(key)) ||
    isExample(unit, node)
  )
    return [];
  const isTable =
    numbers.length >= 3 && numbers.length === entries.length && numbers.every(({ key }) => wordsOf(key).length >= 2);
  return numbers.flatMap(({ key, value, spot }) => {
    if (value === undefined || !(isTable ? isTelling(key) && !isTally(key) : isLimit(key))) return [];
    const alone = wordsOf(key).length === 1;
    return conversions.has(value) && (alone || value === 0) ? [] : [{ name: key, value, at: spot }];
  });
}

/** `configExample: {timeout: 30000}`: what somebody may write. `requestIdleCallback(f, {timeout: 5000})`: how long the browser may wait. */
function isExample(unit: Unit, node: Node): boolean {
  const call = unit.scopes.parentOf(node);
  if (call?.type === 'CallExpression' && /^requestIdleCallback$/.test(calleeName(call.callee))) return true;
  for (let at = unit.scopes.parentOf(node); at && !isFunction(at); at = unit.scopes.parentOf(at)) {
    const key = at.type === 'Property' ? nameOfKey(at.key, at.computed) : undefined;
    if (key !== undefined && wordsOf(key).some((word) => /^(?:examples?|samples?|mocks?|placeholders?)$/.test(word)))
      return true;
  }
  return false;
}

const calleeName = (callee: Node): string => (callee.type === 'Identifier' ? callee.name : (memberName(callee) ?? ''));

/** 0, 1, 2, 3: members of an enum, counted. */
function isEnum(values: number[]): boolean {
  return (
    values.length >= 3 &&
    values.every((value, i) => i === 0 || value === (values[i - 1] ?? 0) + 1 || value === (values[i - 1] ?? 0) * 2)
  );
}

function isTelling(name: string): boolean {
  const words = wordsOf(name);
  return (
    words.every((word) => word.length > 1) &&
    !looks.test(words.join('-')) &&
    !(words.length === 1 && technical.test(name))
  );
}

/** A word that stands alone, and is no measure of anything. */
const isTellingAlone = (name: string): boolean => isTelling(name) && !general.has(name.toLowerCase());

/** Words that any list, text or box has: a name of nothing else tells no rule of a product. */
const general = new Set(
  'max maximum min minimum limit size length count delay open close enter leave element elements item items chars characters char text level depth nodes children options string array number value timeout interval duration zoom radius total page per amount time rate ms'.split(
    ' ',
  ),
);

const bounds = new Set(
  'max maximum min minimum limit per page batch allowed threshold quota cap retry attempt'.split(' '),
);

/** `removed_count`, `listItems`: how many there are of something, not how many there may be. */
function isTally(name: string): boolean {
  const words = wordsOf(name);
  return /^(?:count|length|items)$/.test(words.at(-1) ?? '') && !words.some((word) => bounds.has(word));
}

function isLimit(name: string): boolean {
  const words = wordsOf(name);
  if (!isTelling(name)) return false;
  if (words.length === 1) return /^(?:timeout|retries|attempts|ttl|quota)$/i.test(name);
  if (/^(?:page-size|per-page|items-per-page)$/.test(words.join('-'))) return true;
  if (isTally(name)) return false;
  return words.some((word) => limits.has(word)) && words.some((word) => !general.has(word));
}

function fromVariable(world: World, unit: Unit, node: Extract<Node, { type: 'VariableDeclarator' }>): ConstantFact[] {
  if (
    node.id.type !== 'Identifier' ||
    !node.init ||
    unit.scopes.functionsAround(node).length > 0 ||
    isElsewhere(unit, node)
  )
    return [];
  const value = node.init.type === 'Identifier' ? undefined : numberOf(world, unit, node.init);
  const binding = unit.scopes.bindingOf(node.id);
  if (value === undefined || !binding || binding.origins.length > 1) return [];
  const name = authorsName(unit, node.id);
  if (name === undefined || !namesRule(name, value) || onlyForNoise(world, unit, binding.uses)) return [];
  return [{ name, value, at: { unit, node: node.id } }];
}

/** Inside a module's function everything is the product's as well, but webpack's own counters are not. */
function isElsewhere(unit: Unit, node: Node): boolean {
  return unit.read.ownerAt(node.start).kind === 'third-party';
}

function namesRule(name: string, value: number): boolean {
  const words = wordsOf(name);
  if (isConversion.test(words.join('-')) || value === 0) return false;
  const isUpper = /^[A-Z][A-Z0-9_]+$/.test(name);
  const isShort = /^(?:day|hour|minute|second|week|year)-?(?:ms|seconds|millis)?$/.test(words.join('-'));
  if (isShort || !isTelling(name) || (conversions.has(value) && words.length < 2)) return false;
  return isUpper
    ? words.length > 1 || limits.has(words[0] ?? '')
    : words.length > 1 && words.some((word) => limits.has(word));
}

/** Top-level constants of the sources; those that no longer stand in the bundle by name have been put in where they are used. */
export function constantsOfSources(world: World, sources: readonly Unit[]): ConstantFact[] {
  return sources.flatMap((unit) => fromSource(world, unit));
}

function fromSource(world: World, unit: Unit): ConstantFact[] {
  return unit.read.ast.body.flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declaration?.type !== 'VariableDeclaration' || declaration.kind !== 'const') return [];
    return declaration.declarations.flatMap((node) => fromVariable(world, unit, node));
  });
}

/** A number that only telemetry and probes use is none of the product's. */
function onlyForNoise(world: World, unit: Unit, uses: Node[]): boolean {
  return (
    uses.length > 0 &&
    uses.every((use) => {
      const outermost = unit.scopes.functionsAround(use).at(-1);
      return outermost !== undefined && callsOnlyNoise(world, { unit, node: outermost });
    })
  );
}

function callsOnlyNoise(world: World, { unit, node }: Spot): boolean {
  let noise = 0;
  let calls = 0;
  walk(node, (inner) => {
    if (inner.type !== 'CallExpression') return;
    const request = requestAt(world, unit, inner, undefined);
    if (request?.url.is !== 'text' || !request.sure) return;
    const address = addressOf(request.url.parts);
    if (address && isNoise(address)) noise += 1;
    else calls += 1;
  });
  return noise > 0 && calls === 0;
}
