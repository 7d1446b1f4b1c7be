import {
  type CallName,
  type Exposure,
  placeOf,
  type Specification,
  type Statement,
  type StatementOf,
  statementKey,
} from '@sightglass/wire';

/** How many could have shown a thing. */
export interface Crowd {
  sessions: number;
  visitors: number;
}

/** All statements of a specification by key, and on how many sessions it rests. */
export interface Side {
  specification: Specification;
  byKey: ReadonlyMap<string, Statement>;
  /** By method and place; of several, the one most made. */
  calls: ReadonlyMap<string, StatementOf<'call'>>;
  /** All of them. */
  crowd: Crowd;
  /** What kinds of statements its code made. */
  kindsInCode: ReadonlySet<Statement['kind']>;
}

/** How many of each release could have shown the statement with this key; `undefined`: as told by its surroundings. */
export type ExposureOf = (key: string) => { from: Crowd; to: Crowd } | undefined;

export function openSide(specification: Specification): Side {
  const statements = specification.points.flatMap((point) => point.statements);
  const calls = new Map<string, StatementOf<'call'>>();
  for (const one of statements)
    if (one.kind === 'call') {
      const place = nameOf(one);
      const known = calls.get(place);
      if (known === undefined || known.support.sessions < one.support.sessions) calls.set(place, one);
    }
  return {
    specification,
    byKey: new Map(statements.map((one) => [one.key, one])),
    calls,
    crowd: specification.basis,
    kindsInCode: new Set(
      statements.filter(({ evidence }) => evidence.some(({ type }) => type === 'code')).map(({ kind }) => kind),
    ),
  };
}

/** Identity of a call, whatever its variables are called. */
export const nameOf = ({ method, path }: CallName): string => `${method} ${placeOf(path)}`;

export function exposureOf(statement: Statement, side: Side, told: Crowd | undefined): Exposure {
  const support = side.byKey.get(statement.key)?.support;
  const [seen, seenBy] = [support?.sessions ?? 0, support?.visitors ?? 0];
  const { sessions, visitors } = told ?? surroundings(statement, side);
  return { sessions: Math.max(sessions, seen), seen, visitors: Math.max(visitors, seenBy), seenBy };
}

/** Sessions that came to where the statement could have shown itself: a field of an answer shows itself only where the call answers. */
function surroundings(statement: Statement, side: Side): Crowd {
  const ofKey = (key: string) => side.byKey.get(key)?.support;
  const ofCall = (call: CallName) => side.calls.get(nameOf(call))?.support ?? nobody;
  switch (statement.kind) {
    case 'responseField':
      return (
        ofKey(statementKey.status(statement.call, statement.status)) ?? whoGot(statement.status, statement.call, side)
      );
    case 'query':
    case 'requestField':
    case 'status':
      return ofCall(statement.call);
    case 'rule':
      return statement.call === null ? side.crowd : ofCall(statement.call);
    case 'field':
    case 'state':
    case 'transition':
      return ofKey(statementKey.entity(statement.entity)) ?? side.crowd;
    case 'permission':
      // Who tried would have been let in or refused, and either is told: that there is neither says that nobody of the role tried.
      return nobody;
    case 'link':
      return ofKey(statementKey.screen(statement.from)) ?? side.crowd;
    default:
      return side.crowd;
  }
}

/** A call that is only ever refused shows no field of its good answers. */
function whoGot(status: number, call: CallName, side: Side): Crowd {
  const made = side.calls.get(nameOf(call));
  const otherwise =
    made !== undefined && made.statuses.length > 0 && !made.statuses.some((one) => one.status === status);
  return made === undefined || otherwise ? nobody : made.support;
}

const nobody: Crowd = { sessions: 0, visitors: 0 };
