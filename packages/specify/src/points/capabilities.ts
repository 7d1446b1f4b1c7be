import { type CallName, type Fact, type StatementOf, singular, statementKey, wordsOf } from '@sightglass/wire';
import { type FactBook, joinFacts } from '../book.ts';
import { existential, ground, trust } from '../confidence.ts';
import { isAnyCall } from '../observe/call-key.ts';
import { procedureIn } from '../operation.ts';
import { isRead, labelled } from '../own-calls.ts';
import { isOwnCall } from './own-calls.ts';
import { enumerate } from './point.ts';

/** What most people come for; everything else that is done stands under the calls and the journeys. */
const mostThings = 4;
const mostVerbs = 8;
/** Of the visitors who do what most do. */
const usualShare = 0.25;

/** Something that people do to things: the verb as the control has it, the thing as the call has it. */
export interface Capability {
  verb: string;
  /** In the singular: `order line`. */
  entity: string;
  /** What it is a part of, else itself: `order`. */
  root: string;
  control: { role: string; name: string } | null;
  call: CallName;
  fact: Fact;
}

const pressed = /^(?:button|link|menuitem|menuitemcheckbox|menuitemradio|switch|tab|option)$/;
/** Getting in and out is how one comes to use an application, not what it is for. */
const signing =
  /\/(?:sessions?|log-?ins?|log-?outs?|sign-?ins?|sign-?ups?|sign-?outs?|auth|tokens?|oauth\w*|register|refresh)(?:\/|$)/i;

/** Where the page itself takes it, only the button says so. */
const signingLabel = /^(?:log|sign)[ -]?(?:in|out|off|on|up)$/i;

/** What is done by pressing something that makes a call that writes, first what most visitors do. */
export function capabilitiesIn(book: FactBook): Capability[] {
  const asked = new Set(book.of('call').flatMap((fact) => (isRead(fact) ? [fact.key] : [])));
  const isAsked = (key: string) => asked.has(key);
  const found = book.of('action').flatMap((fact): Capability[] => {
    const [, role = '', ...words] = fact.key.split(' ');
    const name = words.join(' ');
    if (!pressed.test(role) || fact.sample.length === 0) return [];
    const done = labelled(fact.counts, 'call:').find(
      ({ value }) => !/^(?:GET|HEAD|OPTIONS) /.test(value) && isOwnCall(value),
    );
    if (done === undefined) return [];
    const call = book.call(done.value);
    if (signing.test(call.path.replace('#', '/')) || isAnyCall(call.path) || isAsked(done.value)) return [];
    if (signingLabel.test(name.trim())) return [];
    const entity = thingOf(call);
    const verb = verbOf(name, entity, call) ?? verbOfCall(call);
    const visitors = fact.visitorsOf[`call:${done.value}`] ?? 0;
    const narrowed = { ...fact, n: done.times, visitors, sessions: Math.min(fact.sessions, done.times) };
    return [
      { verb, entity, root: rootOf(call), control: name.includes('{') ? null : { role, name }, call, fact: narrowed },
    ];
  });
  const groups = Map.groupBy(found, ({ verb, entity }) => `${verb} ${statementKey.capability(entity)}`);
  return [...groups.values()]
    .flatMap((some) => {
      const [most] = some.toSorted(
        (one, other) => other.fact.visitors - one.fact.visitors || other.fact.n - one.fact.n,
      );
      const [all] = joinFacts(
        some.map(({ fact }) => fact),
        () => '',
      );
      return most && all ? [{ ...most, fact: all.fact }] : [];
    })
    .toSorted(byVisitors);
}

function byVisitors(one: Capability, other: Capability): number {
  const apart = other.fact.visitors - one.fact.visitors || other.fact.sessions - one.fact.sessions;
  return apart || (`${one.verb} ${one.entity}` < `${other.verb} ${other.entity}` ? -1 : 1);
}

/**
 * What people come for, thing by thing: everything that they do to orders and to what these hold is one reason to be there. That accounts
 * are kept is how an application is run, and no reason to come, unless there is no other.
 *
 * @param isAccount - Whether things of this name are the people who sign in.
 */
