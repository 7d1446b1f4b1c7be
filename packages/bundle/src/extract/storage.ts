import { nameTemplate, type StorageArea, type StoredKind, statementKey } from '@sightglass/wire';
import type { Node } from 'oxc-parser';
import { type Frame, literal, optionsOf, type Spot, template, type Unit, type Value } from '../evaluate/value.ts';
import { bare, type CallNode, memberName } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import { calleeOf } from './callee.ts';
import type { StorageFact } from './fact.ts';
import { passedFor, textsAt } from './handed-in.ts';
import { persistedAt } from './persisted.ts';

/** Names under which the product keeps something in the browser; what is kept is told by its kind alone. */
export function storageIn(world: World): StorageFact[] {
  const found = world.nodes.flatMap(({ unit, node }): StorageFact[] => {
    switch (node.type) {
      case 'CallExpression':
        return [...fromMethod(world, unit, node), ...fromHook(world, unit, node), ...persistedAt(world, unit, node)];
      case 'NewExpression':
        return persistedAt(world, unit, node);
      case 'MemberExpression':
        return fromProperty(world, unit, node);
      case 'AssignmentExpression':
        return fromCookieText(world, unit, node);
      default:
        return [];
    }
  });
  return joined(found.flatMap((one) => (isName(one.name) ? [{ ...one, name: nameTemplate(one.name) }] : [])));
}

