import {
  type FiguresBy,
  findReach,
  type IssueFigures,
  issueFiguresOf,
  readCursor,
  type ToldIssue,
  toldIssues,
  whileDaysStand,
  writeCursor,
} from '@sightglass/measure';
import type { Catalog, Columns, KeptIssue } from '@sightglass/store';
import { type AnswerOf, type issues as endpoint, type IssueSummary, issueStates, type QueryOf } from '@sightglass/wire';
import { mostFingerprints } from './face.ts';
import { standingOf, stateOf } from './standing.ts';

const orders: Record<QueryOf<typeof endpoint>['sort'], FiguresBy> = {
  people: 'visitors',
  times: 'times',
  last: 'last',
  first: 'first',
};

type Issues = AnswerOf<typeof endpoint>;

/** Issues become others when more is known of their stacks, or somebody merges them: seldom twice while one asks. */
const mostTries = 3;

/**
 * Issues of a span: figures of all from the engine, what was decided about them from the catalog, and then what one page of them tells.
 *
 * @param me - The member who asks; undefined for a token.
 */
export async function listIssues(...asked: Asked): Promise<Issues> {
  let list = await askOverDays(asked);
  // What the first question found may be a part of something else, or in parts, by the second one.
  for (let tries = 1; list.isShort && tries < mostTries; tries += 1) list = await askOverDays(asked);
  const { isShort: _, ...issues } = list;
  return issues;
}

type Asked = Parameters<typeof askOnce>;

const askOverDays = ([parts, ...rest]: Asked): ReturnType<typeof askOnce> =>
  whileDaysStand(parts.columns, (columns) => askOnce({ ...parts, columns }, ...rest));

/** @returns with it whether what was found of an issue could not be told any more. */
async function askOnce(
  { columns, catalog, now }: { columns: Columns; catalog: Pick<Catalog, 'issues' | 'members'>; now(): number },
  project: string,
  query: QueryOf<typeof endpoint>,
  me: string | undefined,
): Promise<Issues & { isShort: boolean }> {
  const by = orders[query.sort];
  const reach = await findReach(columns, project, { from: query.from, until: query.until });
  const about = { ...query, reach };
  const [figures, decided, members] = await Promise.all([
    issueFiguresOf(columns, project, about, by),
    catalog.issues.decided(project),
    catalog.members.list(project),
  ]);
  const at = now();
  const known = new Map(decided.map((issue) => [issue.id, issue]));
  const people = new Map(members.map((member) => [member.id, member]));
  const mine = figures.issues.filter(({ id }) => isAssigned(known.get(id), query.assignee, me));
  const states = Object.fromEntries(issueStates.map((state) => [state, 0])) as Record<
    (typeof issueStates)[number],
    number
  >;
  for (const { id } of mine) states[stateOf(known.get(id), at)] += 1;
  const fit = mine.filter(({ id }) => isWanted(stateOf(known.get(id), at), query.state));
  const first = query.cursor === undefined ? 0 : placeAfter(fit, query.cursor, by);
  const shown = fit.slice(first, first + query.limit);
  const ids = shown.map(({ id }) => id);
  const [{ issues, bucketMs }, kept, grouped] = await Promise.all([
    toldIssues(columns, project, about, ids, shown),
    catalog.issues.some(project, ids),
    catalog.issues.countFingerprints(project),
  ]);
  const told = new Map(issues.map((issue) => [issue.id, issue]));
  const named = new Map(kept.map((issue) => [issue.id, issue]));
  const last = shown.at(-1);
  return {
    issues: ids.flatMap((id) => {
      const issue = told.get(id);
      return issue === undefined ? [] : [toSummary(issue, named.get(id), standingOf(named.get(id), people, at))];
    }),
    bucketMs,
    states,
    total: fit.length,
    next: first + query.limit < fit.length && last ? writeCursor([last[by] ?? 0, last.id]) : null,
    leftOut: figures.leftOut,
    groupedOnly: grouped < mostFingerprints ? null : mostFingerprints,
    isShort: ids.some((id) => !told.has(id)),
  };
}

export function toSummary(
  { lastRelease, ...told }: ToldIssue,
  kept: KeptIssue | undefined,
  standing: IssueSummary['standing'],
): IssueSummary {
  return {
    ...told,
    lastRelease,
    place: kept?.place ?? '',
    // The application reported it, or printed it: it went on. What nobody caught was not handled.
    handled: told.kind === 'call' || told.source === 'manual' || told.source === 'console',
    standing,
  };
}

function isAssigned(issue: KeptIssue | undefined, wanted: string, me: string | undefined): boolean {
  if (wanted === '') return true;
  const assignee = issue?.assignee ?? null;
  if (wanted === 'nobody') return assignee === null;
  return assignee !== null && assignee === (wanted === 'me' ? me : wanted);
}

function isWanted(state: (typeof issueStates)[number], wanted: QueryOf<typeof endpoint>['state']): boolean {
  if (wanted === '') return true;
  return wanted === 'active' ? state === 'open' || state === 'regressed' : state === wanted;
}

/** Where the list goes on: after the issue that was last, or where it would stand by now. */
function placeAfter(fit: readonly IssueFigures[], cursor: string, by: FiguresBy): number {
  const [value, id] = readCursor(cursor, ['number', 'string']);
  const place = fit.findIndex((issue) => issue.id === id);
  if (place >= 0) return place + 1;
  const next = fit.findIndex((issue) => (issue[by] ?? 0) < value);
  return next === -1 ? fit.length : next;
}
