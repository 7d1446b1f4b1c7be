import { recordBatch, segment, wireRecord } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { makeTestSession } from './test-session.ts';

test('the made-up session is one that the intake takes whole', () => {
  const made = makeTestSession('0b8f6a52-6c1e-4d57-9a3e-3f2f0a9d7c11', 1_750_000_000_000);
  const batch = recordBatch.parse(JSON.parse(JSON.stringify(made.batch)));
  for (const record of batch.records) expect(wireRecord.safeParse(record).error).toBeUndefined();
  expect(segment.safeParse(made.segment).error).toBeUndefined();
  const times = (made.segment.format === 'rrweb/2' ? made.segment.events : []).map(({ timestamp }) => timestamp);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect([times[0], times.at(-1)]).toEqual([made.segment.from, made.segment.until - 500]);
});
