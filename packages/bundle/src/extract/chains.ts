import type { Node } from 'oxc-parser';
import { returnsOf } from '../evaluate/functions.ts';
import { authorsName } from '../evaluate/names.ts';
import type { Binding } from '../evaluate/scope.ts';
import { literal, textsOf, type Unit, type Value } from '../evaluate/value.ts';
import {
  bare,
  type CallNode,
  isFunction,
  memberName,
  nameOfKey,
  type ObjectNode,
  propertyNamed,
  walk,
} from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import type { RuleFact } from './fact.ts';
import type { Forms } from './forms.ts';
import { formatNamed, isSentence } from './rule-name.ts';

/** One link of `string().min(2).max(60)`. */
interface Link {
  name: string;
  args: Value[];
  node: Node;
}

const kinds: Record<string, 'text' | 'number' | 'list' | 'other'> = {
  string: 'text',
  email: 'text',
  url: 'text',
  uuid: 'text',
  number: 'number',
  int: 'number',
  integer: 'number',
  bigint: 'number',
  date: 'other',
  boolean: 'other',
  bool: 'other',
  enum: 'other',
  picklist: 'other',
  nativeEnum: 'other',
  literal: 'other',
  union: 'other',
  array: 'list',
  object: 'other',
  mixed: 'other',
  any: 'other',
  optional: 'other',
  nullable: 'other',
};
/** Links that only a chain of a validator has. */
const telling =
  /^(?:pipe|check|min|max|size|length|email|url|uuid|regex|matches|pattern|required|optional|nullable|nullish|nonempty|int|integer|positive|negative|nonnegative|oneOf|valid|multipleOf|gte|lte|gt|lt|trim|refine|default)$/;

/** Schemas written as chains: zod, yup, joi and those like them. The names of their methods outlive every minifier. */
export function rulesOfChains(world: World, forms: Forms): RuleFact[] {
  const isOfLibrary = libraryCode(world);
  return world.nodes.flatMap(({ unit, node }) => {
    if (node.type !== 'ObjectExpression') return [];
    const holder = unit.scopes.parentOf(node);
    if (holder?.type !== 'CallExpression') return [];
    const fields = node.properties.flatMap((property) => {
      if (property.type !== 'Property') return [];
      const name = nameOfKey(property.key, property.computed);
      const links = linksOf(world, unit, property.value);
      return name === undefined ? [] : [{ name, property, links }];
    });
    const known = fields.filter(({ links }) => links.length > 0 && isValidator(links));
    if (known.length === 0 || known.length * 2 < fields.length || isOfLibrary(unit, node)) return [];
    // Where something is marked as required, the rest is not.
    const isExplicit = known.some(({ links }) => links.some(({ name }) => name === 'required'));
    const form = forms.formOf(unit, node);
    const within = forms.usersOf(unit, node);
    const beside = forms.besideOf(unit, node);
    const prefix = prefixOf(unit, node);
    return known.flatMap(({ name, property, links }) =>
      rulesOf(world, links, isExplicit).map((rule) => ({
        ...rule,
        form,
        field: prefix + name,
        at: { unit, node: property },
        within,
        beside,
      })),
    );
  });
}

/** What only libraries that check are told: no product's form has such fields. */
const ofSchemas = new Set(
  'abortEarly allowUnknown artifacts cast coerce convert dateFormat empty errorMap escapeHtml externals failover flags functions invalids metas noDefaults nonEnumerables only override preferences prefs presence provideCustomizer regex skipFunctions sparse strip stripUnknown stripArrayUnknown stripObjectUnknown whens'.split(
    ' ',
  ),
);

/** A library that checks its own options by itself: `object({abortEarly: boolean(), convert: boolean(), presence: string()})`. */
function describesSchemas(names: readonly string[]): boolean {
  const own = names.filter((name) => ofSchemas.has(name)).length;
  return own >= 3 && own * 3 >= names.length;
}

/** So near to two of those stands more of the same library. */
const nearby = 8_000;

