import type { Draft } from './scene.ts';

export type ActionDraft = Extract<Draft, { kind: 'action' }>;
export type CallDraft = Extract<Draft, { kind: 'resource' }>;

/** What was caught of a call, in this page's memory only, until it is understood. */
export interface Caught {
  url: string;
  params: URLSearchParams;
  /** By the page's performance clock. */
  startedMs: number;
  sent?: unknown;
  /** The answer's JSON value. */
  answer?: unknown;
}
