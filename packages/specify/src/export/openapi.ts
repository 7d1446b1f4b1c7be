import { placeOf, type Specification, type StatementOf } from '@sightglass/wire';
import { beginningFirst, withEntityParts } from './entity-parts.ts';
import { type EntitySchemas, type ExportOptions, entitySchemas, freeName, pascalCase } from './json-schema.ts';
import { type Schema, schemaOf, valueSchema } from './schema.ts';
import { basisOf, type Extensions, extensionsOf, sureOf } from './sure.ts';

interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: Schema;
}
interface Content {
  'application/json': { schema: Schema };
}
/** One of the two: as scripts send, or as browsers send forms. */
interface Sent {
  'application/json'?: { schema: Schema };
  'application/x-www-form-urlencoded'?: { schema: Schema };
}
export interface Operation extends Extensions {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Sent };
  responses: Record<string, { description: string; content?: Content }>;
  'x-roles'?: string[];
  'x-p75-ms'?: number;
}
/** An OpenAPI 3.1 document. */
export interface OpenApi {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: EntitySchemas['$defs'] };
}

type Call = StatementOf<'call'>;
/** Methods that OpenAPI 3.1 has a place for. */
const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

/**
 * The calls of the application to its own server as OpenAPI 3.1, each with its ground in `x-support` and `x-evidence`. What is only
 * suspected is left out, and so is what OpenAPI has no words for (calls to other hosts, methods of one's own).
 */
export function toOpenApi(specification: Specification, { origin }: ExportOptions = {}): OpenApi {
  const calls = sureOf(specification, 'call').filter(
    ({ host, method }) => host === '' && methods.has(method.toLowerCase()),
  );
  const ids = new Set<string>();
  const templates = [...Map.groupBy(calls, ({ path }) => placeOf(path)).values()].flatMap((some) => {
    const template = templateOf(some[0]?.path ?? '/');
    const operations = some.map((call): [string, Operation] => [
      call.method.toLowerCase(),
      operationOf(call, template, specification, ids, origin),
    ]);
    return [[template.path, Object.fromEntries(operations)] as const];
  });
  return {
    openapi: '3.1.0',
    info: {
      title: specification.project.name,
      version: specification.release ?? 'all releases',
      description: basisOf(specification),
    },
    paths: Object.fromEntries(templates),
    components: { schemas: entitySchemas(specification, origin) },
  };
}

interface Template {
  path: string;
  variables: { name: string; said: string }[];
}

/** A path whose variables have names that every tool takes, each once. */
function templateOf(path: string): Template {
  const taken = new Set<string>();
  const variables: Template['variables'] = [];
  const template = (path.startsWith('/') ? path : `/${path}`).replace(
    /\{([^{}]*)\}|[{}?#]/g,
    (brace, said: string | undefined) => {
      if (said === undefined) return encodeURIComponent(brace);
      const name = freeName(said.replace(/\W/g, '') || 'id', taken);
      variables.push({ name, said });
      return `{${name}}`;
    },
  );
  return { path: template, variables };
}

function operationOf(
  call: Call,
  template: Template,
  specification: Specification,
  ids: Set<string>,
  origin: string | undefined,
): Operation {
  const mine = ({ call: other }: { call: { method: string; path: string } }) =>
    other.method === call.method && placeOf(other.path) === placeOf(call.path);
  const parameters = [
    ...template.variables.map((one) => pathParameter(one, specification)),
    ...queryOf(specification, mine),
  ];
  const request = sureOf(specification, 'requestField').filter(mine);
  const roles = sureOf(specification, 'permission').filter(
    (one) => one.allowed && one.role !== '*' && one.call !== null && mine({ call: one.call }),
  );
  return {
    operationId: freeName(operationName(call), ids),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(request.length === 0
      ? {}
      : {
          requestBody: { required: request.some(({ required }) => required), content: sentBy(call, schemaOf(request)) },
        }),
    responses: responsesOf(call, specification, mine),
    ...(roles.length === 0 ? {} : { 'x-roles': roles.map(({ role }) => role).toSorted() }),
    ...(call.p75Ms === null ? {} : { 'x-p75-ms': call.p75Ms }),
    ...extensionsOf(call, specification.project.id, origin),
  };
}

const contentOf = (schema: Schema): Content => ({ 'application/json': { schema } });
const sentBy = ({ sentOn }: Call, schema: Schema): Sent =>
  sentOn === undefined ? contentOf(schema) : { 'application/x-www-form-urlencoded': { schema } };

function operationName({ method, path }: Call): string {
  const name = pascalCase(path.replace(/\{([^{}]*)\}/g, ' by $1 ').replace(/^\/api\//, '/'));
  return `${method.toLowerCase()}${name}`;
}

/** What is known of the field that has the variable's name is known of the variable. */
function pathParameter({ name, said }: Template['variables'][number], specification: Specification): Parameter {
  const field = sureOf(specification, 'field').find((one) => one.name === said);
  const schema = field === undefined ? { type: 'string' } : valueSchema({ ...field, nullable: false, values: null });
  return { name, in: 'path', required: true, schema };
}

type Mine = (one: { call: { method: string; path: string } }) => boolean;

function queryOf(specification: Specification, mine: Mine): Parameter[] {
  return sureOf(specification, 'query')
    .filter(mine)
    .map((one) => ({ name: one.name, in: 'query', required: one.required, schema: valueSchema(one) }));
}

function responsesOf(call: Call, specification: Specification, mine: Mine): Operation['responses'] {
  const fields = Map.groupBy(sureOf(specification, 'responseField').filter(mine), ({ status }) => status);
  const errors = sureOf(specification, 'error').filter(({ raisedBy }) =>
    raisedBy.some(({ subject }) => subject === `${call.method} ${call.path}`),
  );
  const told = [...sureOf(specification, 'status').filter(mine), ...call.statuses].map(({ status }) => status);
  const statuses = [...new Set([...told, ...fields.keys()])].filter((status) => status >= 100 && status <= 599);
  const responses = statuses
    .toSorted((one, other) => one - other)
    .map((status) => {
      const codes = errors.filter((one) => one.status === status);
      const body = fields.get(status);
      const description = codes.map(({ code, message }) => (message === '' ? code : `${code}: ${message}`)).join('; ');
      return [
        String(status),
        {
          description: description || (status < 400 ? 'Done' : 'Refused'),
          ...(body === undefined
            ? {}
            : { content: contentOf(schemaOf(beginningFirst(withEntityParts(body, specification), specification))) }),
          ...(codes.length === 0 ? {} : { 'x-codes': codes.map(({ code }) => code) }),
        },
      ] as const;
    });
  const all: Operation['responses'] = Object.fromEntries(responses);
  if (call.sentOn) all['3XX'] = { description: 'Leads on to another page' };
  return Object.keys(all).length === 0 ? { default: { description: 'No answer was seen' } } : all;
}
