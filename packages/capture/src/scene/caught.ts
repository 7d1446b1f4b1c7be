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
  /** The same, read; and which of the page's fields stood in it. */
  body?: Body;
  filled?: NonNullable<CallDraft['filled']>;
  /** Of the answer, as far as the page may read them; lines of `name: value`, where it was asked for by an XMLHttpRequest. */
  headers?: Headers | string;
  /** The answer's JSON value. */
  answer?: unknown;
}

/** A body that was sent, read once. Of one that carries a secret only that it is left out is told: its size would tell a length. */
export interface Body {
  isSecret: boolean;
  /** Characters or bytes, where they are known. */
  size?: number;
  /** Of JSON and forms. */
  value?: unknown;
}
