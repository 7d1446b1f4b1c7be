import { type Fact, limits, type StatementOf, statementKey } from '@sightglass/wire';
import { type FactBook, joinFacts } from '../book.ts';
import { existential, ground, trust, universal } from '../confidence.ts';
import { counted, enumerate, type Reading } from './point.ts';

/** Fewer people or sessions of a role say nothing of the role. What people are not shown takes one more: it may be their group's matter. */
const leastPeople = 2;
const leastWithout = 3;
const leastSessions = 3;
/** Names that two roles are both shown: else they may be shown other words, in another language. */
const leastShared = 2;
/** So seldom may it be by chance that a role was not shown what another is. */
const mostChance = 0.01;
/** What fewer of those who look are shown depends on how things stand rather than on who looks. */
const leastShare = 0.5;
/** So many of the sessions come upon it on one screen, or it belongs to all of them. */
const onOneScreen = 0.8;
/** As many things of a kind are read: where there are more, one that is not among them may have been there. */
const mostRead = 1_500;

const controlRoles = new Set(['button', 'link', 'tab', 'menuitem', 'switch']);

type Permission = StatementOf<'permission'>;

/** A role and how its sessions came upon a control. */
interface Shown {
  role: string;
  fact: Fact;
}

/**
 * Controls that pages have for one role and were never seen to have for another that looked at the same screen often enough, as replays
 * show them (`observe/held.ts`). That a role is not shown something does not say that it may not do it: only who is shown it is stated.
 */
export function shownControls(book: FactBook): Pick<Reading, 'leftOut'> & { statements: Permission[] } {
  const facts = book.of('held');
  const told = facts.map((fact) => ({ fact, ...partsOf(fact) }));
  const looked = new Map(
    joinFacts(
      facts.filter((fact) => partsOf(fact).what === 'looked'),
      (fact) => lookKey(partsOf(fact).role, routeOf(book, partsOf(fact).name)),
    ).map(({ id, fact }) => [id, fact]),
  );
  const roles = [...new Set(told.flatMap(({ role, what }) => (what === 'looked' && role !== '*' ? [role] : [])))];
  if (roles.length < 2) return { statements: [], leftOut: [] };
  const controls = Map.groupBy(
    told.filter(({ what }) => controlRoles.has(what)),
    ({ what, name }) => `${what} ${name}`,
  );
  if (facts.length >= mostRead)
    return {
      statements: [],
      leftOut: [{ reason: 'controls, of which there are too many to say who is not shown one', times: controls.size }],
    };
  const said = new Set(told.flatMap(({ role, what, name }) => (what === 'looked' ? [] : [`${role} ${name}`])));
  const names = [...new Set(told.flatMap(({ what, name }) => (controlRoles.has(what) ? [name] : [])))];
  const areAlike = (one: string, other: string) =>
    names.filter((name) => said.has(`${one} ${name}`) && said.has(`${other} ${name}`)).length >= leastShared;
  let unsure = 0;
  const statements = [...controls].flatMap(([control, some]) => {
    const name = some[0]?.name ?? '';
    const isSaid = (role: string) => said.has(`${role} ${name}`);
    // What nobody in particular is shown is no matter of roles.
    if (isSaid('') || roles.every(isSaid)) return [];
    const without = roles.filter((role) => !isSaid(role));
    const found = some.flatMap((shown) => {
      const others = without.filter((role) => areAlike(role, shown.role));
      return toStatement(book, looked, control, shown, others) ?? [];
    });
    if (found.length === 0) unsure += 1;
    return found;
  });
  return {
    statements,
    leftOut: [{ reason: 'controls that were seen too seldom to say whether all roles are shown them', times: unsure }],
  };
}

const lookKey = (role: string, route: string): string => `${role} ${route}`;
const routeOf = (book: FactBook, route: string): string => (route === '' ? '' : book.route(route));

function partsOf({ key }: Fact): { role: string; what: string; name: string } {
  const [role, what, name] = JSON.parse(key) as [string, string, string]; // As `observe/held.ts` wrote it.
  return { role, what, name };
}

function toStatement(
  book: FactBook,
  looked: ReadonlyMap<string, Fact>,
  control: string,
  { role, fact }: Shown,
  without: readonly string[],
): Permission | undefined {
  if (fact.visitors < leastPeople || fact.sessions < leastSessions || fact.sample.length === 0) return undefined;
  const { route, times } = placeOf(book, fact);
  const mine = looked.get(lookKey(role, route));
  if (mine === undefined) return undefined;
  const looks = mine.sessions;
  const sure = universal(times, looks - times);
  if (times < leastSessions || times < leastShare * looks) return undefined;
  const others = without.flatMap((other) => {
    const theirs = looked.get(lookKey(other, route));
    if (theirs === undefined || theirs.visitors < leastWithout || theirs.sessions < leastSessions) return [];
    // Who looked at another release may have looked before there was such a control.
    if (theirs.releases.some((release) => !fact.releases.includes(release))) return [];
    return (1 - sure) ** theirs.sessions <= mostChance ? [{ role: other, fact: theirs }] : [];
  });
  if (others.length === 0) return undefined;
  // As it reads behind “may”, wherever permissions are listed.
  const action = `see the ${control}${route === '' ? '' : ` on ${route}`}`;
  const where = route === '' ? ' of several screens' : ` on ${route}`;
  const never = others.map(
    (one) => `${one.role} (${counted(one.fact.sessions, 'session')} of ${counted(one.fact.visitors, 'visitor')})`,
  );
  const absent = others.flatMap((one) =>
    one.fact.sample.slice(0, 2).map((moment) => ({ ...moment, note: `${one.role}, without the ${control}` })),
  );
  const mostAbsent = Math.min(absent.length, Math.floor(limits.maxEvidence / 2));
  const present = fact.sample.map((moment) => ({ ...moment, note: `${role}: ${control}` }));
  const sample = [...present.slice(0, limits.maxEvidence - mostAbsent), ...absent.slice(0, mostAbsent)];
  const what = { call: null, route: null, action };
  return {
    key: statementKey.permission(role, what),
    point: 6,
    kind: 'permission',
    text: `The role ${role} is shown the ${control}${where}: in ${times} of ${counted(looks, 'session')} that looked there. Not in any that looked there as ${enumerate(never, 10)}.`,
    ...ground({ ...fact, n: times, against: looks - times, sample }, existential(fact.sessions, trust.usual)),
    role,
    ...what,
    allowed: true,
    times,
    refused: 0,
  };
}

/** The screen on which nearly all came upon it, with how many looked there; what belongs to several is told of none. */
function placeOf(book: FactBook, fact: Fact): { route: string; times: number } {
  const on = new Map<string, { all: number; looked: number }>();
  for (const [label, times] of Object.entries(fact.counts)) {
    const [, how, written = ''] = /^(on|passing):(.*)$/s.exec(label) ?? [];
    if (how === undefined) continue;
    const route = routeOf(book, written);
    const { all, looked } = on.get(route) ?? { all: 0, looked: 0 };
    on.set(route, { all: all + times, looked: looked + (how === 'on' ? times : 0) });
  }
  const [most] = [...on].sort(([, one], [, other]) => other.all - one.all);
  if (most !== undefined && most[1].all >= onOneScreen * fact.sessions)
    return { route: most[0], times: most[1].looked };
  return { route: '', times: [...on.values()].reduce((sum, { looked }) => sum + looked, 0) };
}
