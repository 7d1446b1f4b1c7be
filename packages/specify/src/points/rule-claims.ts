import type { CallName, Fact, StatementOf } from '@sightglass/wire';
import { placeOf } from '@sightglass/wire';
import { type FactBook, joinFacts } from '../book.ts';
import { kept } from '../kept.ts';
import { readCallKey } from '../observe/call-key.ts';
import { isNamed } from '../observe/form-name.ts';
import { type FieldOfForm, fieldsOfForms, most, type Sent, sameCall, sentIn, withoutEnvelope } from './form-fields.ts';
import { type FieldKind, ruleNamed, rulesTold, type ToldRule } from './message-rule.ts';
import { isOwnCall } from './own-calls.ts';
import { isMinorUnit } from './sentence.ts';

type Rule = StatementOf<'rule'>;

/** One source that says a field must be something. */
export interface Claim extends ToldRule {
  form: string | null;
  call: CallName | null;
  field: string;
  message: string | null;
  from: Rule['from'][number];
  fact: Fact;
  /** How often it is said, of how often it could be. */
  times: number;
  of: number;
  /** It stands outside of any form. */
  loose: boolean;
}

/** What has more values is no closed set. */
const mostValues = 20;
const leastVisitors = 2;
/** Constraints that a field has in fewer of its sightings belong to some of its uses. */
const usualShare = 0.5;

/** Everything that pages, forms and answers say of fields, source by source. */
export const claimsIn = kept((book: FactBook): { claims: Claim[]; sent: Sent[] } => {
  const sent = sentIn(book);
  const fields = fieldsOfForms(book, sent);
  return {
    sent,
    claims: [
      ...fields.flatMap((field) => statedBy(field, sent, book)),
      ...toldBy(book, fields),
      ...closedSets(sent, fields, book),
    ],
  };
});

function statedBy(field: FieldOfForm, sent: readonly Sent[], book: FactBook): Claim[] {
  const { fact, form, call, path } = field;
  const { counts, n } = fact;
  const usual = (prefix: string) =>
    most(counts, prefix).filter((value) => (counts[prefix + value] ?? 0) >= usualShare * n)[0];
  const [type] = most(counts, 'type:');
  const stated: [label: string, told: ToldRule][] = [];
  if ((counts.required ?? 0) >= usualShare * n && n > 0) stated.push(['required', { rule: 'required', value: null }]);
  const number = /^(?:number|range)$/.test(type ?? '');
  for (const [name, rule] of Object.entries({ min: 'minimum', max: 'maximum', step: 'multipleOf' } as const)) {
    const value = usual(`${name}:`);
    // A step below one says how exactly is counted.
    if (value === undefined || !number || !Number.isFinite(Number(value)) || (name === 'step' && Number(value) <= 1))
      continue;
    stated.push([`${name}:${value}`, { rule, value: Number(value) }]);
  }
  for (const rule of ['minLength', 'maxLength'] as const) {
    const value = usual(`${rule}:`);
    if (value !== undefined) stated.push([`${rule}:${value}`, { rule, value: Number(value) }]);
  }
  const pattern = usual('pattern:');
  if (pattern !== undefined) stated.push([`pattern:${pattern}`, { rule: 'pattern', value: anchored(pattern) }]);
  const format = formatOf.get(type ?? '');
  if (format !== undefined) stated.push([`type:${type}`, { rule: 'format', value: format }]);
  if (/^(?:select-one|radio)$/.test(type ?? '')) {
    const values = call ? completed(book, field, valuesOf(sent, call, path)) : [];
    if (values.length > 1) stated.push([`type:${type}`, { rule: 'enum', value: values }]);
  }
  return stated.map(([label, told]) => ({
    ...told,
    form: isNamed(form) ? form : null,
    call,
    field: path,
    message: null,
    from: 'page',
    fact,
    times: counts[label] ?? 0,
    of: n,
    loose: field.loose,
  }));
}

const formatOf = new Map<string, string>(
  Object.entries({
    email: 'email',
    url: 'url',
    date: 'date',
    'datetime-local': 'date-time',
    time: 'time',
    month: 'month',
    week: 'week',
  }),
);

/** HTML tries a pattern on the whole text. */
function anchored(pattern: string): string {
  const inner = pattern.replace(/^\^/, '').replace(/(?<!\\)\$$/, '');
  return inner.includes('|') ? `^(?:${inner})$` : `^${inner}$`;
}

