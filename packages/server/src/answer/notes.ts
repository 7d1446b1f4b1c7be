import { getSession } from '@sightglass/measure';
import type { Catalog, Columns } from '@sightglass/store';
import { type SessionNote, SightglassError } from '@sightglass/wire';
import { type Caller, rank } from '../accounts/caller.ts';
import type { Handlers } from './handlers.ts';

type Names = 'listNotes' | 'writeNote' | 'changeNote' | 'dropNote';

/** What members write beside moments of a session: signed with their name, changed by nobody else but an admin. */
export function answerNotes(catalog: Catalog, columns: Columns): Pick<Handlers, Names> {
  async function mine(
    { project, session, note }: { project: string; session: string; note: string },
    caller: Caller | undefined,
  ): Promise<SessionNote> {
    const found = await catalog.notes.find(project, session, note);
    if (found === undefined) throw new SightglassError('not_found');
    const role = await caller?.roleIn(project);
    const isAdmin = role !== undefined && rank(role) >= rank('admin');
    if (!isAdmin && found.by !== caller?.name)
      throw new SightglassError('forbidden', `Only ${found.by} or an admin may change this note`);
    return found;
  }

  return {
    async listNotes({ params }) {
      return { notes: await catalog.notes.of(params.project, params.session) };
    },
    async writeNote({ params, body, caller }) {
      const { project, session } = params;
      const { start, end } = await getSession(columns, project, session);
      // A session that goes on may have come further than it was last told.
      const at = Math.max(start, Math.min(body.at, end + liveLagMs));
      return catalog.notes.write(project, session, { at, words: body.words }, caller?.name ?? '');
    },
    async changeNote({ params, body, caller }) {
      const { id } = await mine(params, caller);
      return catalog.notes.change(params.project, params.session, id, body.words);
    },
    async dropNote({ params, caller }) {
      const { id } = await mine(params, caller);
      await catalog.notes.drop(params.project, params.session, id);
      return { done: true };
    },
  };
}

const liveLagMs = 60_000;
