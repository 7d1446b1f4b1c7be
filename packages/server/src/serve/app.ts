import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import swagger from '@fastify/swagger';
import type { Catalog } from '@sightglass/store';
import { limits, SightglassError } from '@sightglass/wire';
import fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import {
  jsonSchemaTransform,
  jsonSchemaTransformObject,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod';
import type { Logger } from 'pino';
import { registerApi } from '../answer/api.ts';
import type { Handlers } from '../answer/handlers.ts';
import { describeApi, describeDoors } from '../answer/openapi.ts';
import { answerProblems, rawProblem, sendProblem } from '../answer/problems.ts';
import type { Auditing } from '../audit/index.ts';
import { serveDashboard } from './dashboard.ts';
import { addSecurityHeaders, addSecurityHeadersTo } from './headers.ts';
import { type Condition, serveHealth } from './health.ts';
import { serveSdk } from './sdk.ts';
import { hurry } from './slow-bodies.ts';

export interface AppParts {
  catalog: Catalog;
  handlers: Handlers;
  auditing?: Auditing;
  condition: Condition;
  /** Built files: the dashboard's and the SDK's. */
  folders: { dashboard: string; sdk: string };
  /** Takes the intake's own paths; true when it took the request. */
  receive(request: IncomingMessage, response: ServerResponse): boolean;
  log: Logger;
  version: string;
  /** Proxies whose `x-forwarded-for` is believed, as addresses or networks, with commas; none: false. */
  trustProxy: string | false;
  /** The path of another site that everything lies under, as `/sightglass`. */
  basePath?: string;
}

/** A head that was too long, or did not come; all else is no HTTP. */
const unread: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Everything that speaks HTTP, on one server of Node: the intake looks first, since its requests are most of all. */
export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: parts.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: parts.trustProxy,
    bodyLimit: 256 * 1024,
    genReqId: () => randomUUID(),
    forceCloseConnections: true,
    return503OnClosing: false,
    routerOptions: { maxParamLength: 256 },
    frameworkErrors: (_error, _request, reply) => {
      addSecurityHeadersTo(reply);
      return sendProblem(reply as unknown as FastifyReply, new SightglassError('not_found'));
    },
    serverFactory: (answer) => serverFor(parts, answer),
    clientErrorHandler: (error, socket) => {
      if (socket.writable) socket.end(rawProblem(unread[error.code ?? ''] ?? 400));
    },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  // Only JSON: a form or a text/plain body is what another site can send without asking (ASVS 3.5.2).
  app.removeContentTypeParser('text/plain');
  answerProblems(app as unknown as FastifyInstance);
  addSecurityHeaders(app as unknown as FastifyInstance);

  await app.register(swagger, {
    openapi: describeApi(parts.version, parts.basePath ?? ''),
    transform: jsonSchemaTransform,
    transformObject: (document) => describeDoors(jsonSchemaTransformObject(document)),
  });
  const plain = app as unknown as FastifyInstance; // the same, with the logger's own type forgotten
  await plain.register(async (api) => registerApi(api, parts.catalog, parts.handlers, parts.basePath, parts.auditing));
  plain.get('/api/v1/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  serveHealth(plain, parts.condition);
  serveSdk(plain, parts.folders.sdk);
  await serveDashboard(plain, parts.folders.dashboard, parts.basePath);
  return plain;
}

function serverFor(parts: AppParts, answer: (request: IncomingMessage, response: ServerResponse) => void): Server {
  const timeouts = { requestTimeout: limits.releaseFileTimeoutMs, headersTimeout: 10_000, keepAliveTimeout: 65_000 };
  return createServer(timeouts, (request, response) => {
    request.url = withoutBase(pathOf(request.url), parts.basePath);
    // The intake keeps the time of its own requests, and counts those that are too slow.
    if (parts.receive(request, response)) return;
    hurry(request, response, limits.bodyTimeoutMs);
    answer(request, response);
  });
}

/** A request may name its whole address, as to a proxy (RFC 9112, 3.2.2). */
function pathOf(url = '/'): string {
  return url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*/i, '') || '/';
}

/** Some proxies take the path away that they send here, others hand it on: both are understood. */
function withoutBase(url: string, base = ''): string {
  if (base === '' || !url.startsWith(base)) return url;
  const rest = url.slice(base.length);
  return rest.startsWith('/') ? rest : rest === '' || rest.startsWith('?') ? `/${rest}` : url;
}