export function capabilityStatements(
  capabilities: readonly Capability[],
  plurals: (noun: string) => string,
  isAccount: (entity: string) => boolean,
): StatementOf<'capability'>[] {
  const things = [...Map.groupBy(capabilities, ({ root }) => root)];
  const others = things.filter(([root]) => !isAccount(root));
  const joined = (others.length > 0 ? others : things).flatMap(([root, some]) =>
    joinFacts(
      some.map(({ fact }) => fact),
      () => '',
    ).map(({ fact }) => ({ root, some, fact })),
  );
  return joined
    .filter(isReason)
    .slice(0, mostThings)
    .flatMap(({ root, some, fact }) => {
      const own = some.filter(({ entity }) => entity === root);
      const [main = some[0]] = own;
      if (main === undefined) return [];
      const { entity, control, call } = main;
      const parts = [...Map.groupBy(some, (one) => one.entity)].map(
        ([thing, done]) => `${verbsOf(done)} ${plurals(thing)}`,
      );
      const how = control === null ? '' : `“${control.name}”, `;
      return [
        {
          key: statementKey.capability(root),
          point: 1,
          kind: 'capability',
          text: `People ${parts.join('; they ')}: ${how}${call.method} ${call.path}.`,
          // Counted is all that is done; shown is what is named.
          ...ground({ ...fact, sample: main.fact.sample }, existential(fact.sessions, trust.usual)),
          ...{ verb: verbsOf(own.length > 0 ? own : some), entity: plurals(entity), control, call },
        },
      ];
    });
}

/** What few do beside what the others come for is something that has to be done now and then, unless a role does nothing more often. */
function isReason({ fact }: { fact: Fact }, _index: number, all: readonly { fact: Fact }[]): boolean {
  const most = Math.max(...all.map((one) => one.fact.visitors));
  const roles = Object.keys(fact.roles);
  return (
    fact.visitors >= usualShare * most ||
    roles.some((role) => all.every((one) => (one.fact.roles[role] ?? 0) <= (fact.roles[role] ?? 0)))
  );
}

const verbsOf = (some: readonly Capability[]): string =>
  enumerate([...new Set(some.map(({ verb }) => verb))], mostVerbs);

/**
 * The first word of a label that is two or three, or one: “Submit order”, “Approve”; with what it means nothing without: “Give up”, “Put it
 * back”. A label that names a thing first names no verb.
 */
function verbOf(label: string, entity: string, { method, path }: CallName): string | undefined {
  const words = label.trim().split(/\s+/);
  const [first = ''] = words;
  if (words.length > 4 || !/^\p{L}+$/u.test(first) || noVerb.test(first)) return undefined;
  // German puts the verb last: “Bestellung absenden”.
  const last = words.at(-1) ?? '';
  if (words.length > 1 && /^\p{Ll}+e[rl]?n$/u.test(last) && /^\p{Lu}/u.test(first)) return last;
  if (plainAnswers.test(first) || (words.length === 1 && choices.test(first))) return undefined;
  // “Make captain” makes no people: what is done to them the call tells.
  const isNamed = words.slice(1).some((word) => wordsOf(entity).includes(singular(word.toLowerCase())));
  if (/^(?:make|mark|set)$/i.test(first) && words.length > 1 && (!isNamed || method === 'PUT' || method === 'PATCH'))
    return undefined;
  // “Arrived” of `visits.arrive`: what has been done says the call in its own form.
  const did = first.toLowerCase();
  if (words.length === 1 && did.endsWith('ed') && procedureIn(path).at(-1)?.replace(/e$/, '') === did.slice(0, -2))
    return undefined;
  const behind = words.slice(1).filter((word) => !/^(?:it|them|this|that|these|those)$/i.test(word))[0] ?? '';
  return particles.test(behind) ? `${first} ${behind}`.toLowerCase() : first.toLowerCase();
}

/** “It is calm”, “New order”, “All of them”: what a label begins with that is no verb. */
const noVerb =
  /^(?:it|he|she|we|you|they|i|this|that|these|those|the|an?|my|our|your|his|her|their|its|all|both|more|less|other|another|new|old|next|last|previous|not|to|as|with|for)$/i;
/** To give and to give up are two things. */
const particles = /^(?:up|down|in|out|on|off|back|away|over|through|aside|apart)$/i;

