import type { ErrorRecord } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { hash64 } from './hash.ts';
import { createDevices, issueOf } from './index.ts';

const thrown = (more: Partial<ErrorRecord> = {}): ErrorRecord => ({
  kind: 'error',
  at: 0,
  source: 'uncaught',
  handled: false,
  type: 'TypeError',
  message: 'Cannot read order 4711',
  stack: [
    { function: 'observe', host: 'cdn.example', file: '/sdk.js' },
    { function: 'submitOrder', host: '', file: '/assets/index-BxY12_aZ.js', line: 10, column: 4 },
  ],
  ...more,
});

test('an issue outlives a release: lines, hashes in file names and numbers in messages do not count', () => {
  const later = thrown({
    message: 'Cannot read order 9',
    stack: [{ function: 'submitOrder', host: '', file: '/assets/index-Qq_9zzT1.js', line: 99 }],
  });
  expect(issueOf(later)).toBe(issueOf(thrown()));
  expect(issueOf(thrown({ source: 'rejection' }))).toBe(issueOf(thrown()));
});

test('another type, message, function or file is another issue', () => {
  const others = [
    thrown({ type: 'RangeError' }),
    thrown({ message: 'Cannot write order 4711' }),
    thrown({ source: 'csp' }),
    thrown({ stack: [{ function: 'cancelOrder', host: '', file: '/assets/index-BxY12_aZ.js' }] }),
    thrown({ stack: [{ function: 'submitOrder', host: '', file: '/assets/order-validation.js' }] }),
  ];
  expect(new Set([thrown(), ...others].map(issueOf)).size).toBe(6);
});

test('names of issues never change', () => {
  expect(hash64('')).toBe('1aee8d83488bdcb8');
  expect(issueOf(thrown())).toBe('37de51cef2dfb7b4');
});

test('a user agent tells browser, system and kind of device', () => {
  const deviceOf = createDevices();
  const chrome =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
  expect(deviceOf(chrome)).toEqual({ browser: 'Chrome', os: 'Linux', device: 'desktop' });
  expect(deviceOf(iphone)).toEqual({ browser: 'Safari', os: 'iOS', device: 'mobile' });
  expect(deviceOf('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)').device).toBe('bot');
  expect(deviceOf('')).toEqual({ browser: '', os: '', device: 'other' });
  expect(deviceOf(chrome)).toBe(deviceOf(chrome));
});
