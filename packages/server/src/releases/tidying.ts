import type { Logger } from 'pino';
import type { Uploads } from './uploads.ts';

const everyMs = 6 * 3_600_000;

/** Tidies releases now and every six hours. What fails is told in the log, and tried again the next time. */
export function startTidying(uploads: Pick<Uploads, 'tidy'>, log: Pick<Logger, 'warn'>): { stop(): Promise<void> } {
  let last = tidy();
  const timer = setInterval(() => {
    last = tidy();
  }, everyMs).unref();

  async function tidy(): Promise<void> {
    await uploads.tidy().catch((error: unknown) => log.warn({ err: error }, 'files of releases could not be tidied'));
  }

  return {
    async stop() {
      clearInterval(timer);
      await last;
    },
  };
}
