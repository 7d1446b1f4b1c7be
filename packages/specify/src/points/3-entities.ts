import { type CallName, type StatementOf, statementKey } from '@sightglass/wire';
import { type FactBook, joinFacts } from '../book.ts';
import { callBodies } from '../call-bodies.ts';
import { existential, ground, trust } from '../confidence.ts';
import { type Entity, isNamed } from '../entities/entity.ts';
import { type EntityField, fieldsOfEntity } from '../entities/fields.ts';
import { findEntities } from '../entities/find.ts';
import { type Refers, referencesAmong } from '../entities/references.ts';
import { identityOf } from '../identity.ts';
import { aboutValue, tellValue } from '../value.ts';
import { counted, enumerate, type Point, type Reading, surestFirst } from './point.ts';
import { type Known, shownEntities } from './shown-entities.ts';
import { plural } from './wording.ts';

/** The things that the application knows: objects of its answers, with their fields and what these refer to. */
export const entities: Point = { point: 3, read };

function read(book: FactBook): Reading {
  const bodies = callBodies(book);
  const found = findEntities(bodies);
  const refers = referencesAmong(found);
  const statements = found.map((entity) => ({ entity: toEntity(entity), fields: toFields(entity, refers) }));
  const openable = statements.filter(({ entity }) => entity.evidence.length > 0);
  const shown = shownEntities(book, found.map(toKnown));
  return {
    statements: [
      ...surestFirst([...openable.map(({ entity }) => entity), ...shown.entities]),
      ...openable.flatMap(({ fields }) => surestFirst(fields.filter(({ evidence }) => evidence.length > 0))),
      ...surestFirst(shown.fields),
    ],
    leftOut: [
      ...shown.leftOut,
      { reason: 'entities without a session that can still be opened', times: statements.length - openable.length },
      {
        reason: 'calls whose answers were seen without their bodies',
        times: bodies.filter(({ call, responses }) => responses.length === 0 && call.statuses.some(isWithBody)).length,
      },
    ],
  };
}

const toKnown = (entity: Entity): Known => ({
  name: entity.name,
  fields: entity.fields,
  isNamed: (name) => isNamed(entity, name),
  isAnswered: !isTyped(entity),
});

/** Only forms tell of it: what people fill in for a page that the server writes. */
const isTyped = ({ nodes }: Entity): boolean => nodes.every(({ call }) => call.isForm);

const isWithBody = ({ status }: { status: number }): boolean =>
  status >= 200 && status < 300 && status !== 204 && status !== 205;

function toEntity(entity: Entity): StatementOf<'entity'> {
  const facts = joinFacts(
    entity.nodes.map(({ node }) => node.fact),
    () => '',
  );
  const fact = facts[0]?.fact;
  if (fact === undefined) throw new Error('An entity that no answer holds');
  const identifiedBy = identityOf(entity.name, [...entity.fields], [...entity.variables]);
  const calls = callsOf(entity);
  const by = identifiedBy === null ? '' : `, each known by its ${identifiedBy}`;
  const from = enumerate(calls.map(({ method, path }) => `${method} ${path}`));
  return {
    key: statementKey.entity(entity.name),
    point: 3,
    kind: 'entity',
    text: `The application knows ${entity.name}: ${counted([...entity.fields].filter((name) => name !== '__typename').length, 'field')}${by}; ${isTyped(entity) ? 'filled in for' : 'answered by'} ${from}.`,
    ...ground(fact, existential(fact.sessions, trust.usual)),
    ...{ name: entity.name, aliases: [...entity.aliases].sort(), identifiedBy, calls },
  };
}

function callsOf({ nodes }: Entity): CallName[] {
  const byId = new Map(nodes.map(({ call }) => [call.id, call.name]));
  return [...byId].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, name]) => name);
}

function toFields(entity: Entity, refers: Refers): StatementOf<'field'>[] {
  // What GraphQL calls the type of each object is no field of one.
  const own = fieldsOfEntity(entity).filter(({ name }) => name !== '__typename');
  return own.map((field) => toField(entity, field, refers(entity, field)?.name ?? null));
}

function toField(
  entity: Entity,
  { path, name, fact, presence }: EntityField,
  ref: string | null,
): StatementOf<'field'> {
  const about = aboutValue(name, fact, presence);
  const optional = presence.absent > 0 ? ', not always there' : '';
  const isList = about.type === 'array' && !about.nullable;
  const names = ref === null ? '' : isList ? ` of ${plural(ref)}` : `, which names one ${ref}`;
  return {
    key: statementKey.field(entity.name, path),
    point: 3,
    kind: 'field',
    text: `${entity.name}.${path} is ${tellValue(about)}${isList ? names + optional : optional + names}.`,
    ...ground(fact, existential(fact.sessions, trust.usual)),
    ...about,
    ...{ entity: entity.name, name: path, ref },
  };
}
