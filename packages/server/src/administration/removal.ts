import type { Catalog, ReleaseBlobs } from '@sightglass/store';
import { SightglassError } from '@sightglass/wire';
import type { Logger } from 'pino';
import type { Handlers } from '../answer/handlers.ts';
import type { Digest } from '../digest/index.ts';
import type { IssueGrouping } from '../issues/index.ts';
import type { Journal } from '../journal/index.ts';
import type { Outcomes } from '../parts.ts';
import { stopFeeding } from '../start/sample-project.ts';

/** What takes something in for a project. */
export interface Takers {
  journal: Pick<Journal, 'append'>;
  outcomes: Outcomes;
  blobs: ReleaseBlobs;
}

/** The same for who takes nothing of projects that were removed: also not what was on its way when its project went. */
export function unlessGone(gone: ReadonlySet<string>, { journal, outcomes, blobs }: Takers): Takers {
  /** @returns what came of it; `undefined`: the project has gone meanwhile, and with it what was written. */
  async function write<Kept>(project: string, work: () => Promise<Kept>): Promise<{ kept: Kept } | undefined> {
    // Where its folder went while it was written, it fails.
    const [written] = await Promise.allSettled([work()]);
    if (gone.has(project)) return void (await blobs.dropAll(project));
    if (written.status === 'rejected') throw written.reason;
    return { kept: written.value };
  }
  return {
    journal: {
      append: (entry) =>
        gone.has(entry.project) ? Promise.reject(new SightglassError('key_unknown')) : journal.append(entry),
    },
    outcomes: { count: (project, ...what) => (gone.has(project) ? undefined : outcomes.count(project, ...what)) },
    blobs: {
      ...blobs,
      async put(project, source, about) {
        const written = await write(project, () => blobs.put(project, source, about));
        if (written === undefined) throw new SightglassError('not_found');
        return written.kept;
      },
      readings: {
        ...blobs.readings,
        put: async (project, key, text) => void (await write(project, () => blobs.readings.put(project, key, text))),
      },
    },
  };
}

export interface RemovalParts {
  catalog: Catalog;
  journal: Pick<Journal, 'forget'>;
  digest: Pick<Digest, 'removeProject' | 'settle'>;
  grouping: Pick<IssueGrouping, 'leave'>;
  blobs: Pick<ReleaseBlobs, 'dropAll'>;
  /** Projects that were removed: whoever holds it takes nothing more of them. */
  gone: Set<string>;
  log: Pick<Logger, 'info' | 'warn'>;
}

export interface Removal extends Pick<Handlers, 'removeProject'> {
  /** Ends what a crash left half done. To be called once, when questions can be answered. */
  resume(): Promise<void>;
}

/**
 * Removes projects. The catalog says in one commit that there is none and that one was removed; from then on nobody knows its keys, and what is
 * still in the journal is not stored. Everything else follows, and is begun again at the next start until it is done.
 */
export function answerRemoval(parts: RemovalParts): Removal {
  const { catalog, journal, digest, grouping, blobs, gone, log } = parts;

  async function removeProject({ params, body, caller }: Parameters<Handlers['removeProject']>[0]) {
    const { project: id } = params;
    const project = await catalog.projects.find(id);
    if (project === undefined) throw new SightglassError('not_found');
    if (body.name.trim() !== project.name) throw new SightglassError('wrong_name');
    if (project.sample) await stopFeeding(catalog, id);
    if (!(await catalog.projects.remove(id))) throw new SightglassError('not_found');
    gone.add(id);
    catalog.keys.forget(id);
    catalog.recording.forget(id);
    log.info({ project: id, by: caller?.name }, 'a project was removed');
    const stays = Promise.withResolvers<never>();
    const finished = finish(id, () => stays.reject(leftUntilRoom()));
    // It goes on when they who wait have heard that there is no room.
    finished.catch((err: unknown) => log.warn({ err, project: id }, leftForLater));
    await Promise.race([finished, stays.promise]);
    return { done: true as const };
  }

  /** Safe to repeat: each step finds nothing where it was done. */
  async function finish(project: string, onStays?: () => void): Promise<void> {
    await grouping.leave(project);
    await digest.removeProject(project, onStays);
    await blobs.dropAll(project);
    // Last: a body that was on its way when the project went is in it by now.
    const forgotten = journal.forget();
    digest.settle();
    await forgotten;
    await catalog.projects.finishRemoval(project);
    await catalog.wipe();
    log.info({ project }, 'nothing is left of a project that was removed');
  }

  return {
    removeProject: removeProject as Handlers['removeProject'],
    async resume() {
      for (const { project, finished } of await catalog.projects.removed()) {
        // A file of a release that was on its way when it ended may have arrived.
        if (finished) await blobs.dropAll(project);
        else await finish(project).catch((err: unknown) => log.warn({ err, project }, leftForLater));
      }
    },
  };
}

const leftForLater = 'what is left of a removed project goes later';

/** Whoever removes a project does not wait until there is room: that may be long. */
const leftUntilRoom = (): SightglassError =>
  new SightglassError(
    'disk_full',
    'The project is removed, and nobody can see it any more; what is left of it on the disk goes by itself once there is room',
  );
