import { limits, wireRecord } from '@sightglass/wire';
import { expect } from 'vitest';
import { tools } from '../../../../fixtures/corpus/captured.ts';
import { createReplayLifter } from '../datadog/replay/lifter.ts';
import type { ForeignFormat, Head } from '../foreign/index.ts';

/** So long the thread may work on one body of under a megabyte; a hang is far beyond it. */
const maxMs = 1_000;

/** Decodes a body and holds the decoder to its promises: no throw, no hang, only valid records and events, and nobody's prototype touched. */
export function holdDecoder(
  format: ForeignFormat,
  body: Uint8Array,
  asked: string | Head,
  receivedAt: number,
  most = maxMs,
): void {
  const plain = { path: '/', contentType: '', userAgent: '', origin: 'https://shop.example' };
  const head = typeof asked === 'string' ? { ...plain, query: asked } : asked;
  // Of this thread alone: others may want the machine as well.
  const began = process.threadCpuUsage();
  const lifted = format.decode(body, head, { receivedAt, sample: false }, tools);
  if (format.intake === 'datadog' && 'segments' in lifted)
    for (const { seq, events } of lifted.segments) createReplayLifter().lift(seq, events);
  const { user } = process.threadCpuUsage(began);
  expect(user / 1_000).toBeLessThan(most);
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  if ('reason' in lifted) return;
  for (const { records } of lifted.batches)
    for (const { record, told } of records) {
      const judged = wireRecord.safeParse(record);
      if (!judged.success) expect.fail(`${record.kind}: ${judged.error.message}`);
      expect(told.id.length).toBeLessThanOrEqual(256);
    }
  for (const { events, seq, from, until } of lifted.segments) {
    expect(events.length).toBeGreaterThan(0);
    expect(events.length).toBeLessThanOrEqual(limits.maxEventsPerSegment);
    expect(Number.isInteger(seq) && seq >= 0 && from <= until).toBe(true);
    for (const { timestamp } of events) expect(Number.isSafeInteger(timestamp)).toBe(true);
  }
  // The digest decodes again after a crash.
  expect(format.decode(body, head, { receivedAt, sample: false }, tools)).toEqual(lifted);
}
