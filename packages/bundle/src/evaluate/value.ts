import type { Node } from 'oxc-parser';
import type { ReadFile } from '../face.ts';
import type { Binding, Scopes } from './scope.ts';
import type { ClassNode, FunctionNode } from './walk.ts';

/** One script with the meaning of its names. */
export interface Unit {
  read: ReadFile;
  scopes: Scopes;
}

/** Where a value is written. */
export interface Spot {
  unit: Unit;
  node: Node;
}

/** A piece of a text: literal, a part that only running would tell, or a query with the names that it can have. */
export type Part = string | { hole: string | undefined; parameters: Binding[] } | { query: NamedValue[] };

/** Without a name: the value has names of its own, which only callers know. */
export interface NamedValue {
  name: string;
  value: Value;
}

/** One property of an object. Its value is worked out when somebody asks. */
export interface Entry {
  key: string;
  spot: Spot;
  value(): Value;
}

/** What is known of a value without running the code. */
export type Value = { spot: Spot } & (
  | { is: 'text'; parts: Part[] }
  | { is: 'number'; number: number }
  | { is: 'boolean'; boolean: boolean }
  | { is: 'nothing' }
  | { is: 'regex'; source: string; flags: string }
  /** `open`: it may have more properties than these. */
  /** `rest`: what is spread into it and only callers know. */
  | { is: 'object'; entries: Map<string, Entry>; open: boolean; rest?: Value[] }
  | { is: 'array'; items: Value[]; open: boolean }
  | { is: 'function'; fn: FunctionNode; frame: Frame | undefined }
  | { is: 'class'; cls: ClassNode; frame: Frame | undefined }
  | { is: 'instance'; of: Value; args: Value[] }
  /** `URLSearchParams`, `FormData`, `Headers`. */
  | { is: 'fields'; fields: NamedValue[] }
  | { is: 'json'; of: Value }
  /** Any key of an object. */
  | { is: 'key'; of: Value }
  | { is: 'choice'; options: Value[] }
  /** `parameters`: what would have to be known of the callers. `name`: what the code calls it. */
  | { is: 'unknown'; name: string | undefined; parameters: Binding[] }
);
export type ValueOf<Is extends Value['is']> = Extract<Value, { is: Is }>;

/** What parameters stand for while a call is looked into. */
export interface Frame {
  values: Map<Binding, Value>;
  /** All that was passed, by `arguments`. */
  args?: Value[];
  self: Value | undefined;
  up: Frame | undefined;
}

/** The text, when all of it is known. */
export function literal(value: Value | undefined): string | undefined {
  if (value?.is !== 'text') return undefined;
  return value.parts.every((part) => typeof part === 'string') ? value.parts.join('') : undefined;
}

/** A text with `{}` or `{name}` where it is not known, and without a query. */
export function template(parts: readonly Part[]): string {
  return parts.map((part) => (typeof part === 'string' ? part : 'hole' in part ? `{${part.hole ?? ''}}` : '')).join('');
}

/** All that a value can be, choices taken apart. */
export function optionsOf(value: Value): Value[] {
  return value.is === 'choice' ? value.options.flatMap(optionsOf) : [value];
}

/** All literal texts that a value can be; empty when one of them is not known. */
export function literals(value: Value): string[] {
  const texts = optionsOf(value).map(literal);
  return texts.every((text) => text !== undefined) ? texts : [];
}

/** All texts of an array of literals; `undefined` when it is none. */
export function textsOf(value: Value | undefined): string[] | undefined {
  if (value?.is !== 'array' || value.open) return undefined;
  const texts = value.items.map(literal);
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

/** The parameters of enclosing functions that a value rests on. */
export function parametersOf(value: Value): Binding[] {
  return optionsOf(value).flatMap((one) => {
    if (one.is === 'text')
      return one.parts.flatMap((part) => (typeof part !== 'string' && 'hole' in part ? part.parameters : []));
    return one.is === 'unknown' ? one.parameters : one.is === 'json' ? parametersOf(one.of) : [];
  });
}

export function choice(spot: Spot, options: Value[]): Value {
  const flat = options.flatMap(optionsOf);
  const [only] = flat;
  return only && flat.length === 1 ? only : { is: 'choice', options: flat.slice(0, mostOptions), spot };
}
/** Past this many, a value is what running would tell. */
const mostOptions = 6;
