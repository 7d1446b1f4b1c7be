import {
  points,
  type Specification,
  type Statement,
  type StatementOf,
  type Support,
  statementKey,
} from '@sightglass/wire';
import { moment, noon } from './moment.ts';

type Given<Kind extends Statement['kind']> = Partial<Omit<StatementOf<Kind>, 'support'>> & {
  support?: Partial<Support>;
};

const base = ({
  support,
  tier = 'firm',
  text = '',
  evidence = [moment()],
}: Partial<Omit<Statement, 'support'>> & { support?: Partial<Support> }) => ({
  ...{ text, tier },
  support: {
    ...{ sessions: 100, visitors: 40, observations: 300, against: 0, first: noon, last: noon, releases: ['1.0.0'] },
    ...support,
  },
  ...{ confidence: 0.99, evidence },
});
const value = { type: 'string', format: null, required: true, nullable: false, values: null };
export const orders = { method: 'POST', path: '/api/orders' };

/** Statements as points make them, each with what its test does not speak of filled in. */
export const make = {
  purpose: (given: Given<'purpose'> = {}): Statement => ({
    ...{ key: statementKey.purpose(), point: 1, kind: 'purpose', product: 'Parts Desk', vocabulary: [] },
    ...given,
    ...base(given),
    text: given.text ?? 'Parts Desk is about orders.',
  }),
  journey: (given: Given<'journey'> = {}): Statement => {
    const one = { name: 'Create order', steps: [], ...given };
    return { key: statementKey.journey(one.name), point: 1, kind: 'journey', ...one, ...base(given) };
  },
  screen: (given: Given<'screen'> = {}): Statement => {
    const one = { route: '/orders', title: 'Orders', views: 100, controls: [], enteredFrom: [], ...given };
    return { key: statementKey.screen(one.route), point: 2, kind: 'screen', ...one, ...base(given) };
  },
  link: (given: Given<'link'> = {}): Statement => {
    const one = { from: '/orders', to: '/orders/new', times: 50, controls: [], ...given };
    return { key: statementKey.link(one.from, one.to), point: 2, kind: 'link', ...one, ...base(given) };
  },
  entity: (given: Given<'entity'> = {}): Statement => {
    const one = { name: 'order', aliases: [], identifiedBy: 'orderId', calls: [orders], ...given };
    return { key: statementKey.entity(one.name), point: 3, kind: 'entity', ...one, ...base(given) };
  },
  field: (given: Given<'field'> = {}): Statement => {
    const one = { entity: 'order', name: 'reference', ref: null, ...value, ...given };
    return { key: statementKey.field(one.entity, one.name), point: 3, kind: 'field', ...one, ...base(given) };
  },
  state: (given: Given<'state'> = {}): Statement => {
    const one = { entity: 'order', field: 'state', name: 'draft', initial: false, final: false, ...given };
    return { key: statementKey.state(one.entity, one.name), point: 4, kind: 'state', ...one, ...base(given) };
  },
  transition: (given: Given<'transition'> = {}): Statement => {
    const one = {
      entity: 'order',
      field: 'state',
      from: 'draft',
      to: 'submitted',
      by: null,
      roles: [],
      times: 30,
      ...given,
    };
    const key = statementKey.transition(one.entity, one.from, one.to);
    return { key, point: 4, kind: 'transition', ...one, ...base(given) };
  },
  rule: (given: Given<'rule'> = {}): Statement => {
    const one = { form: null, call: orders, field: 'reference', rule: 'required' as const, value: null, ...given };
    const key = statementKey.rule({ call: one.call, form: one.form }, one.field, one.rule);
    return { key, point: 5, kind: 'rule', message: null, from: ['page'], ...one, ...base(given) };
  },
  role: (given: Given<'role'> = {}): Statement => {
    const one = { name: 'member', ...given };
    return { key: statementKey.role(one.name), point: 6, kind: 'role', ...one, ...base(given) };
  },
  permission: (given: Given<'permission'> = {}): Statement => {
    const one = {
      role: 'member',
      call: null,
      route: null,
      action: null,
      allowed: true,
      times: 20,
      refused: 0,
      ...given,
    };
    return {
      key: statementKey.permission(one.role, one),
      point: 6,
      kind: 'permission',
      ...one,
      ...base(given),
    };
  },
  call: (given: Given<'call'> = {}): Statement => {
    const one = { ...orders, host: '', calls: 200, p75Ms: 20, failed: 0, statuses: [], query: [], ...given };
    const key = statementKey.call(one.method, one.host, one.path);
    return { key, point: 7, kind: 'call', request: null, response: null, screens: [], ...one, ...base(given) };
  },
  query: (given: Given<'query'> = {}): Statement => {
    const one = { call: { method: 'GET', path: '/api/orders' }, name: 'state', ...value, required: false, ...given };
    return { key: statementKey.query(one.call, one.name), point: 7, kind: 'query', ...one, ...base(given) };
  },
  requestField: (given: Given<'requestField'> = {}): Statement => {
    const one = { call: orders, name: 'reference', ...value, ...given };
    const key = statementKey.requestField(one.call, one.name);
    return { key, point: 7, kind: 'requestField', ...one, ...base(given) };
  },
  responseField: (given: Given<'responseField'> = {}): Statement => {
    const one = { call: orders, status: 201, name: 'reference', ...value, ...given };
    const key = statementKey.responseField(one.call, one.status, one.name);
    return { key, point: 7, kind: 'responseField', ...one, ...base(given) };
  },
  status: (given: Given<'status'> = {}): Statement => {
    const one = { call: orders, status: 201, calls: 100, codes: [], ...given };
    return { key: statementKey.status(one.call, one.status), point: 7, kind: 'status', ...one, ...base(given) };
  },
  error: (given: Given<'error'> = {}): Statement => {
    const one = { code: 'ORDER_TOO_LARGE', status: 422, message: 'Too many lines', raisedBy: [], ...given };
    return { key: statementKey.error(one), point: 8, kind: 'error', origin: 'answer', ...one, ...base(given) };
  },
  constant: (given: Given<'constant'> = {}): Statement => {
    const one = { name: 'maxLines', value: 30, unit: null, meaning: 'lines in one order', ...given };
    return { key: statementKey.constant(one.name), point: 9, kind: 'constant', ...one, ...base(given) };
  },
};

export function specificationOf(
  statements: readonly Statement[],
  { release = '1.0.0', sessions = 200, visitors = 40 }: { release?: string; sessions?: number; visitors?: number } = {},
): Specification {
  return {
    v: 1,
    project: { id: 'p_000000000001', name: 'Parts Desk' },
    span: { from: noon - 3_600_000, until: noon + 3_600_000 },
    environment: null,
    release,
    basis: { sessions, visitors, releases: [release] },
    points: points.map(({ point, title }) => {
      const own = statements.filter((one) => one.point === point);
      const shown = own.length > 0;
      return { point, title, shown, reason: shown ? null : 'Nothing of the kind.', statements: own, leftOut: 0 };
    }),
  };
}
