import type { StoredRecord, WireRecord } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { bugReport, framesToRead, type Reported } from './bug-report.ts';
import { isTrouble, itemsOf, nextOf } from './items.ts';

let number = 0;
const stored = (record: WireRecord): StoredRecord => ({
  tab: 'tab-00001',
  number: number++,
  receivedAt: record.at,
  record,
});
const start = 1_790_000_000_000;
const action = (id: number, after: number, type: 'click' | 'input', name: string): StoredRecord =>
  stored({
    ...{ kind: 'action', at: start + after, id: `action-000${id}`, version: 0, type, name, frustrations: [] },
    role: type === 'click' ? 'button' : 'textbox',
  });
const records = [
  stored({
    ...{ kind: 'session', at: start, userAgent: '', viewport: { width: 1280, height: 720 }, entryPath: '/orders/new' },
    ...{ language: 'de-AT', timeZone: 'Europe/Vienna', replay: true },
  }),
  stored({ kind: 'view', at: start, path: '/orders/new', title: 'New order', version: 0, cause: 'load' } as WireRecord),
  action(1, 1_000, 'input', 'Quantity'),
  action(2, 1_500, 'input', 'Quantity'),
  action(3, 2_000, 'click', 'Submit *now*'),
  stored({
    ...{ kind: 'resource', at: start + 2_010, id: 'resource-1', type: 'fetch', method: 'POST', host: '' },
    ...{ path: '/api/orders', status: 500, durationMs: 20, errorCode: 'ORDER_BROKEN' },
  } as WireRecord),
  stored({
    ...{ kind: 'error', at: start + 3_000, source: 'uncaught', type: 'TypeError', handled: false },
    ...{ message: 'id of `null`', stack: [{ function: 'send', host: '', file: '/app.js', line: 3, column: 7 }] },
  } as WireRecord),
  action(4, 60_000, 'click', 'Much later'),
];
const items = itemsOf(records);
const reported: Reported = {
  session: {
    role: 'member',
    browser: 'Chrome',
    os: 'Linux',
    device: 'desktop',
    release: '1.1.0',
    environment: 'production',
  },
  ...{ records, items, start, part: { from: start, until: start + 2_000 } },
  ...{ size: '1280 × 720', link: 'https://here.example/p/p_1/sessions/s?t=1' },
};

test('a report says how one gets there, what it led to, and with what, and nothing of what came later', () => {
  const text = bugReport(reported);
  expect(text).toContain(
    '# TypeError: id of \\`null\\`\n\n[Watch it at 0:02](https://here.example/p/p_1/sessions/s?t=1)',
  );
  expect(text).toContain(
    '1. Open `/orders/new`\n2. Fill in “Quantity” (textbox)\n3. Click “Submit \\*now\\*” (button)\n\n##',
  );
  expect(text).toContain('- 0:02 `POST /api/orders`: 500 · 20 ms · ORDER\\_BROKEN');
  expect(text).toContain('  at send (/app.js:3:7)');
  expect(text).toContain('| With | Chrome on Linux, desktop, 1280 × 720 |');
  expect(text).toContain('| Language and zone | de-AT, Europe/Vienna |');
  expect(text).not.toContain('Much later');
});

test('a stack is told in the words of the sources where their maps are here', () => {
  const [frame] = framesToRead(reported);
  expect(frame).toMatchObject({ file: '/app.js', line: 3, column: 7 });
  const text = bugReport({
    ...reported,
    original: () => ({
      ...{ found: true, file: 'src/send.ts', line: 12, column: 4, function: 'sendOrder', owner: 'product' },
      lines: { first: 11, text: ['const order = find(id);', '  return post(order.id);'] },
    }),
  });
  expect(text).toContain('  at sendOrder (src/send.ts:12:4)\n      return post(order.id);');
  expect(text).not.toContain('/app.js');
});

test('what is left out of a report is counted, and one without a fault claims none', () => {
  const clicks = itemsOf(Array.from({ length: 45 }, (_, index) => action(100 + index, index, 'click', `Row ${index}`)));
  const text = bugReport({ ...reported, items: clicks, records: [] });
  expect(text).toContain('The first 5 steps are left out here');
  expect(text).toContain('1. Click “Row 5” (button)');
  expect(text).toContain('No error and no failed call is told of.');
});

test('from one thing that went wrong one comes to the next, and from the last to the first', () => {
  const walk = (at: number, direction: 1 | -1) => (nextOf(items, start + at, direction, isTrouble)?.at ?? 0) - start;
  expect([walk(0, 1), walk(2_010, 1), walk(3_000, 1), walk(2_010, -1)]).toEqual([2_010, 3_000, 2_010, 3_000]);
});
