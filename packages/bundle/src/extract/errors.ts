import type { Node } from 'oxc-parser';
import { nameOfBinding } from '../evaluate/names.ts';
import { type Entry, literal, optionsOf, type Spot, type Unit, type Value } from '../evaluate/value.ts';
import { bare, isClass, memberName, type NewNode, nameOfKey, type ObjectNode, walk } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import { isEnglish, isInCatalogue } from './catalogue.ts';
import { anybodys, isCode, isForPeople, speaksOfFailure } from './error-code.ts';
import { errorsAskedAt, readsCode } from './errors-asked.ts';
import type { ErrorFact } from './fact.ts';
import { isSentence } from './rule-name.ts';

/** Errors that the product knows: tables from code to message, switches over a code, conditions on one, own error classes, and what it throws for people. */
export function errorsIn(world: World): ErrorFact[] {
  const found = world.nodes.flatMap(({ unit, node }): ErrorFact[] => {
    switch (node.type) {
      case 'ObjectExpression':
        return fromTable(world, unit, node);
      case 'SwitchStatement':
        return fromSwitch(world, unit, node);
      case 'NewExpression':
        return isMap(node) ? fromTable(world, unit, node) : fromThrown(world, unit, node);
      case 'ClassDeclaration':
      case 'ClassExpression':
        return fromClass(world, unit, node);
      case 'BinaryExpression':
        return errorsAskedAt(world, unit, node);
      default:
        return [];
    }
  });
  found.push(...fromCatalogue(world));
  return oneOfEachCode(found, (at) => world.ownerOf(at) === 'product');
}

/** Each code once, in English where there are several languages; what only a translation says is no error of its own. */
export function oneOfEachCode(all: readonly ErrorFact[], isOwn: (at: Spot) => boolean): ErrorFact[] {
  const plain = all.filter(({ at }) => !isTranslation(at));
  const found = plain.length > 0 ? plain : all;
  const merged = new Map<string, ErrorFact>();
  for (const error of found) {
    const key = error.code === '' ? `: ${error.message}` : error.code;
    const known = merged.get(key);
    const better = known && !isBetter(error, known) ? known : error;
    // Of two places the product's own is told.
    const place = [better.at, error.at].find(isOwn) ?? better.at;
    merged.set(key, { ...better, status: known?.status ?? error.status, at: place });
  }
  const told = new Set([...merged.values()].filter(({ code }) => code !== '').map(({ message }) => message));
  return [...merged.values()].filter(({ code, message }) => code !== '' || !told.has(message));
}

/** `assets/sv-SE-HNTaI_V_.js`, `es-419-BW_NbmtZ.js`, `de-B8f2kQ1x.js`: texts in a language, in a script of their own. */
const translations =
  /(?:^|\/)(?:(?!en-)[a-z]{2,3}-(?:[A-Z][A-Za-z]{1,3}|\d{3})|de|fr|es|pt|nl|pl|ru|uk|tr|zh|ja|ko|cs|da|fi|hu|sv|nb|ro|bg|vi)[-.][^/]*$/;
const isTranslation = ({ unit }: Spot): boolean => translations.test(unit.read.file.path);

/** A message where there was none, and English where there was another language. */
const isBetter = ({ message }: ErrorFact, known: ErrorFact): boolean =>
  message !== '' && (known.message === '' || (isEnglish(message) && !isEnglish(known.message)));

const isRest = /^(?:default|generic|unknown|other|fallback|unexpected|_)$/i;

/** What joi calls the rules that a field broke: `string.min`, `any.required`. */
const ofValidator = /^(?:any|alternatives|array|boolean|date|number|object|string)\.\w+(?:\.\w+)?$/;

/** `new Map([['ORDER_EMPTY', 'An order needs a line']])` is a table, too. */
const isMap = ({ callee }: NewNode): boolean => callee.type === 'Identifier' && callee.name === 'Map';

function fromTable(world: World, unit: Unit, node: ObjectNode | NewNode): ErrorFact[] {
  if (node.type === 'ObjectExpression' && node.properties.length < 2) return [];
  const table = world.evaluator.worth(unit, node);
  if (table.is !== 'object') return [];
  // What is said where no code fits is no error of its own.
  const entries = [...table.entries.values()].filter(({ key }) => !isRest.test(key));
  if (entries.length < 2 || !entries.every(({ key }) => isCode(key) && !anybodys.test(key))) return [];
  if (entries.every(({ key }) => ofValidator.test(key))) return [];
  // Of a catalogue only what is written as codes are: its other keys name any text.
  if (!entries.every(({ key }) => /^[A-Z0-9_]+$/.test(key)) && isInCatalogue(unit, node)) return [];
  const told = entries.map((entry) => ({ entry, ...messageOf(entry) }));
  if (told.filter(({ message }) => message !== undefined).length * 2 < told.length) return [];
  const share = entries.filter(({ key }) => speaksOfFailure.test(key)).length / entries.length;
  const isErrors =
    told.some(({ status }) => status !== undefined && status >= 400) ||
    share >= 0.5 ||
    isNamedSo(unit, node) ||
    isAskedByCode(world, unit, node);
  if (!isErrors) return [];
  return told.flatMap(({ entry, message, status }) =>
    message === undefined ? [] : [{ code: entry.key, message, status, at: entry.spot }],
  );
}