/** What was seen of the fields of requests, by call and path. */
type Bodies = ReadonlyMap<string, readonly Fact[]>;

const placeInBody = ({ method, path }: CallName, field: string): string => `${method} ${placeOf(path)} ${field}`;

/** What was refused; that of a form without a name on the screens of one template is one. */
export const refusalsIn = kept((book: FactBook) =>
  joinFacts(book.of('refusal'), ({ key }) => {
    const [source, form, name, message, route] = JSON.parse(key) as string[]; // As `observe/refusals.ts` wrote it.
    return source === 'form' && route !== undefined
      ? JSON.stringify([source, form, name, message, book.route(route)])
      : key;
  }),
);

function toldBy(book: FactBook, fields: readonly FieldOfForm[]): Claim[] {
  const bodies: Bodies = Map.groupBy(book.of('requestField'), ({ key }) =>
    placeInBody(book.call(key), readCallKey(key).rest),
  );
  return refusalsIn(book).flatMap(({ id, fact }) => {
    const [source, ...rest] = JSON.parse(id) as string[];
    if (source === 'form') {
      const [form = '', name = '', message = '', screen = ''] = rest;
      const field = fields.find((one) => one.form === form && one.name === name && one.screen === screen);
      const [called] = most(fact.counts, 'call:').filter((key) => !/^(?:GET|HEAD) /.test(key) && isOwnCall(key));
      const call = field?.call ?? (called === undefined ? null : book.call(called));
      const from = (fact.counts.answered ?? 0) * 2 > fact.n ? 'server' : 'form';
      const path = field?.path ?? name;
      const about = { form: isNamed(form) ? form : null, call, field: path, message, from, fact } as const;
      return rulesTold(message, kindOf(bodies, field, call, path)).map((told) => said(about, told));
    }
    const [key = '', path = '', rule = '', message = ''] = rest;
    if (!isOwnCall(key)) return [];
    const call = book.call(key);
    const field = fields.find(
      (one) =>
        one.call &&
        sameCall(one.call, call) &&
        withoutEnvelope(one.path) === withoutEnvelope(path) &&
        isNamed(one.form),
    );
    const kind = kindOf(bodies, field, call, path);
    const named = rule === '' ? undefined : ruleNamed(rule, kind);
    const told = rulesTold(message, kind);
    // What an answer names counts for more than how its sentence reads.
    const fitting =
      named === undefined
        ? told
        : [told.find((one) => one.rule === named) ?? { rule: named, value: told[0]?.value ?? null }];
    const about = {
      form: field?.form ?? null,
      call,
      field: path,
      message: message || null,
      from: 'server',
      fact,
    } as const;
    return fitting.map((one) => said(about, one));
  });
}

function said(about: Pick<Claim, 'form' | 'call' | 'field' | 'message' | 'from' | 'fact'>, told: ToldRule): Claim {
  return { ...about, ...told, times: about.fact.n, of: about.fact.n, loose: false };
}

function kindOf(bodies: Bodies, field: FieldOfForm | undefined, call: CallName | null, path: string): FieldKind {
  const [type = ''] = field ? most(field.fact.counts, 'type:') : [];
  const stated = field ? most(field.fact.counts, 'min:').length + most(field.fact.counts, 'max:').length > 0 : false;
  const body = call ? (bodies.get(placeInBody(call, path)) ?? []) : [];
  const has = (label: string) => body.some(({ counts }) => (counts[label] ?? 0) > 0);
  return {
    whole: !has('type:number') && !(field && most(field.fact.counts, 'step:').some((step) => /[.,]\d/.test(step))),
    number: /^(?:number|range)$/.test(type) || stated || has('type:integer') || has('type:number'),
    date: /^(?:date|datetime-local|month|week)$/.test(type) || has('format:date') || has('format:date-time'),
    list: has('type:array'),
    // What must be chosen and is not is missing, whatever there is to choose from.
    choice: /^(?:select|radio)/.test(type) && (field?.fact.counts.required ?? 0) === 0,
    minor: isMinorUnit(path),
  };
}

