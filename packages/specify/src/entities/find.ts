import type { CallBodies } from '../call-bodies.ts';
import { identityOf, isIdentifying } from '../identity.ts';
import { areAlike, overlap, within } from './alike.ts';
import { type Entity, fieldsOf, isNamed, toEntity } from './entity.ts';
import { findParts } from './parts.ts';
import { compound, type Sighted, sightedIn } from './place.ts';

/** Things of one name at different places that have less than this in common are different things: comments of orders, comments of posts. */
const sameName = 0.25;

/**
 * Objects of answers, gathered into kinds: by what they are called where they are asked for one by one or listed, then by their fields.
 * An object that nothing identifies is no thing of its own, but a part of what holds it, or an answer of its own kind (a sum, a token).
 */
export function findEntities(bodies: readonly CallBodies[]): Entity[] {
  const sighted = bodies.flatMap(sightedIn).toSorted(surest);
  const entities: Entity[] = [];
  for (const one of sighted.filter(({ strength }) => strength >= 2)) {
    if (one.name !== '')
      add(
        one,
        entities,
        entities.find((entity) => isNamed(entity, one.name) && fits(entity, one)),
      );
  }
  joinAlike(entities);
  for (const one of sighted.filter(({ strength }) => strength < 2)) {
    const fields = fieldsOf(one.node);
    const likest = entities
      .filter(
        (entity) =>
          areAlike(entity.fields, fields) || (isNamed(entity, one.name) && within(entity.fields, fields) >= 0.85),
      )
      .toSorted((a, b) => overlap(b.fields, fields) - overlap(a.fields, fields))[0];
    if (likest || isOwnKind(one)) add(one, entities, likest);
  }
  findParts(entities);
  return entities;
}

function surest(one: Sighted, other: Sighted): number {
  return other.strength - one.strength || other.node.fields.length - one.node.fields.length || byPath(one, other);
}

const byPath = (one: Sighted, other: Sighted): number =>
  one.call.id === other.call.id ? (one.node.path < other.node.path ? -1 : 1) : one.call.id < other.call.id ? -1 : 1;

function fits(entity: Entity, { node }: Sighted): boolean {
  const fields = fieldsOf(node);
  return overlap(entity.fields, fields) >= sameName || within(entity.fields, fields) >= 0.5;
}

/** What nothing else is like is a kind of its own when something identifies it. */
function isOwnKind({ node, name, strength, variable, call }: Sighted): boolean {
  if (name === '' || node.fields.length < 2) return false;
  const fields = [...fieldsOf(node)];
  const identity = identityOf(name, fields, variable === null ? [] : [variable]);
  if (identity === null) return false;
  // Of a change, what is made or changed there; of other answers, what has an id of its own.
  return strength === 1 || call.name.method === 'GET' || isIdentifying(identity);
}

function add(one: Sighted, entities: Entity[], known: Entity | undefined): void {
  const taken = entities.some((entity) => isNamed(entity, one.name));
  const entity = known ?? toEntity(taken ? compound(one.owner, one.name) : one.name);
  if (known === undefined) entities.push(entity);
  entity.nodes.push({ node: one.node, call: one.call });
  for (const field of fieldsOf(one.node)) entity.fields.add(field);
  if (one.strength >= 2) {
    if (one.variable !== null) entity.variables.add(one.variable);
    if (one.owner !== '' && isNamed(entity, one.name)) entity.aliases.add(compound(one.owner, one.name));
  }
  if (one.strength > entity.strength) entity.strength = one.strength;
}

/** A list by another name (`low-stock`) of what is asked for one by one elsewhere (`parts`). Two that are both asked for so are two. */
function joinAlike(entities: Entity[]): void {
  for (const entity of entities.toSorted((one, other) => one.strength - other.strength)) {
    if (entity.strength === 3) continue;
    const same = entities.find(
      (other) => other !== entity && other.strength >= entity.strength && areAlike(other.fields, entity.fields),
    );
    if (same === undefined || (same.strength === entity.strength && same.nodes.length < entity.nodes.length)) continue;
    same.nodes.push(...entity.nodes);
    for (const field of entity.fields) same.fields.add(field);
    entities.splice(entities.indexOf(entity), 1);
  }
}
