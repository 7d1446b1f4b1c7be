import { type StatementOf, singular, statementKey, wordsOf } from '@sightglass/wire';
import type { CallFact, CodeFacts, FieldFact, TypeFact } from '../extract/fact.ts';
import { type CodeEntity, entitiesOf, makesThing, thingAsked, thingNamed } from './entity-names.ts';
import type { Ground } from './ground.ts';

/** Things that calls are about, with the fields that are sent of them and those that the sources' types declare. */
export function entityStatements(facts: CodeFacts, ground: Ground): (StatementOf<'entity'> | StatementOf<'field'>)[] {
  const called = entitiesOf(facts.calls);
  const asked = thingsAskedFor(facts.types, called);
  const entities = [...called, ...asked.map(({ name }): CodeEntity => ({ name, calls: [] }))];
  const fields = (entity: CodeEntity) => fieldsOf(entity, entities, facts, ground);
  return [
    ...called.flatMap((entity) => [toEntity(entity, ground), ...fields(entity)]),
    ...asked.flatMap((one) => [toAsked(one, ground), ...fields({ name: one.name, calls: [] })]),
  ];
}

const identity = /^(?:id|_id|uuid|__typename)$/;
/** `avatar {id url}`: where a picture of something lies is told of that something. */
const ofFile =
  /^(?:url|uri|src|href|alt|width|height|size|mimeType|contentType|file_?name|blur_?hash|thumbnail(?:_?url)?)$/i;

/** Things that no call is named after, and that documents ask for by an identity and more. */
function thingsAskedFor(
  types: readonly TypeFact[],
  called: readonly CodeEntity[],
): { name: string; at: TypeFact['at'] }[] {
  const found = new Map<string, { name: string; at: TypeFact['at'] }>();
  // What says its type itself comes first: a field is called so, or by what its thing is to another.
  for (const { name, fields, isAsked, isNamed, at } of types.toSorted(
    (one, other) => Number(other.isNamed === true) - Number(one.isNamed === true),
  )) {
    const isThing =
      isAsked &&
      fields.length > 1 &&
      fields.some((field) => identity.test(field.name)) &&
      !fields.every((field) => identity.test(field.name) || ofFile.test(field.name));
    const own = isThing ? thingNamed(name, isNamed) : undefined;
    if (own === undefined || called.some((one) => isSame(one.name, own)) || found.has(own)) continue;
    const last = wordsOf(own).at(-1) ?? '';
    const isOfAnother = [...called.map((one) => one.name), ...found.keys()].some((one) => isSame(one, last));
    // `featuredAsset` is an asset.
    if (isNamed || last === own || !isOfAnother) found.set(own, { name: own, at });
  }
  return [...found.values()];
}

function toAsked({ name, at }: { name: string; at: TypeFact['at'] }, ground: Ground): StatementOf<'entity'> {
  return {
    key: statementKey.entity(name),
    point: 3,
    kind: 'entity',
    text: `The code asks for ${name} within what calls answer.`,
    ...ground(at),
    ...{ name, aliases: [], identifiedBy: null, calls: [] },
  };
}

function toEntity({ name, calls }: CodeEntity, ground: Ground): StatementOf<'entity'> {
  const variable = calls
    .map(({ path }) => new RegExp(`/${name}e?s/\\{(\\w+)\\}`, 'i').exec(path)?.[1])
    .find((one) => one !== undefined);
  return {
    key: statementKey.entity(name),
    point: 3,
    kind: 'entity',
    text: `The code calls for ${name}: ${calls.length} ${calls.length === 1 ? 'call' : 'calls'}.`,
    ...ground(calls.map(({ at }) => at)),
    name,
    aliases: [],
    identifiedBy: variable ?? null,
    calls: calls.map(({ method, path }) => ({ method, path })),
  };
}

