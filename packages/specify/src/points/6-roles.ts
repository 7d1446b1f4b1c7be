import { type CallName, type Fact, type StatementOf, statementKey } from '@sightglass/wire';
import { type FactBook, joinFacts } from '../book.ts';
import { existential, ground, trust, universal } from '../confidence.ts';
import { shownControls } from './controls-shown.ts';
import { isOwnCall } from './own-calls.ts';
import { counted, type Point, type Reading, surestFirst } from './point.ts';

/** Fewer refusals could be somebody's own matter: an object that is not theirs, a moment at which it is closed. */
const leastRefusals = 3;
const leastRefused = 2;
/** From this share on of what nobody in particular did, a thing asks for no role. Those just being recognised stay below. */
const publicShare = 0.2;
/** A screen that nearly always shows a form to others shows none to a role that may not use it. */
const shownShare = 0.8;

/** The roles that attributes name, and what each was seen to be allowed and refused. What was not seen is not stated. */
export const roles: Point = { point: 6, read };

function read(book: FactBook): Reading {
  const named = book.of('role').filter(({ sample }) => sample.length > 0);
  const cells = cellsOf(book, named.length > 0);
  const targets = Map.groupBy(cells, ({ target }) => target);
  const open = new Set([...targets].flatMap(([target, some]) => (isOpen(some) ? [target] : [])));
  const stated = cells.filter(({ target, role }) => !open.has(target) && role !== '');
  const statements = stated.flatMap((cell) => toStatement(cell, targets.get(cell.target) ?? []) ?? []);
  const worthSaying = stated.filter((cell) => !isNobodysLeave(cell));
  const controls = shownControls(book);
  return {
    statements: [...surestFirst(named.map(toRole)), ...surestFirst(statements), ...surestFirst(controls.statements)],
    leftOut: [
      { reason: 'things that people do before they sign in, and that so ask for no role', times: open.size },
      { reason: 'refusals too few to say that a role may not', times: worthSaying.length - statements.length },
      {
        reason: 'things that one role alone was seen to try: whether others may is not shown',
        times: named.length > 0 ? triedByOne(stated) : 0,
      },
      ...controls.leftOut,
    ],
  };
}

const triedByOne = (cells: readonly Cell[]): number =>
  [...Map.groupBy(cells, ({ target }) => target).values()].filter(
    (some) => new Set(some.map(({ role }) => role)).size === 1,
  ).length;

function toRole(fact: Fact): StatementOf<'role'> {
  const text = `Some people have the role ${fact.key}: ${counted(fact.visitors, 'visitor')}.`;
  return {
    key: statementKey.role(fact.key),
    point: 6,
    kind: 'role',
    text,
    ...ground(fact, existential(fact.sessions, trust.usual)),
    name: fact.key,
  };
}

/** One role and one thing that it did or tried. */
interface Cell {
  role: string;
  call: CallName | null;
  route: string | null;
  /** Controls are told by what they call: who has no use for one need not be forbidden it. */
  action: null;
  fact: Fact;
  /** The thing, whoever did it. */
  target: string;
}

function cellsOf(book: FactBook, hasRoles: boolean): Cell[] {
  const read = (fact: Fact): Omit<Cell, 'fact' | 'target'> | undefined => {
    const [role, sort, what] = JSON.parse(fact.key) as [string, string, string]; // As `observe/access.ts` wrote it.
    // Where nothing names a role, all that can be said is that somebody may.
    const given = { role: hasRoles ? role : '*', call: null, route: null, action: null };
    if (sort === 'call') return isOwnCall(what) ? { ...given, call: book.call(what) } : undefined;
    return { ...given, route: book.route(what) };
  };
  const idOf = (fact: Fact) => {
    const cell = read(fact);
    return cell && statementKey.permission(cell.role || '-', cell);
  };
  return joinFacts(
    book.of('access').filter(({ sample }) => sample.length > 0),
    idOf,
  ).flatMap(({ fact }) => {
    const cell = read(fact);
    return cell ? [{ ...cell, fact, target: statementKey.permission('*', cell) }] : [];
  });
}

