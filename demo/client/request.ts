import { errors } from '#release/errors.ts';
import { numbers } from '#release/numbers.ts';

/** A call that was refused, or never answered. `fields` has messages of single fields. */
export class CallRefused extends Error {
  override name = 'CallRefused';
  status: number;
  code: string;
  fields: { field: string; rule: string; message: string }[];
  constructor(status: number, code: string, message: string, fields: CallRefused['fields']) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

export type Request = <T>(method: string, path: string, body?: unknown) => Promise<T>;

interface ErrorBody {
  error?: { code?: string; message?: string; fields?: CallRefused['fields'] };
}

/** One way to the server for every call: the token, the time limit, and one shape for what went wrong. */
export function createRequest(token: () => string | undefined, onRefused: (refused: CallRefused) => void): Request {
  return async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
    const held = token();
    const response = await fetch(path, {
      method,
      headers: {
        ...(held ? { authorization: `Bearer ${held}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      signal: AbortSignal.timeout(numbers.requestTimeoutMilliseconds),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    // The one place where an answer gets its type: client and server are built from one description.
    if (response.ok) return (response.status === 204 ? undefined : await response.json()) as T;
    const { error }: ErrorBody = await response.json().catch(() => ({})); // A proxy's error page is no JSON.
    const code = error?.code ?? 'UNKNOWN';
    const message = errors[code]?.message ?? error?.message ?? 'Something went wrong, please try again';
    const refused = new CallRefused(response.status, code, message, error?.fields ?? []);
    onRefused(refused);
    throw refused;
  };
}

/** Leaves out what is not set: `withQuery('/api/parts', {q: '', page: 2})` is `/api/parts?page=2`. */
export function withQuery(path: string, query: Record<string, string | number | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, `${value}`);
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}
