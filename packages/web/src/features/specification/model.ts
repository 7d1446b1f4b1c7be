import { points as allPoints, type PointNumber, type Specification, type Statement } from '@sightglass/wire';
import { chosenBy, type Narrowing } from './narrow.ts';

/** One of the nine as the screen sets it: what is stated, and apart from it what is only suspected. */
export interface Chapter {
  point: PointNumber;
  slug: string;
  title: string;
  shown: boolean;
  /** Where it is not shown: why. */
  reason: string | null;
  /** What would show it. */
  shownBy: string;
  stated: Statement[];
  suspected: Statement[];
  /** Statements before the filter. */
  total: number;
  leftOut: number;
  /** Why, and how many of each; empty where that is not told. */
  leftOutFor: readonly { reason: string; times: number }[];
}

/** All nine, always, in their order; a point that the answer does not name is not shown. The statements are those that are asked for. */
export function chaptersOf(specification: Specification, narrowing: Narrowing): Chapter[] {
  const words = wordsOf(narrowing.find);
  const chosen = chosenBy(specification, narrowing);
  return allPoints.map(({ point, slug, title, shownBy }) => {
    const given = specification.points.find((other) => other.point === point);
    const statements = given?.statements ?? [];
    const found = statements.filter((statement) => chosen(statement) && matches(statement, words));
    return {
      point,
      slug,
      title,
      shown: given?.shown ?? false,
      reason: given?.reason ?? null,
      shownBy,
      stated: found.filter(({ tier }) => tier !== 'suspected'),
      suspected: found.filter(({ tier }) => tier === 'suspected'),
      total: statements.length,
      leftOut: given?.leftOut ?? 0,
      leftOutFor: given?.leftOutFor ?? [],
    };
  });
}

/** Whether a chapter has a place on the page: one that is asked for, or, where nothing is, any. */
export function isOnPage({ stated, suspected, shown }: Chapter, { find, show }: Narrowing): boolean {
  if (show === 'not-shown') return !shown;
  return (find.trim() === '' && show === null) || stated.length + suspected.length > 0;
}

function wordsOf(find: string): string[] {
  return find.toLowerCase().split(/\s+/).filter(Boolean);
}

function matches(statement: Statement, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = [statement.text, ...namesIn(statement)].join(' ').toLowerCase();
  return words.every((word) => text.includes(word));
}

function namesIn(statement: Statement): string[] {
  switch (statement.kind) {
    case 'screen':
      return [statement.route, statement.title, ...statement.controls.flatMap(({ role, name }) => [role, name])];
    case 'call':
      return [
        `${statement.method} ${statement.host}${statement.path}`,
        ...statement.statuses.map(({ status }) => String(status)),
        ...statement.screens.map(({ route }) => route),
      ];
    case 'error':
      return [
        statement.code,
        String(statement.status ?? ''),
        statement.message,
        ...statement.raisedBy.map(({ subject }) => subject),
      ];
    default:
      return [statement.key];
  }
}

/** The fragment by which a statement is linked to: its key, which is the same in every release; an id has no spaces. */
export function anchorOf(key: string): string {
  return `s:${key.replace(/\s+/g, '_')}`;
}

/** A path in pieces, so that what stands for a value (`{orderId}`) can be set apart from what is written as it is. */
export function pathPieces(path: string): { text: string; variable: boolean }[] {
  return path
    .split(/(\{[^}]*\})/)
    .filter(Boolean)
    .map((text) => ({ text, variable: text.startsWith('{') }));
}

/** Good, refused or failed: of what kind an answer is. 0 is no answer at all. */
export function statusTone(status: number): 'good' | 'quiet' | 'warning' | 'danger' {
  if (status === 0 || status >= 500) return 'danger';
  if (status >= 400) return 'warning';
  return status >= 300 ? 'quiet' : 'good';
}

/** Kinds that have a name of their own to give. */
const named: ReadonlySet<Statement['kind']> = new Set([
  ...(['screen', 'purpose', 'audience', 'journey', 'entity', 'state', 'role', 'constant', 'capability'] as const),
]);
export const canRename = ({ kind }: Statement): boolean => named.has(kind);
