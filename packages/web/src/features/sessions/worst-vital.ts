import type { ListedSession } from '@sightglass/wire';
import { writeDuration } from '../../ui/index.ts';

export interface WorstVital {
  name: 'LCP' | 'INP' | 'CLS';
  value: string;
  rating: 'good' | 'warning' | 'danger';
}

/** Where a vital begins to need work, and where it is poor: https://web.dev/articles/vitals */
const bounds = { LCP: [2_500, 4_000], INP: [200, 500], CLS: [0.1, 0.25] } as const;

/** The one that is furthest beyond its bounds; undefined where none was measured. */
export function worstVital({ vitals: { lcp, inp, cls } }: Pick<ListedSession, 'vitals'>): WorstVital | undefined {
  const [worst] = (
    [
      ['LCP', lcp],
      ['INP', inp],
      ['CLS', cls],
    ] as const
  )
    .flatMap(([name, value]) => (value === null ? [] : [{ name, value, share: value / bounds[name][1] }]))
    .sort((one, other) => other.share - one.share);
  if (worst === undefined) return undefined;
  const [needsWork, poor] = bounds[worst.name];
  const rating = worst.value > poor ? 'danger' : worst.value > needsWork ? 'warning' : 'good';
  return {
    name: worst.name,
    rating,
    value: worst.name === 'CLS' ? worst.value.toFixed(2) : writeDuration(worst.value),
  };
}
