import { type CallName, type Fact, placeOf, wordsOf } from '@sightglass/wire';
import { type FactBook, joinFacts } from '../book.ts';
import { oneWord } from '../observe/call-key.ts';
import { landmark } from '../observe/form-name.ts';
import { isOwnCall } from './own-calls.ts';

/** A field of a form, and where in which request its text is sent. */
export interface FieldOfForm {
  form: string;
  name: string;
  /** Of a form without a name, the screen on which it stands; else empty. */
  screen: string;
  fact: Fact;
  /** `null`: no call is known to take it. */
  call: CallName | null;
  /** As a path in the body where that is known, else the field's own name. */
  path: string;
  /** It stands in no form. */
  loose: boolean;
}

/** What was sent in bodies that were taken. */
export interface Sent {
  call: CallName;
  fact: Fact;
}

/** From this share on a form's buttons are there for this call. */
const mainShare = 0.5;

/** What JSON:API and GraphQL wrap around the fields of a thing that is sent; a refusal points past it (`/data/attributes/title`). */
const envelope = /^(?:data\.(?:attributes\.)?|variables\.(?:input\.|data\.)?)(?=.)/;
/** The calls of a batch of tRPC are numbered, and a transformer tells each apart from what it says of its types. */
const inBatch = /^\{integer\}\.(?:(?:json|meta)(?:\.|$))?/;
export const withoutBatch = (path: string): string => path.replace(inBatch, '');
export const withoutEnvelope = (path: string): string => withoutBatch(path).replace(envelope, '');

export function sentIn(book: FactBook): Sent[] {
  return book.of('constraint').flatMap((fact) => {
    const [sort, key = ''] = JSON.parse(fact.key) as string[]; // As `observe/constraints.ts` wrote it.
    return sort === 'sent' && isOwnCall(key) ? [{ call: book.call(key), fact }] : [];
  });
}

/** Fields join the requests in which they are sent: as the browser saw it, else by the call that the form's button makes and their names. */
export function fieldsOfForms(book: FactBook, sent: readonly Sent[]): FieldOfForm[] {
  const calls = callsOfForms(book);
  // Messages are told on screens without forms, too; only a form is sent.
  const forms = new Set(doneForms(book).flatMap(({ place, fact }) => (fact.counts.submitted ? [place] : [])));
  const seen = joinFacts(
    book.of('constraint').filter(({ key }) => key.startsWith('["field"')),
    ({ key }) => {
      const [, form, name, route] = JSON.parse(key) as string[]; // As `observe/constraints.ts` wrote it.
      return JSON.stringify([form, name, route === undefined ? '' : book.route(route)]);
    },
  );
  return seen.flatMap(({ id, fact }) => {
    const [form = '', name = '', screen = ''] = JSON.parse(id) as string[];
    const places = most(fact.counts, 'route:').map((route) => `${oneWord(route)} ${form}`);
    const loose = landmark.test(form) && !places.some((place) => forms.has(place));
    const [body] = most(fact.counts, 'body:');
    if (body !== undefined) {
      const [method, place, ...path] = body.split(' ');
      return [{ form, name, screen, fact, loose, call: book.call(`${method} ${place}`), path: path.join(' ') }];
    }
    const called = places.flatMap((place) => calls.get(place) ?? []);
    return (called.length > 0 ? called : [null]).slice(0, 1).map((call) => {
      const named = call && sent.find((one) => sameCall(one.call, call));
      return { form, name, screen, fact, loose, call, path: (named && pathOf(name, named.fact)) ?? name };
    });
  });
}

export const sameCall = (one: CallName, other: CallName): boolean =>
  one.method === other.method && placeOf(one.path) === placeOf(other.path);

/** Forms that were sent or refused, by route and name, with the calls that this made. */
function doneForms(book: FactBook): { place: string; fact: Fact }[] {
  return book.of('constraint').flatMap((fact) => {
    const [sort, route = '', form = ''] = JSON.parse(fact.key) as string[];
    return sort === 'form' ? [{ place: `${oneWord(route)} ${form}`, fact }] : [];
  });
}

/** The calls that are made by sending a form or by what stands in it, by route and form; those first that it mostly makes. */
function callsOfForms(book: FactBook): Map<string, CallName[]> {
  const done = doneForms(book);
  const pressed = book.of('action').flatMap((fact) => {
    const [route = ''] = fact.key.split(' ');
    const within = most(fact.counts, 'within:').filter((name) => !landmark.test(name));
    return within.map((form) => ({ place: `${route} ${form}`, fact }));
  });
  const times = new Map<string, Map<string, number>>();
  for (const { place, fact } of [...done, ...pressed]) {
    const ofForm = times.get(place) ?? new Map<string, number>();
    times.set(place, ofForm);
    for (const key of most(fact.counts, 'call:').filter((key) => !/^(?:GET|HEAD) /.test(key) && isOwnCall(key)))
      ofForm.set(key, (ofForm.get(key) ?? 0) + (fact.counts[`call:${key}`] ?? 0));
  }
  return new Map(
    [...times].map(([form, ofForm]) => {
      const all = [...ofForm.values()].reduce((sum, one) => sum + one, 0);
      const keys = [...ofForm].filter(([, one]) => one >= mainShare * all).sort(([, one], [, other]) => other - one);
      return [form, keys.map(([key]) => book.call(key))];
    }),
  );
}

/** The field of a body that is called like the field of the form: the same, the same at its end, or the same words. */
function pathOf(name: string, { counts }: Fact): string | undefined {
  const paths = most(counts, 'has:');
  const last = (path: string) => path.split('.').at(-1) ?? path;
  const words = wordsOf(name).join(' ');
  return (
    paths.find((path) => path === name) ??
    paths.find((path) => last(path) === last(name)) ??
    paths.find((path) => wordsOf(path).join(' ') === words || wordsOf(last(path)).join(' ') === words)
  );
}

/** What stands behind a prefix in a fact's labels, most often first. */
export function most(counts: Readonly<Record<string, number>>, prefix: string): string[] {
  return Object.entries(counts)
    .filter(([label]) => label.startsWith(prefix))
    .sort(([one, times], [other, others]) => others - times || (one < other ? -1 : 1))
    .map(([label]) => label.slice(prefix.length));
}
