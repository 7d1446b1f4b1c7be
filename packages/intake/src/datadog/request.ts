import type { Asked, ForeignFormat, Head } from '../foreign/face.ts';
import { readQuery } from '../foreign/query.ts';

export const doorPath = '/datadog';
/** Paths of the SDK's tracks that hold product data. Whatever else it may send (profiles, exposures) is taken and set apart. */
const tracks = { '/api/v2/rum': 'rum', '/api/v2/replay': 'replay', '/api/v2/logs': 'logs' } as const;
export type Track = (typeof tracks)[keyof typeof tracks] | 'other';

/** What the SDK asked to be forwarded; nothing is ever forwarded. */
export interface Forward {
  track: Track;
  /** Still encoded. */
  query: string;
}

/**
 * `proxy` as a text appends `?ddforward=<path and query>` to it, also behind a query that is there already; `proxy` as a function
 * gives the path and the query themselves, so that the path stands behind ours.
 */
export function forwardOf(request: Pick<Head, 'path' | 'query'>): Forward {
  const { path, query } = pathOf(request);
  return { track: trackOf(path), query };
}

function pathOf({ path, query }: Pick<Head, 'path' | 'query'>): { path: string; query: string } {
  const asked = query.includes('ddforward=') ? readQuery(query).get('ddforward') : undefined;
  if (asked === undefined) return { path, query };
  const mark = asked.indexOf('?');
  return mark === -1 ? { path: asked, query: '' } : { path: asked.slice(0, mark), query: asked.slice(mark + 1) };
}

/** Before it records a profile the SDK asks whether it may. Profiles are kept nowhere, so it is spared the work. */
const quotaPath = '/api/v2/profiling/quota';
const noProfiles = JSON.stringify({ data: { attributes: { admitted: false, reason: 'org_disabled' } } });

export function answerGet(asked: Pick<Asked, 'path' | 'query'>): ReturnType<NonNullable<ForeignFormat['answerGet']>> {
  if (!pathOf(asked).path.endsWith(quotaPath)) return undefined;
  return { status: 200, text: noProfiles, contentType: 'application/json' };
}

/** The key: `?key=`, a header, behind the path (`/datadog/sgk_…`), or what the SDK was given as `clientToken`. */
export function keyOf(request: Asked): string | undefined {
  const inPath = /^\/datadog\/((?:sgk_)?[0-9a-f]{32})(?:\/|$)/.exec(request.path)?.[1];
  const given = readQuery(request.query).get('key') ?? request.header('x-sightglass-key') ?? inPath;
  return given ?? readQuery(forwardOf(request).query).get('dd-api-key');
}

function trackOf(path: string): Track {
  const known = Object.entries(tracks).find(([end]) => path.endsWith(end));
  return known === undefined ? 'other' : known[1];
}
