import { singular } from '@sightglass/wire';
import { thingAsked } from '../points/entity-names.ts';
import type { TypeFact } from './fact.ts';
import type { GraphqlDocument, Selection } from './graphql-document.ts';

type Fragments = ReadonlyMap<string, GraphqlDocument['fragments'][number]>;

/** What only says where in a list one is: what it holds is what is asked for. */
const wrappers = /^(?:nodes?|edges|items|data|results|list|rows|records|entries)$/;
const deepest = 8;

/**
 * Objects that documents of GraphQL ask for, with their fields: after the type that a fragment is on, else after the operation or the field
 * that they stand under.
 */
export function typesAsked(documents: readonly GraphqlDocument[]): TypeFact[] {
  const fragments: Fragments = new Map(
    documents.flatMap((document) => document.fragments.map((one) => [one.name, one] as const)),
  );
  const found: TypeFact[] = [];

  /** @param isOn - The document says itself of what type it is. */
  function add(
    name: string,
    selection: Selection,
    document: GraphqlDocument,
    depth: number,
    isOn = false,
  ): string | undefined {
    if (depth > deepest) return undefined;
    const wrapped = selection.fields.find((field) => wrappers.test(field.name) && hasFields(field.of));
    if (wrapped) return add(name, wrapped.of, document, depth + 1);
    for (const variant of selection.variants) add(variant.on, variant.of, document, depth + 1, true);
    const on = selection.spreads.map((spread) => fragments.get(spread)?.on).find((one) => one !== undefined);
    // `{item {…} problem {…}}`, `{result message}`: what a change answers with holds things, and is none.
    const isNamed = name !== '' && selection.fields.some((field) => identity.test(field.name));
    if (on === undefined && !isOn && !isNamed) {
      for (const field of selection.fields)
        if (hasFields(field.of)) add(singular(field.name), field.of, document, depth + 1);
      return undefined;
    }
    const type = on ?? name;
    const { at } = document;
    const fields = flattened(selection, fragments, type, 0).map((field): TypeFact['fields'][number] => {
      const isObject = hasFields(field.of);
      const ref = isObject ? add(singular(field.name), field.of, document, depth + 1) : undefined;
      const sort = isObject ? (singular(field.name) === field.name ? 'object' : 'array') : '';
      return {
        name: field.name,
        type: sort,
        ...{ format: undefined, optional: true, nullable: false, values: undefined, ref, at },
      };
    });
    if (fields.length > 0)
      found.push({ name: type, fields, at, isAsked: true, ...((on !== undefined || isOn) && { isNamed: true }) });
    return type;
  }

  // Of these names it is known that they are things.
  const known = new Set([...namesAsked(documents)].map((name) => name.toLowerCase()));
  // What a fragment says is said of the type itself.
  for (const document of documents) for (const { on, asks } of document.fragments) add(on, asks, document, 0, true);
  for (const document of documents) {
    for (const { name, kind, variables, asks } of document.operations) {
      const [only, other] = asks.fields;
      const thing = only && !other ? thingAsked(`#${name}`, kind === 'mutation') : undefined;
      // `advanceCare(id)` answers with what it was done to: a thing that it does not name.
      const isDone =
        kind === 'mutation' &&
        variables.some((one) => one.name === 'id') &&
        thingAsked(`#${name}`) !== thing &&
        !known.has((thing ?? '').toLowerCase());
      for (const field of asks.fields) {
        // What a change is called is no thing by itself.
        const named = isDone ? '' : (thing ?? (kind === 'mutation' ? '' : singular(field.name)));
        if (hasFields(field.of)) add(named, field.of, document, 0);
      }
    }
  }
  return found;
}

/** Types that fragments are on, and what queries are called and ask for. */
function* namesAsked(documents: readonly GraphqlDocument[]): Generator<string> {
  for (const { operations, fragments } of documents) {
    for (const { on } of fragments) yield on;
    for (const { name, kind, asks } of operations) {
      if (kind === 'mutation') continue;
      yield thingAsked(`#${name}`) ?? '';
      for (const field of asks.fields) yield singular(field.name);
    }
  }
}

/** What names itself otherwise, `productId` of what a search finds, may be a row about several things. */
const identity = /^(?:id|_id|uuid|slug|key|code|sku)$/;

const hasFields = ({ fields, spreads, variants }: Selection): boolean =>
  fields.length + spreads.length + variants.length > 0;

/** With what the fragments on the same type hold. */
function flattened(
  { fields, spreads }: Selection,
  fragments: Fragments,
  type: string,
  depth: number,
): Selection['fields'] {
  if (depth > deepest) return [];
  const put = spreads.flatMap((name) => {
    const fragment = fragments.get(name);
    return fragment?.on === type ? flattened(fragment.asks, fragments, type, depth + 1) : [];
  });
  return [...new Map([...fields, ...put].map((field) => [field.name, field])).values()];
}