/** What nobody in particular does often asks for no role: the sign-in itself, what it calls, pages for everybody. */
function isOpen(cells: Cell[]): boolean {
  const nobodys = cells.find(({ role }) => role === '');
  const all = cells.reduce((sum, { fact }) => sum + fact.n, 0);
  return nobodys !== undefined && (nobodys.fact.visitorsOf.allowed ?? 0) >= 2 && nobodys.fact.n >= publicShare * all;
}

/** @param all - Whoever did or tried the same. */
function toStatement(cell: Cell, all: readonly Cell[]): StatementOf<'permission'> | undefined {
  const { fact, target: _, ...what } = cell;
  const verdict = judge(
    cell,
    all.filter((other) => other !== cell),
  );
  if (verdict === undefined || isNobodysLeave(cell)) return undefined;
  const { allowed, times, refused } = verdict;
  const sample = momentsOf(fact, allowed);
  const speaking = { ...fact, sample, n: allowed ? times : refused, against: allowed ? refused : times };
  const sure = allowed ? existential(fact.sessions, trust.usual) : sureOfRefusal(cell, refused);
  return {
    key: statementKey.permission(cell.role, cell),
    point: 6,
    kind: 'permission',
    text: tell(cell, allowed, times, refused),
    ...ground(speaking, sure),
    ...what,
    allowed,
    times,
    refused,
  };
}

/** Without roles it is worth saying only where somebody was refused. */
const isNobodysLeave = ({ role, fact }: Cell): boolean => role === '*' && fact.against === 0;

/** Those at which it was so; as `observe/access.ts` notes it. */
function momentsOf({ sample }: Fact, allowed: boolean): Fact['sample'] {
  const speaking = sample.filter(({ note }) => / (?:refused|answers 403)$/.test(note) !== allowed);
  return speaking.length > 0 ? speaking : sample;
}

/** A refusal says itself that something is not allowed; that nothing was shown has to be seen often to say so. */
function sureOfRefusal({ fact }: Cell, refused: number): number {
  const told = fact.visitorsOf.refused ?? 0;
  const sessions = Math.max(told, Math.min(fact.against, fact.sessions));
  return Math.max(universal(refused, 0), told >= leastRefused ? existential(sessions, trust.refused) : 0);
}

function judge(
  { fact, route }: Cell,
  others: Cell[],
): { allowed: boolean; times: number; refused: number } | undefined {
  const { n, against, counts, visitorsOf } = fact;
  if (n > 0) return { allowed: true, times: n, refused: against };
  const shown = others.reduce((sum, other) => sum + other.fact.n, 0);
  const empty = counts.empty ?? 0;
  const elsewhereEmpty = others.reduce((sum, other) => sum + (other.fact.counts.empty ?? 0), 0);
  // A screen on which nothing is ever loaded, filled in or pressed is there to be read.
  if (against === 0 && shown === 0) return empty > 0 ? { allowed: true, times: empty, refused: 0 } : undefined;
  // An address that sends everybody on is a signpost, and an answer that refuses everybody may be about what was asked for.
  const unsure = (counts['why:redirect'] ?? 0) + (counts['why:answer'] ?? 0);
  const refused = shown > 0 ? against : against - unsure;
  if (refused >= leastRefusals && (visitorsOf.refused ?? 0) >= leastRefused)
    return { allowed: false, times: 0, refused };
  // That nothing came says nothing: it may have been there already. A form that all others are shown is shown by no memory.
  const nothing = empty >= leastRefusals && (visitorsOf.empty ?? 0) >= leastRefused && !route?.includes('{');
  const forms = others.reduce((sum, other) => sum + (other.fact.counts.form ?? 0), 0);
  const usuallyForm = forms >= leastRefusals && forms >= shownShare * (shown + elsewhereEmpty);
  return nothing && usuallyForm ? { allowed: false, times: 0, refused: empty + refused } : undefined;
}

function tell({ role, call, route }: Cell, allowed: boolean, times: number, refused: number): string {
  const who = role === '*' ? 'Somebody' : `The role ${role}`;
  const what = call ? `call ${call.method} ${call.path}` : `open ${route}`;
  if (!allowed) return `${who} may not ${what}: refused ${counted(refused, 'time')}, never allowed.`;
  const but = refused === 0 ? '' : `, refused ${refused}, so it may depend on whose it is or how it stands`;
  return `${who} may ${what}: allowed ${counted(times, 'time')}${but}.`;
}
