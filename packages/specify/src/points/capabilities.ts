import { type CallName, type Fact, type StatementOf, singular, statementKey, wordsOf } from '@sightglass/wire';
import { type FactBook, joinFacts } from '../book.ts';
import { existential, ground, trust } from '../confidence.ts';
import { isAnyCall } from '../observe/call-key.ts';
import { labelled } from '../own-calls.ts';
import { isOwnCall } from './own-calls.ts';
import { article } from './wording.ts';

/** What most people come for; everything else that is done stands under the calls and the journeys. */
const mostCapabilities = 5;

/** Something that people do to things: the verb as the control has it, the thing as the call has it. */
export interface Capability {
  verb: string;
  /** In the singular: `order line`. */
  entity: string;
  control: { role: string; name: string } | null;
  call: CallName;
  fact: Fact;
}

const pressed = /^(?:button|link|menuitem|menuitemcheckbox|menuitemradio|switch|tab|option)$/;
/** Getting in and out is how one comes to use an application, not what it is for. */
const signing =
  /\/(?:sessions?|log-?ins?|log-?outs?|sign-?ins?|sign-?ups?|sign-?outs?|auth|tokens?|oauth\w*|register|refresh)(?:\/|$)/i;

/** What is done by pressing something that makes a call that writes, first what most visitors do. */
export function capabilitiesIn(book: FactBook): Capability[] {
  const found = book.of('action').flatMap((fact): Capability[] => {
    const [, role = '', ...words] = fact.key.split(' ');
    const name = words.join(' ');
    if (!pressed.test(role) || fact.sample.length === 0) return [];
    const done = labelled(fact.counts, 'call:').find(
      ({ value }) => !/^(?:GET|HEAD|OPTIONS) /.test(value) && isOwnCall(value),
    );
    if (done === undefined) return [];
    const call = book.call(done.value);
    if (signing.test(call.path) || isAnyCall(call.path)) return [];
    const entity = thingOf(call);
    const verb = verbOf(name) ?? verbOfCall(call);
    const visitors = fact.visitorsOf[`call:${done.value}`] ?? 0;
    const narrowed = { ...fact, n: done.times, visitors, sessions: Math.min(fact.sessions, done.times) };
    return [{ verb, entity, control: name.includes('{') ? null : { role, name }, call, fact: narrowed }];
  });
  const groups = Map.groupBy(found, ({ verb, entity }) => statementKey.capability(verb, entity));
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

export function capabilityStatements(capabilities: readonly Capability[]): StatementOf<'capability'>[] {
  return ofAllRoles(capabilities).map(({ verb, entity, control, call, fact }) => {
    const how = control === null ? '' : `“${control.name}”, `;
    return {
      key: statementKey.capability(verb, entity),
      point: 1,
      kind: 'capability',
      text: `People ${verb} ${article(entity)}: ${how}${call.method} ${call.path}.`,
      ...ground(fact, existential(fact.sessions, trust.usual)),
      ...{ verb, entity, control, call },
    };
  });
}

/** What each role comes for, in turn, so that the many do not hide what the few are there to do. */
function ofAllRoles(capabilities: readonly Capability[]): Capability[] {
  const roles = [...new Set(capabilities.flatMap(({ fact }) => Object.keys(fact.roles)))].sort();
  const times = (role: string, { fact }: Capability) => fact.roles[role] ?? 0;
  const queues = roles.map((role) =>
    capabilities.filter((one) => times(role, one) > 0).toSorted((one, other) => times(role, other) - times(role, one)),
  );
  const told = new Set<Capability>();
  for (let turn = 0; turn < capabilities.length && told.size < mostCapabilities; turn += 1)
    for (const queue of queues) {
      const next = queue.find((one) => !told.has(one));
      if (next && told.size < mostCapabilities) told.add(next);
    }
  for (const one of capabilities) if (told.size < mostCapabilities) told.add(one);
  return [...told];
}

/** The first word of a label that is two or three, or one: “Submit order”, “Approve”. A label that names a thing first names no verb. */
function verbOf(label: string): string | undefined {
  const words = label.trim().split(/\s+/);
  const [first = ''] = words;
  if (words.length > 4 || !/^\p{L}+$/u.test(first)) return undefined;
  // German puts the verb last: “Bestellung absenden”.
  const last = words.at(-1) ?? '';
  if (words.length > 1 && /^\p{Ll}+e[rl]?n$/u.test(last) && /^\p{Lu}/u.test(first)) return last;
  return plainAnswers.test(first) ? undefined : first.toLowerCase();
}

/** What any dialog has on its buttons. */
const plainAnswers = /^(?:ok|okay|yes|no|ja|nein|continue|next|weiter|done|fertig|go|confirm|apply|submit\.?\.?\.?)$/i;

function verbOfCall({ method, path }: CallName): string {
  const last = path.split('/').filter(Boolean).at(-1) ?? '';
  const isThing = last.startsWith('{') || singular(last) !== last;
  if (!isThing && method === 'POST' && path.includes('{')) return wordsOf(last).join(' ');
  return { POST: 'create', PUT: 'change', PATCH: 'change', DELETE: 'remove' }[method] ?? 'change';
}

/** `order` of `/orders/{orderId}/submit`, `order line` of `/orders/{orderId}/lines/{lineId}`. */
export function thingOf({ path }: CallName): string {
  const segments = path.split('/').filter((segment) => segment !== '' && !/^(?:api|rest|v\d+)$/i.test(segment));
  const isVariable = (segment: string | undefined) => segment?.startsWith('{') ?? false;
  const nouns = segments.filter((segment, index) => {
    if (isVariable(segment)) return false;
    // A word at the end that is no plural does something to what stands before it.
    const follows = isVariable(segments[index - 1]);
    return !(follows && index === segments.length - 1 && singular(segment) === segment);
  });
  const words = nouns.slice(-2).map((noun) => wordsOf(singular(noun)).join(' '));
  const nested = segments.findIndex(isVariable) > 0 && nouns.length > 1;
  return (nested ? words : words.slice(-1)).join(' ') || 'thing';
}
