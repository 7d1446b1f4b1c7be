import type { Evaluator } from './evaluator.ts';
import type { Modules } from './modules.ts';
import { unknown } from './plain.ts';
import type { Entry, Frame, Spot, Value } from './value.ts';

/** Under which clients are told what stands before every path. */
export const baseKeys = ['baseURL', 'baseUrl', 'prefixUrl'] as const;

/**
 * `axios.create({baseURL})`, `ky.extend({prefixUrl})`, `createClient({baseUrl})`: a client is known by what it was made with, whatever
 * made it. What the product makes itself is looked into instead.
 */
export function clientMade(spot: Spot, name: string | undefined, fn: Value, args: Value[]): Value | undefined {
  const [options] = args;
  if (options?.is !== 'object') return undefined;
  const isMade = fn.is !== 'function' && (name === 'create' || name === 'extend');
  const isTold = args.length <= 2 && baseKeys.some((key) => options.entries.has(key));
  return isMade || isTold ? { is: 'instance', of: fn, args, spot } : undefined;
}

/** `inject(OrdersService)`: the one instance that Angular makes of a class that it compiled. */
export function ofInjector(spot: Spot, [of]: Value[], modules: Pick<Modules, 'staticOf'>): Value | undefined {
  const isCompiled = of?.is === 'class' && modules.staticOf(of, 'ɵfac') !== undefined;
  return isCompiled ? { is: 'instance', of, args: [], spot } : undefined;
}

/** `schema.parse({name})` hands on what it was given, `schema.safeParse({name})` within `data`. */
export function ofValidator(spot: Spot, name: string | undefined, args: Value[]): Value | undefined {
  const given = args.find(({ is }) => is === 'object');
  if (given?.is !== 'object' || args.length > 2) return undefined;
  if (name === 'parse' || name === 'parseAsync' || name === 'validateSync') return given;
  if (name !== 'safeParse' && name !== 'safeParseAsync') return undefined;
  const data = { key: 'data', spot, value: () => given };
  return { is: 'object', entries: new Map([['data', data]]), open: true, spot };
}

/** Of libraries, those that hand back what they were given: `useMemo(() => x)`, `useCallback(f)`, `memo(f)`, `lazy`. */
export function ofHook(
  spot: Spot,
  member: string | undefined,
  fn: Value,
  args: Value[],
  { apply }: Pick<Evaluator, 'apply'>,
): Value | undefined {
  const name = member ?? (fn.is === 'function' && fn.fn.id ? fn.fn.id.name : undefined);
  const [first] = args;
  if (name === undefined || first?.is !== 'function') return undefined;
  if (/^(?:useMemo|computed|createMemo)$/.test(name)) return apply(first, [], spot);
  return /^(?:useCallback|memo|forwardRef|observer|useEvent|debounce|throttle)$/.test(name) ? first : undefined;
}

/**
 * `const [walk, setWalk] = createStore({title: '', places: 10})`: what is held has these names for as long as it lives. What stands
 * under them at first is no value of the product.
 */
export function heldState(made: Value, worth: Evaluator['worth'], frame: Frame | undefined): Value | undefined {
  const { node, unit } = made.spot;
  if (made.is !== 'unknown' || node.type !== 'CallExpression') return undefined;
  const [first, second] = node.arguments;
  if (first?.type !== 'ObjectExpression' || second) return undefined;
  const initial = worth(unit, first, frame);
  if (initial.is !== 'object') return undefined;
  const entries = [...initial.entries.values()].map(({ key, spot }): [string, Entry] => [
    key,
    { key, spot, value: () => unknown(spot, key) },
  ]);
  return { ...initial, entries: new Map(entries) };
}
