import {
  closedSetOf,
  hasOtherState,
  isSecretName,
  isStateName,
  pathPart,
  placeholderOf,
  wordOf,
} from '@sightglass/privacy';
import type { KnownTexts } from '../privacy/known.ts';
import { identifies, identityOf, kindBefore, kindOf, kindOfHolder } from './identity.ts';
import type { Seen } from './seen.ts';

/** Beyond this an answer says nothing new of itself. */
const maxNodes = 4_000;
const maxItems = 50;
const maxDepth = 8;
const mapFrom = 60;
const timeName = /^(quarter|date|period|day|month|week|year)$/i;

/** An object that an answer holds, by whom it is, with what it says of its state. */
export interface FoundObject {
  /** Where it stands: `$`, `$.items[]`. */
  at: string;
  /** What tells it from others, and what kind of thing it is. Neither leaves the page. */
  id: string | number;
  kind: string;
  states: { field: string; value: string }[];
}

/** A call as it is in the address, decoded, and as it is told; part by part, the empty one before the first slash included. */
export interface CallPlace {
  method: string;
  /** It asks and changes nothing, as far as can be told. */
  reads: boolean;
  parts: readonly string[];
  told: readonly string[];
  /** What is asked for by name, where the address tells nothing of it. */
  operation?: string | undefined;
}

type Value = Record<string, unknown>;

/** Learns from an answer which values name something, and finds the objects in it that have a state. */
export function readAnswer(answer: unknown, call: CallPlace, seen: Seen, known: KnownTexts): FoundObject[] {
  const found: FoundObject[] = [];
  let nodes = 0;

  function walk(value: unknown, at: string, kind: string, depth: number, owner?: Owner): void {
    if (!value || typeof value !== 'object' || depth > maxDepth || ++nodes > maxNodes) return;
    if (Array.isArray(value)) for (const item of value.slice(0, maxItems)) walk(item, `${at}[]`, kind, depth + 1);
    else walkObject(value as Value, at, kind, depth, owner);
  }

  function walkObject(object: Value, at: string, kind: string, depth: number, owner?: Owner): void {
    const keys = Object.keys(object);
    rememberNames(object, keys, known);
    if (keys.length > mapFrom) return;
    const one = objectOf(object, keys, at, kind, call, known, owner);
    if (one) found.push(one);
    for (const key of keys) {
      const inside = object[key];
      if (typeof inside === 'object') {
        const name = inside && pathPart(key, known);
        if (name)
          walk(
            inside,
            `${at}.${name}`.slice(0, 256),
            kindOfHolder(key) ?? kind,
            depth + 1,
            holder.test(key) ? ownerOf(object, keys, kind) : undefined,
          );
      } else if (isValue(inside) && ++nodes <= maxNodes) {
        const names = identifies(key) ?? (typeof inside === 'string' && timeName.test(key) ? '' : undefined);
        if (names === undefined || isSecretName(key) || pathPart(key, known) !== key) continue;
        seen.learn(inside, [key, names || (at.includes('[') ? kind : kindInPath(inside, call, kind))]);
      }
    }
  }

  walk(answer, '$', kindAsked(call), 0);
  return found;
}

