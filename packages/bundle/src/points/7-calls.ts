import { type StatementOf, statementKey } from '@sightglass/wire';
import type { CallFact, CodeFacts, FieldFact } from '../extract/fact.ts';
import type { Ground } from './ground.ts';

type Told = StatementOf<'call'> | StatementOf<'query'> | StatementOf<'requestField'>;

/** Calls that the code makes, with what it puts into their queries and bodies. */
export function callsOf({ calls }: CodeFacts, ground: Ground): Told[] {
  return calls.flatMap((call) => {
    const name = { method: call.method, path: call.host === '' ? call.path : `https://${call.host}${call.path}` };
    return [
      toCall(call, ground),
      ...call.query.map(
        (field): Told => ({
          key: statementKey.query(name, field.name),
          kind: 'query',
          ...toField(name, field, 'asks with', ground),
        }),
      ),
      ...call.body.map(
        (field): Told => ({
          key: statementKey.requestField(name, field.name),
          kind: 'requestField',
          ...toField(name, field, 'sends', ground),
        }),
      ),
    ];
  });
}

function toCall({ method, host, path, query, at }: CallFact, ground: Ground): StatementOf<'call'> {
  const full = host === '' ? path : `https://${host}${path}`;
  return {
    key: statementKey.call(method, host, path),
    point: 7,
    kind: 'call',
    text: `The code calls ${method} ${full}.`,
    ...ground(at),
    ...{ method, host, path: full, calls: 0, p75Ms: null, failed: 0, statuses: [] },
    query: query.map(({ name }) => ({ name, format: '' })),
    ...{ request: null, response: null, screens: [] },
  };
}

function toField(
  call: { method: string; path: string },
  { name, type, values, at }: FieldFact,
  does: string,
  ground: Ground,
) {
  return {
    point: 7 as const,
    text: `${call.method} ${call.path} ${does} ${name}${type === '' ? '' : `, ${type}`}.`,
    ...ground(at),
    ...{ call, name, type: type || 'any', format: null, required: false, nullable: false, values: values ?? null },
  };
}
