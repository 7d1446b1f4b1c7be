import type { StoredRecord, WireRecord } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { indexAt, itemsOf } from './items.ts';

let number = 0;
const stored = (record: WireRecord): StoredRecord => ({
  tab: 'tab-00001',
  number: number++,
  receivedAt: record.at,
  record,
});
const click = (version: number, frustrations: ('rage' | 'dead')[], at = 100): WireRecord => ({
  kind: 'action',
  at,
  id: 'action-0001',
  version,
  type: 'click',
  role: 'button',
  name: 'Submit',
  frustrations,
});
const call = (status: number, at = 200): WireRecord => ({
  kind: 'resource',
  at,
  id: 'resource-1',
  type: 'fetch',
  method: 'POST',
  host: '',
  path: '/api/orders',
  status,
  durationMs: 80,
});

test('an action that turned out to frustrate is listed once, where it was done, with its mark', () => {
  const items = itemsOf([stored(click(0, [])), stored(call(201)), stored(click(1, ['rage'], 150))]);
  expect(items.map(({ at, kind, mark }) => ({ at, kind, mark }))).toEqual([
    { at: 100, kind: 'click', mark: 'frustration' },
    { at: 200, kind: 'POST', mark: null },
  ]);
});

test('a refused call warns, a failed one alarms, an aborted one does neither', () => {
  const [refused, broken] = itemsOf([stored(call(422)), stored(call(500))]);
  expect([refused?.tone, broken?.tone]).toEqual(['warning', 'danger']);
  const [aborted] = itemsOf([stored({ ...call(0), failure: 'abort' } as WireRecord)]);
  expect(aborted).toMatchObject({ tone: 'plain', mark: null });
});

test('the list stands at the last thing that has happened', () => {
  const items = itemsOf([stored(click(0, [], 100)), stored(call(200, 200)), stored(call(200, 300))]);
  expect([50, 100, 250, 900].map((at) => indexAt(items, at))).toEqual([-1, 0, 1, 2]);
});

test('of one millisecond the click stands before the call that it sent, whatever the two are called', () => {
  const items = itemsOf([{ ...stored(call(201, 100)), tab: '0-tab' }, stored(click(0, [], 100))]);
  expect(items.map(({ kind }) => kind)).toEqual(['click', 'POST']);
});

test('an element whose text was not recorded is named by what it is', () => {
  const [item] = itemsOf([stored({ ...click(0, []), name: '{text}' } as WireRecord)]);
  expect(item).toMatchObject({ title: 'button', detail: '' });
});