function fieldsOf(
  entity: CodeEntity,
  all: readonly CodeEntity[],
  facts: CodeFacts,
  ground: Ground,
): StatementOf<'field'>[] {
  const types = facts.types
    .filter(({ name }) => isSame(name, entity.name))
    // What GraphQL calls the type of each object is no field of one.
    .map((type) => ({ ...type, fields: type.fields.filter(({ name }) => name !== '__typename') }));
  const told = ({ fields, isAsked }: TypeFact) => fields.map((field) => fromType(entity, field, all, ground, isAsked));
  // The first that asks is the one that is about it.
  const asked = eachOnce(types.filter(({ isAsked }) => isAsked).flatMap(told));
  const declared = types.filter(({ isAsked }) => !isAsked).flatMap(told);
  const sent = entity.calls
    .filter((call) => isAbout(call, entity))
    .flatMap(({ path, body }) => (path.includes('#') ? body.flatMap(ownOfVariables) : body))
    .map((field) => fromBody(entity, field, ground));
  // Where the code hands on a whole form, its rules name the fields.
  const checked = facts.rules
    .filter(({ call, field }) => call && call.body.length === 0 && isAbout(call, entity) && /^\w+$/.test(field))
    .map(({ field, at }) => fromBody(entity, { name: field, type: '', values: undefined, at }, ground));
  const merged = new Map<string, StatementOf<'field'>>();
  for (const field of [...asked, ...checked, ...sent, ...declared]) {
    const known = merged.get(field.key);
    // What says more of it does so only from a place that is as surely the product's.
    if (!known || field.confidence >= known.confidence) merged.set(field.key, field);
  }
  return [...merged.values()];
}

function eachOnce(fields: readonly StatementOf<'field'>[]): StatementOf<'field'>[] {
  return fields.filter((field, at) => fields.findIndex(({ key }) => key === field.key) === at);
}

/** `variables.input.title` of an operation is a field of what is made, `variables.input` the whole of it. */
function ownOfVariables(field: FieldFact): FieldFact[] {
  const [, holder = '', name] = /^variables\.(\w+)(?:\.(.+))?$/.exec(field.name) ?? [];
  if (name !== undefined) return /input|data|values|attributes/i.test(holder) ? [{ ...field, name }] : [];
  return holder === '' || /input|data|values|attributes|options$|Id$|^ids?$/i.test(holder)
    ? []
    : [{ ...field, name: holder }];
}

/** A body that is sent to the list or to one of it is made of its fields; one that is sent to an action on it is not. */
function isAbout({ method, path, body, isChange }: CallFact, { name }: CodeEntity): boolean {
  const holdsInput = body.some((field) => /^variables\.\w*(?:input|data|values|attributes)\./i.test(field.name));
  if (isChange && holdsInput && makesThing(path)) return true;
  const asked = thingAsked(path, isChange);
  if (asked !== undefined)
    return isSame(asked, name) && method === 'POST' && /[.#](?:create|add|new|place|make|save|insert)\w*$/i.test(path);
  const words = path.split('/').filter((segment) => segment !== '' && !segment.startsWith('{'));
  return (method === 'POST' || method === 'PUT' || method === 'PATCH') && isSame(words.at(-1) ?? '', name);
}

const isSame = (one: string, other: string): boolean => plain(one) === plain(other);
const plain = (name: string): string => {
  const words = wordsOf(name);
  return [...words.slice(0, -1), singular(words.at(-1) ?? '')].join('');
};

function fromBody(
  { name: entity }: CodeEntity,
  { name, type, values, at }: FieldFact,
  ground: Ground,
): StatementOf<'field'> {
  return {
    key: statementKey.field(entity, name),
    point: 3,
    kind: 'field',
    text: `${entity}.${name} is sent${type === '' ? '' : ` as ${type}`}.`,
    ...ground(at),
    ...{
      entity,
      name,
      type: type || 'any',
      format: null,
      required: false,
      nullable: false,
      values: values ?? null,
      ref: null,
    },
  };
}

function fromType(
  { name: entity }: CodeEntity,
  field: TypeFact['fields'][number],
  all: readonly CodeEntity[],
  ground: Ground,
  isAsked = false,
): StatementOf<'field'> {
  const { name, type, format, optional, nullable, values, ref, at } = field;
  const known = all.find((other) => ref !== undefined && isSame(ref, other.name));
  return {
    key: statementKey.field(entity, name),
    point: 3,
    kind: 'field',
    text: isAsked
      ? `${entity}.${name} is asked for${known === undefined ? '' : `, which names one ${known.name}`}.`
      : `${entity}.${name} is declared${type === '' ? '' : ` as ${type}`}${optional ? ', and may be left out' : ''}.`,
    ...ground(at),
    ...{
      entity,
      name,
      type: type || 'any',
      format: format ?? null,
      required: !optional,
      nullable,
      values: values ?? null,
      ref: known?.name ?? null,
    },
  };
}
