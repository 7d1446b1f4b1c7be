import type { Fact, FormRecord, ResourceRecord, Shape, Specification, WireRecord } from '@sightglass/wire';
import { mergeObservations } from '../merge.ts';
import { observe } from '../observe/observe.ts';
import type { SessionSeen } from '../observe/session.ts';
import { specify } from '../specify.ts';

export const noon = Date.UTC(2026, 10, 18, 12);

/** One step of a visit: a call, a look at a screen, or something done there. */
export type Step =
  | { call: string; status?: number; answer?: unknown; send?: unknown; more?: Partial<ResourceRecord> }
  | { screen: string; title?: string; ms?: number; cause?: 'load' | 'push' | 'replace' | 'pop' }
  | { act: string; role?: string; type?: 'click' | 'input'; within?: string; target?: string }
  | ({ form: string } & Pick<FormRecord, 'event' | 'fields' | 'refusals' | 'postsTo'>)
  | { user: string; as: string }
  | { context: Record<string, string | number | boolean> }
  | { wait: number };

/** What a browser would tell of these steps; every visit is another visitor's. */
export function visit(number: number, steps: readonly Step[], role = ''): SessionSeen {
  const records: WireRecord[] = [];
  let [at, view, route] = [noon + number * 3_600_000, '', ''];
  let action: string | undefined;
  for (const [index, step] of steps.entries()) {
    at += 1_000;
    const id = `${String(number).padStart(4, '0')}-${String(index).padStart(4, '0')}`;
    const common = { at, ...(view === '' ? {} : { view, route }) };
    if ('screen' in step) {
      const from = route;
      [view, route, action] = [`view-${id}`, step.screen, undefined];
      const told = { path: route, title: step.title ?? '', cause: step.cause ?? 'push', durationMs: step.ms ?? 5_000 };
      records.push({ kind: 'view', at, view, route, version: 1, ...told, ...(from === '' ? {} : { from }) });
    } else if ('act' in step) {
      action = `action-${id}`;
      const told = { id: action, version: 0, type: step.type ?? 'click', role: step.role ?? 'button', name: step.act };
      const { within, target } = step;
      const where = { ...(within === undefined ? {} : { within }), ...(target === undefined ? {} : { target }) };
      records.push({ kind: 'action', ...common, ...told, ...where, frustrations: [] });
    } else if ('form' in step) {
      const { form: name, ...told } = step;
      records.push({ kind: 'form', ...common, name, ...told, ...(action === undefined ? {} : { action }) });
    } else if ('user' in step) records.push({ kind: 'user', ...common, visitor: step.user, role: step.as });
    else if ('context' in step) records.push({ kind: 'context', ...common, attributes: step.context });
    else if ('wait' in step) at += step.wait;
    else records.push({ ...common, ...callRecord(step, id), ...(action === undefined ? {} : { action }) });
  }
  const session = `session-${number}`;
  return { session, visitor: `visitor-${number}`, role, release: '1.0.0', environment: '', records };
}

function callRecord(step: Extract<Step, { call: string }>, id: string): Omit<ResourceRecord, 'at'> {
  const [method = '', address = ''] = step.call.split(' ');
  const [path = '', query = ''] = address.split('?');
  const parameters = query
    .split('&')
    .filter(Boolean)
    .map((pair) => pair.split('='));
  return {
    ...{ kind: 'resource', id: `call-${id}`, type: 'fetch', method, host: '', path, durationMs: 30 },
    status: step.status ?? 200,
    mime: 'application/json',
    ...(parameters.length === 0 ? {} : { query: Object.fromEntries(parameters) }),
    ...(step.answer === undefined ? {} : { response: shapeOf(step.answer) }),
    ...(step.send === undefined ? {} : { request: shapeOf(step.send) }),
    ...step.more,
  };
}

/** The shape of an example; texts say their format: `'uuid'`, `'date'`, else `word`. */
function shapeOf(value: unknown): Shape {
  if (value === null) return { types: ['null'] };
  if (Array.isArray(value)) {
    const [first] = value;
    return { types: ['array'], length: 4, ...(first === undefined ? {} : { items: shapeOf(first) }) };
  }
  if (typeof value === 'object') {
    return {
      types: ['object'],
      fields: Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shapeOf(one)])),
    };
  }
  if (typeof value === 'boolean') return { types: ['boolean'] };
  if (typeof value === 'number') return { types: [Number.isInteger(value) ? 'integer' : 'number'], magnitude: 3 };
  const formats = ['uuid', 'date', 'date-time', 'email', 'ulid', 'slug', 'sentence'] as const;
  return { types: ['string'], format: formats.find((format) => format === value) ?? 'word', length: 4 };
}

export function factsOf(sessions: readonly SessionSeen[]): Fact[] {
  return mergeObservations(sessions.flatMap(observe));
}

export function specifyVisits(sessions: readonly SessionSeen[]): Specification {
  return specify(factsOf(sessions), {
    project: { id: 'p_000000000001', name: 'Desk' },
    span: { from: noon, until: noon + 86_400_000 },
    environment: null,
    release: null,
    basis: { sessions: sessions.length, visitors: sessions.length, releases: ['1.0.0'] },
  });
}
