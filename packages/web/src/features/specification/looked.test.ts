import type { Specification, SpecificationDiff, StatementOf } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { changeId, findingId, lookedAt } from './looked.ts';

const moment = { type: 'moment' as const, session: 's', at: 1, release: '1.0.0', note: 'refused' };
const place = { type: 'code' as const, file: 'src/limits.ts', line: 3, column: 2, release: '1.0.0' };
const limit: StatementOf<'constant'> = {
  ...{ key: 'constant max-lines', point: 9, kind: 'constant', text: 'maxLines is 150.', tier: 'firm', confidence: 0.9 },
  ...{ name: 'maxLines', value: 150, unit: 'lines', meaning: 'An order holds at most 150 lines.' },
  support: { sessions: 3, visitors: 2, observations: 9, against: 0, first: 1, last: 2, releases: ['1.0.0'] },
  evidence: [moment, place],
};
const finding = {
  ...{
    sort: 'disagreement' as const,
    point: 9 as const,
    key: limit.key,
    text: 'Sessions show 150, the code says 200.',
  },
  evidence: [moment, place],
};
const specification: Specification = {
  ...{ v: 1, project: { id: 'p_000000000000', name: 'Desk' }, span: { from: 1, until: 2 } },
  ...{ environment: null, release: null, basis: { sessions: 3, visitors: 2, releases: ['1.0.0'] } },
  code: { release: '1.0.0', state: 'read', reason: null, findings: [finding] },
  points: [{ point: 9, title: 'Constants', shown: true, reason: null, leftOut: 0, statements: [limit] }],
};
const side = (release: string) => ({ release, span: { from: 1, until: 2 }, sessions: 5, visitors: 3 });
const gone = {
  ...{ key: 'call GET /api/old', kind: 'call', point: 7 as const, change: 'removed' as const, breaking: true },
  ...{ severity: 'breaking' as const, text: 'Gone: GET /api/old.', details: [], consequences: [], to: null },
  from: limit,
  exposure: {
    from: { sessions: 5, seen: 4, visitors: 3, seenBy: 3 },
    to: { sessions: 5, seen: 0, visitors: 3, seenBy: 0 },
  },
};
const diff: SpecificationDiff = {
  ...{ v: 1, project: specification.project, from: side('1.0.0'), to: side('1.1.0'), items: [gone] },
};

test('a finding is looked at with what each witness says, and leads to its statement', () => {
  const looked = lookedAt(findingId(finding), specification, undefined);
  expect(looked).toMatchObject({ sort: 'disagreement', statement: { key: limit.key } });
  expect(looked?.sides).toEqual([
    { title: 'Sessions show', note: null, evidence: [moment] },
    { title: 'The code of 1.0.0 says', note: null, evidence: [place] },
  ]);
});

test('what is gone is looked at as it was, beside how many could have shown it since', () => {
  const looked = lookedAt(changeId(gone), specification, diff);
  expect(looked).toMatchObject({ sort: 'breaking', statement: undefined });
  expect(looked?.sides.map(({ title, note, evidence }) => [title, note, evidence.length])).toEqual([
    ['1.0.0', 'maxLines is 150. Seen in 4 of 5 sessions that could show it.', 2],
    ['1.1.0', 'Not seen in 5 sessions that could have shown it.', 0],
  ]);
});

test('a statement is looked at by its key, and what is not there is not looked at', () => {
  expect(lookedAt(limit.key, specification, undefined)?.sides).toEqual([
    { title: null, note: null, evidence: [moment, place] },
  ]);
  expect(lookedAt(changeId(gone), specification, undefined)).toBeUndefined();
});
