import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeRecords, decodeSegment } from './index.ts';

const start = Date.UTC(2026, 10, 21, 12);
const id = '11111111-1111-4111-8111-111111111111';
const hour = 3_600_000;

/** A browser whose clock is off, on a network that takes its time; it repeats what the intake said, as our SDK does. */
function createBrowser() {
  let told: number | undefined;
  return {
    /** @returns by the server's clock what the browser's clock called `at`. */
    send(
      what: 'records' | 'segment',
      at: number,
      network: { offMs: number; tookMs: number; waitedMs: number },
    ): number {
      const sentAt = at + network.waitedMs;
      const about = { receivedAt: sentAt - network.offMs + network.tookMs, sample: false };
      const common = { v: 1, session: id, tab: id, seq: 0, sentAt, ...(told !== undefined && { skewMs: told }) };
      const records = [{ kind: 'console', at, level: 'log', text: 'x' }];
      const events = [{ type: 3, timestamp: at, data: {} }];
      const decoded =
        what === 'records'
          ? decodeRecords({ ...common, first: 0, startedAt: at, sdk: { name: 's', version: '1' }, records }, about)
          : decodeSegment({ ...common, format: 'rrweb/2', page: id, from: at, until: at, anchor: true, events }, about);
      if ('code' in decoded) throw new Error(JSON.stringify(decoded));
      told = decoded.skewMs;
      return 'records' in decoded ? (decoded.records[0]?.record.at ?? 0) : decoded.segment.from;
    },
  };
}

const off = fc.oneof(
  fc.integer({ min: -400 * 24 * hour, max: 400 * 24 * hour }),
  // Near the bound below which a clock is left alone.
  fc.integer({ min: 30_000, max: 120_000 }),
  fc.integer({ min: -120_000, max: -30_000 }),
);
const sending = fc.record({
  what: fc.constantFrom('records' as const, 'segment' as const),
  /** Since the one before. */
  afterMs: fc.integer({ min: 0, max: 600_000 }),
  waitedMs: fc.integer({ min: 0, max: 6_000 }),
  tookMs: fc.integer({ min: 0, max: 25_000 }),
});

test('C42: what one browser sends keeps its order and its distances, however far its clock is off and however slow its network', () => {
  fc.assert(
    fc.property(off, fc.array(sending, { minLength: 2, maxLength: 12 }), (offMs, sendings) => {
      const browser = createBrowser();
      let at = start + offMs;
      const moved = sendings.map(({ what, afterMs, ...network }) => {
        at += afterMs;
        return browser.send(what, at, { offMs, ...network }) - at;
      });
      expect(new Set(moved).size).toBe(1);
      // And it is put right, but for what the first took on its way and what is left alone.
      expect(Math.abs((moved[0] ?? 0) + offMs)).toBeLessThanOrEqual(60_000 + 25_000);
    }),
    { seed: 11, numRuns: 2_000 },
  );
});

test('C42: a clock that is set in mid-session is believed anew', () => {
  const browser = createBrowser();
  const quick = { tookMs: 40, waitedMs: 0 };
  expect(browser.send('records', start, { offMs: 0, ...quick })).toBe(start);
  expect(browser.send('records', start - 3 * hour, { offMs: -3 * hour, ...quick })).toBe(start + 40);
  expect(browser.send('segment', start - 3 * hour + 500, { offMs: -3 * hour, tookMs: 900, waitedMs: 0 })).toBe(
    start + 540,
  );
});
