/** Which server is asked, about which project, and what lets us in. */
export interface Server {
  origin: string;
  /** undefined: the only one that the token sees. */
  project: string | undefined;
  token: string;
}

const text = { type: 'string' } as const;
/** Of every command that asks a server, for `parseArgs`. */
export const serverOptions = { server: text, project: text, token: text } as const;

/** Their lines in the usage. */
export const serverUsage = (role: string): string => `\
  --server URL        default: SIGHTGLASS_URL, else http://127.0.0.1:4600
  --project ID        default: SIGHTGLASS_PROJECT, else the only one that the token sees
  --token TOKEN       default: SIGHTGLASS_TOKEN; of ${role === 'admin' ? 'an' : 'a'} ${role} of the project`;

/** From options, else from the environment. A text says what is missing. */
export function serverOf(
  options: { server?: string | undefined; project?: string | undefined; token?: string | undefined },
  env: Readonly<Record<string, string | undefined>>,
): Server | string {
  const token = options.token ?? env.SIGHTGLASS_TOKEN;
  if (!token) return 'Say a token: --token, or SIGHTGLASS_TOKEN. Settings → Tokens makes one.';
  const address = options.server ?? env.SIGHTGLASS_URL ?? 'http://127.0.0.1:4600';
  if (!URL.canParse(address)) return `${address} is no address.`;
  // It may lie under a path of another site.
  const { origin, pathname } = new URL(address);
  return {
    origin: `${origin}${pathname.replace(/\/+$/, '')}`,
    project: options.project ?? env.SIGHTGLASS_PROJECT,
    token,
  };
}

/** What the API answers, as a schema reads it. */
interface Schema<Answer> {
  parse(value: unknown): Answer;
}

/**
 * Asks a door of the project. A text says why there is no answer.
 *
 * @param path - Behind the project's: `/spec/diff`.
 */
export async function askServer<Answer>(
  { origin, project, token }: Server,
  path: string,
  query: Readonly<Record<string, string>>,
  schema: Schema<Answer>,
  request: typeof fetch,
): Promise<Answer | string> {
  const opened = await openServer({ origin, project, token }, path, query, request);
  if (typeof opened === 'string') return opened;
  try {
    return schema.parse(await opened.json());
  } catch (error) {
    return `${origin} answers what this version does not understand: ${(error as Error).message}`; // JSON.parse and zod throw errors
  }
}

/** The same for a door whose answer is read piece by piece. */
export async function openServer(
  { origin, project, token }: Server,
  path: string,
  query: Readonly<Record<string, string>>,
  request: typeof fetch,
): Promise<Response | string> {
  const get = (where: string) => answered(origin, where, token, request);
  const named = project ?? (await onlyProject(get));
  if (typeof named === 'object') return named.problem;
  return get(`/api/v1/projects/${encodeURIComponent(named)}${path}?${new URLSearchParams(query)}`);
}

async function answered(
  origin: string,
  where: string,
  token: string,
  request: typeof fetch,
): Promise<Response | string> {
  try {
    const response = await request(`${origin}${where}`, { headers: { authorization: `Bearer ${token}` } });
    if (response.ok) return response;
    return `${origin} answers: ${problemOf(await response.json().catch(() => undefined), response.status)}`;
  } catch (error) {
    return `${origin} does not answer: ${whyOf(error as Error)}`; // fetch throws errors
  }
}

/** Of an error of fetch's, which itself only says that it failed. */
export function whyOf({ message, cause }: Error): string {
  const { code } = (cause ?? {}) as { code?: string }; // Node's errors of a connection carry one
  return code === undefined ? message : `${message} (${code})`;
}

/** Its id, where a command needs it for itself. */
export async function projectOf(
  { origin, project, token }: Server,
  request: typeof fetch,
): Promise<string | { problem: string }> {
  return project ?? onlyProject((where) => answered(origin, where, token, request));
}

async function onlyProject(get: (where: string) => Promise<Response | string>): Promise<string | { problem: string }> {
  const answer = await get('/api/v1/projects');
  if (typeof answer === 'string') return { problem: answer };
  const { projects } = (await answer.json()) as { projects: { id: string; name: string }[] }; // what this door answers
  const [first, ...others] = projects;
  if (first !== undefined && others.length === 0) return first.id;
  return { problem: `Say which project: ${projects.map(({ id, name }) => `--project ${id} (${name})`).join(', ')}.` };
}

function problemOf(value: unknown, status: number): string {
  const { title, detail } = (value ?? {}) as { title?: string; detail?: string }; // RFC 9457, else neither is there
  return [title ?? `status ${status}`, detail].filter(Boolean).join(': ');
}
