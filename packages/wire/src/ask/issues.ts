import { z } from 'zod';
import { epochMs } from '../ids.ts';
import { stackFrame } from '../record/error.ts';
import { replayMoment } from '../statement/index.ts';
import { about, endpoint, inProject, page } from './endpoint.ts';

/** `regressed`: it was resolved, and was seen again where it should not be. */
export const issueStates = ['open', 'regressed', 'resolved', 'ignored'] as const;
export type IssueState = (typeof issueStates)[number];
export const issueKinds = ['error', 'call'] as const;
export type IssueKind = (typeof issueKinds)[number];
export const issueSorts = ['people', 'times', 'last', 'first'] as const;
export type IssueSort = (typeof issueSorts)[number];

/** What people decided about an issue, and where its state comes from. */
export const issueStanding = z.object({
  state: z.enum(issueStates),
  /** Resolved as of this release; `null`: as of the moment. With `next`: in whatever comes after the releases that were known. */
  resolvedIn: z.string().nullable(),
  resolvedNext: z.boolean(),
  /** Ignored until then; `null`: for good. */
  ignoredUntil: epochMs.nullable(),
  /** Release in which a resolved issue was seen again. */
  regressedIn: z.string().nullable(),
  assignee: z.object({ id: z.string(), name: z.string(), email: z.string() }).nullable(),
});
export type IssueStanding = z.infer<typeof issueStanding>;

export const issueSummary = z.object({
  /** Hash of the grouping key (docs/issues.md), or of the raw fingerprint until it is grouped. Ids of merged issues lead to where they went. */
  id: z.string(),
  kind: z.enum(issueKinds),
  type: z.string(),
  message: z.string(),
  source: z.string(),
  handled: z.boolean(),
  /** Where in the sources it comes from, where that is known: `src/cart/total.ts in sumOf`. */
  place: z.string(),
  times: z.number().int(),
  sessions: z.number().int(),
  visitors: z.number().int(),
  first: epochMs,
  last: epochMs,
  firstRelease: z.string(),
  lastRelease: z.string(),
  routes: z.array(z.object({ route: z.string(), times: z.number().int() })),
  trend: z.array(z.object({ at: epochMs, times: z.number().int() })),
  /** Best first; `replay`: whether it can be watched. */
  moments: z.array(replayMoment.extend({ replay: z.boolean() })).max(5),
  standing: issueStanding,
});
export type IssueSummary = z.infer<typeof issueSummary>;

const search = z.string().max(2_000).default('');

export const issues = endpoint({
  name: 'issues',
  summary: 'Errors and failed calls grouped into issues',
  path: '/api/v1/projects/:project/issues',
  access: 'viewer',
  params: inProject,
  query: about.extend(page.shape).extend({
    /** As docs/search.md describes it: asked of the errors themselves, and of their sessions where it is told of those. */
    search,
    kind: z.enum(['', ...issueKinds]).default(''),
    /** Empty: all. `active`: open and regressed. */
    state: z.enum(['', 'active', ...issueStates]).default(''),
    /** A member's id; `me`; `nobody`. Empty: all. */
    assignee: z.string().max(64).default(''),
    sort: z.enum(issueSorts).default('people'),
  }),
  answer: z.object({
    issues: z.array(issueSummary),
    bucketMs: z.number().int(),
    /** How many there are in each state, whatever state was asked for. */
    states: z.object({ open: z.number(), regressed: z.number(), resolved: z.number(), ignored: z.number() }),
    total: z.number().int(),
    next: z.string().nullable(),
    /** Issues past the five thousand with most people, which are not looked at. */
    leftOut: z.number().int(),
    /** So many fingerprints are grouped; those that come beside them are issues of their own. null: all are. */
    groupedOnly: z.number().int().nullable(),
  }),
});

const one = inProject.extend({ issue: z.string().max(64) });
const values = z.array(z.object({ value: z.string(), times: z.number().int() }));

/** One line of what happened to an issue. `by`: a member's address, a token's name, or empty for the server itself. */
export const issueActivity = z.object({
  at: epochMs,
  by: z.string(),
  did: z.enum(['seen', 'resolved', 'ignored', 'reopened', 'regressed', 'assigned', 'unassigned', 'merged', 'split']),
  /** A release, a member, another issue; what it is depends on `did`. */
  about: z.string(),
});
export type IssueActivity = z.infer<typeof issueActivity>;

/** Errors that are one before anything is known of their sources. What an issue is split by. */
export const issueVariant = z.object({
  fingerprint: z.string(),
  message: z.string(),
  release: z.string(),
  place: z.string(),
  times: z.number().int(),
  last: epochMs,
  /** Whether its stack was read with source maps; else why not. */
  mapped: z.boolean(),
  byHand: z.boolean(),
});
export type IssueVariant = z.infer<typeof issueVariant>;

