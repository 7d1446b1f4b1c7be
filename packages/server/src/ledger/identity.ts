import { createHash } from 'node:crypto';

/** 16 bytes that stand for what may come twice; parts hold no space, so they cannot run into each other. */
export function identityOf(...parts: (string | number)[]): Buffer {
  return createHash('sha256').update(parts.join(' ')).digest().subarray(0, 16);
}

/** Of a batch of our own SDK. */
export const batchIdentity = (
  project: string,
  { session, tab, seq }: { session: string; tab: string; seq: number },
): Buffer => identityOf(project, 'records', session, tab, seq);

/** Of a segment of replay, whichever SDK sent it. */
export const segmentIdentity = (
  project: string,
  { session, tab, page, seq }: { session: string; tab: string; page: string; seq: number },
): Buffer => identityOf(project, 'segment', session, tab, page, seq);
