import type { EpochMs } from './ids.ts';
import type { Shape } from './shape.ts';
import type { ReplayMoment } from './statement.ts';

/**
 * Facts: what the store counted, from which `specify` makes statements. They never leave the server, so they are plain types.
 * Paths and routes come with the placeholders that the browser put in; names for them are bound when reading (see `specify`).
 */

/** What stands behind a fact. A record that is there twice counts once; sessions and visitors are exact while few, within a percent when many. */
export interface Seen {
  sessions: number;
  /** A session without a visitor id counts as a visitor of its own. */
  visitors: number;
  observations: number;
  first: EpochMs;
  last: EpochMs;
  releases: string[];
  /** Evidence, best first: spread over visitors and releases, sessions with a replay preferred, at most one for each session. */
  sample: ReplayMoment[];
}

export interface Counted {
  value: string;
  times: number;
}

export interface ScreenFact {
  route: string;
  seen: Seen;
  /** With the number of visitors that saw each; most first. */
  titles: Counted[];
  controls: { role: string; name: string; actions: number; frustrated: number; visitors: number }[];
  /** Routes of the view before, in the same tab. */
  enteredFrom: { route: string; views: number }[];
}

export interface CallFact {
  method: string;
  /** Empty for the page's own. */
  host: string;
  path: string;
  /** Media type of most answers; empty where the browser did not tell. */
  mime: string;
  seen: Seen;
  failed: number;
  p75Ms: number | null;
  statuses: { status: number; calls: number }[];
  query: { name: string; format: string; calls: number }[];
  /** Shapes of bodies, from a sample of calls that were answered below 400; one for each observation. */
  requests: Shape[];
  /** How many of the sampled calls told nothing of their body, since it carries a secret. */
  requestsLeftOut: number;
  responses: Shape[];
  screens: { route: string; calls: number }[];
}

export interface ErrorFact {
  origin: 'answer' | 'thrown';
  /** Code of an answer (empty: the body named none), or type of a thrown error. */
  code: string;
  status: number | null;
  /** Of an answer: the host that gave it. Of a thrown error: the host of its first frame. Empty for the page's own. */
  host: string;
  /** Where thrown errors were caught: `uncaught`, `rejection`, `manual`; empty for answers. */
  sources: string[];
  messages: Counted[];
  seen: Seen;
  /** `POST /api/orders` for answers, a route for thrown errors. */
  raisedBy: { subject: string; times: number }[];
}

export interface Facts {
  basis: { sessions: number; visitors: number; releases: string[] };
  screens: ScreenFact[];
  calls: CallFact[];
  errors: ErrorFact[];
  /** Facts that a bound of the questions left out, by point. */
  leftOut: { screens: number; calls: number; errors: number };
}
