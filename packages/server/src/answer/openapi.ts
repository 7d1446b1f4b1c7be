import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';

/** What stands around the doors in `/api/v1/openapi.json`; the doors themselves come from the table in the wire. */
export function describeApi(version: string): NonNullable<FastifyDynamicSwaggerOptions['openapi']> {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sightglass',
      version,
      description:
        'Everything that the dashboard uses. Errors are `application/problem+json` (RFC 9457) with a stable `code`; docs/errors.md lists them.',
      license: { name: 'MIT' },
    },
    servers: [{ url: '/' }],
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'An API token, `sgt_…`' },
        login: { type: 'apiKey', in: 'cookie', name: '__Host-sightglass', description: 'The dashboard’s cookie' },
      },
    },
    security: [{ token: [] }, { login: [] }],
  };
}
