import { type calls, type VitalName, vitalBands, type vitals } from '@sightglass/wire';
import type { z } from 'zod';
import { type Tone, writeDuration } from '../../ui/index.ts';

export type Vitals = z.infer<typeof vitals.answer>;
export type VitalFigure = Vitals['overall'][number];
export type Call = z.infer<typeof calls.answer>['calls'][number];

/** The Core Web Vitals first, then what explains them; with what each measures. */
export const vitalWords: Record<VitalName, { name: string; says: string }> = {
  LCP: { name: 'Largest Contentful Paint', says: 'until the largest part of the page is drawn' },
  INP: { name: 'Interaction to Next Paint', says: 'from a person’s action until the page shows its effect' },
  CLS: { name: 'Cumulative Layout Shift', says: 'how much the page moves under the eye' },
  FCP: { name: 'First Contentful Paint', says: 'until anything is drawn' },
  TTFB: { name: 'Time to First Byte', says: 'until the server answers' },
};
export const vitalOrder = Object.keys(vitalWords) as VitalName[]; // the keys of the object above

export type Rating = 'good' | 'needs improvement' | 'poor';

/** How https://web.dev/articles/vitals judges a 75th percentile; `null` where nothing was measured. */
export function rate(name: VitalName, p75: number | null): Rating | null {
  if (p75 === null) return null;
  const { good, poor } = vitalBands[name];
  return p75 <= good ? 'good' : p75 <= poor ? 'needs improvement' : 'poor';
}

export const ratingTone: Record<Rating, Tone> = { good: 'good', 'needs improvement': 'warning', poor: 'danger' };

export function writeVital(name: VitalName, p75: number | null): string {
  if (p75 === null) return '–';
  return vitalBands[name].unit === 'ms' ? writeDuration(p75) : p75.toFixed(2);
}

/** One row for each route: its vitals by name, and how many samples the best measured of them has. */
export interface RouteRow {
  route: string;
  samples: number;
  vitals: Partial<Record<VitalName, VitalFigure>>;
}

export function routeRows(answer: Vitals): RouteRow[] {
  return answer.routes.map(({ route, vitals: figures }) => ({
    route,
    samples: Math.max(0, ...figures.map(({ samples }) => samples)),
    vitals: Object.fromEntries(figures.map((figure) => [figure.name, figure])),
  }));
}

/** The trend of one vital on an even grid, so that a time without samples is a gap and not a straight line. */
export function trendOf(answer: Vitals, name: VitalName): { at: number[]; p75: (number | null)[]; samples: number[] } {
  const points = answer.trend.filter((point) => point.name === name).sort((a, b) => a.at - b.at);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || answer.bucketMs <= 0) return { at: [], p75: [], samples: [] };
  const byTime = new Map(points.map((point) => [point.at, point]));
  const length = Math.min(mostBuckets, Math.round((last.at - first.at) / answer.bucketMs) + 1);
  const at = Array.from({ length }, (_, index) => first.at + index * answer.bucketMs);
  return {
    at,
    p75: at.map((time) => byTime.get(time)?.p75 ?? null),
    samples: at.map((time) => byTime.get(time)?.samples ?? 0),
  };
}

/** More points than a wide screen has pixels show nothing more. */
const mostBuckets = 4_000;

export const failedShare = ({ calls: all, failed }: Call): number => (all === 0 ? 0 : failed / all);
