import { observe, type SessionSeen } from '@sightglass/specify';
import {
  type Columns,
  findSessionDays,
  findUnobserved,
  type Head,
  mostUnobserved,
  type ObservationRow,
  type ObservedSession,
  putObservations,
  readObserved,
  readShowing,
  readStated,
} from '@sightglass/store';
import type { Observation, WireRecord } from '@sightglass/wire';
import type { Teller } from '../journal/index.ts';
import type { Chore } from './chores.ts';
import { createDueSessions, type Due } from './due-sessions.ts';
import { observedRows } from './observed-rows.ts';

export interface ObservingParts {
  columns: Columns;
  /** Rises with every call, also over restarts. */
  nextVersion(): number;
  /** Sessions that began before this many days are gone, or about to. */
  retentionDays: number;
  now(): number;
  /** Milliseconds that never step back: what waits is not kept waiting by a clock that is set. */
  ticks(): number;
  teller: Teller;
}

export interface Observing extends Chore {
  /** Something of these sessions was stored; with any time inside each. */
  touched(project: string, sessions: ReadonlyMap<string, number>): void;
  /** The project is gone. */
  forget(project: string): void;
}

/** Rises when `observe` sees more or otherwise: what an older one saw is looked at again. */
export const revision = 16;

/** Sessions of one project that are read and written together. */
const sessionsAtOnce = 64;
/** Records that are parsed together, by what their sessions count; one session may have more. */
const thingsAtOnce = 6_000;
/** One run takes about this long, so that chores that are less urgent have their turn after it. */
const runMs = 1_000;
const restMs = 300;
const restAfterStartMs = 1_000;
const dayMs = 24 * 3_600_000;
const dayOf = (time: number): number => Math.floor(time / dayMs) * dayMs;

/**
 * Looks at each session a little after something of it was stored, and writes what it shows. What is due is found again after a kill, since
 * a session's row tells by its version that it was not observed since: first those that live now, then day by day those of before.
 */
export function createObserving(parts: ObservingParts): Observing {
  const { columns, nextVersion, retentionDays, now, ticks, teller } = parts;
  const due = createDueSessions(ticks);
  /** Days that may hold sessions that were not observed, newest first; undefined: those of before the start are not found yet. */
  let daysLeft: number[] | undefined;

  let notBefore = ticks() + restAfterStartMs;

  async function run(mayGoOn: () => boolean): Promise<void> {
    const until = ticks() + runMs;
    const hasTime = () => mayGoOn() && ticks() < until;
    if (due.forgotten() && daysLeft) daysLeft = [dayOf(now()), dayOf(now()) - dayMs, ...daysLeft];
    try {
      while (hasTime() && (due.dueAt() <= ticks() || daysLeft?.length !== 0)) {
        const [first] = due.take(1);
        if (first === undefined) await catchUp(hasTime);
        else await look(first.project, [first, ...due.take(sessionsAtOnce - 1, first.project)]);
      }
    } finally {
      notBefore = ticks() + restMs;
    }
  }

  /** One day, or a part of it: those that live now come first. */
  async function catchUp(hasTime: () => boolean): Promise<void> {
    daysLeft ??= await findDays();
    const [from] = daysLeft;
    if (from === undefined) return;
    const all = await findUnobserved(columns, { from, until: from + dayMs }, revision);
    const found = all.filter(({ project, session }) => !due.has(project, session));
    for (const [project, some] of Map.groupBy(found, (one) => one.project))
      for (let index = 0; index < some.length; index += sessionsAtOnce) {
        if (!hasTime() || due.dueAt() <= ticks()) return;
        await look(project, some.slice(index, index + sessionsAtOnce));
      }
    if (all.length < mostUnobserved) daysLeft = daysLeft.slice(1);
  }

  /** Up to tomorrow, by a browser's clock. Asking about each day that is kept would be a hundred questions about days without a session. */
  async function findDays(): Promise<number[]> {
    const today = dayOf(now());
    const days = await findSessionDays(columns, { from: today - retentionDays * dayMs, until: today + 2 * dayMs });
    return [...days].sort((one, other) => other - one);
  }

  async function look(project: string, some: readonly Pick<Due, 'session' | 'start'>[]): Promise<void> {
    try {
      const { sessions, heads } = await readObserved(columns, project, some);
      for (const portion of portions(sessions)) await observeAll(project, portion, heads);
    } catch (error) {
      due.giveBack(project, some);
      throw error;
    }
    due.observed(project, some);
  }

  async function observeAll(project: string, sessions: ObservedSession[], heads: readonly Head[]): Promise<void> {
    const startOf = new Map(sessions.map(({ session, start }) => [session, start]));
    const before = heads.filter(({ session }) => startOf.has(session));
    const version = before.reduce((most, head) => Math.max(most, head.version + 2), nextVersion());
    const records = await readShowing(columns, project, sessions);
    const showing = await readStated(columns, project, sessions);
    const rows: ObservationRow[] = [];
    for (const session of sessions) {
      const observations = observeOne(
        project,
        session,
        records.get(session.session) ?? [],
        showing.get(session.session) ?? {},
      );
      rows.push(...observedRows({ project, version, revision }, session, observations));
      // What comes in meanwhile is not to wait for all of them.
      await new Promise((resolve) => setImmediate(resolve));
    }
    const stale = before.filter(({ session, start }) => dayOf(start) !== dayOf(startOf.get(session) ?? start));
    await putObservations(columns, project, rows, stale);
  }

  /** An observer that throws is our mistake, and costs the session that showed it. */
  function observeOne(
    project: string,
    about: ObservedSession,
    records: readonly string[],
    showing: Pick<SessionSeen, 'lines' | 'held'>,
  ): Observation[] {
    const { session, visitor, role, release, environment } = about;
    try {
      // The digest stored what the wire's schema had parsed.
      const parsed = records.map((record) => JSON.parse(record) as WireRecord);
      return observe({ session, visitor, role, release, environment, records: parsed, ...showing });
    } catch (err) {
      teller.warn({ err, project, session }, 'a session could not be observed');
      return [];
    }
  }

  return {
    name: 'observing',
    dueAt: () => Math.max(notBefore, daysLeft?.length !== 0 ? 0 : due.dueAt()),
    run,
    touched(project, sessions) {
      for (const [session, start] of sessions) due.touched(project, session, start);
    },
    forget: due.forget,
  };
}

/** Sessions in groups whose records are few enough to be held at once. */
function portions(sessions: readonly ObservedSession[]): ObservedSession[][] {
  const groups: ObservedSession[][] = [];
  let things = Number.POSITIVE_INFINITY;
  for (const session of sessions) {
    if (things + session.things > thingsAtOnce) {
      groups.push([]);
      things = 0;
    }
    groups.at(-1)?.push(session);
    things += session.things;
  }
  return groups;
}
