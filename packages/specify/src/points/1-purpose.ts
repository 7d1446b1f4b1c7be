import { type Fact, type StatementOf, singular, statementKey, wordsOf } from '@sightglass/wire';
import { type FactBook, joinFacts } from '../book.ts';
import { callBodies } from '../call-bodies.ts';
import { existential, ground, trust } from '../confidence.ts';
import { isNamed } from '../entities/entity.ts';
import { findEntities } from '../entities/find.ts';
import { isPerson } from '../entities/person.ts';
import { type Capability, capabilitiesIn, capabilityStatements } from './capabilities.ts';
import { journeysIn } from './journey-statements.ts';
import { type Point, type Reading, surestFirst } from './point.ts';
import { productOf } from './product.ts';
import { capital, plural } from './wording.ts';

/** What fewer saw may be about one of them. */
const leastVisitors = 2;
const mostVocabulary = 20;
const mostEntities = 6;
const mostVerbs = 4;

/** What it is for and for whom, put together from titles, entities, what is done, and roles: no sentence is made up. */
export const purpose: Point = { point: 1, read };

function read(book: FactBook): Reading {
  const capabilities = capabilitiesIn(book).filter(({ fact }) => fact.visitors >= leastVisitors);
  const plurals = pluralsIn(book);
  const about = aboutWhat(book, capabilities, plurals);
  const who = audience(book);
  return {
    statements: [
      ...(about ? [about] : []),
      ...(who ? [who] : []),
      ...surestFirst(capabilityStatements(capabilities, plurals, accountsIn(book))),
      ...surestFirst(journeysIn(book)),
    ],
    leftOut: [],
  };
}

function aboutWhat(
  book: FactBook,
  capabilities: readonly Capability[],
  plurals: (noun: string) => string,
): StatementOf<'purpose'> | undefined {
  const { name: product } = productOf(book);
  const looked = thingsLookedAt(book);
  if (product === '' && looked.length === 0 && capabilities.length < 2) return undefined;
  const [titles] = book.of('app').filter(({ key }) => key === JSON.stringify(['titles']));
  const facts = [titles, ...looked.map(({ fact }) => fact), ...capabilities.map(({ fact }) => fact)];
  const [joined] = joinFacts(
    facts.filter((fact) => fact !== undefined && fact.sample.length > 0).map((fact) => fact as Fact),
    () => '',
  );
  if (joined === undefined) return undefined;
  const vocabulary = vocabularyOf(book, looked, capabilities);
  return {
    key: statementKey.purpose(),
    point: 1,
    kind: 'purpose',
    text: sentence(
      product,
      looked.map(({ name }) => name),
      capabilities,
      plurals,
    ),
    ...ground(joined.fact, existential(joined.fact.sessions, trust.usual)),
    ...{ product, vocabulary },
  };
}

/** Kinds of things that are asked for, first what most visitors look at. */
function thingsLookedAt(book: FactBook): { name: string; fact: Fact }[] {
  return findEntities(callBodies(book))
    .flatMap(({ name, nodes, strength }) => {
      const read = nodes.filter(({ call }) => call.reads);
      const [joined] = joinFacts([...new Set(read.map(({ call }) => call.fact))], () => '');
      const isAsked = strength >= 2 && joined !== undefined && joined.fact.visitors >= leastVisitors;
      return isAsked ? [{ name: wordsOf(name).join(' '), fact: joined.fact }] : [];
    })
    .toSorted((one, other) => other.fact.sessions - one.fact.sessions || (one.name < other.name ? -1 : 1));
}

/** “Parts Desk: people look up parts and orders; they create, submit and cancel orders.” */
function sentence(
  product: string,
  looked: readonly string[],
  capabilities: readonly Capability[],
  plurals: (noun: string) => string,
): string {
  const read = [...new Set(looked.map(plurals))].slice(0, mostEntities);
  const done = [...Map.groupBy(capabilities, ({ entity }) => entity)].slice(0, mostEntities).map(([entity, some]) => {
    return `${list([...new Set(some.map(({ verb }) => verb))].slice(0, mostVerbs))} ${plurals(entity)}`;
  });
  const parts = [
    ...(read.length === 0 ? [] : [`people look up ${list(read)}`]),
    ...(done.length === 0 ? [] : [`${read.length === 0 ? 'people' : 'they'} ${done.join('; they ')}`]),
  ];
  const told = parts.join('; ') || 'what it is for does not show';
  return product === '' ? `${capital(told)}.` : `${product}: ${told}.`;
}

