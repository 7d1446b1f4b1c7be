import type { Catalog, Look } from '@sightglass/store';
import { type Doer, SightglassError } from '@sightglass/wire';
import type { Caller } from '../accounts/caller.ts';
import { type Asked, type EndpointName, Media } from '../answer/handlers.ts';
import { erasedMark } from '../ledger/index.ts';
import { deeds, type Kept, looks } from './deeds.ts';

export interface Auditing {
  /** Answers a door, with what was done on the disk before: a deed that cannot be written is not done. */
  keep<Name extends EndpointName, Answer>(
    name: Name,
    asked: Asked<Name>,
    answer: () => Promise<Answer>,
  ): Promise<Answer>;
  /** These sessions were erased: the audit names them no more when it resolves. */
  forget(project: string, sessions: readonly string[]): Promise<void>;
  /** Deletes what is older than it is kept, and names no session that was erased while the server was cut off. */
  tidy(): Promise<void>;
  /** Writes what waits. */
  stop(): Promise<void>;
}

export interface AuditingParts {
  catalog: Catalog;
  isErased?(project: string, session: string): boolean;
  now?(): number;
  /** What is done is done, also where it cannot be told any more. */
  warn?(error: unknown): void;
}

/** Looks wait that long, so that nobody who looks waits for the disk; a kill takes those of that time along. */
const gatherMs = 1_000;
/** A disk that stays full must not fill the memory. */
const mostWaiting = 10_000;
const mostKnown = 100_000;
const hourMs = 3_600_000;

export function createAuditing({
  catalog,
  isErased = () => false,
  now = Date.now,
  warn = () => undefined,
}: AuditingParts): Auditing {
  const { audit } = catalog;
  let waiting: Look[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  /** Who looked at what in this hour; the catalog knows it too, from before a start as well. */
  const known = { hour: 0, looks: new Set<string>() };

  function look(project: string, by: Doer, session: string): void {
    const at = now();
    const hour = Math.floor(at / hourMs);
    if (known.hour !== hour || known.looks.size >= mostKnown) {
      known.hour = hour;
      known.looks.clear();
    }
    const key = `${project} ${by.id} ${session}`;
    if (known.looks.has(key)) return;
    if (waiting.length < mostWaiting) {
      known.looks.add(key);
      waiting.push({ project, by, session, erased: false, at });
    }
    // Also where there is no room for it: those that wait go once the disk takes them.
    timer ??= setTimeout(() => void flush().catch(warn), gatherMs).unref();
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.catch(() => undefined).then(writeLooks);
    return writing;
  }

  async function writeLooks(): Promise<void> {
    const some = waiting;
    if (some.length === 0) return;
    waiting = [];
    try {
      await audit.look(
        some.map((one) =>
          isErased(one.project, one.session)
            ? { ...one, session: erasedMark(one.project, one.session), erased: true }
            : one,
        ),
      );
    } catch (error) {
      // They go with the next one who looks.
      waiting = [...some, ...waiting].slice(0, mostWaiting);
      throw error;
    }
  }

  async function keepDeed<Name extends EndpointName, Answer>(
    { did, ofServer, before, after }: Kept<Name>,
    asked: Asked<Name>,
    answer: () => Promise<Answer>,
  ): Promise<Answer> {
    const { project } = asked.params as { project?: string }; // of doors inside of one
    const told = (await before?.(asked, catalog)) ?? {};
    const by = doerOf(asked.caller);
    const number = await audit.begin({ ...told, project: ofServer ? null : (project ?? null), by, did });
    const end = (outcome: string, more: object = {}) => audit.end(number, { ...more, outcome }).catch(warn);
    try {
      const given = await answer();
      // A handler's answer, which the door's schema describes, or a file.
      const more = after?.(asked, (given instanceof Media ? {} : given) as never);
      // It may have been erased while it was being saved.
      const about = did === 'session-exported' && more?.about;
      await end(
        'done',
        project && about && isErased(project, about)
          ? { ...more, about: erasedMark(project, about), erased: true }
          : more,
      );
      return given;
    } catch (error) {
      await end(error instanceof SightglassError ? error.code : 'internal');
      throw error;
    }
  }

  return {
    async keep(name, asked, answer) {
      const deed = deeds[name];
      if (deed !== undefined) return keepDeed(deed, asked, answer);
      const given = await answer();
      const { project, session } = asked.params as { project?: string; session?: string };
      if (looks.has(name) && project !== undefined && session !== undefined)
        look(project, doerOf(asked.caller), session);
      return given;
    },
    async forget(project, sessions) {
      await flush();
      await audit.forget(project, new Map(sessions.map((session) => [session, erasedMark(project, session)])));
    },
    async tidy() {
      await audit.dropOld();
      for (let after = 0; ; ) {
        const named = await audit.namedSessions(after);
        const last = named.at(-1);
        if (last === undefined) return;
        after = last.number;
        for (const { project, session } of named)
          if (isErased(project, session))
            await audit.forget(project, new Map([[session, erasedMark(project, session)]]));
        // Whoever asks something comes first.
        await new Promise((next) => setImmediate(next));
      }
    },
    async stop() {
      await flush();
    },
  };
}

function doerOf(caller: Caller | undefined): Doer {
  if (caller === undefined) throw new SightglassError('unauthenticated');
  const { id, member, name } = caller;
  return member === null ? { kind: 'token', id, name: name.replace(/^token /, '') } : { kind: 'member', id, name };
}
