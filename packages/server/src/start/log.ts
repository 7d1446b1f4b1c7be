import { mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import pino, { type Logger } from 'pino';
import { BadWish, type Wishes } from './environment.ts';

/**
 * The log: what failed and why, never what somebody sent. Bodies, tokens, keys and cookies are not handed to it in the first place;
 * the serializers below keep an error's own fields (which may quote its input) and a request's headers out as well.
 *
 * @throws {BadWish} when the file cannot be opened, unless its disk is full
 */
export function createLog({ logFile, logLevel }: Pick<Wishes, 'logFile' | 'logLevel'>): Logger {
  const options = {
    level: logLevel,
    base: null,
    serializers: { err: toLine, req: () => undefined, res: () => undefined },
  };
  if (logFile === '-') return pino(options);
  const file = pino.destination({ dest: open(logFile), sync: false });
  // A full disk stops the log, and the doctor and the door say so; it must not stop the server.
  file.on('error', () => undefined);
  return pino(options, file);
}

/**
 * The library would end the process at the first line that it cannot write, much later and in its own words; and throw where a start
 * that fails ends before it has opened the file itself.
 */
function open(logFile: string): number {
  try {
    mkdirSync(dirname(logFile), { recursive: true });
    return openSync(logFile, 'a');
  } catch (cause) {
    const { code = '' } = cause as { code?: string }; // errors of Node's file system carry one
    if (code === 'ENOSPC' || code === 'EDQUOT') throw cause;
    throw new BadWish(
      `The log ${logFile} cannot be written (${code}); set SIGHTGLASS_LOG to a file that can, or to -.`,
    );
  }
}

function toLine(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code } = error as { code?: unknown }; // many of Node's and ours carry one
  return {
    type: error.name,
    ...(typeof code === 'string' ? { code } : {}),
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: toLine(error.cause) }),
  };
}
