import { STATUS_CODES } from 'node:http';
import { catalogue, type ErrorCode, type Problem, SightglassError, toProblem } from '@sightglass/wire';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';

/** Fastify's own refusals in the words of our catalogue. */
const ofFastify: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'empty',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_request',
  FST_ERR_CTP_INVALID_JSON_BODY: 'not_json',
  FST_ERR_BAD_URL: 'not_found',
  FST_STATIC_FORBIDDEN_PATH: 'not_found',
};

/** What is not the asker's doing. */
const logged: ErrorCode[] = ['internal', 'engine_unavailable', 'catalog_damaged', 'ledger_damaged'];

/** Every error leaves as RFC 9457, and the log, not the answer, has what went wrong inside. */
export function answerProblems(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | SightglassError, request, reply) => {
    // Whoever asked has gone: what they asked was given up for it, and nobody reads this.
    const told = reply.raw.destroyed ? new SightglassError('query_timeout') : toTell(error, request);
    if (logged.includes(told.code)) request.log.error({ err: error, door: request.routeOptions.url }, told.code);
    return sendProblem(reply, told);
  });
}

export function sendProblem(reply: FastifyReply, error: SightglassError): FastifyReply {
  const problem: Problem = toProblem(error);
  if (problem.retryAfter !== undefined) reply.header('retry-after', problem.retryAfter);
  if (problem.code === 'unauthenticated') reply.header('www-authenticate', 'Bearer');
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send(problem);
}

function toTell(error: FastifyError | SightglassError, request: FastifyRequest): SightglassError {
  if (error instanceof SightglassError) return error;
  if (hasZodFastifySchemaValidationErrors(error))
    return new SightglassError('bad_request', undefined, {
      issues: error.validation.slice(0, 20).map((issue) => ({
        path: `${error.validationContext ?? 'request'}${issue.instancePath.replaceAll('/', '.')}`,
        message: issue.message ?? 'is not valid',
      })),
    });
  const code = ofFastify[error.code];
  if (code !== undefined) return new SightglassError(code);
  if (error.statusCode === 400) return new SightglassError('not_json');
  return new SightglassError('internal', `${catalogue.internal.title} (${request.id})`);
}

/** What a peer gets that does not even speak HTTP: no header could be read, so there is nothing more to say. */
export function rawProblem(status: number): string {
  const body = JSON.stringify({ ...toProblem(new SightglassError('bad_request')), status });
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    '',
    body,
  ].join('\r\n');
}