function vocabularyOf(
  book: FactBook,
  looked: readonly { name: string }[],
  capabilities: readonly Capability[],
): string[] {
  const titles = book.of('app').flatMap(({ key, visitors }) => {
    const [sort, part = ''] = JSON.parse(key) as string[];
    return sort === 'title' && visitors >= leastVisitors && !part.includes('{') ? [part] : [];
  });
  const words = [...looked.map(({ name }) => name), ...capabilities.map(({ entity }) => entity), ...titles.sort()];
  const byName = new Map(words.map((word) => [wordsOf(singular(word)).join(' '), word.toLowerCase()]));
  return [...byName.values()].slice(0, mostVocabulary);
}

/** Plurals as paths have them, where they have them: `order` and `/orders`, `zimmer` and `/zimmer`. Else as English forms them. */
function pluralsIn(book: FactBook): (noun: string) => string {
  const last = (words: string) => wordsOf(words).at(-1) ?? '';
  const paths = book.of('call').map(({ key }) => book.call(key).path.split('#'));
  const inPaths = new Set(paths.flatMap(([address = '']) => address.split('/').map(last)));
  // An operation that has a thing in the singular is about one: `GiveDose`.
  const written = new Set([...inPaths, ...paths.flatMap(([, operation = '']) => last(operation))]);
  const plurals = new Map([...written].filter((word) => singular(word) !== word).map((word) => [singular(word), word]));
  return (noun) => {
    const english = plural(noun);
    const known = plurals.get(last(noun));
    if (known !== undefined) return noun.slice(0, noun.length - last(noun).length) + known;
    return !written.has(last(english)) && inPaths.has(last(noun)) ? noun : english;
  };
}

/** Things that are people with a role of their own: those who sign in. */
function accountsIn(book: FactBook): (entity: string) => boolean {
  const people = findEntities(callBodies(book)).filter(
    (entity) => isPerson(entity) && [...entity.fields].some((field) => /roles?$/i.test(field)),
  );
  return (name) => people.some((entity) => isNamed(entity, name));
}

function audience(book: FactBook): StatementOf<'audience'> | undefined {
  const named = (facts: readonly { name: string; fact: Fact }[]) =>
    facts
      .map(({ name, fact }) => ({ name, visitors: fact.visitors }))
      .toSorted((one, other) => other.visitors - one.visitors || (one.name < other.name ? -1 : 1));
  const people = book.of('role').filter(({ sample }) => sample.length > 0);
  const used = book.of('app').filter(({ key, sample }) => key.startsWith('["device"') && sample.length > 0);
  const roles = named(people.map((fact) => ({ name: fact.key, fact })));
  const devices = named(used.map((fact) => ({ name: (JSON.parse(fact.key) as string[])[1] ?? '', fact })));
  const [joined] = joinFacts([...people, ...used], () => '');
  if (joined === undefined) return undefined;
  // A role is a name, in whatever language: it is not bent.
  const whom =
    roles.length === 0
      ? 'People'
      : `People with the ${roles.length === 1 ? 'role' : 'roles'} ${list(roles.map(({ name, visitors }) => `${name} (${visitors})`))}`;
  const on = devices.length === 0 ? '' : ` on ${list(devices.map(({ name }) => plural(name)))}`;
  const fact = { ...joined.fact, visitors: Math.max(joined.fact.visitors, Math.min(book.basis.visitors, sum(roles))) };
  return {
    key: statementKey.audience(),
    point: 1,
    kind: 'audience',
    text: `It is used by ${whom.charAt(0).toLowerCase()}${whom.slice(1)}${on}.`,
    ...ground(fact, existential(fact.sessions, trust.usual)),
    ...{ who: `${whom}${on}`, roles, devices },
  };
}

const sum = (some: readonly { visitors: number }[]): number => some.reduce((all, { visitors }) => all + visitors, 0);

function list(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
