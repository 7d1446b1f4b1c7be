import { singular } from '@sightglass/wire';
import type { CallBodies } from '../call-bodies.ts';
import { identityOf, isIdentifying } from '../identity.ts';
import { kept } from '../kept.ts';
import { isFixedWord } from '../paths/segment.ts';
import { areAlike, mayBeAlike, overlap, within } from './alike.ts';
import { type Entity, fieldsOf, isNamed, toEntity } from './entity.ts';
import { findParts } from './parts.ts';
import { camelCase, compound, type Sighted, sightedIn } from './place.ts';

/** Things of one name at different places that have less than this in common are different things: comments of orders, comments of posts. */
const sameName = 0.25;
/** What is called the same may be a shorter form with a word or two of its own. */
const withinName = 0.85;
/** What has fewer says that something was done, not what is there. */
const fewFields = 3;

/**
 * Objects of answers, gathered into kinds: by what they are called where they are asked for one by one or listed, then by their fields.
 * An object that nothing identifies is no thing of its own, but a part of what holds it, or an answer of its own kind (a sum, a token).
 */
export const findEntities = kept((bodies: readonly CallBodies[]): Entity[] => {
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
  const unknown = entities.filter((entity) => !isKnown(entity, sighted));
  for (const entity of unknown) entities.splice(entities.indexOf(entity), 1);
  const others = [
    ...sighted.filter(({ strength }) => strength < 2).toSorted(readFirst),
    ...unknown.flatMap(({ nodes }) => nodes.flatMap(heldBy)),
  ];
  for (let next = others.shift(); next !== undefined; next = others.shift()) {
    const one = next;
    const known = likest(one, entities);
    if (known || isOwnKind(one)) add(one, entities, known);
    // What is no thing itself may hold some: who signed in, beside their token.
    else others.push(...heldBy(one));
  }
  findParts(entities);
  return entities;
});

/** What is read is there; what a change answers may be that, or what it belongs to. */
function readFirst(one: Sighted, other: Sighted): number {
  const isChange = ({ call }: Sighted) => (call.reads ? 0 : 1);
  return isChange(one) - isChange(other) || surest(one, other);
}

function likest(one: Sighted, entities: readonly Entity[]): Entity | undefined {
  const fields = fieldsOf(one.node);
  const near = (entity: Entity) => (isNamed(entity, one.name) || isNamed(entity, one.owner) ? 1 : 0);
  return entities
    .filter(
      (entity) =>
        mayBeAlike(entity.fields, fields) || (isNamed(entity, one.name) && within(entity.fields, fields) >= withinName),
    )
    .toSorted((a, b) => near(b) - near(a) || overlap(b.fields, fields) - overlap(a.fields, fields))[0];
}

/** Entries of a list that nothing tells one from another, and that stand nowhere else, are lines of that list: a log, a history. */
function isKnown(entity: Entity, sighted: readonly Sighted[]): boolean {
  const { name, fields, variables, strength, nodes } = entity;
  if (strength === 3 || identityOf(name, [...fields], [...variables]) !== null) return true;
  // What adds one answers with it.
  const alike = sighted.filter((one) => one.name !== '' && isNamed(entity, one.name) && fits(entity, one));
  return new Set([...nodes, ...alike].map(({ call }) => call.id)).size > 1;
}

function heldBy({ node, call }: Pick<Sighted, 'node' | 'call'>): Sighted[] {
  return node.fields.flatMap((field): Sighted[] => {
    const inner = field.items ?? field;
    // A sum by something is no thing.
    if (inner.fields.length === 0 || /^by(?:_|[A-Z])/.test(field.name)) return [];
    return [{ node: inner, call, name: camelCase(singular(field.name)), owner: '', strength: 1, variable: null }];
  });
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
  // What is put in a place of its own is one of what the place is called, whatever tells it from others.
  if (variable !== null && strength === 1 && !call.reads && node.fields.length >= fewFields) return true;
  const identity = identityOf(name, fields, variable === null ? [] : [variable]);
  if (identity === null) return false;
  // Of a change, what is made or changed there; of other answers, what has an id of its own.
  return strength === 1 || call.reads || isIdentifying(identity);
}

function add(one: Sighted, entities: Entity[], known: Entity | undefined): void {
  const taken = entities.some((entity) => isNamed(entity, one.name));
  const entity = known ?? toEntity(taken ? compound(one.owner, one.name) : one.name);
  // Who is signed in is `me` where nothing says what they are.
  if (entity.strength < 3 && isFixedWord(entity.name) && one.name !== '' && !isFixedWord(one.name) && !taken) {
    entity.aliases.add(entity.name);
    entity.name = one.name;
  }
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
