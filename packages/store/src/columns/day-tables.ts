/**
 * What is kept of whole days so that it need not be added up again for each question: rows that can be written anew from those of
 * `tables.ts` at any time.
 */

/** Beside each of them: which adding up wrote it. A day has a head, a row without what is added up, and those rows count whose version is its. */
interface DayRow {
  /** Of a head: how many hours, and what was there when they were added up or gathered: the newest batch and the number of rows. */
  hours: number;
  newest: number;
  told: number;
  version: number;
  /** Of a head: of what wrote these rows. */
  revision: number;
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

/**
 * Errors and failed calls of a day's first hours, added up by raw fingerprint. As with {@link ObservationStateRow} a day has a head
 * (`fingerprint` empty), and those rows count whose version is the head's.
 */
export interface IssueDayRow extends DayRow {
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
export interface CallDayRow extends DayRow {
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
export interface SessionDayRow extends DayRow {
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
}

/** Visits of a day's first hours and what happened on the screens, added up by route, in the manner of {@link CallDayRow}. */
export type RouteDayRow = Omit<CallDayRow, 'method' | 'host' | 'path' | 'status' | 'failed'> & { route: string };

/**
 * Web Vitals of a day's first hours, each once. As with {@link IssueDayRow} a day has a head (`name` empty), and those rows count whose version
 * is the head's.
 */
export interface VitalRow extends DayRow {
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
}
