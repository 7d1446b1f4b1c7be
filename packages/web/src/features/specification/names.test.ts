import { type Specification, type Statement, type StatementOf, statementKey } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { machinesOf } from './group.ts';
import { withGivenNames } from './names.ts';

const base = {
  ...{ text: 'Said.', confidence: 0.9, tier: 'firm' as const },
  support: { sessions: 3, visitors: 2, observations: 9, against: 0, first: 1, last: 2, releases: [] },
  evidence: [{ type: 'moment' as const, session: 's', at: 1, release: '', note: '' }],
};
const review = { state: 'renamed' as const, by: 'Ada', at: 3 };
const state = (name: string, entity: string, key = statementKey.state(entity, name)): StatementOf<'state'> => ({
  ...{ ...base, key, point: 4, kind: 'state', entity, field: 'state', name, initial: false, final: false },
});
const statements: Statement[] = [
  {
    ...{ ...base, key: statementKey.entity('order'), point: 3, kind: 'entity', name: 'Purchase', aliases: [] },
    ...{ identifiedBy: null, calls: [], review },
  },
  {
    ...{ ...base, key: statementKey.field('order', 'no'), point: 3, kind: 'field', entity: 'order', name: 'no' },
    ...{ type: 'string', format: null, required: true, nullable: false, values: null, ref: null },
  },
  { ...state('Sketch', 'order', statementKey.state('order', 'draft')), review },
  state('sent', 'order'),
  {
    ...{ ...base, key: 'transition', point: 4, kind: 'transition', entity: 'order', field: 'state', from: 'draft' },
    ...{ to: 'sent', by: null, roles: ['admin'], times: 2 },
  },
  { ...base, key: statementKey.role('admin'), point: 6, kind: 'role', name: 'Boss', review },
];
const specification: Specification = {
  ...{ v: 1, project: { id: 'p_000000000000', name: 'Desk' }, span: { from: 1, until: 2 } },
  ...{ environment: null, release: null, basis: { sessions: 3, visitors: 2, releases: [] } },
  points: [{ point: 3, title: 'Everything', shown: true, reason: null, leftOut: 0, statements }],
};

test('a name that a member gave stands wherever the thing is named, and keys stay', () => {
  const named = withGivenNames(specification).points.flatMap((point) => point.statements);
  expect(named.map(({ key }) => key)).toEqual(statements.map(({ key }) => key));
  expect(named.find((one) => one.kind === 'field')).toMatchObject({ entity: 'Purchase' });
  const of = <Kind extends Statement['kind']>(kind: Kind) =>
    named.filter((one): one is StatementOf<Kind> => one.kind === kind);
  expect(machinesOf(of('state'), of('transition'))).toMatchObject([
    {
      entity: 'Purchase',
      states: [{ name: 'Sketch' }, { name: 'sent' }],
      transitions: [{ from: 'Sketch', to: 'sent' }],
    },
  ]);
  expect(of('transition')[0]?.roles).toEqual(['Boss']);
});
