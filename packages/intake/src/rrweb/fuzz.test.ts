import fc from 'fast-check';
import { test } from 'vitest';
import { holdDecoder } from '../testing/hold.ts';
import { rrweb } from './index.ts';

const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);
const now = Date.UTC(2026, 10, 21, 12);
const query = 'session=visit-0001&page=page-0001&seq=0';

const names = fc.constantFrom(
  ...['source', 'type', 'id', 'node', 'childNodes', 'tagName', 'attributes', 'textContent', 'adds', 'removes', 'texts'],
  ...[
    'parentId',
    'nextId',
    'value',
    'href',
    'tag',
    'payload',
    'plugin',
    'level',
    'requests',
    'name',
    '__proto__',
    'stack',
    'events',
  ],
);
const leaf = fc.oneof(
  ...[
    fc.string(),
    fc.double(),
    fc.integer({ min: -2, max: 12 }),
    fc.constant(null),
    fc.boolean(),
    fc.webUrl(),
    fc.constant(now),
  ],
  fc.constantFrom('rrweb/console@1', 'rrweb/network@1', 'button', 'error', 'fetch', 'x\u009c', '__proto__'),
);
const anything = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    leaf,
    fc.array(tie('tree'), { maxLength: 6 }),
    fc.array(fc.tuple(names, tie('tree')), { maxLength: 8 }).map((fields) => Object.fromEntries(fields)),
  ),
})).tree;
const event = fc.record({
  type: fc.integer({ min: -1, max: 9 }),
  timestamp: fc.oneof(leaf, fc.constant(now)),
  data: anything,
});

test('events of any JSON are kept, told or set aside, and never thrown at', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(event, anything), { maxLength: 12 }), fc.boolean(), (events, byLine) => {
      const lines = events.map((one) => JSON.stringify(one) ?? 'null');
      holdDecoder(rrweb, Buffer.from(byLine ? lines.join('\n') : `[${lines.join(',')}]`), query, now);
    }),
    { seed, numRuns: 500 },
  );
});

test('a page with a hundred thousand nodes in one place, and one that nests to the bound, end in seconds', () => {
  const adds = Array.from({ length: 100_000 }, (_, id) => ({
    parentId: 1,
    nextId: id,
    node: { id: id + 2, type: 3, textContent: 'x' },
  }));
  const snapshot = {
    type: 2,
    timestamp: now,
    data: { node: { id: 1, type: 2, tagName: 'button', attributes: {}, childNodes: [] } },
  };
  const clicks = Array.from({ length: 500 }, () => ({ type: 3, timestamp: now, data: { source: 2, type: 2, id: 1 } }));
  holdDecoder(
    rrweb,
    Buffer.from(JSON.stringify([snapshot, { type: 3, timestamp: now, data: { source: 0, adds } }, ...clicks])),
    query,
    now,
    5_000,
  );
  const deep = `${'{"id":1,"childNodes":['.repeat(1_000)}${']}'.repeat(1_000)}`;
  holdDecoder(rrweb, Buffer.from(`[{"type":2,"timestamp":${now},"data":{"node":${deep}}}]`), query, now, 5_000);
});
