import type { KeptIssue } from '@sightglass/store';
import { expect, test } from 'vitest';
import { hasRegressed, isLater } from './regress.ts';

const began = new Map([
  ['oak', 1],
  ['elm', 2],
  ['ash', 9],
]);
const when = (release: string) => began.get(release);
const resolved = (more: Partial<KeptIssue>): KeptIssue =>
  ({ state: 'resolved', stateAt: 5, resolvedIn: null, resolvedNext: false, ...more }) as KeptIssue; // what counts here

test.each([
  ['1.10.0', '1.9.0', true],
  ['shop@2.0.0', 'shop@1.99.9', true],
  ['1.0.0', '1.0.0-rc.1', true],
  ['1.0.0-rc.10', '1.0.0-rc.9', true],
  ['1.0.0', '1.0.0', false],
  ['elm', 'oak', true],
  ['oak', 'elm', false],
])('%s after %s: %s', (one, other, later) => expect(isLater(one, other, when)).toBe(later));

test('an issue is there again only where it should be gone', () => {
  const seen = (release: string, at = 7) => ({ release, at });
  expect(hasRegressed(resolved({}), seen('oak', 4), when)).toBe(false);
  expect(hasRegressed(resolved({}), seen('oak'), when)).toBe(true);
  expect(hasRegressed(resolved({ resolvedNext: true }), seen('elm'), when)).toBe(false);
  expect(hasRegressed(resolved({ resolvedNext: true }), seen('ash', 10), when)).toBe(true);
  expect(hasRegressed(resolved({ resolvedIn: 'elm' }), seen('oak'), when)).toBe(false);
  expect(hasRegressed(resolved({ resolvedIn: 'elm' }), seen('elm'), when)).toBe(true);
  expect(hasRegressed({ ...resolved({}), state: 'ignored' }, seen('oak'), when)).toBe(false);
});
