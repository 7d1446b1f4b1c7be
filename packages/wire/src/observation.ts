import type { EpochMs } from './ids.ts';

/**
 * What kinds of things sessions show. Each is the ground of one kind of statement, or of several.
 * Identity is (`kind`, `key`); what a key is made of is said in `specify/src/observe`, one file a kind.
 */
export const observationKinds = [
  'app',
  'screen',
  'link',
  'action',
  'journey',
  'call',
  'answer',
  'query',
  'requestField',
  'responseField',
  'change',
  'constraint',
  'refusal',
  'role',
  'access',
  'held',
  'error',
  'limit',
  'rhythm',
  'flag',
] as const;
export type ObservationKind = (typeof observationKinds)[number];

/**
 * What one session shows of one thing: a row, replaced by a later one of the same session. Pure counts, so that rows of any sessions
 * merge in any order and any grouping by adding them up (associative, commutative; idempotent, since a row has an identity).
 * No value of a person is in it.
 */
export interface Observation {
  kind: ObservationKind;
  key: string;
  session: string;
  /** Empty: the session is a visitor of its own. */
  visitor: string;
  /** The person's role in this session, as `setUser` or an answer about the signed-in person told it; empty: not told. */
  role: string;
  release: string;
  environment: string;
  /** The best moment to look at. */
  at: EpochMs;
  /** How well it shows there. 3: an action with its answer in view, 2: an answer, 1: a sighting. */
  quality: 1 | 2 | 3;
  /** What is seen there, in a few words; paths with placeholders. */
  note: string;
  /** First and last sighting. */
  first: EpochMs;
  last: EpochMs;
  n: number;
  against: number;
  /** Counters by label, such as `type:string`, `status:200`, `from:/orders/{integer}`: bounded, and added up in a merge. */
  counts: Record<string, number>;
}

/** Observations of many sessions added up; what `specify` reads. Sessions and visitors are exact while few, within a percent when many. */
export interface Fact {
  kind: ObservationKind;
  key: string;
  sessions: number;
  visitors: number;
  n: number;
  against: number;
  first: EpochMs;
  last: EpochMs;
  releases: string[];
  /** Sessions by role. */
  roles: Record<string, number>;
  counts: Record<string, number>;
  /** How many visitors showed each label of {@link countedByVisitor}: what few showed is not told. */
  visitorsOf: Record<string, number>;
  /** Some of the visitors, those whose sessions came first for the sample: two facts together have at least as many as these two lists. */
  people?: string[];
  /** Best first, spread over visitors and releases. */
  sample: { session: string; at: EpochMs; release: string; note: string }[];
}

/**
 * Labels of which it is known how many visitors showed them, as a pattern that JavaScript and the engine read alike: what is told only once
 * several people showed it. Of others (how long it took, on which screen, how long a text was) it would cost nine tenths of all that is kept.
 */
export const countedByVisitor =
  '^(?:value|call|message|status|count|title|control):|^(?:type:null|optional|allowed|refused|empty)$';

export interface Counted {
  value: string;
  times: number;
}
