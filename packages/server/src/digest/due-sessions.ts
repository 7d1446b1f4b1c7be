/** A session that waits to be looked at; `start`: some time inside it. */
export interface Due {
  project: string;
  session: string;
  start: number;
}

export interface DueSessions {
  touched(project: string, session: string, start: number): void;
  /** Whether it is known here, due or not. */
  has(project: string, session: string): boolean;
  /** Those whose time has come, longest due first, at most so many; of one project where it is named. They are not due any more. */
  take(most: number, project?: string): Due[];
  /** They were looked at now. */
  observed(project: string, sessions: readonly Pick<Due, 'session'>[]): void;
  /** They were taken, and could not be looked at. */
  giveBack(project: string, sessions: readonly Pick<Due, 'session'>[]): void;
  /** The project is gone. */
  forget(project: string): void;
  dueAt(): number;
  /** Whether there were too many since the last time this was asked, so that some have to be found again by other means. */
  forgotten(): boolean;
}

interface Entry extends Due {
  dueAt: number;
  observedAt: number;
  times: number;
}

/** A page tells the first things at once and the rest of its start within a second or two. */
const firstAfterMs = 2_000;
/** A session of hours is read again and again from its beginning: ever more seldom, so that all of it costs little more than its length. */
const gapMs = { least: 3_000, growth: 1.5, most: 60_000 };
/** About 10 MB. */
const mostEntries = 20_000;

/** When which session is to be looked at. In memory alone: what a kill takes with it is found again by versions. */
export function createDueSessions(ticks: () => number): DueSessions {
  const entries = new Map<string, Entry>();
  let lost = false;
  const keyOf = (project: string, session: string): string => `${project} ${session}`;

  function touched(project: string, session: string, start: number): void {
    const key = keyOf(project, session);
    const known = entries.get(key);
    if (known === undefined) {
      entries.set(key, { project, session, start, dueAt: ticks() + firstAfterMs, observedAt: 0, times: 0 });
      if (entries.size > mostEntries) makeRoom();
    } else if (known.dueAt === Number.POSITIVE_INFINITY) known.dueAt = nextAt(known);
  }

  function nextAt({ times, observedAt }: Entry): number {
    const gap = Math.min(gapMs.least * gapMs.growth ** times, gapMs.most);
    return Math.max(ticks() + firstAfterMs, observedAt + gap);
  }

  /** Those that were looked at go first: they come back as new ones. */
  function makeRoom(): void {
    const least = mostEntries / 10;
    const idle = [...entries].filter(([, { dueAt }]) => dueAt === Number.POSITIVE_INFINITY);
    const gone = idle.length >= least ? idle : [...entries];
    if (gone !== idle) lost = true;
    for (const [key] of gone.slice(0, least)) entries.delete(key);
  }

  return {
    touched,
    has: (project, session) => entries.has(keyOf(project, session)),
    take(most, project) {
      const ready = [...entries.values()].filter(
        (entry) => entry.dueAt <= ticks() && (project === undefined || entry.project === project),
      );
      const taken = ready.sort((one, other) => one.dueAt - other.dueAt).slice(0, most);
      for (const entry of taken) entry.dueAt = Number.POSITIVE_INFINITY;
      return taken.map(({ project: of, session, start }) => ({ project: of, session, start }));
    },
    observed(project, sessions) {
      for (const { session } of sessions) {
        const entry = entries.get(keyOf(project, session));
        if (entry === undefined) continue;
        entry.observedAt = ticks();
        entry.times += 1;
        // Touched while it was read: some of that may have been missed.
        if (entry.dueAt !== Number.POSITIVE_INFINITY) entry.dueAt = nextAt(entry);
      }
    },
    giveBack(project, sessions) {
      for (const { session } of sessions) {
        const entry = entries.get(keyOf(project, session));
        if (entry !== undefined) entry.dueAt = Math.min(entry.dueAt, ticks());
      }
    },
    forget(project) {
      for (const [key, entry] of entries) if (entry.project === project) entries.delete(key);
    },
    dueAt() {
      let least = Number.POSITIVE_INFINITY;
      for (const { dueAt } of entries.values()) if (dueAt < least) least = dueAt;
      return least;
    },
    forgotten() {
      const was = lost;
      lost = false;
      return was;
    },
  };
}