export const issue = endpoint({
  name: 'issue',
  summary: 'One issue: how it goes on, whom it meets and where, and what was decided about it',
  path: '/api/v1/projects/:project/issues/:issue',
  access: 'viewer',
  params: one,
  query: about.extend({ search }),
  answer: issueSummary.extend({
    bucketMs: z.number().int(),
    facets: z.object({
      releases: values,
      environments: values,
      routes: values,
      browsers: values,
      systems: values,
      roles: values,
    }),
    /** At most 200, the most frequent first. */
    variants: z.array(issueVariant),
    activity: z.array(issueActivity),
  }),
});

/** A frame as its place in the sources says it. */
export const prettyFrame = z.object({
  raw: stackFrame,
  /** `null`: as it came; `why` says what is missing. */
  original: z
    .object({
      file: z.string(),
      line: z.number().int(),
      column: z.number().int(),
      function: z.string(),
      /** Absent where the map has no text, or the caller may not read it. */
      lines: z.object({ first: z.number().int(), text: z.array(z.string()) }).optional(),
    })
    .nullable(),
  why: z.string(),
  owner: z.enum(['product', 'third-party', 'sdk', 'browser', 'unknown']),
  package: z.string(),
});
export type PrettyFrame = z.infer<typeof prettyFrame>;

const eventKey = z.object({ session: z.string(), tab: z.string(), number: z.number().int(), at: epochMs });

export const issueEvents = endpoint({
  name: 'issueEvents',
  summary: 'The single errors or failed calls of one issue, newest first',
  path: '/api/v1/projects/:project/issues/:issue/events',
  access: 'viewer',
  params: one,
  query: about.extend(page.shape).extend({ search }),
  answer: z.object({
    events: z.array(
      eventKey.extend({
        visitor: z.string(),
        role: z.string(),
        release: z.string(),
        environment: z.string(),
        route: z.string(),
        browser: z.string(),
        os: z.string(),
        message: z.string(),
        replay: z.boolean(),
      }),
    ),
    next: z.string().nullable(),
  }),
});
export type IssueEvent = z.infer<typeof issueEvents.answer>['events'][number];

export const issueEvent = endpoint({
  name: 'issueEvent',
  summary:
    'One error or failed call of an issue with its stack, raw and in the words of the sources, and what led to it',
  path: '/api/v1/projects/:project/issues/:issue/event',
  access: 'viewer',
  params: one,
  query: about.extend({
    search,
    /** Of one event as `issueEvents` lists it; without them, the newest that can be watched, else the newest. */
    session: z.string().max(64).default(''),
    tab: z.string().max(64).default(''),
    number: z.coerce.number().int().min(0).default(0),
  }),
  answer: z.object({
    event: issueEvents.answer.shape.events.element,
    type: z.string(),
    /** Outermost first: the error, then what caused it. A failed call has none. */
    thrown: z.array(z.object({ type: z.string(), message: z.string(), frames: z.array(prettyFrame) })),
    call: z
      .object({
        method: z.string(),
        host: z.string(),
        path: z.string(),
        status: z.number().int(),
        durationMs: z.number().nullable(),
        code: z.string(),
        message: z.string(),
      })
      .nullable(),
    /** What the session told before it, oldest first; at most 30. */
    breadcrumbs: z.array(z.object({ at: epochMs, kind: z.string(), text: z.string(), failed: z.boolean() })),
  }),
});

const change = z.discriminatedUnion('to', [
  z.object({ to: z.literal('open') }),
  /** `release`: fixed as of it. `next`: as of whatever comes after the releases known by now. Neither: as of now. */
  z.object({ to: z.literal('resolved'), release: z.string().max(256).optional(), next: z.boolean().optional() }),
  z.object({ to: z.literal('ignored'), until: epochMs.optional() }),
  /** A member's id; `null`: nobody. */
  z.object({ to: z.literal('assigned'), member: z.string().max(64).nullable() }),
]);
export type IssueChange = z.infer<typeof change>;

const someIssues = z.array(z.string().min(1).max(64)).min(1).max(200);
const done = z.object({ done: z.literal(true) });

export const changeIssues = endpoint({
  name: 'changeIssues',
  summary: 'Resolves, ignores, opens again or assigns issues',
  method: 'PATCH',
  path: '/api/v1/projects/:project/issues',
  access: 'member',
  params: inProject,
  body: z.object({ issues: someIssues, change }),
  answer: done,
});

export const mergeIssues = endpoint({
  name: 'mergeIssues',
  summary: 'Makes other issues a part of this one, also what comes of them later',
  method: 'POST',
  path: '/api/v1/projects/:project/issues/:issue/merge',
  access: 'member',
  params: one,
  body: z.object({ issues: someIssues }),
  answer: z.object({ issue: z.string() }),
});

export const splitIssue = endpoint({
  name: 'splitIssue',
  summary: 'Takes variants out of an issue and makes them an issue of their own',
  method: 'POST',
  path: '/api/v1/projects/:project/issues/:issue/split',
  access: 'member',
  params: one,
  body: z.object({ fingerprints: z.array(z.string().min(1).max(64)).min(1).max(200) }),
  answer: z.object({ issue: z.string() }),
});
