import { type Specification, type StatementOf, statementKey } from '@sightglass/wire';
import type { ValueSaid } from './schema.ts';
import { sureOf } from './sure.ts';

/** How deep entities stand in each other. */
const mostDepth = 3;

/**
 * What an answer holds, and, of the objects and lists in it of which the answer itself says nothing more, what is known of them by their
 * entity: an order's `lines` are told once, as order lines, and stand in every answer with an order.
 */
export function withEntityParts(answered: readonly ValueSaid[], specification: Specification): ValueSaid[] {
  const fields = sureOf(specification, 'field');
  const values = [...answered];
  let fresh: readonly ValueSaid[] = answered;
  for (let depth = 0; depth < mostDepth && fresh.length > 0; depth += 1) {
    const names = new Set(values.map(({ name }) => name));
    const isTold = (name: string) =>
      [...names].some((one) => one.startsWith(`${name}.`) || one.startsWith(`${name}[]`));
    const bare = fresh.filter(({ name, type }) => /^(?:object|array)$/.test(type) && name !== '$' && !isTold(name));
    fresh = bare.flatMap((value) => partsOf(value, values, fields));
    values.push(...fresh);
  }
  return values;
}

/** Where an object begins stands first among its states, so that an example made of them is a new one. */
export function beginningFirst(values: readonly ValueSaid[], specification: Specification): ValueSaid[] {
  const beginnings = sureOf(specification, 'state').filter(({ initial }) => initial);
  return values.map((value) => {
    const leaf = value.name.slice(value.name.lastIndexOf('.') + 1);
    const first = beginnings.find(({ field, name }) => field === leaf && value.values?.includes(name))?.name;
    if (first === undefined) return value;
    return { ...value, values: [first, ...(value.values ?? []).filter((one) => one !== first)] };
  });
}

type Field = StatementOf<'field'>;

function partsOf(value: ValueSaid, values: readonly ValueSaid[], fields: readonly Field[]): ValueSaid[] {
  const own = ownerOf(value, values, fields);
  if (own === undefined) return [];
  const inside = fields.filter(({ entity, name }) => entity === own.entity && /^(?:\.|\[\])/.test(cut(name, own.name)));
  const named =
    own.ref === null
      ? []
      : fields.filter(({ entity }) => statementKey.entity(entity) === statementKey.entity(own.ref ?? ''));
  const list = value.type === 'array' ? '[]' : '';
  return inside.length > 0
    ? inside.map((one) => ({ ...one, name: `${value.name}${cut(one.name, own.name)}` }))
    : named.map((one) => ({ ...one, name: `${value.name}${list}.${one.name}` }));
}

const cut = (name: string, start: string): string => (name.startsWith(start) ? name.slice(start.length) : '');

/** The entity's field of that name and type; of several entities, the one of which most stands beside it. */
function ownerOf({ name, type }: ValueSaid, values: readonly ValueSaid[], fields: readonly Field[]): Field | undefined {
  const place = name.slice(0, name.lastIndexOf('.') + 1);
  const beside = new Set(values.filter((one) => one.name.startsWith(place)).map((one) => one.name.slice(place.length)));
  const shared = ({ entity }: Field) => fields.filter((one) => one.entity === entity && beside.has(one.name)).length;
  return fields
    .filter((one) => one.name === name.slice(place.length) && one.type === type)
    .map((field) => ({ field, shared: shared(field) }))
    .toSorted((one, other) => other.shared - one.shared)[0]?.field;
}
