import type { ResourceRecord } from '@sightglass/wire';
import { isObject, levels, messagePlaces, type Value } from './answer.ts';
import { fieldPath } from './field-path.ts';
import type { Known } from './known.ts';
import { scrubMessage } from './message.ts';
import { placeholderOf } from './word.ts';

type RefusedField = NonNullable<ResourceRecord['errorFields']>[number];

const maxFields = 50;
const maxLists = 12;
const maxMessageChars = 512;
/** Names in one text, which is shorter than each in quotes. */
const holders = ' error data detail details problem'.split(' ');
/** RFC 9457, zod, Joi, class-validator, Rails, Laravel, Django, Spring, FastAPI, JSON:API. */
const lists =
  'errors fields details detail invalid-params invalidParams issues violations fieldErrors validationErrors validation error message'.split(
    ' ',
  );
const nameKeys = 'field path pointer property param name loc instancePath propertyPath attribute key'.split(' ');
const ruleKeys = 'rule code type keyword validator constraint kind'.split(' ');
const messageKeys = [...messagePlaces, 'defaultMessage'];
const ruleWord = /^[A-Za-z][A-Za-z\d]*([._-][A-Za-z\d]+)*$/;
/** NestJS tells a list of sentences: `quantity must not be less than 1`. */
const sentence = /^([a-z][\w.]{0,63}) (may|should|has|is|can(no|')t|must) /;

/** The fields that an answer of 400 and above names, with the rule and the message where it tells them. */
export function refusedFields(body: unknown, known: Known): RefusedField[] {
  const found: RefusedField[] = [];
  for (const list of listsIn(body).slice(0, maxLists)) {
    if (Array.isArray(list)) for (const item of list.slice(0, maxFields)) readItem(item, '');
    else if (isObject(list)) readHash(list);
    if (found[0]) break;
  }
  return found;

  function readItem(item: unknown, parent: string): void {
    if (typeof item === 'string') {
      const name = sentence.exec(item)?.[1];
      if (name) tell(name, undefined, item);
    }
    if (!isObject(item)) return;
    const name = [parent, nameIn(item)].filter(Boolean).join('.');
    // class-validator: `{ property, constraints: { minLength: '…' }, children: [] }`.
    if (isObject(item.constraints) && name)
      for (const [rule, message] of Object.entries(item.constraints)) tell(name, rule, message);
    else if (name && !Array.isArray(item.children)) tell(name, textAt(item, ruleKeys), textAt(item, messageKeys));
    if (Array.isArray(item.children) && parent.length < 200)
      for (const child of item.children.slice(0, maxFields)) readItem(child, name);
  }

  /** `{ reference: ['is too short'] }`, and the same with one text or with objects. */
  function readHash(hash: Value): void {
    for (const [name, inside] of Object.entries(hash).slice(0, maxFields)) {
      const first: unknown = Array.isArray(inside) ? inside[0] : inside;
      if (typeof first === 'string' && (Array.isArray(inside) || /\s/.test(first))) tell(name, undefined, first);
      else if (isObject(first)) tell(name, textAt(first, ruleKeys), textAt(first, messageKeys));
    }
  }

  function tell(name: string, rule: unknown, message: unknown): void {
    const field = fieldPath(name, known);
    if (!field || found[maxFields - 1]) return;
    const isRule = typeof rule === 'string' && rule.length < 41 && ruleWord.test(rule) && !placeholderOf(rule);
    const text =
      typeof message === 'string' ? scrubMessage(message, known, { ofRefusal: true }).slice(0, maxMessageChars) : '';
    found.push({
      field,
      ...(isRule && known.hide(rule) === rule && { rule }),
      ...(text && { message: text }),
    });
  }
}

/** What may be the list of refused fields: under its usual names, at the top or one level below; else the top itself. */
function listsIn(body: unknown): unknown[] {
  if (Array.isArray(body)) return [body];
  if (!isObject(body)) return [];
  const found: unknown[] = [];
  for (const holder of holders) {
    const level = holder ? body[holder] : body;
    if (!isObject(level)) continue;
    for (const name of lists) {
      const list = level[name];
      // zod's `flatten()` and Laravel put a hash below.
      if (isObject(list) && isObject(list.fieldErrors)) found.push(list.fieldErrors);
      else if (Array.isArray(list) || (isObject(list) && isHash(list))) found.push(list);
    }
  }
  if (isHash(body) && !Object.keys(body).some((key) => lists.includes(key))) found.push(body);
  for (const [, level] of levels(body))
    for (const inside of Object.values(level)) if (isObject(inside) && isTold(inside)) found.push(inside);
  return found;
}

/** Every key holds a list of texts, as Rails and Django answer. */
function isHash(body: Value): boolean {
  const all = Object.values(body);
  return (
    all.length > 0 &&
    all.every((inside) => Array.isArray(inside) && (typeof inside[0] === 'string' || isObject(inside[0])))
  );
}

/** Every key holds a sentence: whatever the language of the server calls it, these are fields and what is wrong with them. */
function isTold(hash: Value): boolean {
  const all = Object.values(hash);
  return all.length > 0 && all.every((inside) => typeof inside === 'string' && /^\S+(?:\s+\S+){2,}$/.test(inside));
}

function nameIn(item: Value): string {
  // Where GraphQL says `path`, it is one of the answer: https://spec.graphql.org/October2021/#sec-Errors
  if (isObject(item.extensions)) return '';
  const at = [item, Object(item.source) as Value]
    .flatMap((level) => nameKeys.map((key) => level[key]))
    .find((name): name is string | unknown[] => typeof name === 'string' || Array.isArray(name));
  if (Array.isArray(at))
    return at.filter((part, index) => !(index === 0 && /^(query|body|path)$/.test(part as never))).join('.');
  return at ?? '';
}

function textAt(item: Value, keys: string[]): string | undefined {
  return keys.map((key) => item[key]).find((text) => typeof text === 'string');
}
