import { type calls, type VitalName, vitalBands, type vitals } from '@sightglass/wire';
import type { z } from 'zod';
import { type Tone, writeDuration } from '../../ui/index.ts';
import { type Change, changeOf, leastOf } from './against.ts';

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

/** How a vital stands to what it is compared with. */
export function vitalChange(now: VitalFigure | undefined, was: VitalFigure | undefined): Change | null {
  if (now === undefined || was === undefined) return null;
  return changeOf(now.p75, was.p75, leastOf(now.name), Math.min(now.samples, was.samples));
}

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

export interface Trend {
  at: number[];
  p75: (number | null)[];
  samples: number[];
  /** What it was in the compared time, at the same places; empty: nothing is compared. */
  was: (number | null)[];
}

/**
 * The trend of one vital on an even grid, so that a time without samples is a gap and not a straight line.
 *
 * @param compared - `shiftMs` later, its points lie beside ours.
 */
export function trendOf(answer: Vitals, name: VitalName, compared?: { answer: Vitals; shiftMs: number }): Trend {
  const { bucketMs } = answer;
  const points = pointsOf(answer, name, 0);
  const others = compared === undefined ? [] : pointsOf(compared.answer, name, compared.shiftMs);
  const times = [...points, ...others].map(({ at }) => at);
  if (points.length === 0 || bucketMs <= 0) return { at: [], p75: [], samples: [], was: [] };
  const first = times.reduce((least, at) => Math.min(least, at));
  const last = times.reduce((most, at) => Math.max(most, at));
  const length = Math.min(mostBuckets, Math.round((last - first) / bucketMs) + 1);
  const at = Array.from({ length }, (_, index) => first + index * bucketMs);
  const placed = (some: readonly Point[]) =>
    new Map(some.map((point) => [Math.round((point.at - first) / bucketMs), point]));
  const [ours, theirs] = [placed(points), placed(others)];
  return {
    at,
    p75: at.map((_, index) => ours.get(index)?.p75 ?? null),
    samples: at.map((_, index) => ours.get(index)?.samples ?? 0),
    was: others.length === 0 ? [] : at.map((_, index) => theirs.get(index)?.p75 ?? null),
  };
}

type Point = Vitals['trend'][number];

const pointsOf = ({ trend }: Vitals, name: VitalName, shiftMs: number): Point[] =>
  trend.filter((point) => point.name === name).map((point) => ({ ...point, at: point.at + shiftMs }));

/** More points than a wide screen has pixels show nothing more. */
const mostBuckets = 4_000;

export const failedShare = ({ calls: all, failed }: Call): number => (all === 0 ? 0 : failed / all);
