import type { Catalog } from '@sightglass/store';
import { type Endpoint, endpoints, SightglassError } from '@sightglass/wire';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, identify, judge } from '../accounts/caller.ts';
import { fromOwnPages } from '../accounts/own-pages.ts';
import { type Auditing, createAuditing } from '../audit/index.ts';
import { type Asked, type EndpointName, type Handlers, Media } from './handlers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
  }
}

/**
 * Registers every door of the table, and nothing else, under `/api/`. Who may pass is judged before a byte of the body is read, in
 * this order: nobody (401), not their project (404), role too low (403); so no answer tells what exists.
 *
 * @param auditing - Keeps who did what before they are told that it is done.
 * @throws when anything else is registered on `app`: a door without an entry in the table would be a door without a judge.
 */
export function registerApi(
  app: FastifyInstance,
  catalog: Catalog,
  handlers: Handlers,
  base = '',
  auditing: Auditing = createAuditing({ catalog }),
): void {
  app.decorateRequest('caller', undefined);
  const doors = new Set(endpoints.map(({ method, path }) => `${method} ${path}`));
  app.addHook('onRoute', ({ method, url }) => {
    if (!doors.has(`${method} ${url}`)) throw new Error(`${method} ${url} is not in the table of doors of the wire`);
  });
  // A stream, for the doors that take bytes. Another site cannot send this type without asking (ASVS 3.5.2).
  app.addContentTypeParser('application/octet-stream', (request, payload, done) => {
    const { takesBytes = false } = request.routeOptions.config as { takesBytes?: boolean }; // set below
    if (takesBytes) done(null, payload);
    else done(new SightglassError('media_type'));
  });
  for (const endpoint of endpoints) registerDoor(app, { catalog, handlers, base, auditing }, endpoint);
}

interface Behind {
  catalog: Catalog;
  handlers: Handlers;
  base: string;
  auditing: Auditing;
}

function registerDoor(app: FastifyInstance, behind: Behind, endpoint: Endpoint): void {
  const { catalog, handlers, base, auditing } = behind;
  const name = endpoint.name as EndpointName; // each endpoint stands in the wire under its own name; a test holds it
  // The schemas that Fastify checks with are those that the handler's types come from.
  const handler = handlers[name] as (asked: Asked<EndpointName>) => Promise<unknown>;
  const takesBody = endpoint.method !== 'GET' && hasFields(endpoint.body);

  app.route({
    method: endpoint.method,
    url: endpoint.path,
    exposeHeadRoute: false,
    bodyLimit: endpoint.maxBodyBytes,
    config: { takesBytes: endpoint.takes === 'bytes' },
    schema: {
      operationId: endpoint.name,
      summary: endpoint.summary,
      ...(hasFields(endpoint.params) ? { params: endpoint.params } : {}),
      ...(hasFields(endpoint.query) ? { querystring: endpoint.query } : {}),
      ...(takesBody ? { body: endpoint.body } : {}),
      response: { 200: { description: 'Answer', content: { [endpoint.media]: { schema: endpoint.answer } } } },
      ...(endpoint.access === 'anyone' ? { security: [] } : {}),
    },
    onRequest: async (request) => {
      request.caller = await pass(catalog, endpoint, request, base);
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const asked = toAsked(request, reply, base);
      const answer = await auditing.keep(name, asked, () => handler(asked));
      if (!(answer instanceof Media)) return answer;
      const { fileName, saved } = answer;
      if (fileName !== undefined)
        reply.header('content-disposition', `${saved ? 'attachment' : 'inline'}; filename="${fileName}"`);
      if (saved) reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox");
      return reply.type(answer.type).send(answer.body);
    },
  });
}

async function pass(
  catalog: Catalog,
  endpoint: Endpoint,
  request: FastifyRequest,
  base: string,
): Promise<Caller | undefined> {
  if (endpoint.access === 'anyone') {
    // No cookie is read here, but some of these doors set one: another site must not sign its reader in as somebody else.
    if (endpoint.method !== 'GET' && isBrowser(request) && !fromOwnPages(request.headers, true))
      throw new SightglassError('csrf');
    return undefined;
  }
  const caller = await identify(catalog, request.method, request.headers, base);
  const { project } = request.params as { project?: string }; // Fastify has read the path; its values are strings
  await judge(endpoint.access, caller, project);
  return caller;
}

function isBrowser(request: FastifyRequest): boolean {
  return request.headers.origin !== undefined || request.headers['sec-fetch-site'] !== undefined;
}

function toAsked(request: FastifyRequest, reply: FastifyReply, base: string): Asked<EndpointName> {
  const asked = `${request.protocol}://${request.host}`;
  return {
    params: request.params,
    query: request.query,
    body: request.body,
    caller: request.caller,
    address: request.ip,
    origin: `${asked}${base}`,
    opened: `${request.headers.origin ?? asked}${base}`,
    base,
    headers: request.headers,
    setCookie: (cookie) => reply.header('set-cookie', cookie),
    signal: whileHere(reply),
  } as Asked<EndpointName>; // checked by the endpoint's schemas just before
}

/** Aborted when the connection ends before the answer does; a request is over as soon as its body is read, which says nothing of it. */
function whileHere(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

function hasFields(schema: Endpoint['body']): boolean {
  const { shape } = schema as { shape?: object };
  return shape === undefined || Object.keys(shape).length > 0;
}
