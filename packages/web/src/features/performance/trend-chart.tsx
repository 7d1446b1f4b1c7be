import { type VitalName, vitalBands } from '@sightglass/wire';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { readColor, useColorScheme } from '../../theme/index.ts';
import { usePrinting, writeCount, writeDay, writeMoment } from '../../ui/index.ts';
import { type Trend, vitalWords, writeVital } from './model.ts';
import styles from './trend-chart.module.css';

const heightPx = 220;

/** The 75th percentile over time, with the lines at which it stops being good and becomes poor, over how much was measured. */
export function TrendChart({
  name,
  trend,
  then,
}: {
  name: VitalName;
  trend: Trend;
  /** What it is compared with, in words; empty: nothing. */
  then: string;
}) {
  const root = useRef<HTMLDivElement>(null);
  const said = useRef<HTMLElement>(null);
  const scheme = useColorScheme();
  const printing = usePrinting();
  // biome-ignore lint/correctness/useExhaustiveDependencies: colours are read again when the scheme changes
  useEffect(() => {
    const place = root.current;
    if (place === null) return;
    // Paper is light, whatever the screen is; what is drawn does not change its colours by itself.
    place.style.colorScheme = printing ? 'light' : '';
    const say = (index: number | null): void => {
      if (said.current) said.current.textContent = words(name, trend, index);
    };
    const lines: (number | null)[][] = trend.was.length === 0 ? [trend.p75] : [trend.p75, trend.was];
    const chart = new uPlot(
      options(name, trend, place, say),
      [trend.at.map((at) => at / 1_000), trend.samples, trend.p75, ...lines],
      place,
    );
    const watcher = new ResizeObserver(() => chart.setSize({ width: place.clientWidth, height: heightPx }));
    watcher.observe(place);
    return () => {
      watcher.disconnect();
      chart.destroy();
    };
  }, [name, trend, scheme, printing]);
  return (
    <figure className={styles.figure}>
      <figcaption ref={said}>{words(name, trend, null)}</figcaption>
      <div
        ref={root}
        className={styles.chart}
        style={{ minHeight: heightPx }}
        role="img"
        aria-label={summary(name, trend)}
      />
      <Legend name={name} trend={trend} then={then} />
    </figure>
  );
}

/** What the strokes mean; the picture's own label says it to those who do not see it. */
function Legend({ name, trend, then }: { name: VitalName; trend: Trend; then: string }) {
  const { good, poor } = vitalBands[name];
  return (
    <ul className={styles.legend} aria-hidden>
      <li data-mark="line">75th percentile</li>
      {trend.was.length > 0 && <li data-mark="then">75th percentile of {then}</li>}
      <li data-mark="bar">samples</li>
      <li data-mark="good">good up to {writeVital(name, good)}</li>
      {poor <= topOf(name, Math.max(...[...trend.p75, ...trend.was].map((value) => value ?? 0))) && (
        <li data-mark="poor">poor from {writeVital(name, poor)}</li>
      )}
    </ul>
  );
}

function words(name: VitalName, trend: Trend, index: number | null): string {
  const at = index === null ? undefined : trend.at[index];
  if (index === null || at === undefined) return `${vitalWords[name].name}: ${vitalWords[name].says}`;
  const samples = trend.samples[index] ?? 0;
  const then = trend.was.length === 0 ? '' : `; compared: ${writeVital(name, trend.was[index] ?? null)}`;
  return `${writeMoment(at)}: p75 ${writeVital(name, trend.p75[index] ?? null)}, ${writeCount(samples)} samples${then}`;
}

function summary(name: VitalName, { at, p75 }: Trend): string {
  const values = p75.filter((value) => value !== null);
  const [from, until] = [at[0], at.at(-1)];
  if (values.length === 0 || from === undefined || until === undefined) return `${name}: nothing measured`;
  return `${name} at the 75th percentile from ${writeDay(from)} to ${writeDay(until)}: between ${writeVital(name, Math.min(...values))} and ${writeVital(name, Math.max(...values))}`;
}

/** What lies between two measurements at least, in seconds. */
function stepOf({ at }: Trend): number {
  const steps = at.slice(1).map((one, index) => one - (at[index] ?? one));
  return Math.min(86_400_000, ...steps) / 1_000;
}

/** Where the picture ends: the line of "good" is always in sight; that of "poor" once it comes near. */
const topOf = (name: VitalName, most: number): number => Math.max(most, vitalBands[name].good) * 1.15;

function options(
  name: VitalName,
  trend: Trend,
  place: HTMLElement,
  say: (index: number | null) => void,
): uPlot.Options {
  const { good, poor } = vitalBands[name];
  const ink = (token: `--${string}`): string => readColor(token, place);
  const axis = { stroke: ink('--text-faint'), grid: { stroke: ink('--chart-grid'), width: 1 }, ticks: { show: false } };
  const font = `11px ${getComputedStyle(place).fontFamily}`;
  return {
    width: place.clientWidth,
    height: heightPx,
    legend: { show: false },
    cursor: { y: false, points: { size: 7 } },
    scales: {
      // Half a step more on both sides, so that the first and the last are there whole.
      x: { time: true, range: (_, from, until) => [from - stepOf(trend) / 2, until + stepOf(trend) / 2] },
      y: { range: (_, __, most) => [0, topOf(name, most)] },
      samples: { range: (_, __, most) => [0, Math.max(most * 4, 4)] },
    },
    axes: [
      { ...axis, font, size: 28, space: 76, values: (_, splits, __, ___, step) => splits.map((at) => tick(at, step)) },
      { ...axis, font, size: 58, values: (_, splits) => splits.map((value) => writeVital(name, value)) },
    ],
    series: [
      {},
      {
        scale: 'samples',
        ...bars(),
        fill: ink('--density-1'),
        width: 0,
        points: { show: false },
      },
      // At night nobody comes: over what was not measured a thin line leads the eye, as lone points show no trend.
      { scale: 'y', stroke: ink('--series-1'), width: 1, dash: [2, 3], spanGaps: true, points: { show: false } },
      { scale: 'y', stroke: ink('--series-1'), width: 2, spanGaps: false },
      ...(trend.was.length === 0
        ? []
        : [{ scale: 'y', stroke: ink('--text-faint'), width: 2, dash: [2, 4], spanGaps: true }]),
    ],
    hooks: {
      draw: [
        (chart) => {
          line(chart, good, ink('--band-good'));
          line(chart, poor, ink('--band-bad'));
        },
      ],
      setCursor: [(chart) => say(chart.cursor.idx ?? null)],
    },
  };
}

/** A place on the time axis, in seconds: days are named, and hours only where the steps are hours. */
function tick(at: number, step: number): string {
  const date = new Date(at * 1_000);
  const midnight = date.getHours() === 0 && date.getMinutes() === 0;
  return step >= 86_400 || midnight ? writeDay(at * 1_000) : date.toTimeString().slice(0, 5);
}

/** uPlot can be built without its bars; ours has them, its types do not know. */
function bars(): Pick<uPlot.Series, 'paths'> {
  const paths = uPlot.paths.bars?.({ size: [0.7, 24] });
  return paths ? { paths } : {};
}

function line(chart: uPlot, value: number, color: string): void {
  const { ctx, bbox } = chart;
  const y = Math.round(chart.valToPos(value, 'y', true));
  if (y < bbox.top) return;
  ctx.save();
  ctx.strokeStyle = color;
  ctx.setLineDash([4, 4]);
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.restore();
}
