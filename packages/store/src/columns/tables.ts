/**
 * The tables of the column engine, each with the row that is written to it. Codecs, order and partitions are measured
 * choices (shared STORAGE, sections 3 and 7). Times are written as milliseconds and stored as DateTime64(3).
 */

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

/**
 * What the sessions of a day's first hours show of one thing, added up: so that old days need not be added up again. Written by the engine
 * itself, save for a day's head (`kind` and `key` empty); those rows count whose version is the head's.
 */
export interface ObservationStateRow {
  project: string;
  kind: string;
  key: string;
  /** The day, UTC. */
  start: number;
  /** 1: of all environments and releases; 0: of those that it names. */
  whole: number;
  environment: string;
  release: string;
  sample: number;
  /** Of a head: how many hours of the day, and the newest version of a session's head in them. */
  hours: number;
  folded: number;
  version: number;
}

/** Which issue a raw fingerprint belongs to; the highest version counts. A copy of what the catalog says, so that the engine can fold by it. */
export interface IssueGroupRow {
  project: string;
  fingerprint: string;
  issue: string;
  version: number;
}

/**
 * Errors and failed calls of a day's first hours, added up by raw fingerprint. As with {@link ObservationStateRow} a day has a head
 * (`fingerprint` empty), and those rows count whose version is the head's.
 */
export interface IssueDayRow {
  project: string;
  fingerprint: string;
  /** The day, UTC. */
  start: number;
  /** `error` or `call`. */
  kind: string;
  /** 1: of all environments and releases; 0: of those that it names. */
  whole: number;
  environment: string;
  release: string;
  sample: number;
  /** Of a head: how many hours, and what was there when they were added up: the newest batch and the number of rows. */
  hours: number;
  newest: number;
  told: number;
  version: number;
  /** Of a head: of what wrote these rows. */
  revision: number;
}

/** Errors and failed calls of the days in {@link IssueDayRow}, each once: a search asks of them one by one. */
export interface TroubleRow {
  project: string;
  /** The day, UTC. */
  start: number;
  session: string;
  /** Its hash, by which it is looked for. */
  of_session: number;
  at: number;
  number: number;
  /** Hash of the tab. */
  of_tab: number;
  /** `error` or `call`. */
  what: string;
  fingerprint: string;
  name: string;
  type: string;
  text: string;
  /** Name and text in one: what a word is looked for in. */
  said: string;
  method: string;
  host: string;
  /** Method, host and path in one. */
  call: string;
  status: number;
  took: number;
  code: string;
  route: string;
  visitor: string;
  /** Who it was, as far as the session told when the day was added up, and whether it can be watched. */
  person: string;
  watchable: number;
  environment: string;
  release: string;
  sample: number;
  version: number;
}

/**
 * Calls of a day's first hours, added up by what tells them apart. As with {@link IssueDayRow} a day has a head, here with `whole` 2, and
 * those rows count whose version is the head's.
 */
export interface CallDayRow {
  project: string;
  method: string;
  host: string;
  path: string;
  status: number;
  failed: number;
  /** The day, UTC. */
  start: number;
  /** 2: a head; 1: of all environments and releases; 0: of those that it names. */
  whole: number;
  environment: string;
  release: string;
  sample: number;
  /** Of a head: how many hours, and what was there when they were added up: the newest batch and the number of rows. */
  hours: number;
  newest: number;
  told: number;
  version: number;
  /** Of a head: of what wrote these rows. */
  revision: number;
}

/** Calls of the days in {@link CallDayRow}, each once: a search asks of them one by one. */
export interface CallRow {
  project: string;
  /** The day, UTC. */
  start: number;
  /** Hash of the session: next to nothing is read of a session that is not asked for. */
  of_session: number;
  at: number;
  number: number;
  /** Hash of the tab. */
  of_tab: number;
  method: string;
  host: string;
  path: string;
  /** Method, host and path in one. */
  call: string;
  status: number;
  failed: number;
  took: number;
  route: string;
  code: string;
  environment: string;
  release: string;
  sample: number;
  version: number;
}

/**
 * What a session did in a day's first hours, in order of time: lists side by side, an element for each screen, action, call and error. One that is
 * told again is there once, as it was told last, save for titles of a screen: each has an element. As with {@link IssueDayRow} a day has a head
 * (`of_session` 0), and those rows count whose version is the head's.
 */
export interface SessionDayRow {
  project: string;
  /** The day, UTC. */
  start: number;
  /** Hash of the session. */
  of_session: number;
  /** 1: nothing of the session stands in another row, nor did it when the day was added up; and its events fit into twenty bits. */
  alone: number;
  environment: string;
  release: string;
  sample: number;
  /** Milliseconds since the day began, times 2^20, and the number of the event, which tells those of the row apart: from 1. */
  ends: number[];
  what: ('view' | 'action' | 'call' | 'error')[];
  /** A screen's route, an action's name, a call's method, host and path in one, an error's name and text in one. */
  said: string[];
  /** A screen's title, what kind of control an action was on, an error's fingerprint. */
  also: string[];
  /** Of calls, as the following ones. */
  method: string[];
  host: string[];
  status: number[];
  took: number[];
  /** Of a head: how many hours, and what was there when they were added up: the newest batch and the number of rows. */
  hours: number;
  newest: number;
  told: number;
  version: number;
  /** Of a head: of what wrote these rows. */
  revision: number;
}

/** Visits of a day's first hours and what happened on the screens, added up by route, in the manner of {@link CallDayRow}. */
export type RouteDayRow = Omit<CallDayRow, 'method' | 'host' | 'path' | 'status' | 'failed'> & { route: string };

/**
 * Web Vitals of a day's first hours, each once. As with {@link IssueDayRow} a day has a head (`name` empty), and those rows count whose version
 * is the head's.
 */
export interface VitalRow {
  project: string;
  name: string;
  /** The day, UTC. */
  start: number;
  at: number;
  /** Hash of the session. */
  of_session: number;
  /** Hash of what makes several reports one vital, with its session; which of them this is, and its number in the tab. */
  of_vital: number;
  telling: number;
  number: number;
  value: number;
  route: string;
  environment: string;
  release: string;
  browser: string;
  os: string;
  device: string;
  country: string;
  intake: string;
  sample: number;
  /** 1: its session was told of before or after these hours too, where the last report may stand. */
  across: number;
  /** Of a head: how many hours, and what was there when they were gathered: the newest batch and the number of rows. */
  hours: number;
  newest: number;
  told: number;
  version: number;
  /** Of a head: of what wrote these rows. */
  revision: number;
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