/** Whether an object describes schemas, or stands among several that do. */
function libraryCode(world: World): (unit: Unit, node: ObjectNode) => boolean {
  const found = new Map<Unit, number[]>();
  const describes = ({ properties }: ObjectNode) =>
    describesSchemas(
      properties.flatMap((one) => (one.type === 'Property' ? (nameOfKey(one.key, one.computed) ?? []) : [])),
    );
  for (const { unit, node } of world.nodes) {
    if (node.type !== 'ObjectExpression' || unit.scopes.parentOf(node)?.type !== 'CallExpression' || !describes(node))
      continue;
    found.set(unit, [...(found.get(unit) ?? []), node.start]);
  }
  return (unit, node) =>
    describes(node) || (found.get(unit) ?? []).filter((start) => Math.abs(start - node.start) < nearby).length > 1;
}

/** Under which forms are told what checks them. */
const holdsSchema = /schema|resolver|valid|rules|checks/i;

/** `deliveryAddress.` for an object within an object; what a form is handed besides its schema is no field. */
function prefixOf(unit: Unit, node: ObjectNode): string {
  let prefix = '';
  for (let at: Node | undefined = node; at; at = unit.scopes.parentOf(at)) {
    const parent = unit.scopes.parentOf(at);
    if (parent?.type === 'Property' && parent.value === at) {
      const key = nameOfKey(parent.key, parent.computed) ?? '';
      const beside = unit.scopes.parentOf(parent);
      const isOptions =
        beside?.type === 'ObjectExpression' &&
        beside.properties.some((one) => one.type === 'Property' && isPlain(one.value));
      if (holdsSchema.test(key) || isOptions) break;
      prefix = `${key}.${prefix}`;
    } else if (parent?.type === 'CallExpression' && memberName(bare(parent.callee)) === 'array')
      prefix = `[]${prefix === '' ? '.' : prefix}`;
    if (parent?.type === 'VariableDeclarator' || !parent || /Statement$/.test(parent.type)) break;
  }
  return prefix.replaceAll('.[]', '[]');
}

/** A schema's fields are made by calls. */
const isPlain = (value: Node): boolean => value.type === 'Literal' || value.type === 'TemplateLiteral';

/** The links of a chain, the first first; empty when it is none. What a pipe holds are links too. */
function linksOf(world: World, unit: Unit, node: Node): Link[] {
  const links: Link[] = [];
  let at: Node = chainNamed(unit, bare(node));
  while (at.type === 'CallExpression') {
    const call: CallNode = at;
    const callee = bare(call.callee);
    const name = nameOfLink(world, unit, callee);
    if (name === undefined) return links.length > 0 ? links.toReversed() : [];
    const inner = innerOf(world, unit, call, name);
    if (inner && name === 'when') links.push(...inner);
    else if (inner) {
      links.push(
        ...(name === 'pipe' || name === 'check' || wraps.test(name) ? [] : [{ name, args: [], node: call }]),
        ...inner.toReversed(),
      );
    } else {
      const args = call.arguments.flatMap((arg) =>
        arg.type === 'SpreadElement' ? [] : [world.evaluator.worth(unit, arg)],
      );
      links.push({ name, args, node: call });
    }
    if (callee.type !== 'MemberExpression' || (inner && name !== 'check' && name !== 'when')) break;
    at = bare(callee.object);
  }
  return links.toReversed();
}

/** `pipe(string(), minLength(3))`, `string().check(minLength(3))`, `optional(pipe(…))`: links that are handed over. */
function innerOf(world: World, unit: Unit, call: CallNode, name: string): Link[] | undefined {
  const [first] = call.arguments;
  if (first && wraps.test(name)) return wrappedBy(world, unit, call, name);
  if (name === 'when') return onCondition(world, unit, call);
  if (!first || !/^(?:pipe|check|optional|nullable|nullish|exactOptional|undefinedable)$/.test(name)) return undefined;
  const given = name === 'pipe' || name === 'check' ? call.arguments : [first];
  const links = given.flatMap((one) => (one.type === 'SpreadElement' ? [] : linksOf(world, unit, one)));
  return links.length > 0 ? links : undefined;
}

