import type { StatementOf } from '@sightglass/wire';

/** One entity names another in its fields. */
export interface Relation {
  from: string;
  to: string;
  /** The fields that do. */
  by: string[];
}

/** Which entities name which, each pair once. Names that are no entity of their own are left to the field. */
export function relationsOf(
  fields: readonly Pick<StatementOf<'field'>, 'entity' | 'name' | 'ref'>[],
  named: { has(name: string): boolean },
): Relation[] {
  const pairs = new Map<string, Relation>();
  for (const { entity, name, ref } of fields) {
    if (ref === null || !named.has(ref) || !named.has(entity)) continue;
    const pair = pairs.get(`${entity} ${ref}`) ?? { from: entity, to: ref, by: [] };
    pair.by.push(name);
    pairs.set(`${entity} ${ref}`, pair);
  }
  return [...pairs.values()];
}
