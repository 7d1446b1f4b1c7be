import { literals, type NamedValue, optionsOf, type Spot, type Value } from '../evaluate/value.ts';
import { bare } from '../evaluate/walk.ts';
import type { FieldFact } from './fact.ts';

const deepest = 4;

/** The fields of a body: of an object literal, and of `FormData` and `URLSearchParams` that are filled. */
export function fieldsOfBody(body: Value, at: Spot): FieldFact[] {
  return mergeFields(optionsOf(body).flatMap((one) => fieldsOf(one, '', 0, at)));
}

/** Names of a query that is given as an object or as `URLSearchParams`. */
export function fieldsOfQuery(queries: Value[], at: Spot): FieldFact[] {
  return mergeFields(
    queries.flatMap(optionsOf).flatMap((one) => {
      if (one.is === 'fields') return named(one.fields).map(({ name, value }) => fieldOf(name, value, at));
      if (one.is === 'object')
        return [...one.entries.values()].map(({ key, spot, value }) => fieldOf(key, value(), spot));
      return [];
    }),
  );
}

function fieldsOf(value: Value, before: string, depth: number, at: Spot): FieldFact[] {
  if (depth > deepest) return [];
  if (value.is === 'fields') return named(value.fields).map((field) => fieldOf(before + field.name, field.value, at));
  if (value.is !== 'object') return [];
  return [...value.entries.values()].flatMap((entry) => {
    const name = before + entry.key;
    const held = entry.value();
    const below = optionsOf(held).flatMap((one) => {
      if (one.is === 'array') return one.items.flatMap((item) => fieldsOf(item, `${name}[].`, depth + 1, at));
      return fieldsOf(one, `${name}.`, depth + 1, at);
    });
    return [fieldOf(name, held, entry.spot), ...below];
  });
}

/** What a body that is handed through does not hold: of `({code, ...body})` the code, also where more is put beside it: `{...body, id}`. */
export function takenOutOf(body: Value | undefined): readonly string[] {
  if (body?.is === 'object') return (body.rest ?? []).flatMap(takenOutOf);
  const step = body?.spot.unit.scopes.bindingOf(bare(body.spot.node))?.origins[0]?.path.at(-1);
  return step && 'rest' in step ? (step.but ?? []) : [];
}

const named = (fields: readonly NamedValue[]): NamedValue[] => fields.filter(({ name }) => name !== '');

function fieldOf(name: string, value: Value, at: Spot): FieldFact {
  const known = optionsOf(value).filter(({ is }) => is !== 'unknown' && is !== 'nothing');
  const types = [...new Set(known.map(typeOf))];
  const texts = literals(value);
  const isClosed = texts.length > 1 && texts.length <= 12;
  return {
    name,
    type: types.length === 1 ? (types[0] ?? '') : '',
    values: isClosed ? [...new Set(texts)] : undefined,
    at,
  };
}

function typeOf(value: Value): FieldFact['type'] {
  switch (value.is) {
    case 'text':
      return 'string';
    case 'number':
      return Number.isInteger(value.number) && !isFirst(value.spot) ? 'integer' : 'number';
    case 'boolean':
      return 'boolean';
    case 'object':
      return 'object';
    case 'array':
      return 'array';
    default:
      return '';
  }
}

/** What a field of a class or a control of a form begins with: 1 may become 1.5. */
function isFirst({ unit, node }: Spot): boolean {
  const holder = unit.scopes.parentOf(node)?.type ?? '';
  return /^(?:PropertyDefinition|AssignmentExpression|ArrayExpression|NewExpression)$/.test(holder);
}

/** One for each name: what one sighting leaves open, another may tell. */
export function mergeFields(fields: FieldFact[]): FieldFact[] {
  const merged = new Map<string, FieldFact>();
  for (const field of fields) {
    const known = merged.get(field.name);
    if (!known) merged.set(field.name, field);
    else merged.set(field.name, { ...known, type: known.type || field.type, values: known.values ?? field.values });
  }
  return [...merged.values()];
}
