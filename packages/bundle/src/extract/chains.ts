import type { Node } from 'oxc-parser';
import { returnsOf } from '../evaluate/functions.ts';
import { authorsName } from '../evaluate/names.ts';
import type { Binding } from '../evaluate/scope.ts';
import type { Unit } from '../evaluate/value.ts';
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
import { kinds, type Link, rulesOf } from './chain-rules.ts';
import type { RuleFact } from './fact.ts';
import type { Forms } from './forms.ts';

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
    const within = forms.usersOf(unit, node);
    const beside = forms.besideOf(unit, node);
    const places = placesOf(world, unit, node);
    return known.flatMap(({ name, property, links }) =>
      orField(rulesOf(world, links, isExplicit)).flatMap((rule) =>
        places.map(({ prefix, outer }) => ({
          ...rule,
          form: forms.formOf(unit, node) ?? forms.formOf(unit, outer),
          field: prefix + name,
          at: { unit, node: property },
          within,
          beside,
        })),
      ),
    );
  });
}

/** A field of which nothing is asked is one of the form's all the same: it is sent with the others. */
function orField(rules: ReturnType<typeof rulesOf>): ReturnType<typeof rulesOf> {
  return rules.length > 0 ? rules : [{ rule: '', value: undefined, message: undefined }];
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
function prefixOf(unit: Unit, node: Node): string {
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

/** No schema stands in others deeper than this. */
const deepest = 4;

/** Under what names an object stands that a variable holds: `address.` of `object({address: addressSchema})`, and in which schema. */
function placesOf(world: World, unit: Unit, node: Node, depth = 0): { prefix: string; outer: Node }[] {
  const own = prefixOf(unit, node);
  const held = heldBy(unit, node);
  const uses = held && depth < deepest ? (unit.scopes.bindingOf(held)?.uses ?? []) : [];
  const nested = uses.filter((use) => isPartOfSchema(world, unit, use));
  if (nested.length === 0) return [{ prefix: own, outer: node }];
  return nested.flatMap((use) =>
    placesOf(world, unit, use, depth + 1).map(({ prefix, outer }) => ({
      prefix: own.startsWith('[') ? `${prefix.replace(/\.$/, '')}${own}` : prefix + own,
      outer,
    })),
  );
}

/** The variable that a schema is the value of. */
function heldBy(unit: Unit, node: Node): Node | undefined {
  for (let at = unit.scopes.parentOf(node); at; at = unit.scopes.parentOf(at)) {
    if (at.type === 'VariableDeclarator') return at.id.type === 'Identifier' ? at.id : undefined;
    if (isFunction(at) || /Statement$/.test(at.type)) return undefined;
  }
  return undefined;
}

/** Whether a schema is used as what a field of another one holds. */
function isPartOfSchema(world: World, unit: Unit, use: Node): boolean {
  let at: Node = use;
  for (let parent = unit.scopes.parentOf(at); parent; parent = unit.scopes.parentOf(at)) {
    if (parent.type === 'Property' && parent.value === at) {
      const object = unit.scopes.parentOf(parent);
      const call = object && unit.scopes.parentOf(object);
      if (object?.type !== 'ObjectExpression' || call?.type !== 'CallExpression') return false;
      if (linksOf(world, unit, call).at(0)?.name === 'object') return true;
      return object.properties.some(
        (one) => one.type === 'Property' && one !== parent && isValidator(linksOf(world, unit, one.value)),
      );
    }
    if (parent.type !== 'CallExpression' && parent.type !== 'MemberExpression') return false;
    at = parent;
  }
  return false;
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
    gtValue: 'gt',
    ltValue: 'lt',
    nonEmpty: 'nonempty',
    // TypeBox: `Type.String({minLength: 2})`.
    ...{ String: 'string', Number: 'number', Integer: 'integer', Boolean: 'boolean', Array: 'array' },
    ...{ Object: 'object', Optional: 'optional', Union: 'union', Literal: 'literal' },
  }),
);

function nameOfLink(world: World, unit: Unit, callee: Node): string | undefined {
  const written = isIso(callee) ? `iso${memberName(callee) === 'date' ? 'Date' : 'DateTime'}` : memberName(callee);
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

/** `z.iso.date()`, `z.iso.datetime()` of zod: texts. */
const isIso = (callee: Node): boolean =>
  callee.type === 'MemberExpression' &&
  /^date(?:time)?$/.test(memberName(callee) ?? '') &&
  memberName(bare(callee.object)) === 'iso';

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
    // `n.ZodNumber` of another module of the library's.
    if (node.type === 'MemberExpression' && made === undefined) {
      const { spot } = world.evaluator.worth(from, node);
      made = kindMadeBy(spot.unit.read.file.text.slice(spot.node.start, spot.node.start + 400));
    }
    const binding = node.type === 'Identifier' && made === undefined ? from.scopes.bindingOf(node) : undefined;
    if (!binding || seen.has(binding)) return made === undefined;
    seen.add(binding);
    const origin = binding.origins[0];
    if (!origin || origin.node.end - origin.node.start > 6_000) return;
    // A class that another script of the release gives away.
    const { spot } =
      origin.kind === 'import' ? world.evaluator.worth(from, node) : { spot: { unit: from, node: origin.node } };
    made = kindMadeBy(spot.unit.read.file.text.slice(spot.node.start, spot.node.start + 400));
  });
  return made;
}

/** By a class of zod's or yup's. */
function kindMadeBy(text: string): string | undefined {
  const iso = /^(?:\w+=)?[\w$.()]+\(["'`]Zod(?:Mini)?ISO(Date|DateTime)["'`]/.exec(text)?.[1];
  if (iso) return `iso${iso}`;
  return (/^(?:\w+=)?[\w$.()]+\(["'`]Zod(?:Mini)?(String|Number|Boolean|Date|Enum|Array|Object|Optional|Nullable|Email|URL|UUID)["'`]/.exec(
    text,
  ) ?? /\bsuper\(\{type:["'`](string|number|boolean|date|array|object|mixed)["'`]/.exec(text))?.[1]?.toLowerCase();
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
