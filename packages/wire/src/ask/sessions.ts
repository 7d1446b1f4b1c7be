import { z } from 'zod';
import { epochMs } from '../ids.ts';
import { recordKinds, wireRecord } from '../record/index.ts';
import type { SegmentContent } from '../segment.ts';
import { about, endpoint, inProject, page } from './endpoint.ts';

export const sessionSummary = z.object({
  session: z.string(),
  start: epochMs,
  end: epochMs,
  visitor: z.string().nullable(),
  role: z.string(),
  environment: z.string(),
  release: z.string(),
  browser: z.string(),
  os: z.string(),
  device: z.enum(['desktop', 'mobile', 'tablet', 'bot', 'other']),
  country: z.string(),
  entryRoute: z.string(),
  lastRoute: z.string(),
  tabs: z.number().int(),
  views: z.number().int(),
  actions: z.number().int(),
  calls: z.number().int(),
  failedCalls: z.number().int(),
  errors: z.number().int(),
  frustrations: z.number().int(),
  /** Whether there is a segment to play. */
  replay: z.boolean(),
  sample: z.boolean(),
  intake: z.string(),
});
export type SessionSummary = z.infer<typeof sessionSummary>;

/** A session as a list shows it. */
export const listedSession = sessionSummary.extend({
  /** How much was done in each of equal parts of it: screens, actions and errors. Empty: not known. */
  activity: z.array(z.number().int()),
  /** The worst of its screens; milliseconds, layout shift without a unit. null: none was measured. */
  vitals: z.object({ lcp: z.number().nullable(), inp: z.number().nullable(), cls: z.number().nullable() }),
  /** Where the first thing that the search asks for was met; null: the search asks for nothing that has a moment. */
  found: z
    .object({
      at: epochMs,
      text: z.string(),
      in: z.enum(['screen', 'console', 'call', 'error', 'route', 'action', 'other']),
    })
    .nullable(),
});
export type ListedSession = z.infer<typeof listedSession>;

/** A session is live while its last sign of life is younger than this. */
export const liveForMs = 60_000;

const one = inProject.extend({ session: z.string().max(64) });

export const listSessions = endpoint({
  name: 'listSessions',
  summary: 'Sessions, newest first',
  path: '/api/v1/projects/:project/sessions',
  access: 'viewer',
  params: inProject,
  query: about.extend(page.shape).extend({
    /** A search as docs/search.md describes it; plain words are looked for in routes, titles, action names, messages and the visitor's id. */
    search: z.string().max(2_000).default(''),
    role: z.string().max(256).default(''),
    browser: z.string().max(64).default(''),
    device: z.string().max(16).default(''),
    has: z.enum(['', 'errors', 'frustrations', 'failed-calls', 'replay']).default(''),
    route: z.string().max(1024).default(''),
  }),
  answer: z.object({ sessions: z.array(listedSession), next: z.string().nullable(), total: z.number().int() }),
});

export const getSession = endpoint({
  name: 'getSession',
  summary: 'One session',
  path: '/api/v1/projects/:project/sessions/:session',
  access: 'viewer',
  params: one,
  answer: sessionSummary,
});

/** A stored record with the identity that its batch gave it. */
export const storedRecord = z.object({
  tab: z.string(),
  number: z.number().int(),
  receivedAt: epochMs,
  record: wireRecord,
});
export type StoredRecord = z.infer<typeof storedRecord>;

export const listRecords = endpoint({
  name: 'listRecords',
  summary: 'The records of one session, in order of time',
  path: '/api/v1/projects/:project/sessions/:session/records',
  access: 'viewer',
  params: one,
  query: z.object({
    cursor: z.string().max(512).optional(),
    limit: z.coerce.number().int().min(1).max(5_000).default(2_000),
    kind: z.enum(['', ...recordKinds]).default(''),
  }),
  answer: z.object({ records: z.array(storedRecord), next: z.string().nullable() }),
});

export const getReplay = endpoint({
  name: 'getReplay',
  summary:
    'The replay of one session as NDJSON: its rrweb events, one a line, all tabs together. As `segments`: each line `{format, tab, page, seq, events}`, one stored segment a line as it came, in order of time; `{gap}` where one is damaged; `{text, value}` before the first segment that names that stored text. All of it, one page load, or some of its segments',
  path: '/api/v1/projects/:project/sessions/:session/replay',
  access: 'viewer',
  params: one,
  query: z.object({
    /** Only segments that end at or after this moment. */
    since: z.coerce.number().int().min(0).default(0),
    /**
     * `rrweb`: one event a line, as any rrweb tool reads it. `segments`: what the player reads. `index`: which segments there are, `{place}` a line,
     * without what they hold.
     */
    as: z.enum(['segments', 'rrweb', 'index']).default('rrweb'),
    /** Only this page load; of it only the segments whose numbers are from `first` to `last`. */
    page: z.string().max(64).default(''),
    first: z.coerce.number().int().min(0).default(0),
    last: z.coerce.number().int().min(0).default(Number.MAX_SAFE_INTEGER),
  }),
  answer: z.string(),
  media: 'application/x-ndjson',
});
/** One line of {@link getReplay}: a segment, the gap where one is damaged, or a stored text. */
export type ReplayLine = ReplaySegment | ReplayGap | ReplayText;
export interface ReplayGap {
  gap: { tab: string; page: string; seq: number; from: number; until: number; reason: string };
}
/**
 * A text that segments name by its hash. It stands before the first of them, once in an answer; `value` is null where the
 * store has it no more, and then what it would have said is shown empty.
 */
export interface ReplayText {
  text: string;
  value: string | null;
}
export type ReplaySegment = SegmentContent & ReplayPlace;
/** Which segment it is and when. `anchor`: a whole page begins in it, so a player can begin here. */
export interface ReplayPlace {
  tab: string;
  page: string;
  seq: number;
  from: number;
  until: number;
  anchor: boolean;
}
/** One line of {@link getReplay} as `index`. */
export interface ReplayIndexLine {
  /** `bytes`: what it takes in the store, packed. */
  place: ReplayPlace & { bytes: number };
}
