/**
 * The tables of the column engine, each with the row that is written to it. Codecs, order and partitions are measured
 * choices (shared STORAGE, sections 3 and 7). Times are written as milliseconds and stored as DateTime64(3).
 */

import type {
  CallDayRow,
  CallRow,
  IssueDayRow,
  ObservationStateRow,
  RouteDayRow,
  SessionDayRow,
  TroubleRow,
  VitalRow,
} from './day-tables.ts';

/** One record, wide: what is asked often has a column, `record` holds the whole as JSON. */
export interface RecordRow {
  project: string;
  kind: string;
  at: number;
  session: string;
  tab: string;
  number: number;
  received_at: number;
  environment: string;
  release: string;
  visitor: string;
  role: string;
  /** Which SDK's decoder made it: `sightglass`, later `datadog`, `sentry`, `rrweb`. */
  intake: string;
  /** 1 for sample data, so that it can be removed. */
  sample: number;
  browser: string;
  os: string;
  device: string;
  country: string;
  view: string;
  route: string;
  /** By kind: action's name, vital's name, error's type, form's, custom's and state's name or subject. */
  name: string;
  /** By kind: action, resource, longtask type; error source; console level; form event; view cause. */
  type: string;
  /** By kind: view title, error message, console line, action's role, state's `to`, resource's errorMessage. */
  text: string;
  /** View and resource path (placeholders for ids). */
  path: string;
  host: string;
  method: string;
  status: number;
  /** 1: a call with status 0 or from 400 on. */
  failed: number;
  duration_ms: number;
  /** A vital's value; a long task's blocking time. */
  value: number;
  /** Identity of actions, resources and vitals that are sent more than once; the highest version counts. */
  record_id: string;
  version: number;
  /** The action that caused a call or an error. */
  action: string;
  frustrations: string[];
  /** Issue id of an error; an answer's error code is `code`. */
  issue: string;
  code: string;
  /** What the application told; of a session's beginning `language`, `timezone` and `referrer`. */
  attributes: Record<string, string>;
  record: string;
  _batch: number;
}

/** A session, recomputed whole from its records whenever it is touched; the highest `version` counts. */
export interface SessionRow {
  project: string;
  session: string;
  start: number;
  end: number;
  visitor: string;
  role: string;
  environment: string;
  release: string;
  intake: string;
  sample: number;
  browser: string;
  os: string;
  device: string;
  country: string;
  /** A tag of BCP 47, as the browser prefers it. */
  language: string;
  /** A name of the IANA time zone database. */
  timezone: string;
  /** The host that led here; empty: none, the application's own, or one that nobody told. */
  referrer: string;
  entry_route: string;
  last_route: string;
  tabs: number;
  views: number;
  actions: number;
  calls: number;
  failed_calls: number;
  errors: number;
  frustrations: number;
  replay: number;
  /** Lower-case routes, titles, action names, messages: what the search box finds. */
  words: string;
  /** How much was done in each of 24 equal parts of it: screens, actions and errors; 255 is the most. */
  activity: number[];
  /** The worst of its screens: milliseconds, and layout shift without a unit; 0: none was measured. */
  lcp: number;
  inp: number;
  cls: number;
  version: number;
}

/** Where a segment's bytes are. */
export interface SegmentRow {
  project: string;
  session: string;
  tab: string;
  page: string;
  seq: number;
  from: number;
  until: number;
  anchor: number;
  events: number;
  pack: string;
  offset: number;
  length: number;
  dictionary: string;
  /** Hash of the events as sent: the same number with other content is a conflict. */
  content: string;
  sample: number;
  received_at: number;
  _batch: number;
}

/** A text that a session met, once, at the moment it was first met: what full text searches and where its hits lead. */
export interface LineRow {
  project: string;
  /**
   * Where it stood: `screen`, `console`, `call` or `error`. `stated`: a line of a screen again, since it states a limit. `held`: what a
   * page holds for people to use, `button Approve`. `cut`, without a text: from here on no more was kept of the session.
   */
  kind: string;
  text: string;
  session: string;
  at: number;
  sample: number;
  /** Greater for earlier moments: the first one stands. */
  earlier: number;
}

/**
 * What a session shows of one thing (`Observation` in the wire). All rows of a session are written at once, whole, with one `version`, and
 * with one row more, its head: `kind` and `key` empty. Those count whose version is the head's; what an older head had is gone with it.
 */
export interface ObservationRow {
  project: string;
  kind: string;
  key: string;
  session: string;
  /** When the session began: where its rows stand. */
  start: number;
  visitor: string;
  role: string;
  environment: string;
  release: string;
  sample: number;
  /** 1: the session can be watched. */
  replay: number;
  at: number;
  quality: number;
  note: string;
  first: number;
  last: number;
  n: number;
  against: number;
  /** Counters by label: names and numbers side by side. */
  labels: string[];
  counts: number[];
  /** Of a head: the version of the session that was read, and the revision of what looks at it. */
  seen: number;
  revision: number;
  version: number;
}

/** Which issue a raw fingerprint belongs to; the highest version counts. A copy of what the catalog says, so that the engine can fold by it. */
export interface IssueGroupRow {
  project: string;
  fingerprint: string;
  issue: string;
  version: number;
}

export interface Rows {
  records: RecordRow;
  sessions: SessionRow;
  replay_segments: SegmentRow;
  lines: LineRow;
  observations: ObservationRow;
  observation_states: ObservationStateRow;
  issue_groups: IssueGroupRow;
  issue_days: IssueDayRow;
  trouble_rows: TroubleRow;
  call_days: CallDayRow;
  call_rows: CallRow;
  session_days: SessionDayRow;
  route_days: RouteDayRow;
  vital_rows: VitalRow;
}
export type TableName = keyof Rows;
