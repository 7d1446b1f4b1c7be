import type { StorageArea } from '@sightglass/wire';
import type { Node } from 'oxc-parser';
import { literal, type Unit, type Value, type ValueOf } from '../evaluate/value.ts';
import { type CallNode, isClass, memberName, type NewNode, walk } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import { calleeOf } from './callee.ts';
import type { StorageFact } from './fact.ts';

/** State that a library keeps over reloads, under the name that the product gave it. */
export function persistedAt(world: World, unit: Unit, node: CallNode | NewNode): StorageFact[] {
  const callee = calleeOf(world, unit, node);
  const args = node.arguments.map((one) => (plainly.has(one.type) ? world.evaluator.worth(unit, one) : undefined));
  const told = [ofZustand, ofRedux, ofPinia, ofDatabase]
    .map((read) => read(callee, args, node, unit))
    .find((one) => one !== undefined);
  return (told ?? ofSuper(world, unit, node)).map((one) => ({ ...one, at: { unit, node } }));
}

/** How options are written; whatever else is handed in costs more to work out than it would tell. */
const plainly = new Set<Node['type']>([
  'Literal',
  'Identifier',
  'ObjectExpression',
  'ArrowFunctionExpression',
  'FunctionExpression',
]);

type Told = Omit<StorageFact, 'at'>;
type Read = (
  callee: ReturnType<typeof calleeOf>,
  args: readonly (Value | undefined)[],
  node: CallNode | NewNode,
  unit: Unit,
) => Told[] | undefined;

const entry = (of: ValueOf<'object'>, key: string): Value | undefined => of.entries.get(key)?.value();
const isNamed = (name: string | undefined, ...names: string[]): boolean => names.includes(name ?? '');

/** `persist((set) => ({…}), {name: 'cart', storage: createJSONStorage(() => sessionStorage)})` */
const ofZustand: Read = (callee, [state, options], node) => {
  const { name } = callee;
  if (options?.is !== 'object' || (state?.is !== 'function' && !isNamed(name, 'persist'))) return undefined;
  const key = literal(entry(options, 'name'));
  const isSure =
    isNamed(name, 'persist') ||
    /^zustand\b/.test(callee.library ?? '') ||
    ['partialize', 'skipHydration', 'onRehydrateStorage', 'migrate'].some((one) => options.entries.has(one));
  if (key === undefined || !isSure) return undefined;
  return [{ name: key, area: areaWithin(node, 'localStorage'), holds: 'object', by: 'zustand' }];
};

/** `persistReducer({key: 'root', storage}, reducer)` keeps under `persist:root`. */
const ofRedux: Read = (callee, [options], node, unit) => {
  const { name } = callee;
  if (options?.is !== 'object' || !options.entries.has('storage')) return undefined;
  const key = literal(entry(options, 'key'));
  const isSure =
    isNamed(name, 'persistReducer', 'persistCombineReducers') ||
    /^redux-persist\b/.test(callee.library ?? '') ||
    ['whitelist', 'blacklist', 'stateReconciler'].some((one) => options.entries.has(one));
  if (key === undefined || !isSure) return undefined;
  const prefix = literal(entry(options, 'keyPrefix')) ?? 'persist:';
  const written = unit.read.file.text.slice(node.start, node.end);
  const area = areaWithin(node, /session/i.test(written) ? 'sessionStorage' : 'localStorage');
  return [{ name: `${prefix}${key}`, area, holds: 'object', by: 'redux-persist' }];
};

/** `defineStore('cart', {state, persist: true})`, and `defineStore('cart', () => {…}, {persist: {key: 'basket'}})`. */
const ofPinia: Read = (_, [id, ...rest], node) => {
  const store = literal(id);
  const options = rest.find((one) => one?.is === 'object' && one.entries.has('persist'));
  const persist = options?.is === 'object' ? entry(options, 'persist') : undefined;
  if (store === undefined || persist === undefined) return undefined;
  const by = 'pinia';
  const area = areaWithin(node, 'localStorage');
  if (persist.is === 'boolean') return persist.boolean ? [{ name: store, area, holds: 'object', by }] : [];
  const each = persist.is === 'array' ? persist.items : [persist];
  return each.flatMap((one): Told[] =>
    one.is === 'object' ? [{ name: literal(entry(one, 'key')) ?? store, area, holds: 'object', by }] : [],
  );
};

/** `openDB('drafts', 1)`, `new Dexie('drafts')`, `localforage.createInstance({name: 'drafts'})`. */
const ofDatabase: Read = (callee, [first]) => {
  const { name } = callee;
  // A name is told by itself or among options.
  if (!first || (literal(first) === undefined && first.is !== 'object')) return undefined;
  const tell = (value: Value | undefined, by: string): Told[] | undefined => {
    const text = literal(value);
    return text === undefined ? undefined : [{ name: text, area: 'IndexedDB', holds: undefined, by }];
  };
  if (isNamed(name, 'openDB') || callee.library === 'idb') return tell(first, 'idb');
  if (isNamed(name, 'Dexie') || callee.library === 'dexie') return tell(first, 'Dexie');
  if (first.is === 'object' && (/^localforage$/i.test(callee.of ?? '') || callee.library === 'localforage'))
    return tell(entry(first, 'name'), 'localForage');
  return undefined;
};

/** `class Drafts extends Dexie { constructor() { super('drafts') } }` */
function ofSuper(world: World, unit: Unit, node: CallNode | NewNode): Told[] {
  if (node.callee.type !== 'Super') return [];
  const name = literal(node.arguments[0] && world.evaluator.worth(unit, node.arguments[0]));
  let cls: Node | undefined = unit.scopes.parentOf(node);
  while (cls && !isClass(cls)) cls = unit.scopes.parentOf(cls);
  const above = cls && isClass(cls) ? cls.superClass : null;
  if (!above || name === undefined) return [];
  const made = { callee: above } as NewNode; // what is asked of it is whom it names
  const { name: called, library } = calleeOf(world, unit, made);
  const isDexie = memberName(above) === 'Dexie' || called === 'Dexie' || library === 'dexie';
  return isDexie ? [{ name, area: 'IndexedDB', holds: undefined, by: 'Dexie' }] : [];
}

/** The storage that is named in a call; where none is, the one that the library takes by itself. */
function areaWithin(node: Node, otherwise: StorageArea): StorageArea | undefined {
  let area: StorageArea | undefined;
  walk(node, (inner) => {
    const name = inner.type === 'Identifier' ? inner.name : memberName(inner);
    if (name === 'localStorage' || name === 'sessionStorage') area ??= name;
    else if (/indexed-?db|^idb/i.test(name ?? '')) area ??= 'IndexedDB';
    else if (/cookie/i.test(name ?? '')) area ??= 'cookie';
  });
  return area ?? otherwise;
}