/** A sentence or markup is no name of anything that is kept. */
const isName = (name: string): boolean =>
  name.length <= 120 && /\p{L}/u.test(name.replace(/\{[^{}]*\}/g, '')) && !/[\s<>;="']/.test(name);

/** Each name once, with all that any place says of it; what is known to be the product's comes first. */
function joined(found: readonly StorageFact[]): StorageFact[] {
  const areas = Map.groupBy(found, ({ name }) => statementKey.storage(null, name));
  return [...areas.values()].flatMap((some) => {
    const groups = Map.groupBy(some, ({ area }) => area);
    // A place that does not tell where it keeps the name says nothing that another does not say.
    if (groups.size > 1) groups.delete(undefined);
    return [...groups.values()].flatMap((same) => {
      const [first] = same;
      const holds = same.find((one) => one.holds !== undefined)?.holds;
      return first ? [{ ...first, holds, by: same.find(({ by }) => by !== undefined)?.by }] : [];
    });
  });
}

const methods = /^(?:getItem|setItem|removeItem|open|get|set|remove|delete|getJSON)$/;

/** `localStorage.getItem('cart')`, `Cookies.set('theme', …)`, `cookieStore.get('theme')`, `indexedDB.open('drafts')`. */
function fromMethod(world: World, unit: Unit, call: CallNode): StorageFact[] {
  const callee = calleeOf(world, unit, call);
  const { name, receiver } = callee;
  const [first, second] = call.arguments;
  if (name === undefined || !methods.test(name) || receiver === undefined || !first || first.type === 'SpreadElement')
    return [];
  const value = second?.type === 'SpreadElement' ? undefined : second;
  const tell = (area: StorageArea | undefined, by?: string): StorageFact[] =>
    textsAt(world, unit, first).map(({ text, at, frame }) => ({
      ...{ name: text, area, by, at },
      holds: value && /^set/.test(name) ? kindOf(world.evaluator.worth(unit, value, frame)) : kindRead(unit, call),
    }));
  if (/^(?:getItem|setItem|removeItem)$/.test(name)) {
    const area = areaOf(world, unit, receiver);
    // A product's settings have such methods too: what nobody calls a storage is none.
    return area !== undefined || /stor(?:age|e)|persist/i.test(callee.of ?? '') ? tell(area) : [];
  }
  if (name === 'open' && isGlobal(world, unit, receiver, 'indexedDB')) return tell('IndexedDB').map(withoutKind);
  if (!/^(?:get|set|remove|delete|getJSON)$/.test(name)) return [];
  const { library } = callee;
  const isCookies = /(?:^|[_-])cookies?(?:$|[_-])|cookies?$/i.test(library ?? callee.of ?? '');
  return isCookies ? tell('cookie', cookieLibrary(library)) : [];
}

const withoutKind = (fact: StorageFact): StorageFact => ({ ...fact, holds: undefined });
const cookieLibrary = (library: string | undefined): string | undefined =>
  library?.replace(/^(@[^/]+\/[^/]+|[^/]+).*/, '$1');

/** `localStorage.theme`, `sessionStorage['step']`. */
function fromProperty(world: World, unit: Unit, node: Extract<Node, { type: 'MemberExpression' }>): StorageFact[] {
  const key = memberName(node);
  const isMethod =
    key !== undefined && /^(?:getItem|setItem|removeItem|clear|key|length|constructor|__proto__)$/.test(key);
  if (isMethod || !/(?:local|session)Storage/.test(calledText(unit, node.object))) return [];
  const area = areaOf(world, unit, node.object);
  const parent = unit.scopes.parentOf(node);
  const isCalled = parent?.type === 'CallExpression' && parent.callee === node;
  if (area === undefined || isCalled) return [];
  const names = key !== undefined ? [{ text: key, at: { unit, node } }] : textsAt(world, unit, node.property);
  const written = parent?.type === 'AssignmentExpression' && parent.left === node ? parent.right : undefined;
  const holds = written ? kindOf(world.evaluator.worth(unit, written)) : undefined;
  return names.map(({ text, at }) => ({ name: text, area, holds, by: undefined, at }));
}

/** Cheaper than what it is worth, which is asked for every member of a script. */
function calledText(unit: Unit, node: Node): string {
  const at = bare(node);
  return at.type === 'Identifier' || at.type === 'MemberExpression' ? unit.read.file.text.slice(at.start, at.end) : '';
}

/** `document.cookie = 'theme=' + theme + '; path=/'` */
function fromCookieText(
  world: World,
  unit: Unit,
  node: Extract<Node, { type: 'AssignmentExpression' }>,
): StorageFact[] {
  if (node.left.type !== 'MemberExpression' || memberName(node.left) !== 'cookie') return [];
  if (!isGlobal(world, unit, node.left.object, 'document')) return [];
  return textsAt(world, unit, node.right).flatMap(({ text, at, frame }): StorageFact[] => {
    const name = /^\s*([^=;\s]+)=/.exec(text)?.[1];
    return name === undefined
      ? []
      : [{ name, area: 'cookie', holds: cookieKind(world, unit, node.right, frame), by: undefined, at }];
  });
}

function cookieKind(world: World, unit: Unit, node: Node, frame: Frame | undefined): StoredKind | undefined {
  const value = optionsOf(world.evaluator.worth(unit, node, frame))[0];
  const kept = value?.is === 'text' ? /^[^=]*=([^;{}]+)(?:;|$)/.exec(template(value.parts))?.[1] : undefined;
  return kept === undefined ? undefined : textKind(kept);
}

const hooks = /^(?:use|create|atomWith)?_?(?:with)?(?:Local|Session)?_?Storage(?:State|Value|Item)?$/i;

/** `useLocalStorage('theme', 'light')`, `atomWithStorage('cart', [])`, `useLocalStorage({key, defaultValue})`, `useCookies(['theme'])`. */
function fromHook(world: World, unit: Unit, call: CallNode): StorageFact[] {
  const callee = calleeOf(world, unit, call);
  const { name } = callee;
  const [first, second] = call.arguments;
  if (name === undefined || !/cookie|storage/i.test(name) || !first || first.type === 'SpreadElement') return [];
  const at: Spot = { unit, node: call };
  if (/^use_?cookies?$/i.test(name)) {
    const given = world.evaluator.worth(unit, first);
    const names = given.is === 'array' ? given.items.map(literal) : [literal(given)];
    return names.flatMap((one): StorageFact[] =>
      one === undefined ? [] : [{ name: one, area: 'cookie', holds: undefined, by: callee.library, at }],
    );
  }
  if (/^(?:get|set|read|write|remove|delete)_?cookie$/i.test(name))
    return textsAt(world, unit, first).map(({ text, at }) => ({
      name: text,
      area: 'cookie',
      holds: undefined,
      by: undefined,
      at,
    }));
  if (!/^(?:use|atomWith|create)/.test(name) || !hooks.test(name)) return [];
  const given = world.evaluator.worth(unit, first);
  const part = (...keys: string[]): Value | undefined =>
    given.is === 'object'
      ? keys.map((key) => given.entries.get(key)?.value()).find((one) => one !== undefined)
      : undefined;
  const text = given.is === 'object' ? literal(part('key', 'name')) : literal(given);
  if (text === undefined || text === '') return [];
  const otherwise =
    given.is === 'object'
      ? part('defaultValue', 'default', 'initialValue')
      : second && world.evaluator.worth(unit, second);
  const area = /session/i.test(name) ? 'sessionStorage' : 'localStorage';
  return [{ name: text, area, holds: otherwise && kindOf(otherwise), by: callee.library, at }];
}

function areaOf(world: World, unit: Unit, node: Node): StorageArea | undefined {
  const values = optionsOf(world.evaluator.worth(unit, node));
  for (const one of values.flatMap((value) => passedFor(world, value)))
    if (one.is === 'unknown' && (one.name === 'localStorage' || one.name === 'sessionStorage')) return one.name;
  return undefined;
}

function isGlobal(world: World, unit: Unit, node: Node, name: string): boolean {
  return optionsOf(world.evaluator.worth(unit, node)).some((one) => one.is === 'unknown' && one.name === name);
}

/** Of what kind a value is; never which. */
function kindOf(value: Value): StoredKind | undefined {
  const [first] = optionsOf(value).filter(({ is }) => is !== 'nothing');
  switch (first?.is) {
    case 'json':
      return kindOf(first.of);
    case 'text':
      return textKind(template(first.parts));
    case 'number':
    case 'boolean':
    case 'object':
      return first.is;
    case 'array':
      return 'list';
    default:
      return undefined;
  }
}

/** Browsers keep texts; what one stands for is what it reads like. */
function textKind(text: string): StoredKind | undefined {
  if (/^\{[^{}]*\}$/.test(text)) return undefined;
  if (/^(?:true|false|yes|no|on|off|0|1)$/i.test(text)) return 'boolean';
  return /^-?\d+(?:\.\d+)?$/.test(text) ? 'number' : 'text';
}

/** What is made of a text as soon as it is read. */
function kindRead(unit: Unit, call: CallNode): StoredKind | undefined {
  const parent = unit.scopes.parentOf(call);
  if (parent?.type === 'UnaryExpression' && parent.operator === '+') return 'number';
  if (parent?.type === 'BinaryExpression' && /^[!=]==?$/.test(parent.operator)) {
    const other = parent.left === call ? parent.right : parent.left;
    return other.type === 'Literal' && typeof other.value === 'string' && textKind(other.value) === 'boolean'
      ? 'boolean'
      : undefined;
  }
  const callee = parent?.type === 'CallExpression' ? bare(parent.callee) : undefined;
  const name = callee?.type === 'Identifier' ? callee.name : callee && memberName(callee);
  return /^(?:Number|parseInt|parseFloat)$/.test(name ?? '') ? 'number' : undefined;
}
