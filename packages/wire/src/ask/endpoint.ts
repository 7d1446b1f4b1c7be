import { z } from 'zod';
import { epochMs, projectId } from '../ids.ts';

/** Who may call: in this order, each may do what the ones before it may. `anyone` needs no login, `member-of-server` a login and no project. */
export const projectRoles = ['viewer', 'member', 'admin', 'owner'] as const;
export const projectRole = z.enum(projectRoles);
export type ProjectRole = z.infer<typeof projectRole>;
export type Access = 'anyone' | 'signed-in' | 'server-owner' | ProjectRole;

export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  name: string;
  summary: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `:name` for parameters. A path with `:project` is judged by the caller's role in that project. */
  path: string;
  access: Access;
  params: Params;
  query: Query;
  body: Body;
  answer: Answer;
  /** Media type of the answer where it is not JSON. */
  media: string;
  /** Media types of the files that it answers with where another form than the usual one is asked for. */
  files: readonly string[];
  /** `bytes`: the body is a stream of bytes that the handler reads itself, within its own bounds. */
  takes: 'json' | 'bytes';
  /** Of a JSON body, where it may be larger than most. */
  maxBodyBytes: number;
}

/** What a handler of the endpoint is given and gives, parsed. */
export type QueryOf<E extends Endpoint> = z.output<E['query']>;
export type AnswerOf<E extends Endpoint> = z.output<E['answer']>;

const nothing = z.object({});
export type Nothing = typeof nothing;

interface Described<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType> {
  name: string;
  summary: string;
  method?: Endpoint['method'];
  path: string;
  access: Access;
  params?: P;
  query?: Q;
  body?: B;
  answer: A;
  media?: string;
  files?: Endpoint['files'];
  takes?: Endpoint['takes'];
  maxBodyBytes?: number;
}

/** A door of the API, told once: the server registers it, the dashboard calls it, OpenAPI describes it, a test tries it with every role. */
export function endpoint<
  A extends z.ZodType,
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
>(described: Described<P, Q, B, A>): Endpoint<P, Q, B, A> {
  return {
    ...described,
    method: described.method ?? 'GET',
    params: (described.params ?? nothing) as P, // the default type of P is Nothing
    query: (described.query ?? nothing) as Q,
    body: (described.body ?? nothing) as B,
    media: described.media ?? 'application/json',
    files: described.files ?? [],
    takes: described.takes ?? 'json',
    maxBodyBytes: described.maxBodyBytes ?? 256 * 1024,
  };
}

export const inProject = z.object({ project: projectId });

/** Of a question that says no span. */
const usualDays = 30;

/** A moment of a question: milliseconds since 1970; where none is said, so long before now. */
const moment = (beforeNowMs: number) =>
  z.coerce
    .number()
    .pipe(epochMs)
    .optional()
    .transform((said) => said ?? Date.now() - beforeNowMs);

/**
 * What every question about traffic is bound by. The span is half-open, `[from, until)`; without one it is the last 30 days. Empty
 * strings mean "all".
 */
export const about = z.object({
  from: moment(usualDays * 86_400_000),
  until: moment(0),
  environment: z.string().max(256).default(''),
  release: z.string().max(256).default(''),
});
export type About = z.infer<typeof about>;

export const page = z.object({
  cursor: z.string().max(512).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});
