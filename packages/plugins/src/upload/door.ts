import type { ReleaseFile, ReleaseSummary } from '@sightglass/wire';

/** Where to, and what lets us in. */
export interface Door {
  origin: string;
  project: string;
  token: string;
  release: string;
  fetch: typeof fetch;
  /** Waits between two tries. */
  pause(ms: number): Promise<void>;
}

/** Thrown: the server does not let us, or does not answer. `refused`: it is this one file's fault, and others may go on. */
export class UploadFailed extends Error {
  readonly refused: boolean;

  constructor(message: string, refused = false) {
    super(message);
    this.refused = refused;
  }
}

const maxTries = 5;
const firstPauseMs = 500;
/** Of one try; a large map on a slow line takes its time. */
const tryMs = 300_000;
/** The file itself is at fault, and sending it again would not help. */
const refusedCodes = new Set(['file_not_useful', 'file_too_large', 'bad_request']);

/** What the release has by now. */
export async function filesThere(door: Door): Promise<ReleaseFile[]> {
  const { files } = (await ask(door, 'GET', '/files')) as { files: ReleaseFile[] }; // what this door answers
  return files;
}

/** @throws {UploadFailed} */
export async function sendFile(
  door: Door,
  path: string,
  sha256: string,
  gzipped: Uint8Array<ArrayBuffer>,
): Promise<void> {
  await ask(door, 'PUT', `/files?${new URLSearchParams({ path, sha256 })}`, {
    headers: { 'content-type': 'application/octet-stream', 'content-encoding': 'gzip' },
    body: gzipped,
  });
}

export async function finish(
  door: Door,
  files: readonly { path: string; sha256: string }[],
  replace: boolean,
): Promise<ReleaseSummary> {
  return (await ask(door, 'POST', '/finish', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ files: files.map(({ path, sha256 }) => ({ path, sha256 })), replace }),
  })) as ReleaseSummary; // what this door answers
}

/** What the server says of the release by now; undefined where it is gone. */
export async function summaryNow(door: Door): Promise<ReleaseSummary | undefined> {
  const { releases } = (await ask(door, 'GET')) as { releases: ReleaseSummary[] }; // what this door answers
  return releases.find(({ release }) => release === door.release);
}

interface Sent {
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer>;
}

/**
 * Tries again what may pass: a broken connection, a busy server, a proxy without one behind it.
 *
 * @param path - Of the release; without one all releases of the project are meant.
 */
async function ask(door: Door, method: string, path?: string, sent?: Sent): Promise<unknown> {
  const { origin, project, release } = door;
  const all = `${origin}/api/v1/projects/${encodeURIComponent(project)}/releases`;
  const url = path === undefined ? all : `${all}/${encodeURIComponent(release)}${path}`;
  for (let tries = 1; ; tries += 1) {
    const answer = await once(door, method, url, sent);
    if (answer instanceof Response && answer.ok) return answer.json();
    const isPassing = typeof answer === 'string' || [408, 429, 502, 503, 504].includes(answer.status);
    if (!isPassing || tries === maxTries) throw await failureOf(origin, answer);
    const said = answer instanceof Response ? Number(answer.headers.get('retry-after')) * 1_000 : 0;
    await door.pause(said || firstPauseMs * 2 ** (tries - 1));
  }
}

async function once({ fetch, token }: Door, method: string, url: string, sent?: Sent): Promise<Response | string> {
  try {
    return await fetch(url, {
      method,
      headers: { authorization: `Bearer ${token}`, ...sent?.headers },
      signal: AbortSignal.timeout(tryMs),
      ...(sent && { body: sent.body }),
    });
  } catch (error) {
    const { message, cause } = error as Error; // fetch throws errors
    return cause instanceof Error ? cause.message : message;
  }
}

async function failureOf(origin: string, answer: Response | string): Promise<UploadFailed> {
  if (typeof answer === 'string') return new UploadFailed(`${origin} does not answer: ${answer}`);
  const problem = (await answer.json().catch(() => ({}))) as { title?: string; detail?: string; code?: string }; // RFC 9457, else nothing of it is there
  const told = [problem.title ?? `status ${answer.status}`, problem.detail].filter(Boolean).join(': ');
  const refused = problem.code !== undefined && refusedCodes.has(problem.code);
  return new UploadFailed(refused ? told : `${origin} answers: ${told}`, refused);
}
