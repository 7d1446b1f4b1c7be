import { type CallName, type Fact, placeOf, wordsOf } from '@sightglass/wire';
import type { FactBook } from '../book.ts';
import { oneWord } from '../observe/call-key.ts';
import { isOwnCall } from './own-calls.ts';

/** A field of a form, and where in which request its text is sent. */
export interface FieldOfForm {
  form: string;
  name: string;
  fact: Fact;
  /** `null`: no call is known to take it. */
  call: CallName | null;
  /** As a path in the body where that is known, else the field's own name. */
  path: string;
}

/** What was sent in bodies that were taken. */
export interface Sent {
  call: CallName;
  fact: Fact;
}

/** Where fields stand that are in no form: landmarks have no constraints of their own. */
const landmark = /^(?:page|main|banner|navigation|complementary|contentinfo|region|search|group)$/;
const masked = /^(?:\{[a-z]+\}\s*)+$/;
/** From this share on a form's buttons are there for this call. */
const mainShare = 0.5;

export const isLoose = (form: string): boolean => landmark.test(form);
/** A name that is made of data alone names nothing. */
export const isNamed = (form: string): boolean => !/^(?:form)?$/.test(form) && !masked.test(form) && !isLoose(form);

export function sentIn(book: FactBook): Sent[] {
  return book.of('constraint').flatMap((fact) => {
    const [sort, key = ''] = JSON.parse(fact.key) as string[]; // As `observe/constraints.ts` wrote it.
    return sort === 'sent' && isOwnCall(key) ? [{ call: book.call(key), fact }] : [];
  });
}

/** Fields join the requests in which they are sent: as the browser saw it, else by the call that the form's button makes and their names. */
export function fieldsOfForms(book: FactBook, sent: readonly Sent[]): FieldOfForm[] {
  const calls = callsOfForms(book);
  return book.of('constraint').flatMap((fact) => {
    const [sort, form = '', name = ''] = JSON.parse(fact.key) as string[];
    if (sort !== 'field') return [];
    const [body] = most(fact.counts, 'body:');
    if (body !== undefined) {
      const [method, place, ...path] = body.split(' ');
      return [{ form, name, fact, call: book.call(`${method} ${place}`), path: path.join(' ') }];
    }
    const routes = most(fact.counts, 'route:');
    const called = routes.flatMap((route) => calls.get(`${oneWord(route)} ${form}`) ?? []);
    return (called.length > 0 ? called : [null]).slice(0, 1).map((call) => {
      const named = call && sent.find((one) => sameCall(one.call, call));
      return { form, name, fact, call, path: (named && pathOf(name, named.fact)) ?? name };
    });
  });
}

export const sameCall = (one: CallName, other: CallName): boolean =>
  one.method === other.method && placeOf(one.path) === placeOf(other.path);

/** The calls that are made by what stands in a form, by route and form; those first that most of its clicks make. */
function callsOfForms(book: FactBook): Map<string, CallName[]> {
  const times = new Map<string, Map<string, number>>();
  for (const { key, counts } of book.of('action')) {
    const [route = ''] = key.split(' ');
    const within = most(counts, 'within:');
    const writes = most(counts, 'call:').filter((key) => !/^(?:GET|HEAD) /.test(key) && isOwnCall(key));
    for (const form of within.filter((name) => !isLoose(name))) {
      const place = `${route} ${form}`;
      const ofForm = times.get(place) ?? new Map<string, number>();
      times.set(place, ofForm);
      for (const key of writes) ofForm.set(key, (ofForm.get(key) ?? 0) + (counts[`call:${key}`] ?? 0));
    }
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
