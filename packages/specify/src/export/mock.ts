import { exampleOf } from './example.ts';
import type { OpenApi, Operation } from './openapi.ts';

export interface MockAnswer {
  status: number;
  /** `undefined`: the answer has no body. */
  body: unknown;
}

/**
 * A server without a socket: answers the calls of an OpenAPI export with its first good status and a body that the schema allows.
 * `undefined`: there is no such call. A literal segment goes before a variable one.
 */
export function mockFrom(openapi: OpenApi): (method: string, address: string) => MockAnswer | undefined {
  const paths = Object.keys(openapi.paths).map((path) => ({ path, segments: path.split('/') }));
  return (method, address) => {
    const segments = (address.split(/[?#]/)[0] ?? '').split('/');
    const found = paths
      .filter(({ path, segments: template }) => fits(template, segments) && operationAt(openapi, path, method))
      .toSorted((one, other) => variables(one.path) - variables(other.path))[0];
    const operation = found && operationAt(openapi, found.path, method);
    return operation && answerOf(operation);
  };
}

function operationAt({ paths }: OpenApi, path: string, method: string): Operation | undefined {
  const operations = paths[path] ?? {};
  return Object.hasOwn(operations, method.toLowerCase()) ? operations[method.toLowerCase()] : undefined;
}

function fits(template: readonly string[], segments: readonly string[]): boolean {
  return (
    template.length === segments.length &&
    template.every(
      (segment, index) => segment === segments[index] || (/^\{.*\}$/.test(segment) && segments[index] !== ''),
    )
  );
}

const variables = (path: string): number => path.split('{').length;

function answerOf({ responses }: Operation): MockAnswer {
  const status = Object.keys(responses).toSorted()[0] ?? '200';
  const schema = responses[status]?.content?.['application/json'].schema;
  return { status: Number(status) || 200, body: schema === undefined ? undefined : exampleOf(schema) };
}
