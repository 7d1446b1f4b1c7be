import { type IssueKind, type IssueSort, type IssueState, issueKinds, issueSorts, issueStates } from '@sightglass/wire';
import type { SearchTexts } from '../../client/index.ts';

/** Which issues are listed, beside what the top bar says. */
export interface IssuesSearch {
  /** As docs/search.md describes it. */
  find: string;
  kind: IssueKind | '';
  state: IssueState | 'active' | '';
  /** A member's id, `me`, `nobody`; empty: all. */
  assignee: string;
  sort: IssueSort;
}

export const noSearch: IssuesSearch = { find: '', kind: 'error', state: 'active', assignee: '', sort: 'people' };

/** `all` stands for no filter where having one is the default. */
export function readSearch(texts: SearchTexts): IssuesSearch {
  const { q = '', kind, state, assignee = '', sort } = texts;
  return {
    find: q,
    kind: kind === 'all' ? '' : (issueKinds.find((one) => one === kind) ?? noSearch.kind),
    state:
      state === 'all' ? '' : ((['active', ...issueStates] as const).find((one) => one === state) ?? noSearch.state),
    assignee,
    sort: issueSorts.find((one) => one === sort) ?? noSearch.sort,
  };
}

/** And back: what is the default leaves no trace. */
export function writeSearch({ find, kind, state, assignee, sort }: IssuesSearch): SearchTexts {
  return {
    q: find === '' ? undefined : find,
    kind: kind === noSearch.kind ? undefined : kind || 'all',
    state: state === noSearch.state ? undefined : state || 'all',
    assignee: assignee === '' ? undefined : assignee,
    sort: sort === noSearch.sort ? undefined : sort,
  };
}

export function isFiltered(search: IssuesSearch): boolean {
  return Object.values(writeSearch(search)).some((text) => text !== undefined);
}

export const issueParts = ['event', 'events', 'variants', 'log'] as const;
export type IssuePart = (typeof issueParts)[number];

/** What of one issue is shown. */
export interface IssueSearch {
  part: IssuePart;
  stack: 'pretty' | 'raw';
  /** Which single error; undefined: the best one to look at. */
  event: { session: string; tab: string; number: number } | undefined;
}

export function readIssueSearch(texts: SearchTexts): IssueSearch {
  const [, session = '', tab = '', number = ''] = /^(.{1,64})\/(.{1,64})\/(\d{1,9})$/.exec(texts.event ?? '') ?? [];
  return {
    part: issueParts.find((part) => part === texts.part) ?? 'event',
    stack: texts.stack === 'raw' ? 'raw' : 'pretty',
    event: session === '' ? undefined : { session, tab, number: Number(number) },
  };
}

export function writeIssueSearch({ part, stack, event }: IssueSearch): SearchTexts {
  return {
    part: part === 'event' ? undefined : part,
    stack: stack === 'raw' ? 'raw' : undefined,
    event: event && `${event.session}/${event.tab}/${event.number}`,
  };
}
