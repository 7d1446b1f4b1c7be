import { wordsOf } from '@sightglass/wire';
import type { BodyNode } from '../body.ts';
import type { OwnCall } from '../own-calls.ts';
import type { Sighted } from './place.ts';

/** A kind of thing that the application knows. */
export interface Entity {
  name: string;
  aliases: Set<string>;
  /** Wherever answers hold one. */
  nodes: { node: BodyNode; call: OwnCall }[];
  /** Names of its fields, without those of what it holds. */
  fields: Set<string>;
  /** Names of variables that one is asked for by. */
  variables: Set<string>;
  strength: Sighted['strength'];
  /** Kinds that stand in its fields, by the field's name. */
  holds: Map<string, Entity>;
}

export function toEntity(name: string): Entity {
  return {
    ...{ name, aliases: new Set<string>(), nodes: [], fields: new Set<string>(), variables: new Set<string>() },
    ...{ strength: 0, holds: new Map<string, Entity>() },
  };
}

export const fieldsOf = (node: BodyNode): Set<string> => new Set(node.fields.map(({ name }) => name));

const plain = (name: string): string => wordsOf(name).join('');
export const isNamed = (entity: Entity, name: string): boolean =>
  [entity.name, ...entity.aliases].some((one) => plain(one) === plain(name));
