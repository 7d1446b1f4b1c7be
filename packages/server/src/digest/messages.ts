import type { EngineAddress, SampleCounts } from '@sightglass/store';
import type { ErrorCode, LiveMessage } from '@sightglass/wire';
import type { Whom } from '../ledger/index.ts';
import type { Erased } from './erasing.ts';
import type { DaysLeft } from './face.ts';

/** Not an argument: the engine's address may hold a password, and arguments are shown to everybody on the machine. */
export const startVariable = 'SIGHTGLASS_DIGEST';

/** How the digest's process is told what to do at its start, as JSON. */
export interface DigestStart {
  data: string;
  engine: EngineAddress;
  retentionDays?: number;
  durable: number;
  /** Projects that were removed: nothing of them is stored, whatever is in the journal. */
  gone: string[];
  /** The last ones crashed by themselves: read one entry at a time, and set the one aside that does it. */
  careful: boolean;
}

/** Of a digest that ended by itself, since the ledger is damaged: no entry is to blame, and the next one will fare no better. */
export const endedByDamage = 76;
/** Or since there was no room: the next one may find some. */
export const endedByFullDisk = 77;

export type ToDigest =
  | { tell: 'grown'; durable: number }
  | { tell: 'settle' }
  | { tell: 'remove-sample'; project: string; after: number }
  | { tell: 'erase'; project: string; whom: Whom; after: number }
  | { tell: 'end-erasure'; project: string; whom: Whom; upTo: number }
  | { tell: 'put-erasure-off'; project: string; whom: Whom; upTo: number }
  | { tell: 'remove-project'; project: string }
  | { tell: 'retain'; project: string; days: number }
  | { tell: 'stop' };

export type FromDigest =
  | { tell: 'ready' }
  | { tell: 'live'; project: string; message: LiveMessage }
  | { tell: 'confirmed'; sequence: number }
  | { tell: 'state'; stored: number; trouble: string | null }
  | { tell: 'days'; days: DaysLeft }
  | { tell: 'sample-removed'; project: string; was: SampleCounts; upTo: number }
  | { tell: 'sample-stays'; project: string; code: ErrorCode }
  | ({ tell: 'erased' } & Erased)
  | ({ tell: 'erasure-over' } & Erased)
  | { tell: 'not-erased'; project: string; whom: Whom; code: ErrorCode }
  | { tell: 'project-removed'; project: string }
  | { tell: 'project-stays'; project: string }
  | { tell: 'dropped'; project: string | null; before: number }
  | { tell: 'log'; level: 'info' | 'warn'; about: object; message: string };
