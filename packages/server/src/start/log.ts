import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import pino, { type Logger } from 'pino';
import type { Wishes } from './environment.ts';

/**
 * The log: what failed and why, never what somebody sent. Bodies, tokens, keys and cookies are not handed to it in the first place;
 * the serializers below keep an error's own fields (which may quote its input) and a request's headers out as well.
 */
export function createLog({ logFile, logLevel }: Pick<Wishes, 'logFile' | 'logLevel'>): Logger {
  const options = {
    level: logLevel,
    base: null,
    serializers: { err: toLine, req: () => undefined, res: () => undefined },
  };
  if (logFile === '-') return pino(options);
  mkdirSync(dirname(logFile), { recursive: true });
  const file = pino.destination({ dest: logFile, sync: false });
  // A full disk stops the log, and the doctor and the door say so; it must not stop the server.
  file.on('error', () => undefined);
  return pino(options, file);
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
