import type { StoredRecord, WireRecord } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { listedOf } from './panel.ts';
import { changesOf, stateAt } from './state-then.ts';

let number = 0;
const stored = (record: WireRecord): StoredRecord => ({
  tab: 'tab-1',
  number: number++,
  receivedAt: record.at,
  record,
});
const records = [
  { kind: 'view', at: 0, view: 'view-0001', version: 0, path: '/orders/{integer}', title: 'Order', cause: 'load' },
  { kind: 'user', at: 10, visitor: 'ada', role: 'admin', traits: { plan: 'team' } },
  { kind: 'context', at: 20, attributes: { beta: true } },
  { kind: 'state', at: 30, subject: 'page.visibility', from: 'visible', to: 'hidden' },
  {
    ...{ kind: 'resource', at: 40, id: 'resource-1', type: 'fetch', method: 'GET', host: '', path: '/api/orders' },
    ...{ status: 200, durationMs: 5 },
    changes: [
      { at: '$.items[]', field: 'state', from: 'draft', to: 'sent', by: { method: 'POST', path: '/api/send' } },
    ],
  },
].map((record) => stored(record as WireRecord));
const told = listedOf(records, ['view', 'state', 'user', 'context']);

test('what held at a moment is what was told last before it', () => {
  expect(stateAt(told.slice(0, 2))).toEqual({
    Page: [
      ['Route', '/orders/{orderId}'],
      ['Title', 'Order'],
    ],
    Visitor: [
      ['Visitor', 'ada'],
      ['Role', 'admin'],
      ['plan', 'team'],
    ],
    Context: [],
  });
  expect(stateAt(told).Page).toContainEqual(['page.visibility', 'hidden']);
  expect(stateAt(told).Context).toEqual([['beta', 'true']]);
});

test('changes are the page’s own and those of things that answers show, with the call they came of', () => {
  expect(changesOf(records)).toMatchObject([
    { at: 30, subject: 'page.visibility', from: 'visible', to: 'hidden', by: '' },
    { at: 45, subject: '/api/orders items[].state', from: 'draft', to: 'sent', by: 'POST /api/send' },
  ]);
});
