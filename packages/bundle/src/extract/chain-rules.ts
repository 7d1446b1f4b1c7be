import type { Node } from 'oxc-parser';
import { literal, textsOf, type Value } from '../evaluate/value.ts';
import { bare, memberName } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import type { RuleFact } from './fact.ts';
import { formatNamed, isSentence } from './rule-name.ts';
import { textNamed } from './shown.ts';

/** One link of `string().min(2).max(60)`. */
export interface Link {
  name: string;
  args: Value[];
  node: Node;
}

/** What the first link of a chain makes. */
export const kinds: Record<string, 'text' | 'number' | 'list' | 'other'> = {
  string: 'text',
  email: 'text',
  url: 'text',
  uuid: 'text',
  isoDate: 'text',
  isoDateTime: 'text',
  number: 'number',
  int: 'number',
  integer: 'number',
  bigint: 'number',
  date: 'other',
  boolean: 'other',
  bool: 'other',
  enum: 'other',
  enums: 'other',
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
type Rule = Pick<RuleFact, 'rule' | 'value' | 'message'>;

/** What the links of a chain ask of a field. */
export function rulesOf(world: World, links: Link[], isExplicit: boolean): Rule[] {
  const kind = kindOf(links);
  const found: Rule[] = [];
  // The next number is known of whole ones alone: what is more than 0 may be 0.01.
  const isWhole = kind !== 'number' || links.some(({ name }) => /^(?:int|integer|bigint)$/.test(name));
  const beyond = (limit: number, step: 1 | -1) => (isWhole ? limit + step : undefined);
  for (const { name, args, node } of links) {
    const [first, second] = args;
    const message = messageOf(second, world) ?? messageOf(first, world);
    const number = first?.is === 'number' ? first.number : undefined;
    const tell = (rule: string, value: Rule['value']) => {
      // `max(Infinity)` bounds nothing.
      if (typeof value !== 'number' || Number.isFinite(value)) found.push({ rule, value, message });
    };
    const [least, most] = bounds[kind];
    if (name === 'min' || name === 'gte' || name === 'gt') {
      const isAbove = name === 'gt' || isExclusive(second);
      if (kind === 'text' && number === 1) tell('required', undefined);
      else if (least !== '' && number !== undefined) tell(least, isAbove ? beyond(number, 1) : number);
    } else if (name === 'max' || name === 'lte' || name === 'lt') {
      const isBelow = name === 'lt' || isExclusive(second);
      if (most !== '' && number !== undefined) tell(most, isBelow ? beyond(number, -1) : number);
    } else if (name === 'size' && number !== undefined) {
      const upTo = second?.is === 'number' ? second.number : number;
      if (least !== '' && (kind === 'number' || number > 0)) tell(least, number);
      if (most !== '' && (second === undefined || second.is === 'number')) tell(most, upTo);
    } else if (name === 'length' && number !== undefined && (kind === 'text' || kind === 'list')) {
      tell(least, number);
      tell(most, number);
    } else if (name === 'positive') tell('minimum', beyond(0, 1));
    else if (name === 'nonnegative') tell('minimum', 0);
    else if (name === 'messages') withMessages(found, first);
    else if (name === 'multipleOf' && number !== undefined) tell('multipleOf', number);
    else if ((name === 'regex' || name === 'matches' || name === 'pattern') && first?.is === 'regex')
      tell('pattern', first.source);
    else if (name === 'enum' || name === 'enums' || name === 'oneOf' || name === 'valid' || name === 'picklist') {
      const values =
        textsOf(first) ?? (args.length > 1 ? args.flatMap((arg) => literal(arg) ?? []) : undefined) ?? valuesOf(first);
      if (values && values.length > 1) tell('enum', values);
    } else if (name === 'union') {
      const values = literalsOf(world, node, first);
      if (values && values.length > 1) tell('enum', values);
    } else if (formatNamed(name) !== undefined && kind === 'text') tell('format', formatNamed(name));
    else if (name === 'nonempty' && kind === 'list') tell('minItems', 1);
    else if (name === 'required' || name === 'nonempty') tell('required', undefined);
    else if (name === 'equals') tell('equals', literal(first));
    else if (name === 'requiredWhen') tell('requiredIf', literal(first));
    else if (Object.hasOwn(kinds, name)) found.push(...fromOptions(first, kind, world));
  }
  return isExplicit ? found : found.filter(({ rule }, i) => found.findIndex((other) => other.rule === rule) === i);
}

/** What bounds a text, a number and a list is called. */
const bounds = {
  text: ['minLength', 'maxLength'],
  number: ['minimum', 'maximum'],
  list: ['minItems', 'maxItems'],
  other: ['', ''],
} as const;

/** `min(number(), 0, {exclusive: true})` of superstruct. */
const isExclusive = (options: Value | undefined): boolean => {
  const told = options?.is === 'object' ? options.entries.get('exclusive')?.value() : undefined;
  return told?.is === 'boolean' && told.boolean;
};

/** What joi calls its rules where their messages are set. */
const ofJoi: Readonly<Record<string, string>> = {
  'any.required': 'required',
  'string.empty': 'required',
  'string.min': 'minLength',
  'string.max': 'maxLength',
  'string.email': 'format',
  'string.uri': 'format',
  'string.pattern.base': 'pattern',
  'number.min': 'minimum',
  'number.max': 'maximum',
  'number.multiple': 'multipleOf',
  'array.min': 'minItems',
  'array.max': 'maxItems',
  'any.only': 'enum',
};

/** `.messages({'string.min': 'Names have three letters at least'})`: what is told for the rules before it. */
function withMessages(rules: Rule[], messages: Value | undefined): void {
  if (messages?.is !== 'object') return;
  for (const { key, value } of messages.entries.values()) {
    const told = messageOf(value());
    const rule = rules.find((one) => one.rule === ofJoi[key]);
    if (rule && told !== undefined) rule.message ??= told;
  }
}

/** `Type.String({minLength: 2, format: 'email'})`: TypeBox is told as JSON Schema is. */
function fromOptions(given: Value | undefined, kind: ReturnType<typeof kindOf>, world: World): Rule[] {
  if (given?.is !== 'object' || (kind !== 'text' && kind !== 'number')) return [];
  const message = messageOf(given, world);
  const keys = kind === 'text' ? ['minLength', 'maxLength', 'pattern', 'format'] : ['minimum', 'maximum', 'multipleOf'];
  return keys.flatMap((rule): Rule[] => {
    const held = given.entries.get(rule)?.value();
    const value = held?.is === 'number' ? held.number : literal(held);
    // As little as a letter asks only that there is something.
    if (rule === 'minLength' && value === 1) return [{ rule: 'required', value: undefined, message }];
    return value === undefined ? [] : [{ rule, value, message }];
  });
}

/** `union([literal('a'), literal('b')])`: each of them a text, made by the same function. */
function literalsOf(world: World, node: Node, given: Value | undefined): string[] | undefined {
  const list = node.type === 'CallExpression' ? node.arguments[0] : undefined;
  const spot = given?.spot;
  if (list?.type !== 'ArrayExpression' || !spot) return undefined;
  const makers = new Set<string>();
  const texts = list.elements.map((one) => {
    const made = one && bare(one);
    const [given] = made?.type === 'CallExpression' ? made.arguments : [];
    if (made?.type !== 'CallExpression' || !given || made.arguments.length !== 1) return undefined;
    const callee = bare(made.callee);
    makers.add(memberName(callee) ?? (callee.type === 'Identifier' ? callee.name : ''));
    return literal(world.evaluator.worth(spot.unit, given));
  });
  const [maker = ''] = makers;
  const isLiteral = makers.size === 1 && (maker.length < 3 || /literal|const/i.test(maker));
  return isLiteral && texts.every((text) => text !== undefined) ? texts : undefined;
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
  if (value?.is === 'function' && world && value.fn.params.length < 2)
    return messageOf(world.evaluator.apply(value, [], value.spot));
  if (value?.is === 'object') {
    const told = value.entries.get('message') ?? value.entries.get('error') ?? value.entries.get('errorMap');
    return told && messageOf(told.value(), world);
  }
  const text = literal(value);
  // What schemas are given is often the name of a text.
  const told = text === undefined || !world ? text : textNamed(world, text);
  return told !== undefined && isSentence(told) ? told : undefined;
}
