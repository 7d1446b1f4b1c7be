import { type Gatherer, idOf } from '../foreign/index.ts';

/** What earlier bodies left behind, and where this one leaves something: see `Gatherer`. */
export type Memory = Pick<Gatherer, 'recall' | 'keep'>;

/** A visit is over after half an hour of silence; told in these steps, after 30 to 40 minutes. */
const stepMs = 10 * 60_000;
const steps = 3;

/**
 * The session of an item that names no replay. A trace is one page load, or one navigation where the SDK traces them. It goes on with the
 * session of the trace that it names as the one before it (`sentry.previous_trace`), else of the same user within half an hour; else it
 * begins one. Said once of a trace, it stands.
 *
 * @param user - A hash.
 * @param alone - Where there is neither trace nor user.
 */
export function sessionOf(
  { trace, previous, user }: { trace?: string | undefined; previous?: string | undefined; user?: string | undefined },
  alone: string,
  at: number,
  memory: Memory,
): string {
  const known = trace === undefined ? undefined : memory.recall(`trace ${trace}`);
  const before = known ?? (previous === undefined ? undefined : memory.recall(`trace ${previous}`));
  const session = before ?? (user === undefined ? undefined : ofUser(user, at, memory)) ?? idOf(trace ?? alone);
  if (trace !== undefined) memory.keep(`trace ${trace}`, session);
  if (user !== undefined) memory.keep(`user ${user} ${Math.floor(at / stepMs)}`, session);
  return session;
}

/**
 * The session of an item that names its replay: the replay's id, one for each tab, over its page loads. With `replaysOnErrorSampleRate` the
 * SDK names it only once an error has happened: what it told of the page before has a session already, and the replay goes on with that.
 */
export function sessionOfReplay(replay: string, trace: string | undefined, { recall, keep }: Memory): string {
  const own = idOf(replay);
  const known = recall(`replay ${own}`);
  if (known !== undefined) {
    if (trace !== undefined) keep(`trace ${trace}`, known);
    return known;
  }
  const before = trace === undefined ? undefined : recall(`trace ${trace}`);
  // What has a replay is over when another one comes: the SDK began anew on the same page.
  const session = before !== undefined && (recall(`replay of ${before}`) ?? own) === own ? before : own;
  keep(`replay ${own}`, session);
  keep(`replay of ${session}`, own);
  if (trace !== undefined) keep(`trace ${trace}`, session);
  return session;
}

function ofUser(user: string, at: number, { recall }: Memory): string | undefined {
  const now = Math.floor(at / stepMs);
  for (let step = 0; step <= steps; step += 1) {
    const session = recall(`user ${user} ${now - step}`);
    if (session !== undefined) return session;
  }
  return undefined;
}
