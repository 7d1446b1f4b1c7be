import { singular, wordsOf } from '@sightglass/wire';
import type { CallFact } from '../extract/fact.ts';

/** A thing that calls are about. */
export interface CodeEntity {
  /** In the singular, as a name: `order`, `orderLine`. */
  name: string;
  /** Whether a path names one of it: `/orders/{orderId}`. */
  calls: CallFact[];
}

const technical = /^(?:|api|rest|v\d+(?:\.\d+)?|graphql|rpc|internal|public|admin|auth|me|my|self)$/i;
/** Plural words that name no thing that one could have one of. */
const uncountable =
  /^(?:settings|preferences|stats|statistics|metrics|analytics|news|status|details|options|actions|credentials|totals|permissions|capabilities|terms|basics|insights|logs|search|access|address|process|progress|series|news)$/i;

/** `update-seats` is something that is done, and no thing. */
const isDeed =
  /^(?:get|fetch|load|list|find|search|query|create|add|make|new|update|edit|change|set|save|delete|remove|clear|reset|link|unlink|generate|upload|download|import|export|process|run|start|stop|send|verify|check|confirm|validate|has|is|can|sync|refresh|mark|bulk|batch|purge|preview|resend)[-_A-Z]/;

/** Things that the paths of calls name: a plural with one of it behind, or a list that is read or written. */
export function entitiesOf(calls: readonly CallFact[]): CodeEntity[] {
  const found = new Map<string, CodeEntity>();
  for (const call of calls) {
    const asked = thingAsked(call.path, call.isChange);
    if (asked !== undefined && isOnlyDone(call, asked, calls)) continue;
    if (asked !== undefined) {
      const entity = found.get(asked) ?? { name: asked, calls: [] };
      entity.calls.push(call);
      found.set(asked, entity);
      continue;
    }
    // An operation says what it is about itself, or nothing.
    if (call.path.includes('#')) continue;
    const segments = call.path.split('/').filter(Boolean);
    segments.forEach((segment, i) => {
      if (
        segment.includes('{') ||
        technical.test(segment) ||
        uncountable.test(segment) ||
        isDeed.test(segment) ||
        /(?:as|is|us|ss)$/i.test(segment) ||
        singular(segment) === segment
      )
        return;
      const next = segments[i + 1];
      const after = segments.slice(i + 2);
      const writes = call.method !== 'GET' && call.method !== 'HEAD';
      const isItem =
        next?.startsWith('{') &&
        !/^\{(?:date|month|year|day|week|from|period)\}$/.test(next) &&
        (after.length === 0 || writes);
      // What is only read below something else may as well be a view of it.
      const isNested = segments.slice(0, i).some((one) => one.includes('{'));
      const isList = next === undefined && (call.method === 'POST' || (call.method === 'GET' && !isNested));
      if (!isItem && !isList) return;
      const name = nameOf(singular(segment));
      const entity = found.get(name) ?? { name, calls: [] };
      entity.calls.push(call);
      found.set(name, entity);
    });
  }
  return [...found.values()];
}

/** `AdvanceCare(id)`: what is done to a thing that another word names, where nothing else is about what the name says. */
function isOnlyDone({ path, isChange, body }: CallFact, thing: string, calls: readonly CallFact[]): boolean {
  if (!isChange || thingAsked(path) === thing || !body.some(({ name }) => name === 'variables.id')) return false;
  return !calls.some((other) => other.path !== path && thingAsked(other.path, other.isChange) === thing);
}

function nameOf(segment: string): string {
  const [first = '', ...rest] = wordsOf(segment);
  return [first, ...rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('');
}

/**
 * What a type or a field that holds one is called, as a thing; nothing where it only says whose or which it is: `me`, `by`, `createdBy`,
 * `defaultZone`.
 *
 * @param isType - It is the name of the type itself.
 */
export function thingNamed(name: string, isType = false): string | undefined {
  const words = wordsOf(name);
  const [first = ''] = words;
  if (technical.test(name) || words.length === 0) return undefined;
  if (!isType && (words.length > 2 || isRole.test(words.at(-1) ?? '') || (words.length > 1 && isWhich.test(first))))
    return undefined;
  return nameOf(singular(words.join('-')));
}

/** Words for what a thing is to another. */
const isRole =
  /^(?:by|at|of|for|from|to|in|on|with|node|viewer|current|parent|child|children|member|owner|creator|assignee|sender|recipient|previous|next)$/;
const isWhich =
  /^(?:current|previous|next|last|first|latest|new|old|parent|child|my|own|default|featured|eligible|active|main|primary|other|related|available|all|[a-z]{3,}ed)$/;

const asksOrDoes =
  /^(?:get|list|find|search|fetch|read|query|load|count|show|view|create|add|new|insert|update|edit|change|set|save|put|patch|delete|remove|cancel|confirm|approve|reject|submit|close|open|assign|adjust|move|send|start|stop|finish|archive|restore|attempt|login|logout|duplicate|preview|test|detail|details|query|mutation|subscription|selector|by|all|id|my|me)$/;

/** What an operation is called besides what it is about: `signIn`, `checkOut`. */
const particle = /^(?:in|on|up|out|off|to|over|back|again|now)$/;

/**
 * Of a call by name, what it is about: `batch` of `/api/trpc/batch.create`, `stock` of `/graphql#AdjustStock`.
 *
 * @param isChange - Its name begins with a verb, whichever that is: `dose` of `/graphql#GiveDose`.
 */
export function thingAsked(path: string, isChange = false): string | undefined {
  const [, operation] = path.split('#');
  const procedure = /\/([A-Za-z][\w-]*(?:\.[A-Za-z][\w-]*)+)$/.exec(path)?.[1]?.split('.');
  if (procedure) return nameOf(singular(procedure.at(-2) ?? ''));
  if (operation === undefined || /^log[-_]?(?:in|out|off)/i.test(operation)) return undefined;
  // `PlaceOrderMutation`, as Relay and generators of code have it.
  const all = wordsOf(operation.replace(/(?<=[a-z\d])_?(?:Query|Mutation|Subscription)$/, ''));
  const nouns = all.filter((word) => !asksOrDoes.test(word));
  const words = isChange && nouns.length === all.length && all.length > 1 ? all.slice(1) : nouns;
  if (words.length === 0 || words.length > 2 || words.every((word) => particle.test(word))) return undefined;
  return nameOf(singular(words.join('-')));
}

/** Whether a change by this name makes what it is about: `createOrder`, and whatever a product has its own verb for, `admitPatient`. */
export function makesThing(path: string): boolean {
  const [verb = ''] = wordsOf(path.split('#')[1] ?? '');
  return /^(?:create|add|new|insert|place|make|save)$/.test(verb) || !asksOrDoes.test(verb);
}