/** Fields of bodies whose texts are a closed set: whatever was taken was one of these. */
function closedSets(sent: readonly Sent[], fields: readonly FieldOfForm[], book: FactBook): Claim[] {
  return sent.flatMap(({ call, fact }) => {
    const paths = [...new Set(most(fact.counts, 'value:').map((pair) => pair.slice(0, pair.indexOf('='))))];
    return paths.flatMap((path) => {
      const filled = fields.filter((one) => one.call && sameCall(one.call, call) && one.path === path);
      const values = completed(book, filled[0], valuesOf(sent, call, path));
      const field = filled.find(({ form }) => isNamed(form));
      if (values.length < 2) return [];
      // Answers know more of them: which of those may be sent, nobody has shown.
      const isWhole = values.length >= offeredBy(filled[0]) - 1 && offeredBy(filled[0]) > 0;
      if (!isWhole && answeredLike(book, path, values).some((value) => !values.includes(value))) return [];
      const times = fact.counts[`has:${path}`] ?? 0;
      const about = { form: field?.form ?? null, call, field: path, message: null, from: 'server', fact } as const;
      return [{ ...about, rule: 'enum', value: values, times, of: times, loose: false } satisfies Claim];
    });
  });
}

/** What a list offers and nobody chose stands in answers, in a field of the same name: as many as it offers are all of them. */
function completed(book: FactBook, field: FieldOfForm | undefined, values: string[]): string[] {
  const offered = offeredBy(field);
  if (field === undefined || values.length === 0 || values.length >= offered) return values;
  const all = [...new Set([...values, ...answeredLike(book, field.path, values)])].sort();
  // One of the options may say that nothing is chosen yet.
  return all.length === offered || all.length === offered - 1 ? all : values;
}

const offeredBy = (field: FieldOfForm | undefined): number =>
  Number((field && most(field.fact.counts, 'options:')[0]) ?? 0);

const lastName = (path: string): string | undefined => path.replaceAll('[]', '').split(/[ .]/).at(-1);

const answeredByName = kept((book: FactBook) => Map.groupBy(book.of('responseField'), ({ key }) => lastName(key)));

/** Values that answers have in fields of the same name, where they share one with these. */
function answeredLike(book: FactBook, field: string, values: readonly string[]): string[] {
  const alike = answeredByName(book).get(lastName(field)) ?? [];
  const shown = alike.filter(({ counts }) => values.some((value) => counts[`value:${value}`] !== undefined));
  return shown.flatMap(({ counts, visitorsOf }) =>
    most(counts, 'value:').filter((value) => (visitorsOf[`value:${value}`] ?? 0) >= leastVisitors),
  );
}

function valuesOf(sent: readonly Sent[], call: CallName, path: string): string[] {
  const some = sent.filter((one) => sameCall(one.call, call));
  const values = new Set(
    some.flatMap(({ fact }) =>
      most(fact.counts, `value:${path}=`).filter(
        (value) => (fact.visitorsOf[`value:${path}=${value}`] ?? 0) >= leastVisitors,
      ),
    ),
  );
  return values.size > mostValues ? [] : [...values].sort();
}

/**
 * When a field is asked for, where it is not always: the value of another that was sent whenever it was, and with which it was nearly
 * always there. `undefined`: bodies without it were hardly taken. `null`: they were, and nothing tells when.
 */
export function conditionOf(sent: readonly Sent[], call: CallName | null, path: string): string | null | undefined {
  const one = call && sent.find((some) => sameCall(some.call, call));
  if (!one) return undefined;
  const { counts, n } = one.fact;
  const has = counts[`has:${path}`] ?? 0;
  const [least, share] = [3, 0.05];
  if (n - has < Math.max(least, share * n)) return undefined;
  for (const pair of most(counts, 'value:')) {
    const both = counts[`both:${path} ${pair}`] ?? 0;
    if (has > 0 && both >= 0.95 * has && both >= 0.95 * (counts[`value:${pair}`] ?? 0))
      return pair.replace('=', ' is ');
  }
  return null;
}

/** A field that stands alone repeats what a form for the same thing says: cells of a table, a quick edit. */
export function withoutRepeats(claims: readonly Claim[]): Claim[] {
  const collection = ({ call }: Claim) => (call ? placeOf(call.path).replace(/\/\{\}$/, '') : undefined);
  const routes = ({ fact }: Claim) => most(fact.counts, 'route:');
  return claims.filter((claim) => {
    if (!claim.loose) return true;
    return !claims.some(
      (other) =>
        !other.loose &&
        other.rule === claim.rule &&
        JSON.stringify(other.value) === JSON.stringify(claim.value) &&
        other.field.split('.').at(-1) === claim.field.split('.').at(-1) &&
        ((claim.call !== null && collection(other) === collection(claim)) ||
          routes(other).some((route) => routes(claim).includes(route))),
    );
  });
}