/** "t(`errors.${problem.code}`)": whatever the catalogue has there is told for a code. */
function fromCatalogue(world: World): ErrorFact[] {
  const prefixes = new Map<string, Spot>();
  for (const { unit, node } of world.nodes) {
    if (node.type !== 'TemplateLiteral' || node.expressions.length !== 1 || node.quasis[1]?.value.raw !== '') continue;
    const prefix = /^([A-Za-z][\w.:-]*)[.:]$/.exec(node.quasis[0]?.value.raw ?? '')?.[1]?.replace(':', '.');
    if (prefix === undefined) continue;
    const [hole] = node.expressions;
    const isCodes = hole && readsCode(world, unit, hole);
    if (isCodes || /(?:^|[._-])(?:errors?|problems?|failures?)$/i.test(prefix)) prefixes.set(prefix, { unit, node });
  }
  return [...prefixes].flatMap(([prefix, asked]) =>
    world.catalogue.below(prefix).flatMap(({ key, text }): ErrorFact[] => {
      if (!isCode(key) || isRest.test(key) || anybodys.test(key)) return [];
      const message = text.parts.map((part) => (typeof part === 'string' ? part : '…')).join('');
      // A file of texts has no place in a map: what asks for them is the product's.
      const at = world.ownerOf(text.spot) === 'product' ? text.spot : asked;
      return isSentence(message) ? [{ code: key, message, status: undefined, at }] : [];
    }),
  );
}

function messageOf(entry: Entry): { message: string | undefined; status: number | undefined } {
  const value = entry.value();
  if (value.is !== 'object') {
    const text = literal(optionsOf(value)[0]);
    return { message: text !== undefined && isSentence(text) ? text : undefined, status: undefined };
  }
  const text = ['message', 'text', 'title', 'description', 'detail', 'userMessage']
    .map((key) => literal(value.entries.get(key)?.value()))
    .find((one) => one !== undefined && isSentence(one));
  const status = ['status', 'statusCode', 'httpStatus']
    .map((key) => value.entries.get(key)?.value())
    .find((one) => one?.is === 'number');
  return { message: text, status: status?.is === 'number' ? status.number : undefined };
}

/** The variable or key that holds the table speaks of errors. */
function isNamedSo(unit: Unit, node: Node): boolean {
  const parent = unit.scopes.parentOf(node);
  const name =
    parent?.type === 'Property'
      ? nameOfKey(parent.key, parent.computed)
      : parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier'
        ? bindingName(unit, parent.id)
        : undefined;
  return name !== undefined && /error|fail|refus|problem|fault|exception/i.test(name);
}

function bindingName(unit: Unit, id: Node): string | undefined {
  const binding = unit.scopes.bindingOf(id);
  return binding && nameOfBinding(unit, binding);
}

/** `messages[error.code]`, `messages.get(error.code)`, and what an error calls itself by: `class Refused extends Error {constructor(code) {super(messages[code])}}`. */
function isAskedByCode(world: World, unit: Unit, node: Node): boolean {
  const parent = unit.scopes.parentOf(node);
  if (parent?.type !== 'VariableDeclarator' || parent.id.type !== 'Identifier') return false;
  return (unit.scopes.bindingOf(parent.id)?.uses ?? []).some((use) => {
    const member = unit.scopes.parentOf(use);
    if (member?.type !== 'MemberExpression' || member.object !== use) return false;
    const call = memberName(member) === 'get' ? unit.scopes.parentOf(member) : undefined;
    const asked = call?.type === 'CallExpression' ? call.arguments[0] : member.computed ? member.property : undefined;
    if (!asked || asked.type === 'SpreadElement') return false;
    if (isToldToError(world, unit, use)) return true;
    return readsCode(world, unit, asked);
  });
}

/** Whether something is handed to `super` in the constructor of a class of errors. */
function isToldToError(world: World, unit: Unit, node: Node): boolean {
  let toSuper = false;
  for (let at = unit.scopes.parentOf(node); at; at = unit.scopes.parentOf(at)) {
    if (at.type === 'CallExpression') toSuper ||= bare(at.callee).type === 'Super';
    else if (isClass(at))
      return toSuper && extendsError(world, { is: 'class', cls: at, frame: undefined, spot: { unit, node: at } }, 0);
  }
  return false;
}