/** Somebody's first name and last name in two fields, which pages show as one, and what an answer keys its values by. */
function rememberNames(object: Value, keys: string[], known: KnownTexts): void {
  const names = Object.values(object).filter((value) => /^\p{Lu}[\p{L}'’-]+$/u.test(value as string));
  const others = keys.filter((key) => /[\s@]/.test(key));
  names.reduce((before, name) => {
    others.push(`${before} ${name}`, `${name} ${before}`);
    return name;
  }, '');
  others.forEach(known.answered);
}

/** Where one address takes all calls, `orders.confirm` is about orders, and `getOrder` about an order; else what the path names. */
export function kindAsked({ operation = '', told }: Pick<CallPlace, 'operation' | 'told'>): string {
  const [, before = ''] = /^(.+)[./]\w+$/.exec(operation) ?? [];
  const [, after = ''] = /^[a-z]+_?([A-Z]\w*)$/.exec(operation) ?? [];
  const noun = before.split(/[./]/).at(-1) || after;
  return noun ? kindOf(noun) : kindBefore(told);
}

/** What says of a thing what it is like, beside who it is: JSON:API, GeoJSON, tables in the cloud. */
const holder = /^(attributes|properties|fields)$/;

type Owner = Pick<FoundObject, 'id' | 'kind'>;

/** Whose the attributes are that stand within; the thing may name its kind. */
function ownerOf(object: Value, keys: string[], kind: string): Owner | undefined {
  const id = object[identityOf(keys, kind) ?? ''];
  if (!isValue(id)) return undefined;
  return { id, kind: typeof object.type === 'string' && object.type.length < 64 ? kindOf(object.type) : kind };
}

function objectOf(
  object: Value,
  keys: string[],
  at: string,
  kind: string,
  call: CallPlace,
  known: KnownTexts,
  owner: Owner | undefined,
): FoundObject | undefined {
  const names = keys.filter((key) => isStateName(key) && pathPart(key, known) === key);
  if (!names[0] || hasOtherState(keys) || closedSetOf(kind) === 'own') return undefined;
  const states = names.flatMap((field) => {
    const value = object[field];
    const word = typeof value === 'string' && wordOf(value, 'steps', known);
    return word ? [{ field, value: word }] : [];
  });
  if (!states[0]) return undefined;
  if (owner) return { at, ...owner, states };
  const key = identityOf(keys, kind) ?? '';
  const id = object[key];
  if (isValue(id)) return { at, id, kind: identifies(key) || kindInPath(id, call, kind), states };
  return at.includes('[') ? undefined : objectOfPath(at, states, call);
}

/** What an answer calls by the name that it was asked by is of the kind that stands before that: `/categories/oak`. */
function kindInPath(id: string | number, { told, parts }: CallPlace, kind: string): string {
  const inPath = parts.lastIndexOf(`${id}`);
  return inPath > 0 ? kindBefore(told, inPath) : kind;
}

/** `/orders/10023/submit` that answers `{ state }` speaks of that order; what `/orders/10023/shipment` shows is another thing's. */
function objectOfPath(
  at: string,
  states: FoundObject['states'],
  { told, reads, parts }: CallPlace,
): FoundObject | undefined {
  const last = told.findLastIndex((part) => part[0] === '{');
  const id = parts[last];
  if (!id || (reads && last < told.length - 1)) return undefined;
  return { at, id, kind: kindBefore(told, last), states };
}

const searches = /^(queries|list|find|search|query|batch-?get|look_?up|check|preview|export|filter|validate|count)$/i;

/** What a call by name is called that changes nothing: `orders.list`, `getOrder`, `search_read`, `auth.whoami`. */
const asks =
  /^(show|exists|list|find|search|query|view|options|suggest|get|look_?up|check|preview|select|load|fetch|who_?am_?i|me|status|stats|summary|all|index|browse|read|describe|retrieve|count|info)(?![a-z])/i;

/** A POST asks only where its path or what it asks for by name says so, or a GraphQL body does. */
export function isRead(method: string, path: readonly string[], sent: unknown, operation = ''): boolean {
  if (/^[GHOQ]/.test(method)) return true;
  if (method !== 'POST') return false;
  // Whatever it is, only a text has braces.
  const asked: string = Object(sent).query;
  if (/\{/.test(asked)) return !/(^|\})\s*mutation\b/.test(asked);
  return searches.test(path.at(-1) ?? '') || asks.test(operation.split(/[./]/).at(-1) ?? '');
}

/** What an address can name: a short text or a whole number. */
export function isValue(value: unknown): value is string | number {
  return (
    typeof value === 'string'
      ? value && !value[128] && !(placeholderOf(value) === '{date}' && value.includes('T'))
      : Number.isInteger(value)
  ) as boolean;
}
