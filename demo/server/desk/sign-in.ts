import { createHash } from 'node:crypto';
import { type Answer, ok, refuse } from './answer.ts';
import { asBody, checkSignIn, textOf } from './checks.ts';
import type { Desk } from './desk.ts';
import { numbersOf } from './numbers.ts';
import type { User } from './shapes.ts';

/** `{"canary":"token"}` in base64url: whoever lets a token out of the page lets this out, and a test looks for it. */
const tokenHead = 'eyJjYW5hcnkiOiJ0b2tlbiJ9';

function newToken(desk: Desk): string {
  desk.nextToken += 1;
  const tail = createHash('sha256').update(`${desk.secret}:${desk.nextToken}`).digest('base64url');
  return `${tokenHead}.${tail}.${tail.slice(0, 22)}`;
}

/** `POST /api/session`. Five wrong passwords lock an e-mail for a quarter of an hour, whether or not anyone has it. */
export function signIn(desk: Desk, given: unknown): Answer {
  const body = asBody(given);
  const refused = checkSignIn(body);
  if (refused.length > 0) return refuse(desk.release, 'VALIDATION_FAILED', refused);
  const numbers = numbersOf(desk.release);
  const now = desk.clock.now();
  const email = textOf(body.email).toLowerCase();
  const attempt = desk.attempts.get(email) ?? { wrong: 0, lockedUntil: 0 };
  if (attempt.lockedUntil > now) return refuse(desk.release, 'TOO_MANY_ATTEMPTS');
  const user = [...desk.users.values()].find((candidate) => candidate.email === email && candidate.active);
  if (!user || user.password !== body.password) {
    const wrong = attempt.wrong + 1;
    const locks = wrong >= numbers.signInAttempts;
    const lockedUntil = locks ? now + numbers.signInLockMinutes * 60_000 : 0;
    desk.attempts.set(email, { wrong: locks ? 0 : wrong, lockedUntil });
    return refuse(desk.release, 'BAD_CREDENTIALS');
  }
  desk.attempts.delete(email);
  user.lastSeenAt = now;
  const token = newToken(desk);
  desk.sessions.set(token, { userId: user.userId, usedAt: now });
  return ok({ token, userId: user.userId, expiresInSeconds: numbers.sessionMinutes * 60 });
}

/** Who a request is from; undefined once the session was left unused for too long. Each use makes it last again. */
export function whoIs(desk: Desk, authorization: string | undefined): User | undefined {
  const token = authorization?.replace(/^Bearer /, '') ?? '';
  const session = desk.sessions.get(token);
  if (!session) return undefined;
  const now = desk.clock.now();
  const user = desk.users.get(session.userId);
  if (!user?.active || now - session.usedAt >= numbersOf(desk.release).sessionMinutes * 60_000) {
    desk.sessions.delete(token);
    return undefined;
  }
  session.usedAt = now;
  return user;
}
