import { expect, test } from 'vitest';
import { worstVital } from './worst-vital.ts';

test('the worst vital is the one furthest beyond its bounds, whatever its unit', () => {
  expect(worstVital({ vitals: { lcp: 3_000, inp: 90, cls: 0.3 } })).toEqual({
    name: 'CLS',
    value: '0.30',
    rating: 'danger',
  });
  expect(worstVital({ vitals: { lcp: 3_000, inp: null, cls: null } })).toMatchObject({
    name: 'LCP',
    rating: 'warning',
  });
  expect(worstVital({ vitals: { lcp: null, inp: 40, cls: null } })).toMatchObject({ name: 'INP', rating: 'good' });
  expect(worstVital({ vitals: { lcp: null, inp: null, cls: null } })).toBeUndefined();
});
