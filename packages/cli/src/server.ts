/** Which server is asked, about which project, and what lets us in. */
export interface Server {
  origin: string;
  /** undefined: the only one that the token sees. */
  project: string | undefined;
  token: string;
}

/** From options, else from the environment. A text says what is missing. */
export function serverOf(
  options: { server?: string | undefined; project?: string | undefined; token?: string | undefined },
  env: Readonly<Record<string, string | undefined>>,
): Server | string {
  const token = options.token ?? env.SIGHTGLASS_TOKEN;
  if (!token) return 'Say a token: --token, or SIGHTGLASS_TOKEN. Settings → Tokens makes one.';
  const address = options.server ?? env.SIGHTGLASS_URL ?? 'http://127.0.0.1:4600';
  if (!URL.canParse(address)) return `${address} is no address.`;
  return { origin: new URL(address).origin, project: options.project ?? env.SIGHTGLASS_PROJECT, token };
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
  const get = async (where: string): Promise<{ value: unknown } | string> => {
    try {
      const response = await request(`${origin}${where}`, { headers: { authorization: `Bearer ${token}` } });
      const value: unknown = await response.json();
      return response.ok ? { value } : `${origin} answers: ${problemOf(value, response.status)}`;
    } catch (error) {
      return `${origin} does not answer: ${(error as Error).message}`; // fetch and JSON.parse throw errors
    }
  };
  const named = project ?? (await onlyProject(get));
  if (typeof named === 'object') return named.problem;
  const answer = await get(`/api/v1/projects/${encodeURIComponent(named)}${path}?${new URLSearchParams(query)}`);
  return typeof answer === 'string' ? answer : schema.parse(answer.value);
}

async function onlyProject(
  get: (where: string) => Promise<{ value: unknown } | string>,
): Promise<string | { problem: string }> {
  const answer = await get('/api/v1/projects');
  if (typeof answer === 'string') return { problem: answer };
  const { projects } = answer.value as { projects: { id: string; name: string }[] }; // what this door answers
  const [first, ...others] = projects;
  if (first !== undefined && others.length === 0) return first.id;
  return { problem: `Say which project: ${projects.map(({ id, name }) => `--project ${id} (${name})`).join(', ')}.` };
}

function problemOf(value: unknown, status: number): string {
  const { title, detail } = (value ?? {}) as { title?: string; detail?: string }; // RFC 9457, else neither is there
  return [title ?? `status ${status}`, detail].filter(Boolean).join(': ');
}
