import { singular, wordsOf } from '@sightglass/wire';
import { formatOf } from '../body.ts';
import { identityOf } from '../identity.ts';
import type { Entity } from './entity.ts';
import { type EntityField, fieldsOfEntity } from './fields.ts';
import { isForPerson, isPerson } from './person.ts';

/** Finds the entity that a field names one of; `undefined` where none is borne out. */
export type Refers = (entity: Entity, field: EntityField) => Entity | undefined;

/** Ids that have the same name in every entity tell nothing of which one is meant. */
const anybodys = /^(?:_?id|uuid|guid|slug|key|code|name|number|no|sku|handle|ref)$/i;
export function referencesAmong(entities: readonly Entity[]): Refers {
  const byIdentity = new Map<string, Entity>();
  for (const entity of entities) {
    for (const name of [identity(entity), ...entity.variables])
      if (name !== null && !anybodys.test(name)) byIdentity.set(wordsOf(name).join(''), entity);
  }
  const people = entities.find(isPerson);
  const formats = new Map(entities.map((entity) => [entity, identityFormat(entity)]));

  return (entity, { path, name, fact }) => {
    const held = entity.holds.get(path);
    if (held) return held;
    const words = wordsOf(singular(name));
    const own = (other: Entity | undefined) => (other === entity ? undefined : other);
    // Its own id, or an id that is called as another's: that one.
    const called = byIdentity.get(words.join(''));
    if (called) return own(called);
    const named = entities.find((other) => isFor(other, words));
    if (named) return own(named);
    const format = formatOf(fact);
    return isForPerson(name) && people && format !== null && format === formats.get(people) ? people : undefined;
  };
}

const identity = (entity: Entity): string | null => identityOf(entity.name, [...entity.fields], [...entity.variables]);

/** `category` names a category, and so does `categoryId`. */
function isFor({ name, aliases }: Entity, words: readonly string[]): boolean {
  const given = words.join('');
  return [name, ...aliases].some((one) => {
    const noun = wordsOf(one).join('');
    return (
      given === noun ||
      (given.startsWith(noun) && /^(?:id|uuid|key|code|slug|no|number|ref)$/.test(given.slice(noun.length)))
    );
  });
}

function identityFormat(entity: Entity): string | null {
  const name = identity(entity);
  const field = fieldsOfEntity(entity).find(({ path }) => path === name);
  return field ? formatOf(field.fact) : null;
}
