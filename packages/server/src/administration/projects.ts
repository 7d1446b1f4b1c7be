import type { Catalog } from '@sightglass/store';
import { type Project, type ProjectRole, SightglassError } from '@sightglass/wire';
import type { Caller } from '../accounts/caller.ts';
import type { Handlers } from '../answer/handlers.ts';

type Names = 'listProjects' | 'createProject' | 'renameProject';

export function answerProjects(catalog: Catalog): Pick<Handlers, Names> {
  return {
    async listProjects({ caller }) {
      if (caller === undefined) throw new SightglassError('unauthenticated');
      return { projects: await projectsOf(catalog, caller) };
    },
    async createProject({ body }) {
      const { id, number } = await catalog.projects.create(body.name);
      const { clientKey } = await catalog.keys.create(id);
      return { id, number, clientKey };
    },
    async renameProject({ params, body }) {
      const project = await catalog.projects.rename(params.project, body.name);
      if (project === undefined) throw new SightglassError('not_found');
      return project;
    },
  };
}

/** The caller's projects, each with the role that the caller has in it. */
export async function projectsOf(catalog: Catalog, caller: Caller): Promise<(Project & { role: ProjectRole })[]> {
  const found: (Project & { role: ProjectRole })[] = [];
  for (const project of await catalog.projects.list()) {
    const role = await caller.roleIn(project.id);
    if (role !== undefined) found.push({ ...project, role });
  }
  return found;
}
