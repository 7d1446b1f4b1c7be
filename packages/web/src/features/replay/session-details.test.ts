import type { SessionRecord, SessionSummary, StoredRecord } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { beginningOf, detailsOf } from './session-details.ts';

const start = Date.UTC(2026, 10, 23, 13, 3);
const session = {
  ...{ session: 'b1946ac92492d234', start, browser: 'Chrome', os: 'Linux', device: 'desktop', country: '' },
  ...{ release: '1.1.0', environment: 'production', entryRoute: '/orders', intake: 'sightglass' },
} as SessionSummary;
const said: SessionRecord = {
  ...{ kind: 'session', at: start, userAgent: 'Mozilla/5.0', replay: true, entryPath: '/orders/{id}' },
  ...{ viewport: { width: 1280, height: 720 }, screen: { width: 2560, height: 1440, pixelRatio: 1.25 } },
  ...{ language: 'de-AT', timeZone: 'Asia/Kathmandu', referrerHost: 'search.example' },
};
const toldOf = (...given: Parameters<typeof detailsOf>) => Object.fromEntries(detailsOf(...given));

test('a session tells what its browser said as it began, with the time by the clock of whoever came', () => {
  const records = [{ record: { kind: 'view' } }, { record: said }] as StoredRecord[];
  expect(toldOf(session, beginningOf(records))).toMatchObject({
    ...{ Session: 'b1946ac92492d234', 'Time there': 'Mon 18:48, Asia/Kathmandu', Language: 'de-AT' },
    ...{ 'Came from': 'search.example', 'Began at': '/orders/{id}', Browser: 'Chrome on Linux' },
    ...{ Window: '1280 × 720', Screen: '2560 × 1440 at 1.25×', 'User agent': 'Mozilla/5.0' },
  });
});

test('what nobody told is left out, and a zone that no browser knows is told by its name alone', () => {
  const told = toldOf({ ...session, device: 'other' }, undefined);
  expect(Object.keys(told)).toEqual([
    ...['Session', 'Began', 'Began at', 'Browser', 'Release', 'Environment', 'Sent by'],
  ]);
  expect(told['Began at']).toBe('/orders');
  expect(toldOf(session, { ...said, timeZone: 'Mars/Jezero' })['Time there']).toBe('Mars/Jezero');
  expect(toldOf(session, { ...said, screen: { width: 800, height: 600, pixelRatio: 1 } }).Screen).toBe('800 × 600');
});
