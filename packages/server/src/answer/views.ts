import type { Catalog, Viewer } from '@sightglass/store';
import { type SavedView, SightglassError } from '@sightglass/wire';
import { type Caller, rank } from '../accounts/caller.ts';
import type { Handlers } from './handlers.ts';

type Names = 'listViews' | 'saveView' | 'changeView' | 'dropView' | 'listWatched' | 'setWatched';

/** What members make of lists of sessions: views with a name, and marks on what they have watched. */
export function answerViews({ views }: Pick<Catalog, 'views'>): Pick<Handlers, Names> {
  return {
    async listViews({ params, caller }) {
      return { views: await views.of(params.project, viewerOf(caller)) };
    },
    async saveView({ params, body, caller }) {
      if (body.shared) await mayShare(params.project, caller);
      return views.save(params.project, body, viewerOf(caller));
    },
    async changeView({ params, body, caller }) {
      const { project, view } = params;
      await mayChange(project, await views.find(project, view, viewerOf(caller)), caller);
      if (body.shared === true) await mayShare(project, caller);
      const { after, ...to } = body;
      await views.change(project, view, to, after);
      return views.find(project, view, viewerOf(caller));
    },
    async dropView({ params, caller }) {
      const { project, view } = params;
      await mayChange(project, await views.find(project, view, viewerOf(caller)), caller);
      await views.drop(project, view);
      return { done: true };
    },
    async listWatched({ params, caller }) {
      const member = caller?.member?.id;
      return { sessions: member === undefined ? [] : await views.watchedBy(params.project, member) };
    },
    async setWatched({ params, body, caller }) {
      const member = caller?.member?.id;
      if (member !== undefined) await views.setWatched(params.project, params.session, member, body.watched);
      return { done: true };
    },
  };
}

function viewerOf(caller: Caller | undefined): Viewer {
  return { member: caller?.member?.id ?? null, name: caller?.name ?? '' };
}

async function mayShare(project: string, caller: Caller | undefined): Promise<void> {
  const role = await caller?.roleIn(project);
  if (role === undefined || rank(role) < rank('member'))
    throw new SightglassError('forbidden', 'Sharing a view takes the role of a member');
}

async function mayChange(project: string, view: SavedView, caller: Caller | undefined): Promise<void> {
  const role = await caller?.roleIn(project);
  const isAdmin = role !== undefined && rank(role) >= rank('admin');
  if (!view.mine && !isAdmin)
    throw new SightglassError('forbidden', `Only ${view.by} or an admin may change this view`);
}
