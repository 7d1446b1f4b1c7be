import { SightglassError } from '@sightglass/wire';

/**
 * What a failed insert means. `unknown`: the engine did not answer, and may have stored it. `wait`: it answered that it cannot store
 * anything now. `refused`: it will not take these rows.
 */
export type Failure = 'unknown' | 'wait' | 'refused';

/**
 * ClickHouse's error codes that speak of the server and not of the rows: no such table or column (an upgrade is under way), timeouts,
 * files, memory, rights, too many parts or queries, read-only, shutting down, no space.
 */
const aboutTheServer = new Set(
  [
    16, 60, 74, 75, 76, 81, 87, 159, 160, 164, 198, 201, 202, 209, 210, 218, 225, 236, 241, 242, 243, 252, 279, 319,
    373, 394, 425, 473, 497, 516, 999,
  ].map(String),
);

/**
 * And those of calls that the system refused it: it could not make a directory, allocate, sync, ask for free space, write, pipe, fork, stat, start a
 * thread, link, take a task on, unlink, make a timer, poll. Without a file handle or a thread left, these are what it says first.
 */
const ofTheSystem = new Set(
  [
    77, 88, 95, 96, 107, 109, 110, 111, 112, 114, 172, 173, 204, 214, 239, 240, 272, 273, 294, 298, 299, 301, 303, 304,
    363, 384, 400, 402, 411, 413, 423, 424, 439, 445, 458, 460, 461, 463, 468, 502, 504, 531, 566, 573, 586, 590, 615,
    635, 641, 661, 662, 677, 692, 776, 777, 778,
  ].map(String),
);

/** What a library threw inside of the engine, passed on under these codes (POCO_EXCEPTION, STD_EXCEPTION): of files and disks, not of rows. */
const passedOn = new Set(['1000', '1001']);
const ofFiles = /filesystem.?error|no space left|too many open files|input\/output error|read-only file system|errno/i;

export function failureOf(error: unknown): Failure {
  if (error instanceof SightglassError) return 'unknown';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (aboutTheServer.has(code) || ofTheSystem.has(code)) return 'wait';
  if (passedOn.has(code) && error instanceof Error && ofFiles.test(error.message)) return 'wait';
  return /^\d+$/.test(code) ? 'refused' : 'unknown';
}

export const isFull = (error: unknown): boolean => error instanceof SightglassError && error.code === 'disk_full';

/** For the log and the quarantine: the engine quotes rows in its messages, so only its code and the class of the error are kept. */
export function reasonOf(error: unknown): string {
  if (error instanceof SightglassError) return error.code;
  if (!(error instanceof Error)) return 'unknown failure';
  const { code, type } = error as { code?: unknown; type?: unknown }; // ClickHouse's errors carry both
  return [typeof type === 'string' ? type : error.name, typeof code === 'string' ? code : ''].join(' ').trim();
}
