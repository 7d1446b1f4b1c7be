import { type Fact, type StatementOf, singular, statementKey, wordsOf } from '@sightglass/wire';
import { type FactBook, joinFacts } from '../book.ts';
import { existential, ground, trust } from '../confidence.ts';
import { camelCase } from '../entities/place.ts';
import { enumerate, type Reading } from './point.ts';

/** What fewer were shown may be named after somebody's own matter. */
const leastPeople = 3;
/** What fewer of those who look are shown is a form of it that few have. */
const leastShare = 0.5;
const fewFields = 2;

/** A kind of thing that calls tell of. */
export interface Known {
  name: string;
  fields: ReadonlySet<string>;
  isNamed(name: string): boolean;
  /** Answers hold it, and so tell its fields; else only forms do, which leave out what nobody fills in. */
  isAnswered: boolean;
}

/** A head of a column, or a term, with the route of the thing that stands there. */
interface Head {
  thing: string;
  route: string;
  label: string;
  fact: Fact;
  looked: number;
}

/**
 * Things that pages show in tables and lists of terms, for applications of which no answer tells them: what stands in the table of
 * `/orders`, where `/orders/{orderId}` is a screen as well, has its heads as fields, and so has what that screen lists of one. A table of a
 * screen that leads to no single one is of nobody knows what.
 *
 */
export function shownEntities(
  book: FactBook,
  known: readonly Known[],
): Pick<Reading, 'leftOut'> & { entities: StatementOf<'entity'>[]; fields: StatementOf<'field'>[] } {
  const all = [...Map.groupBy(headsIn(book), ({ thing }) => thing)].flatMap(([thing, heads]) =>
    untold(thing, heads, known),
  );
  const fields = [...Map.groupBy(all, ({ thing, label }) => statementKey.field(thing, camelCase(label)))].flatMap(
    ([key, some]) => toField(key, some) ?? [],
  );
  const isFilledIn = (thing: string) => known.some(({ name }) => name === thing);
  const told = [...Map.groupBy(fields, ({ entity }) => entity)].filter(
    ([thing, own]) => own.length >= fewFields || isFilledIn(thing),
  );
  const of = (thing: string) => all.filter((head) => head.thing === thing);
  return {
    entities: told.flatMap(([thing]) => (isFilledIn(thing) ? [] : [toEntity(thing, of(thing))])),
    fields: told.flatMap(([, own]) => own),
    leftOut: [
      {
        reason: 'heads of tables and lists that too few were shown to say that things have them',
        times:
          new Set(all.map(({ thing, label }) => `${thing} ${label}`)).size -
          told.reduce((sum, [, own]) => sum + own.length, 0),
      },
    ],
  };
}

/** Heads of which no call tells: not those of what answers hold by this name or by another, nor what forms ask for. */
function untold(thing: string, heads: readonly Head[], known: readonly Known[]): Head[] {
  const one = known.find(({ isNamed }) => isNamed(thing));
  const isField = ({ fields }: Known, { label }: Head) => [...fields].some((field) => isSame(field, label));
  if (one?.isAnswered || known.some((other) => other.isAnswered && heads.every((head) => isField(other, head))))
    return [];
  return heads.flatMap((head) =>
    one === undefined ? [head] : isField(one, head) ? [] : [{ ...head, thing: one.name }],
  );
}

const isSame = (one: string, other: string): boolean => wordsOf(one).join('') === wordsOf(other).join('');

function headsIn(book: FactBook): Head[] {
  const facts = book.of('held').map((fact) => ({ fact, parts: JSON.parse(fact.key) as [string, string, string] })); // As `observe/held.ts` wrote it.
  const looked = new Map(
    joinFacts(
      facts.flatMap(({ fact, parts: [role, what] }) => (role === '*' && what === 'looked' ? [fact] : [])),
      (fact) => routeOf(book, (JSON.parse(fact.key) as [string, string, string])[2]),
    ).map(({ id, fact }) => [id, fact.sessions]),
  );
  const screens = new Set(book.of('screen').map(({ key }) => book.route(key)));
  return facts.flatMap(({ fact, parts: [, what, names] }) => {
    if (what !== 'columns' && what !== 'terms') return [];
    return Object.keys(fact.counts).flatMap((label) => {
      const route = label.startsWith('on:') ? routeOf(book, label.slice('on:'.length)) : '';
      const thing = thingOf(route, what, screens);
      if (thing === undefined) return [];
      return names.split(' | ').map((name) => ({ thing, route, label: name, fact, looked: looked.get(route) ?? 0 }));
    });
  });
}

const routeOf = (book: FactBook, route: string): string => (route === '' ? '' : book.route(route));

/** What stands on `/orders` is an order where there is `/orders/{orderId}`, whose terms are of one. */
function thingOf(route: string, what: string, screens: ReadonlySet<string>): string | undefined {
  const [, list = '', word = '', one] = /^(.*\/([\p{L}_-]+))(\/\{[^/]*\})?\/?$/u.exec(route) ?? [];
  const noun = singular(word);
  if (word === '' || noun === word || (what === 'terms') !== (one !== undefined)) return undefined;
  const hasOne = one !== undefined || [...screens].some((screen) => /^\{[^/]*\}$/.test(rest(screen, `${list}/`)));
  return hasOne ? camelCase(noun) : undefined;
}

const rest = (screen: string, before: string): string => (screen.startsWith(before) ? screen.slice(before.length) : '');

function toField(key: string, heads: readonly Head[]): StatementOf<'field'> | undefined {
  const [first] = heads;
  const [joined] = joinFacts([...new Set(heads.map(({ fact }) => fact))], () => key);
  if (first === undefined || joined === undefined) return undefined;
  const { thing, label, route } = first;
  const { fact } = joined;
  const looks = Math.max(...heads.map(({ looked }) => looked));
  const name = camelCase(label);
  if (fact.visitors < leastPeople || fact.sessions < leastShare * looks || fact.sample.length === 0 || name === '')
    return undefined;
  return {
    key,
    point: 3,
    kind: 'field',
    text: `${thing}.${name} is shown on ${route} as “${label}”.`,
    ...ground(fact, existential(fact.sessions, trust.usual)),
    ...{ entity: thing, name, type: 'any', format: null, required: false, nullable: false, values: null, ref: null },
  };
}

function toEntity(thing: string, heads: readonly Head[]): StatementOf<'entity'> {
  const [joined] = joinFacts([...new Set(heads.map(({ fact }) => fact))], () => thing);
  if (joined === undefined) throw new Error('A thing that no page shows');
  const routes = [...new Set(heads.map(({ route }) => route))].sort();
  return {
    key: statementKey.entity(thing),
    point: 3,
    kind: 'entity',
    text: `Pages show ${thing}, of which no call tells the fields: on ${enumerate(routes)}.`,
    ...ground(joined.fact, existential(joined.fact.sessions, trust.usual)),
    ...{ name: thing, aliases: [], identifiedBy: null, calls: [] },
  };
}
