import {
  calls,
  facets,
  getSession,
  listRecords,
  listSegments,
  listSessions,
  routes,
  searchValues,
  sessionTrend,
  vitals,
} from '@sightglass/measure';
import { type Columns, type Segments, whileAsked } from '@sightglass/store';
import type { Logger } from 'pino';
import { type Handlers, Media } from './handlers.ts';
import { answerReplay } from './replay.ts';
import { mostLooked } from './shown-later.ts';
import { type IsErased, wasErased } from './telling-erased.ts';

type Names =
  | 'listSessions'
  | 'getSession'
  | 'listRecords'
  | 'getReplay'
  | 'vitals'
  | 'calls'
  | 'routes'
  | 'facets'
  | 'searchValues'
  | 'sessionTrend';

/** What was watched, as `measure` finds it out. Questions over a span of time are given up with whoever asks them. */
export function answerMeasured(
  columns: Columns,
  segments: Segments,
  log: Logger,
  isErased: IsErased,
): Pick<Handlers, Names> {
  return {
    listSessions: ({ params, query, signal }) => listSessions(whileAsked(columns, signal), params.project, query),
    getSession: ({ params }) => getSession(columns, params.project, params.session),
    listRecords: ({ params, query, signal }) =>
      listRecords(whileAsked(columns, signal), params.project, params.session, query),
    async getReplay({ params, query }) {
      const { project, session } = params;
      const last = Math.min(query.last + mostLooked, Number.MAX_SAFE_INTEGER);
      const asked = await listSegments(columns, project, session, query.since, { ...query, last });
      // Whose tab is the session itself came from an SDK that names none, and builds on what its page told before.
      const builds = query.since > 0 && asked.some(({ tab }) => tab === session);
      const found = builds ? await listSegments(columns, project, session, 0, { ...query, last }) : asked;
      // An empty replay of a session that is there is an answer; of one that is not, it would be a lie.
      if (found.length === 0) await getSession(columns, project, session);
      const isGone = () => isErased(project, session);
      if (found.length === 0 && isGone()) throw wasErased();
      return new Media('application/x-ndjson', answerReplay(segments, found, query, session, log, isGone));
    },
    vitals: ({ params, query, signal }) => vitals(whileAsked(columns, signal), params.project, query),
    calls: ({ params, query, signal }) => calls(whileAsked(columns, signal), params.project, query),
    routes: ({ params, query, signal }) => routes(whileAsked(columns, signal), params.project, query),
    facets: ({ params, query, signal }) => facets(whileAsked(columns, signal), params.project, query),
    searchValues: ({ params, query, signal }) => searchValues(whileAsked(columns, signal), params.project, query),
    sessionTrend: ({ params, query, signal }) => sessionTrend(whileAsked(columns, signal), params.project, query),
  };
}
