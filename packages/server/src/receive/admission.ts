import type { IncomingMessage } from 'node:http';
import { SightglassError } from '@sightglass/wire';
import type { ReceiverParts } from './face.ts';
import type { Quota } from './quota.ts';

/** Who may send: the same for every door. */
export interface Admission {
  /**
   * The project whose key it is, if it may send now.
   *
   * @param tell - Called with the project as soon as it is known, so that a refusal is counted for it.
   * @throws {SightglassError} what the sender is told
   */
  pass(key: string | undefined, tell: (project: string) => void): string;
  /** What came is as much as so many requests more. @throws {SightglassError} `over_quota` */
  charge(project: string, requests: number): void;
  /**
   * Does what keeps everybody waiting meanwhile; a project that has taken more than its share of that time is let in later, as long as there
   * are others.
   */
  inItsTime<Done>(project: string, work: () => Done): Done;
  /** @throws {SightglassError} `recording_off`, `forbidden` @returns whether old times pass and the data is marked as a sample */
  judge(request: IncomingMessage, project: string): Promise<boolean>;
}

/** A project is alone where no other has sent anything for so long: it keeps nobody waiting, whatever it takes. */
const aloneAfterMs = 10_000;

export function createAdmission(
  parts: Pick<ReceiverParts, 'keys' | 'isOff' | 'backfill' | 'now'>,
  quota: Quota,
  time: Quota,
  isStopping: () => boolean,
): Admission {
  let latest = { project: '', at: Number.NEGATIVE_INFINITY };
  /** The latest of another project than that. */
  let other = latest;

  function came(project: string): void {
    if (project !== latest.project) other = latest;
    latest = { project, at: parts.now() };
  }

  function isAlone(project: string): boolean {
    const { at } = project === latest.project ? other : latest;
    return parts.now() - at > aloneAfterMs;
  }

  function charge(project: string, requests: number): void {
    const waitMs = time.take(project, 0) || quota.take(project, requests);
    if (waitMs > 0) throw new SightglassError('over_quota', undefined, { retryAfter: Math.ceil(waitMs / 1_000) });
  }

  return {
    charge,
    inItsTime(project, work) {
      // Of this thread alone: that the machine has much to do is not the sender's doing.
      const began = process.threadCpuUsage();
      try {
        return work();
      } finally {
        const { user, system } = process.threadCpuUsage(began);
        time.owe(project, (user + system) / 1_000, isAlone(project));
      }
    },
    pass(given, tell) {
      if (given === undefined || given === '') throw new SightglassError('key_missing');
      const key = parts.keys.find(given);
      if (key === undefined) throw new SightglassError('key_unknown');
      tell(key.project);
      if (key.revoked) throw new SightglassError('key_revoked');
      if (isStopping()) throw new SightglassError('stopping', undefined, { retryAfter: 2 });
      came(key.project);
      charge(key.project, 1);
      return key.project;
    },
    async judge(request, project) {
      if (parts.isOff?.(project) === true) throw new SightglassError('recording_off');
      const token = request.headers['x-sightglass-backfill'];
      if (token === undefined) return false;
      if (typeof token === 'string' && (await parts.backfill(token, project))) return true;
      throw new SightglassError('forbidden', 'This token is not of an admin of the project');
    },
  };
}