/** What any dialog has on its buttons. */
const plainAnswers = /^(?:ok|okay|yes|no|ja|nein|continue|next|weiter|done|fertig|go|confirm|apply|submit\.?\.?\.?)$/i;

/** What one chooses, and does not do: a language by its own name or its code, how the page looks. */
const choices =
  /^(?:[A-Z]{2}|english|deutsch|german|français|french|español|spanish|italiano|italian|nederlands|dutch|português|portuguese|polski|polish|čeština|czech|slovenčina|slovenščina|magyar|hungarian|română|romanian|dansk|danish|norsk|norwegian|svenska|swedish|suomi|finnish|eesti|latviešu|lietuvių|türkçe|turkish|ελληνικά|greek|русский|russian|українська|ukrainian|български|српски|hrvatski|עברית|hebrew|العربية|arabic|فارسی|हिन्दी|hindi|বাংলা|ไทย|tiếng|indonesia|日本語|japanese|한국어|korean|中文|chinese|català|euskara|galego|dark|light|system|auto(?:matic)?|compact|comfortable|metric|imperial)$/iu;

function verbOfCall({ method, path }: CallName): string {
  const [address = '', operation = procedureIn(path).at(-1)] = path.split('#');
  if (operation !== undefined) return wordsOf(operation)[0] ?? 'change';
  const last = address.split('/').filter(Boolean).at(-1) ?? '';
  const isThing = last.startsWith('{') || singular(last) !== last;
  if (!isThing && method === 'POST' && path.includes('{')) return wordsOf(last).join(' ');
  return { POST: 'create', PUT: 'change', PATCH: 'change', DELETE: 'remove' }[method] ?? 'change';
}

/** `order` of `/orders/{orderId}/submit`, `order line` of `/orders/{orderId}/lines/{lineId}`. */
export function thingOf(call: CallName): string {
  const { nouns, isNested } = nounsOf(call);
  return (isNested ? nouns.slice(-2) : nouns.slice(-1)).join(' ') || 'thing';
}

/** `order` of `/orders/{orderId}/lines/{lineId}`. */
function rootOf(call: CallName): string {
  const { nouns, isNested } = nounsOf(call);
  return (isNested ? nouns.at(-2) : nouns.at(-1)) ?? 'thing';
}

function nounsOf({ path }: CallName): { nouns: string[]; isNested: boolean } {
  const [address = '', operation] = path.split('#');
  const procedure = procedureIn(path);
  if (procedure.length > 1) return { nouns: [wordsOf(singular(procedure.at(-2) ?? '')).join(' ')], isNested: false };
  if (operation !== undefined) {
    // `submitOrder`, `OrderSubmit`, `order.submit`: what is left without the verb.
    const words = wordsOf(operation).filter((word) => !/^(?:mutation|query|by|id)$/.test(word));
    return { nouns: [singular(words.slice(1).join(' ') || (words[0] ?? ''))], isNested: false };
  }
  const all = address.split('/').filter((segment) => segment !== '');
  // `/gateway/v1/bookings`: what stands before a version is where all of it is served.
  const behind = all.findIndex((segment) => /^v\d+$/i.test(segment)) + 1;
  const segments = all
    .slice(behind <= 3 ? behind : 0)
    .filter((segment) => !/^(?:api|rest|v\d+|mine|my|own|current)$/i.test(segment))
    // Who is called `me` in an address keeps an account.
    .map((segment) => (/^(?:me|self)$/i.test(segment) ? 'account' : segment));
  const isVariable = (segment: string | undefined) => segment?.startsWith('{') ?? false;
  const nouns = segments.filter((segment, index) => {
    if (isVariable(segment)) return false;
    // A word at the end that is no plural does something to what stands before it, and so does what follows `actions`.
    const follows = isVariable(segments[index - 1]);
    const last = index === segments.length - 1;
    if (/^actions?$/.test(segment) || (last && /^actions?$/.test(segments[index - 1] ?? ''))) return false;
    return !(follows && last && singular(segment) === segment);
  });
  const isNested = segments.findIndex(isVariable) > 0 && nouns.length > 1;
  return { nouns: nouns.map((noun) => wordsOf(singular(noun)).join(' ')), isNested };
}
