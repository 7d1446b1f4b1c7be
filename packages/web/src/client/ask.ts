import type { Endpoint } from '@sightglass/wire';
import type { z } from 'zod';
import { basePath } from './base-path.ts';
import { BadAnswerError, failureOf, GarbledAnswerError, NoAnswerError } from './failure.ts';

/** What an endpoint takes, by its own schemas; parts that may be left out may be left out. */
export type Asked<E extends Endpoint> = Part<'params', z.input<E['params']>> &
  Part<'query', z.input<E['query']>> &
  Part<'body', z.input<E['body']>>;

type Part<Name extends string, Value> =
  Record<never, never> extends Value ? { [name in Name]?: Value } : { [name in Name]: Value };

export interface Client {
  /**
   * Asks one door of the API and checks the answer against its schema.
   *
   * @throws {ProblemError} what the server refused, by code.
   * @throws {NoAnswerError} when nothing came back, {@link GarbledAnswerError} no JSON, {@link BadAnswerError} something else.
   */
  ask<E extends Endpoint>(endpoint: E, asked: Asked<E>, signal?: AbortSignal): Promise<z.output<E['answer']>>;
  /** The same for doors that take bytes: a file, packed with gzip where the browser can. */
  send<E extends Endpoint>(
    endpoint: E,
    asked: Asked<E>,
    bytes: Blob,
    signal?: AbortSignal,
  ): Promise<z.output<E['answer']>>;
  /** The same for doors that answer in a stream of their own, such as NDJSON: the body is the caller's to read. */
  open<E extends Endpoint>(endpoint: E, asked: Asked<E>, signal?: AbortSignal): Promise<Response>;
}

export function createClient(fetcher: typeof fetch): Client {
  async function open<E extends Endpoint>(endpoint: E, asked: Asked<E>, signal?: AbortSignal): Promise<Response> {
    const { params = {}, query = {}, body } = asked as { params?: object; query?: object; body?: unknown }; // any E
    const sends = endpoint.method !== 'GET' && body !== undefined;
    return sent(
      endpoint,
      addressOf(endpoint.path, params, query),
      sends ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : { headers: {} },
      signal,
    );
  }

  async function sent(
    { method, media }: Endpoint,
    address: string,
    { headers, body }: { headers: Record<string, string>; body?: string | Blob },
    signal?: AbortSignal,
  ): Promise<Response> {
    let answer: Response;
    try {
      answer = await fetcher(address, {
        method,
        credentials: 'same-origin',
        headers: { accept: media, ...headers },
        ...(body === undefined ? {} : { body }),
        ...(signal ? { signal } : {}),
      });
    } catch (cause) {
      if (signal?.aborted) throw cause;
      throw new NoAnswerError('No answer', { cause });
    }
    if (!answer.ok) throw await failureOf(answer);
    return answer;
  }

  async function ask<E extends Endpoint>(
    endpoint: E,
    asked: Asked<E>,
    signal?: AbortSignal,
  ): Promise<z.output<E['answer']>> {
    return readAnswer(endpoint, await open(endpoint, asked, signal), signal);
  }

  async function send<E extends Endpoint>(
    endpoint: E,
    asked: Asked<E>,
    bytes: Blob,
    signal?: AbortSignal,
  ): Promise<z.output<E['answer']>> {
    const { params = {}, query = {} } = asked as { params?: object; query?: object }; // any E
    const packed = bytes.stream().pipeThrough(new CompressionStream('gzip'));
    const body = await new Response(packed).blob();
    const headers = { 'content-type': 'application/octet-stream', 'content-encoding': 'gzip' };
    const answer = await sent(endpoint, addressOf(endpoint.path, params, query), { headers, body }, signal);
    return readAnswer(endpoint, answer, signal);
  }

  async function readAnswer<E extends Endpoint>(
    endpoint: E,
    answer: Response,
    signal?: AbortSignal,
  ): Promise<z.output<E['answer']>> {
    const body: unknown = await answer.json().catch((cause: unknown) => {
      if (signal?.aborted) throw cause;
      throw new GarbledAnswerError(`${endpoint.name}: no JSON.`, { cause });
    });
    const read = endpoint.answer.safeParse(body);
    if (!read.success) {
      const first = read.error.issues[0];
      throw new BadAnswerError(`${endpoint.name}: ${first?.path.join('.') ?? ''} ${first?.message ?? ''}`);
    }
    return read.data as z.output<E['answer']>; // parsed by that very schema
  }

  return { ask, send, open };
}

/** `/p/:project` with its parameters filled in, below the path that the dashboard lies under; query values that are empty or absent mean "all" and are left out. */
export function addressOf(path: string, params: object, query: object): string {
  const values = new Map(Object.entries(params));
  const filled = `${basePath}${path}`.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(values.get(name))),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  return search.size === 0 ? filled : `${filled}?${search}`;
}

export const client: Client = createClient((...given) => fetch(...given));
