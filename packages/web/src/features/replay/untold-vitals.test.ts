import type { StoredRecord } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { untoldVitals } from './untold-vitals.ts';

/** Of a record only what is read of it. */
const told = (...names: string[]) => names.map((name) => ({ record: { kind: 'vital', name } }) as StoredRecord);
const all = told('LCP', 'INP', 'CLS', 'FCP', 'TTFB');

test('which vitals are not there is said, with what a browser cannot tell and what comes with use', () => {
  const chrome = { browser: 'Chrome', os: 'Linux' };
  expect(untoldVitals(chrome, all)).toBeNull();
  expect(untoldVitals(chrome, told('LCP', 'CLS', 'FCP', 'TTFB'))).toEqual({
    names: ['INP'],
    why: 'INP needs a click, a tap or a key.',
  });
  const firefox = untoldVitals({ browser: 'Firefox', os: 'Windows' }, told('LCP', 'INP', 'FCP', 'TTFB'));
  expect(firefox?.names).toEqual(['CLS']);
  expect(firefox?.why).toContain('Firefox measures no shifts');
  expect(firefox?.why).not.toContain('told when the page is left');
  expect(untoldVitals({ browser: 'Chrome', os: 'iOS' }, all.slice(0, 2))?.why).toContain('Safari’s engine');
});