/** `switch (error.code) { case 'X': return 'message' }`. */
function fromSwitch(world: World, unit: Unit, node: Extract<Node, { type: 'SwitchStatement' }>): ErrorFact[] {
  const isCodes = readsCode(world, unit, node.discriminant);
  const isKind = optionsOf(world.evaluator.worth(unit, node.discriminant)).some(
    (one) => one.is === 'unknown' && /^(?:kind|type)$/i.test(one.name ?? ''),
  );
  const codes = node.cases.flatMap(({ test }) => (test ? (literal(world.evaluator.worth(unit, test)) ?? []) : []));
  // Where some of the codes speak of failure, the others are errors too.
  const failing = codes.filter((code) => speaksOfFailure.test(code)).length;
  const isUpper = codes.length > 1 && codes.every((code) => /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(code));
  const areErrors = isCodes || (isUpper && (isKind ? failing * 2 > codes.length : failing * 3 >= codes.length));
  // Of many kinds of anything one may be called `NO_ANSWER`.
  if (isKind && !areErrors) return [];
  return node.cases.flatMap(({ test, consequent }): ErrorFact[] => {
    const code = test && literal(world.evaluator.worth(unit, test));
    if (!test || !code || !isCode(code) || anybodys.test(code) || !(areErrors || speaksOfFailure.test(code))) return [];
    let message: string | undefined;
    for (const statement of consequent)
      walk(statement, (inner) => {
        if (inner.type !== 'Literal' || typeof inner.value !== 'string' || message !== undefined) return;
        if (isSentence(inner.value)) message = inner.value;
      });
    return message === undefined ? [] : [{ code, message, status: undefined, at: { unit, node: test } }];
  });
}

/** `new Refused(409, 'ORDER_EMPTY', 'An order needs a line')`, and `throw new Error('Stock is not available')`. */
function fromThrown(world: World, unit: Unit, node: Extract<Node, { type: 'NewExpression' }>): ErrorFact[] {
  const isPlain =
    node.callee.type === 'Identifier' && node.callee.name === 'Error' && !unit.scopes.bindingOf(node.callee);
  if (!isPlain && !isOwnError(world, unit, node.callee)) return [];
  const args = node.arguments.flatMap((arg) =>
    arg.type === 'SpreadElement' ? [] : [world.evaluator.worth(unit, arg)],
  );
  const status = args.find(({ is }) => is === 'number');
  if (status?.is === 'number' && (status.number < 400 || status.number > 599)) return [];
  const texts = args.flatMap((arg) => literal(arg) ?? []);
  const code = isPlain ? undefined : texts.find((text) => isCode(text) && !anybodys.test(text));
  // Beside a code a short one is one, too.
  const message = texts.find(
    (text) => text !== code && (isForPeople(text) || (code !== undefined && isSentence(text))),
  );
  const at = { unit, node };
  if (code !== undefined && message !== undefined)
    return [{ code, message, status: status?.is === 'number' ? status.number : undefined, at }];
  const isThrown = unit.scopes.parentOf(node)?.type === 'ThrowStatement';
  return message !== undefined && isThrown ? [{ code: '', message, status: undefined, at }] : [];
}

function isOwnError(world: World, unit: Unit, callee: Node): boolean {
  const value = world.evaluator.worth(unit, callee);
  return optionsOf(value).some((one) => one.is === 'class' && extendsError(world, one, 0));
}

function extendsError(world: World, value: Extract<Value, { is: 'class' }>, height: number): boolean {
  const { superClass } = value.cls;
  if (!superClass || height > 3 || value.spot.unit.read.ownerAt(value.cls.start).kind === 'third-party') return false;
  if (superClass.type === 'Identifier' && superClass.name === 'Error') return true;
  return optionsOf(world.evaluator.worth(value.spot.unit, superClass)).some(
    (one) => one.is === 'class' && extendsError(world, one, height + 1),
  );
}

/** `class OrderEmpty extends Error { code = 'ORDER_EMPTY'; constructor() { super('An order needs a line') } }`. */
function fromClass(world: World, unit: Unit, node: Node): ErrorFact[] {
  if (
    !isClass(node) ||
    !node.superClass ||
    !extendsError(world, { is: 'class', cls: node, frame: undefined, spot: { unit, node } }, 0)
  )
    return [];
  let code = '';
  let message = '';
  walk(node.body, (inner) => {
    const isField = inner.type === 'PropertyDefinition' && !inner.computed && inner.value;
    const isSet =
      inner.type === 'AssignmentExpression' &&
      inner.left.type === 'MemberExpression' &&
      inner.left.object.type === 'ThisExpression';
    const name =
      inner.type === 'PropertyDefinition'
        ? nameOfKey(inner.key, inner.computed)
        : isSet
          ? memberName(inner.left)
          : undefined;
    const given = isField ? inner.value : isSet ? inner.right : undefined;
    const text = given?.type === 'Literal' && typeof given.value === 'string' ? given.value : undefined;
    if (name === 'code' && text !== undefined && isCode(text) && !anybodys.test(text)) code = text;
    if (inner.type !== 'CallExpression' || bare(inner.callee).type !== 'Super') return;
    const said = inner.arguments
      .flatMap((arg) => (arg.type === 'SpreadElement' ? [] : (literal(world.evaluator.worth(unit, arg)) ?? [])))
      .find(isForPeople);
    if (said !== undefined) message = said;
  });
  return code !== '' && message !== '' ? [{ code, message, status: undefined, at: { unit, node } }] : [];
}
