import type { PointNumber, Statement, StatementOf } from '@sightglass/wire';
import { callText, ruleText } from './group.ts';

/** A few words of what a point says, for whoever looks at all nine. */
export interface Saying {
  text: string;
  /** What stands in the code or on the wire, and not in a sentence. */
  code: boolean;
  /** Beside it, in words. */
  note?: string;
}

/** More than these do not fit into two lines. */
const most = 5;

/** The heart of each point: what it says first, in as few words as that can be said; what is suspected where nothing is stated. */
export function sayingsOf(point: PointNumber, statements: readonly Statement[]): Saying[] {
  const sure = statements.filter(({ tier }) => tier !== 'suspected');
  const stated = sure.length > 0 ? sure : statements;
  const of = <Kind extends Statement['kind']>(kind: Kind): StatementOf<Kind>[] =>
    stated.filter((one): one is StatementOf<Kind> => one.kind === kind);
  switch (point) {
    case 1: {
      // What it is for stands above all nine.
      const journeys = of('journey').map(({ name }) => ({ text: name, code: false }));
      if (journeys.length > 0) return journeys.slice(0, most);
      return [...of('purpose'), ...of('audience')].slice(0, 1).map(({ text }) => ({ text, code: false }));
    }
    case 2:
      return codes(
        of('screen')
          .toSorted((one, other) => other.views - one.views)
          .map(({ route }) => route),
      );
    case 3:
      return entitiesSaid(of('entity'), of('field'));
    case 4:
      return statesSaid(of('state'), of('transition'));
    case 5:
      return of('rule')
        .toSorted((one, other) => weight(one) - weight(other))
        .slice(0, 3)
        .map((one) => ({ text: one.field, code: true, note: ruleText(one) }));
    case 6:
      return [...rolesSaid(of('role')), ...refusalSaid(of('permission'))];
    case 7:
      return codes(
        of('call')
          .toSorted((one, other) => other.calls - one.calls)
          .map(callText),
        3,
      );
    case 8:
      return of('error')
        .slice(0, 3)
        .map(({ code, status, message }) => ({
          ...(code === '' ? { text: message, code: false } : { text: code, code: true }),
          // Some codes are the status in words.
          ...(status !== null && !code.includes(`${status}`) && { note: `${status}` }),
        }));
    case 9:
      return [
        ...of('constant').map(({ name, value, unit }) => ({
          ...{ text: name, code: true },
          note: [value, unit].filter(Boolean).join(' '),
        })),
        ...of('flag').map(({ name }) => ({ text: name, code: true, note: 'flag' })),
        ...of('storage').map(({ name }) => ({ text: name, code: true, note: 'kept in the browser' })),
      ].slice(0, 3);
  }
}

const codes = (texts: readonly string[], upTo = most): Saying[] =>
  [...new Set(texts)].slice(0, upTo).map((text) => ({ text, code: true }));

/** What has most fields is what the application is about. */
function entitiesSaid(entities: readonly StatementOf<'entity'>[], fields: readonly StatementOf<'field'>[]): Saying[] {
  const known = Map.groupBy(fields, ({ entity }) => entity);
  const count = (name: string): number => known.get(name)?.length ?? 0;
  return codes(entities.map(({ name }) => name).toSorted((one, other) => count(other) - count(one)));
}

/** A limit tells more of an application than that something must be given. */
const weight = ({ rule }: StatementOf<'rule'>): number =>
  rule === 'required' ? 2 : rule === 'format' || rule === 'pattern' ? 1 : 0;

/** The way that most things go, from where they begin: `draft → approved → shipped`. */
function statesSaid(
  states: readonly StatementOf<'state'>[],
  transitions: readonly StatementOf<'transition'>[],
): Saying[] {
  const first = states.find(({ initial }) => initial) ?? states[0];
  if (first === undefined) return [];
  const way = [first.name];
  for (;;) {
    const last = way.at(-1);
    const [next] = transitions
      .filter((one) => one.entity === first.entity && one.field === first.field)
      .filter(({ from, to }) => from === last && !way.includes(to))
      .toSorted((one, other) => other.times - one.times);
    if (next === undefined) break;
    way.push(next.to);
  }
  const others = states.filter(
    ({ entity, field, name }) => entity === first.entity && field === first.field && !way.includes(name),
  );
  return [
    { text: way.join(' → '), code: true, ...(first.entity !== '' && { note: `of ${first.entity}` }) },
    ...codes(others.map(({ name }) => name)),
  ];
}

const rolesSaid = (roles: readonly StatementOf<'role'>[]): Saying[] =>
  codes(
    roles.map(({ name }) => name),
    4,
  );

/** What somebody may not says more than all that they may. */
function refusalSaid(permissions: readonly StatementOf<'permission'>[]): Saying[] {
  const refused = permissions.filter(({ allowed, role }) => !allowed && role !== '*');
  const deeds = refused.map(({ call, route, action, role }) => ({
    text: call ? callText(call) : (route ?? action ?? ''),
    code: action === null,
    note: `refused to ${role}`,
  }));
  // The shortest has room here.
  return deeds.toSorted((one, other) => one.text.length - other.text.length).slice(0, 1);
}
