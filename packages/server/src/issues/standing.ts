import type { KeptIssue, Member } from '@sightglass/store';
import type { IssueStanding, IssueState } from '@sightglass/wire';

type People = ReadonlyMap<string, Pick<Member, 'id' | 'name' | 'email'>>;

/** The state as it is now: what was ignored until a moment that has passed is open again. */
export function stateOf(issue: Pick<KeptIssue, 'state' | 'ignoredUntil'> | undefined, now: number): IssueState {
  if (issue === undefined) return 'open';
  return issue.state === 'ignored' && issue.ignoredUntil !== null && issue.ignoredUntil <= now ? 'open' : issue.state;
}

/** @param issue - undefined: nothing is known of it yet. */
export function standingOf(issue: KeptIssue | undefined, people: People, now: number): IssueStanding {
  const state = stateOf(issue, now);
  const assignee = people.get(issue?.assignee ?? '');
  return {
    state,
    resolvedIn: state === 'resolved' ? (issue?.resolvedIn ?? null) : null,
    resolvedNext: state === 'resolved' && (issue?.resolvedNext ?? false),
    ignoredUntil: state === 'ignored' ? (issue?.ignoredUntil ?? null) : null,
    regressedIn: state === 'regressed' ? (issue?.regressedIn ?? null) : null,
    assignee: assignee === undefined ? null : { id: assignee.id, name: assignee.name, email: assignee.email },
  };
}
