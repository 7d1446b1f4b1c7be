import {
  type CallName,
  type Exposure,
  placeOf,
  type Specification,
  type Statement,
  statementKey,
} from '@sightglass/wire';
import type { Sightings } from './chance.ts';

/** All statements of a specification by key, and on how many sessions it rests. */
export interface Side {
  specification: Specification;
  byKey: ReadonlyMap<string, Statement>;
  /** Sessions of each call, by method and place. */
  calls: ReadonlyMap<string, number>;
  sessions: number;
  /** What kinds of statements its code made. */
  kindsInCode: ReadonlySet<Statement['kind']>;
}

/** How many sessions of each release could have shown the statement with this key; `undefined`: as told by its surroundings. */
export type ExposureOf = (key: string) => { from: number; to: number } | undefined;

export function openSide(specification: Specification): Side {
  const statements = specification.points.flatMap((point) => point.statements);
  const calls = new Map<string, number>();
  for (const one of statements)
    if (one.kind === 'call') {
      const place = nameOf(one);
      calls.set(place, Math.max(calls.get(place) ?? 0, one.support.sessions));
    }
  return {
    specification,
    byKey: new Map(statements.map((one) => [one.key, one])),
    calls,
    sessions: specification.basis.sessions,
    kindsInCode: new Set(
      statements.filter(({ evidence }) => evidence.some(({ type }) => type === 'code')).map(({ kind }) => kind),
    ),
  };
}

/** Identity of a call, whatever its variables are called. */
export const nameOf = ({ method, path }: CallName): string => `${method} ${placeOf(path)}`;

export function exposureOf(statement: Statement, side: Side, told: number | undefined): Exposure {
  const seen = side.byKey.get(statement.key)?.support.sessions ?? 0;
  return { sessions: Math.max(told ?? surroundings(statement, side), seen), seen };
}

export const sightings = ({ sessions, seen }: Exposure): Sightings => ({ of: sessions, seen });

/** Sessions that came to where the statement could have shown itself: a field of an answer shows itself only where the call answers. */
function surroundings(statement: Statement, side: Side): number {
  const ofKey = (key: string) => side.byKey.get(key)?.support.sessions;
  const ofCall = (call: CallName) => side.calls.get(nameOf(call)) ?? 0;
  switch (statement.kind) {
    case 'responseField':
      return ofKey(statementKey.status(statement.call, statement.status)) ?? ofCall(statement.call);
    case 'query':
    case 'requestField':
    case 'status':
      return ofCall(statement.call);
    case 'rule':
      return statement.call === null ? side.sessions : ofCall(statement.call);
    case 'field':
    case 'state':
    case 'transition':
      return ofKey(statementKey.entity(statement.entity)) ?? side.sessions;
    case 'permission':
      return ofKey(statementKey.role(statement.role)) ?? side.sessions;
    case 'link':
      return ofKey(statementKey.screen(statement.from)) ?? side.sessions;
    default:
      return side.sessions;
  }
}
