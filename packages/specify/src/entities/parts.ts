import { singular } from '@sightglass/wire';
import type { BodyNode } from '../body.ts';
import { identityOf } from '../identity.ts';
import { thingIn } from '../thing.ts';
import { areAlike, within } from './alike.ts';
import { type Entity, fieldsOf, isNamed, toEntity } from './entity.ts';
import { isForPerson, isPerson } from './person.ts';
import { camelCase, compound } from './place.ts';

const halfOfIt = 0.5;
/** Things in things in things: deeper, a body says how it is built. */
const mostDepth = 4;

/**
 * What stands in the fields of entities: another entity, in full or in short (`customer` of an order); parts that have a number or an id of
 * their own and so are a kind (`lines`); or a part without one, which stays a field with fields (`deliveryAddress`).
 */
export function findParts(entities: Entity[]): void {
  let owners = [...entities];
  for (let depth = 0; depth < mostDepth && owners.length > 0; depth += 1) {
    const before = new Set(entities);
    for (const owner of owners) partsOf(owner, entities);
    owners = entities.filter((entity) => !before.has(entity));
  }
}

function partsOf(owner: Entity, entities: Entity[]): void {
  const held = Map.groupBy(
    owner.nodes.flatMap(({ node, call }) =>
      node.fields.flatMap((field) => heldIn(field, '').map((one) => ({ ...one, call }))),
    ),
    ({ field }) => field,
  );
  for (const [field, places] of held) {
    // It stands in a kind that stands here: that one holds it.
    if ([...owner.holds.keys()].some((outer) => field.startsWith(`${outer}.`))) continue;
    const fields = new Set(places.flatMap(({ node }) => [...fieldsOf(node)]));
    const name = camelCase(singular(field.split('.').at(-1) ?? field));
    const known = entities.find((entity) => entity !== owner && isOneOf(entity, name, fields));
    const isList = places.some(({ listed }) => listed);
    if (known) owner.holds.set(field, known);
    else if (isKind(name, fields, isList)) {
      const part = toEntity(isList ? compound(owner.name, name) : name);
      if (part.name !== name) part.aliases.add(name);
      part.nodes.push(...places.map(({ node, call }) => ({ node, call })));
      part.fields = fields;
      part.strength = 1;
      entities.push(part);
      owner.holds.set(field, part);
    }
  }
}

/** With what stands in it in turn: a part that is no kind may hold one. */
function heldIn(field: BodyNode, around: string): { field: string; node: BodyNode; listed: boolean }[] {
  const node = thingIn(field.items ?? field);
  if (node.fields.length === 0) return [];
  const path = around === '' ? field.name : `${around}.${field.name}`;
  // Entries of a list in a part are told apart by nothing that a path could name.
  const inner = field.items === null ? node.fields.flatMap((one) => heldIn(one, path)) : [];
  return [{ field: path, node, listed: field.items !== null }, ...inner];
}

/** Called the same and nothing that the other lacks; or so much of it that the name does not matter. */
function isOneOf(entity: Entity, name: string, fields: ReadonlySet<string>): boolean {
  if (isNamed(entity, name)) return within(entity.fields, fields) >= halfOfIt;
  if (areAlike(entity.fields, fields)) return true;
  // The author and the assignee are people, told in short.
  return isForPerson(name) && isPerson(entity) && within(entity.fields, fields) === 1;
}

function isKind(name: string, fields: ReadonlySet<string>, isList: boolean): boolean {
  const identity = identityOf(name, [...fields]);
  // Of one alone an id of another kind says what it refers to, not what it is.
  return identity !== null && (isList || fields.size > 1);
}
