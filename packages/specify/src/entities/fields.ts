import type { Fact } from '@sightglass/wire';
import { type BodyNode, presenceOf } from '../body.ts';
import { joinFacts } from '../book.ts';
import { kept } from '../kept.ts';
import type { Entity } from './entity.ts';

/** A field of an entity, over all answers that have it. */
export interface EntityField {
  /** `reference`, `deliveryAddress.street`, `tags[]`. */
  path: string;
  /** Its last name. */
  name: string;
  fact: Fact;
  presence: { present: number; absent: number };
}

/** Fields with those of the parts that are no kinds of their own. A shorter form of the thing that lacks a field says nothing of it. */
export const fieldsOfEntity = kept((entity: Entity): EntityField[] => {
  const found = entity.nodes.flatMap(({ node }) => withParts(node, '', entity));
  return [...Map.groupBy(found, ({ path }) => path)].flatMap(([path, some]): EntityField[] => {
    const facts = some.map(({ node }) => node.fact);
    const [joined] = joinFacts(facts, () => path);
    const presences = some.map(({ node }) => presenceOf(node));
    const sum = (of: (one: { present: number; absent: number }) => number) =>
      presences.reduce((all, one) => all + of(one), 0);
    if (joined === undefined) return [];
    return [
      {
        path,
        name: path.replaceAll('[]', '').split('.').at(-1) ?? path,
        fact: joined.fact,
        presence: { present: sum(({ present }) => present), absent: sum(({ absent }) => absent) },
      },
    ];
  });
});

function withParts(node: BodyNode, before: string, entity: Entity): { path: string; node: BodyNode }[] {
  return node.fields.flatMap((field) => {
    const path = before === '' ? field.name : `${before}.${field.name}`;
    const own = { path, node: field };
    // A kind of its own is told where it stands, and what it holds there.
    if (entity.holds.has(path)) return [own];
    const inner = field.items ? withParts(field.items, `${path}[]`, entity) : withParts(field, path, entity);
    return [own, ...inner];
  });
}
