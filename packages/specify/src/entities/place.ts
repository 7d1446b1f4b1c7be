import { singular, wordsOf } from '@sightglass/wire';
import type { BodyNode } from '../body.ts';
import { type CallBodies, isWrapper, payloadOf } from '../call-bodies.ts';
import { askedThing, asksForOneThing, changedThing, procedureIn } from '../operation.ts';
import type { OwnCall } from '../own-calls.ts';
import { isFixedWord, isVariable } from '../paths/segment.ts';
import { thingIn } from '../thing.ts';

/** An object in answers, before it is known what it is. */
export interface Sighted {
  node: BodyNode;
  call: OwnCall;
  /** What its place calls it: `part` of `GET /api/parts`. Empty: the place does not name it. */
  name: string;
  /** What it belongs to by its path: `order` of `/api/orders/{orderId}/lines`. */
  owner: string;
  /**
   * How much the name says. 3: one of its kind is asked for by its id; 2: a list of them; 1: what a change answers, what a list is
   * filled with; 0: an object that a call answers with, of any kind.
   */
  strength: 0 | 1 | 2 | 3;
  /** Name of the variable that it was asked for by. */
  variable: string | null;
}

/** What answers hold: the things that they are about, and those that stand beside these. */
export function sightedIn({ call, request, responses }: CallBodies): Sighted[] {
  const place = placeIn(call);
  // Procedures that were called together, under all of their names: what is answered is of several things.
  if (/\/trpc\/\{[^/]*\}$/.test(call.name.path)) return [];
  if (call.isForm && request !== null) return sightedInForm(call, request, place);
  return responses.flatMap(({ body }) => {
    if (isOutcome(body)) return [];
    const payload = payloadOf(body, place.lastWord);
    if (payload === null) return [];
    const { node, listed, wrapper } = payload;
    // What GraphQL answers a change with stands under the change's own name.
    const isChange =
      !call.reads && wrapper !== '' && call.name.path.toLowerCase().endsWith(`#${wrapper.toLowerCase()}`);
    const wrapped = isChange ? changedThing(wrapper) : singular(wrapper);
    const named = place.name !== '' || isWrapper(wrapper) ? place.name || place.asked : camelCase(wrapped);
    const main: Sighted = {
      ...{ node, call, name: named, owner: place.owner, variable: place.variable },
      strength: named !== '' && named === place.asked ? strengthOfAsked(call, listed) : strengthOf(call, place, listed),
    };
    return [main, ...(node === body ? [] : beside(body, node, call))].map((one) => ({
      ...one,
      node: thingIn(one.node),
    }));
  });
}

/** What SvelteKit answers a form with: how it went, and what is shown then as one text. It is no thing that the form is about. */
function isOutcome({ fields }: BodyNode): boolean {
  const names = fields.map(({ name }) => name);
  return (
    ['type', 'status'].every((name) => names.includes(name)) &&
    names.every((name) => /^(?:type|status|data|location|error)$/.test(name)) &&
    fields.every(({ name, fact }) => (name === 'type' ? closedWords(fact).every((word) => outcomes.has(word)) : true))
  );
}

const outcomes = new Set(['success', 'failure', 'redirect', 'error']);
const closedWords = ({ counts }: BodyNode['fact']): string[] =>
  Object.keys(counts).flatMap((label) => (label.startsWith('value:') ? [label.slice('value:'.length)] : []));

/**
 * What a form of a page is about, where no answer has a body that says it: what the names of its fields begin with (`loan[weeks]`), or
 * what is added to at its address (`POST /loans`).
 */
function sightedInForm(call: OwnCall, request: BodyNode, { name, lastWord, variable }: Place): Sighted[] {
  const [only] = request.fields.filter(({ fields }) => fields.length > 0);
  const node = only ?? request;
  const isPlace = singular(lastWord) !== lastWord;
  if (only === undefined && !isPlace) return [];
  const named = only === undefined ? name : camelCase(singular(only.name));
  return [{ node, call, name: named, owner: '', strength: 3, variable }];
}

interface Place {
  name: string;
  /** Where one address takes all calls: the thing that the call is about by its name. */
  asked: string;
  owner: string;
  lastWord: string;
  variable: string | null;
  /** A word that any interface may have (`me`, `search`) stands last: it names nothing. */
  fixed: boolean;
}

function placeIn({ name: { path } }: OwnCall): Place {
  // An address that takes all calls names no thing.
  const isProcedure = procedureIn(path).length > 0;
  const segments = path
    .split('/')
    .filter((segment) => segment !== '' && !segment.includes('#'))
    .flatMap((segment, at, all) => (isProcedure && at === all.length - 1 ? askedThing(path) : segment))
    // What stands before the name of a procedure is the door that takes them all.
    .slice(isProcedure ? -1 : 0);
  const last = segments.at(-1) ?? '';
  const words = segments.filter(
    (segment, at) =>
      !isVariable(segment) &&
      !isTechnical(segment) &&
      (!isFixedWord(segment) || isAskedOneByOne(segment, segments[at + 1])),
  );
  const noun = (word: string | undefined) => camelCase(singular(word ?? ''));
  return {
    name: noun(words.at(-1)),
    asked: camelCase(askedThing(path)),
    owner: noun(words.at(-2)),
    lastWord: words.at(-1) ?? '',
    variable: isVariable(last) ? last.slice(1, -1) : null,
    fixed: isFixedWord(last),
  };
}

/** Reports of any interface say how things are; `/reports/{reportId}` is one of the things. */
const isAskedOneByOne = (word: string, next: string | undefined): boolean =>
  /^(?:reports|logs)$/i.test(word) &&
  next !== undefined &&
  isVariable(next) &&
  !/^\{(?:month|date|year|day)\}$/.test(next);

const isTechnical = (segment: string): boolean => /^(?:api|rest|v\d+(?:\.\d+)?|internal|public)$/i.test(segment);

function strengthOf(call: OwnCall, { variable, fixed }: Place, listed: boolean): Sighted['strength'] {
  if (!call.reads) return 1;
  if (listed) return fixed ? 1 : 2;
  return variable === null ? 0 : 3;
}

function strengthOfAsked(call: OwnCall, listed: boolean): Sighted['strength'] {
  if (!call.reads) return 1;
  return listed ? 2 : asksForOneThing(call.name.path) ? 3 : 0;
}

/** What an envelope holds beside what the answer is about: the categories to choose from, the category that is looked at. */
function beside(body: BodyNode, payload: BodyNode, call: OwnCall): Sighted[] {
  return body.fields.flatMap((field): Sighted[] => {
    const node = field.items ?? field;
    if (node === payload || payload.path.startsWith(`${node.path}.`) || payload.path.startsWith(`${node.path}[]`)) {
      return node === payload || field.items ? [] : beside(field, payload, call);
    }
    if (node.fields.length === 0) return [];
    return [{ node, call, name: camelCase(singular(field.name)), owner: '', strength: 1, variable: null }];
  });
}

/** `order-lines` is `orderLines`. */
export function camelCase(name: string): string {
  return wordsOf(name)
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');
}

/** `order` and `line` are an `orderLine`, unless the one name has the other in it. */
export function compound(owner: string, name: string): string {
  const [front, back] = [wordsOf(owner).join(''), wordsOf(name).join('')];
  if (front === '' || back.startsWith(front)) return camelCase(name);
  return camelCase(`${owner} ${name}`);
}