/** `when('kind', {is: 'gift', then: s => s.required()})` of yup and joi: what is asked only where another field says so. */
function onCondition(world: World, unit: Unit, call: CallNode): Link[] | undefined {
  const [field, branches] = call.arguments;
  if (field?.type !== 'Literal' || typeof field.value !== 'string' || branches?.type !== 'ObjectExpression')
    return undefined;
  const then = propertyNamed(branches, 'then');
  const given = then && isFunction(then) ? returnsOf(then)[0] : then;
  let asks = false;
  for (let at = given && bare(given); at?.type === 'CallExpression'; ) {
    const callee = bare(at.callee);
    if (memberName(callee) === 'required') asks = true;
    at = callee.type === 'MemberExpression' ? bare(callee.object) : undefined;
  }
  return asks ? [{ name: 'requiredWhen', args: [world.evaluator.worth(unit, field)], node: call }] : undefined;
}

/** What superstruct puts around a schema instead of behind it. */
const wraps = /^(?:min|max|size|pattern|nonempty|trimmed|refine|defaulted)$/;

/** `size(string(), 2, 80)`, `max(min(integer(), 1), 12)`: the schema comes first, and then what it must keep to. */
function wrappedBy(world: World, unit: Unit, call: CallNode, name: string): Link[] | undefined {
  const [schema, ...given] = call.arguments;
  if (!schema || schema.type === 'SpreadElement' || !/^(?:CallExpression|Identifier)$/.test(bare(schema).type))
    return undefined;
  const inner = linksOf(world, unit, schema);
  if (!isValidator(inner)) return undefined;
  const args = given.flatMap((arg) => (arg.type === 'SpreadElement' ? [] : [world.evaluator.worth(unit, arg)]));
  return [...inner, { name, args, node: call }];
}

/** The chain that a name stands for: `email: emailAddress`, where `const emailAddress = string().email()`. */
function chainNamed(unit: Unit, node: Node): Node {
  if (node.type !== 'Identifier') return node;
  const [origin, other] = unit.scopes.bindingOf(node)?.origins ?? [];
  return origin?.kind === 'value' && origin.path.length === 0 && !other ? bare(origin.node) : node;
}

/** What valibot and zod's small form call what chains call otherwise. */
const otherNames = new Map<string, string>(
  Object.entries({
    minLength: 'min',
    maxLength: 'max',
    minValue: 'gte',
    maxValue: 'lte',
    nonEmpty: 'nonempty',
    // TypeBox: `Type.String({minLength: 2})`.
    ...{ String: 'string', Number: 'number', Integer: 'integer', Boolean: 'boolean', Array: 'array' },
    ...{ Object: 'object', Optional: 'optional', Union: 'union', Literal: 'literal' },
  }),
);

function nameOfLink(world: World, unit: Unit, callee: Node): string | undefined {
  const written = memberName(callee);
  const known = written === undefined ? undefined : (otherNames.get(written) ?? written);
  if (known !== undefined && (Object.hasOwn(kinds, known) || telling.test(known) || known.length > 3)) return known;
  // `string()`, as its author imported it.
  const author = callee.type === 'Identifier' && !isTakenOut(unit, callee) ? authorsName(unit, callee) : undefined;
  const named = author === undefined ? undefined : (otherNames.get(author) ?? author);
  if (named !== undefined && (Object.hasOwn(kinds, named) || telling.test(named) || wraps.test(named))) return named;
  // `(0, r.Yj)()`: bundlers shorten what modules give away.
  const isNamed = callee.type === 'Identifier' || callee.type === 'MemberExpression';
  return (isNamed ? kindOfFactory(world, unit, callee) : undefined) ?? known;
}

/** `const [email, setEmail] = createSignal('')`: what is called by that name is a value of the product, and no schema. */
const isTakenOut = (unit: Unit, name: Node): boolean =>
  unit.scopes.bindingOf(name)?.origins.some(({ kind, path }) => kind !== 'import' && path.length > 0) ?? false;

