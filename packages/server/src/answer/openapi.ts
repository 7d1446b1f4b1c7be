import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { endpoints, problem } from '@sightglass/wire';
import { z } from 'zod';
import { cookieName } from '../accounts/cookie.ts';

/** What stands around the doors in `/api/v1/openapi.json`; the doors themselves come from the table in the wire. */
export function describeApi(version: string, base: string): NonNullable<FastifyDynamicSwaggerOptions['openapi']> {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sightglass',
      version,
      description:
        'Everything that the dashboard uses. Errors are `application/problem+json` (RFC 9457) with a stable `code`; docs/errors.md lists them.',
      license: { name: 'MIT' },
    },
    servers: [{ url: base || '/' }],
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'An API token, `sgt_…`' },
        login: { type: 'apiKey', in: 'cookie', name: cookieName(base), description: 'The dashboard’s cookie' },
      },
    },
    security: [{ token: [] }, { login: [] }],
  };
}

type Document = ReturnType<NonNullable<FastifyDynamicSwaggerOptions['transformObject']>>;

interface Operation {
  requestBody?: object;
  responses: Record<string, { content?: object } | { $ref: string }>;
}

/** What Fastify does not check and so does not know of a door: how it refuses, bodies of bytes, and the files that it answers with. */
export function describeDoors(document: Document): Document {
  const { components, paths } = document as { components: Record<string, object>; paths: Record<string, object> };
  components.schemas = { ...components.schemas, Problem: z.toJSONSchema(problem, { io: 'output' }) };
  components.responses = {
    Problem: {
      description: 'Refused: `code` says why, and docs/errors.md what to do',
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  };
  for (const { method, path, files, takes } of endpoints) {
    const door = paths[path.replaceAll(/:(\w+)/g, '{$1}')] as Record<string, Operation> | undefined;
    const operation = door?.[method.toLowerCase()];
    if (operation === undefined) continue;
    operation.responses.default = { $ref: '#/components/responses/Problem' };
    const told = operation.responses['200'] as { content: object };
    told.content = { ...told.content, ...Object.fromEntries(files.map((type) => [type, fileOf(type)])) };
    if (takes === 'bytes') operation.requestBody = { required: true, content: { 'application/octet-stream': {} } };
  }
  return document;
}

function fileOf(type: string): object {
  return type.endsWith('json') ? {} : { schema: { type: 'string' } };
}