/** What a factory without a name of its own makes, from the library's code: its class or its type is written there. */
function kindOfFactory(world: World, unit: Unit, callee: Node): string | undefined {
  const fn = world.evaluator.worth(unit, callee);
  if (fn.is !== 'function') return undefined;
  const from = fn.spot.unit;
  const { read } = from;
  const code = read.file.text.slice(fn.fn.start, Math.min(fn.fn.end, fn.fn.start + 400));
  // valibot: `{kind: 'validation', type: 'min_length', …}`, and `{...schemas[0], pipe: schemas}`.
  const valibot = /\bkind:["'`](?:schema|validation|transformation)["'`],type:["'`](\w+)["'`]/.exec(code)?.[1];
  if (valibot) return ofValibot(valibot);
  if (/\{\.\.\.\w+\[0\],pipe:/.test(code)) return 'pipe';
  // superstruct: `return define("string", …)`, `return refine(schema, "size", …)`, and what may be missing.
  const superstruct =
    /(?:return ?|=>)[\w$]+\(["'`](string|number|integer|boolean|date|enums)["'`],/.exec(code)?.[1] ??
    /(?:return ?|=>)[\w$]+\(\w+,["'`](min|max|size|pattern|nonempty|trimmed)["'`],/.exec(code)?.[1] ??
    (/validator:\((\w+),(\w+)\)=>void 0===\1\|\|/.test(code) ? 'optional' : undefined);
  if (superstruct) return superstruct;
  const own = /\btype:["'`](string|number|boolean|date|enum|array|object|optional|nullable)["'`]/.exec(code)?.[1];
  if (own) return own;
  const seen = new Set<Binding>();
  let made: string | undefined;
  walk(fn.fn, (node) => {
    const binding = node.type === 'Identifier' && made === undefined ? from.scopes.bindingOf(node) : undefined;
    if (!binding || seen.has(binding)) return made === undefined;
    seen.add(binding);
    const origin = binding.origins[0];
    if (!origin || origin.node.end - origin.node.start > 6_000) return;
    const text = read.file.text.slice(origin.node.start, origin.node.start + 400);
    made =
      (/^[\w$.]+\(["'`]Zod(?:Mini)?(String|Number|Boolean|Date|Enum|Array|Object|Optional|Nullable|Email|URL|UUID)["'`]/.exec(
        text,
      ) ?? /\bsuper\(\{type:["'`](string|number|boolean|date|array|object|mixed)["'`]/.exec(text))?.[1]?.toLowerCase();
  });
  return made;
}

function ofValibot(type: string): string {
  const camel = type.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return otherNames.get(camel) ?? camel;
}

function isValidator(links: Link[]): boolean {
  const [first, ...rest] = links;
  if (!first) return false;
  const isKind = Object.hasOwn(kinds, first.name);
  return (isKind && first.name !== 'object') || (rest.filter(({ name }) => telling.test(name)).length > 0 && isKind);
}

type Rule = Pick<RuleFact, 'rule' | 'value' | 'message'>;

function rulesOf(world: World, links: Link[], isExplicit: boolean): Rule[] {
  const kind = kindOf(links);
  const found: Rule[] = [];
  for (const { name, args } of links) {
    const [first, second] = args;
    const message = messageOf(second, world) ?? messageOf(first, world);
    const number = first?.is === 'number' ? first.number : undefined;
    const tell = (rule: string, value: Rule['value']) => {
      // `max(Infinity)` bounds nothing.
      if (typeof value !== 'number' || Number.isFinite(value)) found.push({ rule, value, message });
    };
    if ((name === 'min' || name === 'gte' || name === 'gt') && number !== undefined) {
      if (kind === 'text' && number === 1) tell('required', undefined);
      else if (kind === 'text') tell('minLength', number);
      else if (kind === 'number') tell('minimum', name === 'gt' ? number + 1 : number);
    } else if ((name === 'max' || name === 'lte' || name === 'lt') && number !== undefined) {
      if (kind === 'text') tell('maxLength', number);
      else if (kind === 'number') tell('maximum', name === 'lt' ? number - 1 : number);
    } else if (name === 'size' && number !== undefined) {
      const most = second?.is === 'number' ? second.number : number;
      const [least, greatest] = kind === 'number' ? ['minimum', 'maximum'] : ['minLength', 'maxLength'];
      if (kind === 'number' || number > 0) tell(least, number);
      if (second === undefined || second.is === 'number') tell(greatest, most);
    } else if (name === 'length' && number !== undefined && kind === 'text') {
      tell('minLength', number);
      tell('maxLength', number);
    } else if (name === 'positive') tell('minimum', 1);
    else if (name === 'nonnegative') tell('minimum', 0);
    else if (name === 'multipleOf' && number !== undefined) tell('multipleOf', number);
    else if ((name === 'regex' || name === 'matches' || name === 'pattern') && first?.is === 'regex')
      tell('pattern', first.source);
    else if (name === 'enum' || name === 'oneOf' || name === 'valid' || name === 'picklist') {
      const values =
        textsOf(first) ?? (args.length > 1 ? args.flatMap((arg) => literal(arg) ?? []) : undefined) ?? valuesOf(first);
      if (values && values.length > 1) tell('enum', values);
    } else if (formatNamed(name) !== undefined && kind === 'text') tell('format', formatNamed(name));
    else if (name === 'required' || name === 'nonempty') tell('required', undefined);
    else if (name === 'equals') tell('equals', literal(first));
    else if (name === 'requiredWhen') tell('requiredIf', literal(first));
    else if (Object.hasOwn(kinds, name)) found.push(...fromOptions(first, kind));
  }
  return isExplicit ? found : found.filter(({ rule }, i) => found.findIndex((other) => other.rule === rule) === i);
}

/** `Type.String({minLength: 2, format: 'email'})`: TypeBox is told as JSON Schema is. */
function fromOptions(given: Value | undefined, kind: ReturnType<typeof kindOf>): Rule[] {
  if (given?.is !== 'object' || (kind !== 'text' && kind !== 'number')) return [];
  const keys = kind === 'text' ? ['minLength', 'maxLength', 'pattern', 'format'] : ['minimum', 'maximum', 'multipleOf'];
  return keys.flatMap((rule): Rule[] => {
    const held = given.entries.get(rule)?.value();
    const value = held?.is === 'number' ? held.number : literal(held);
    return value === undefined ? [] : [{ rule, value, message: undefined }];
  });
}

function valuesOf(value: Value | undefined): string[] | undefined {
  if (value?.is !== 'object' || value.open) return undefined;
  const texts = [...value.entries.values()].map((entry) => literal(entry.value()));
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

function kindOf(links: Link[]): 'text' | 'number' | 'list' | 'other' {
  if (links.some(({ name }) => /^(?:int|integer|positive|nonnegative|negative|finite|multipleOf)$/.test(name)))
    return 'number';
  if (links.some(({ name }) => /^(?:email|regex|matches|trim|lowercase|uppercase|toLowerCase)$/.test(name)))
    return 'text';
  return links.map(({ name }) => kinds[name]).find((kind) => kind !== undefined && kind !== 'other') ?? 'other';
}

/** `'Too short'`, `{message: 'Too short'}`, `{error: …}`. */
export function messageOf(value: Value | undefined, world?: World): string | undefined {
  // `() => t('orders.tooLong')`, so that the language may change.
  if (value?.is === 'function' && world && value.fn.params.length === 0)
    return messageOf(world.evaluator.apply(value, [], value.spot));
  const text =
    literal(value) ??
    (value?.is === 'object'
      ? literal((value.entries.get('message') ?? value.entries.get('error') ?? value.entries.get('errorMap'))?.value())
      : undefined);
  return text !== undefined && isSentence(text) ? text : undefined;
}
