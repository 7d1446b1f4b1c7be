import styles from './charts.module.css';
import { Unseen } from './small.tsx';

/**
 * A trend in the height of a line of text. Gaps (`null`: nothing was measured) stay gaps. `label` says in words what it shows.
 * The line is drawn from zero, so that two sparklines compare.
 */
export function Sparkline({
  values,
  label,
  width = 88,
  height = 22,
  tone = 'accent',
}: {
  values: readonly (number | null)[];
  label: string;
  width?: number;
  height?: number;
  tone?: 'accent' | 'danger' | 'quiet';
}) {
  const { line, area } = sparkPaths(values, width, height);
  return (
    <svg className={styles.spark} data-tone={tone} width={width} height={height} role="img" aria-label={label}>
      <path className={styles.area} d={area} />
      <path className={styles.line} d={line} />
    </svg>
  );
}

/** Paths of the line and of what lies under it, for every run of values without a gap. A lone value becomes a dot. */
export function sparkPaths(
  values: readonly (number | null)[],
  width: number,
  height: number,
): { line: string; area: string } {
  const most = Math.max(...values.map((value) => value ?? 0), Number.EPSILON);
  const step = values.length > 1 ? (width - 2) / (values.length - 1) : 0;
  const place = (value: number, index: number): string =>
    `${(1 + index * step).toFixed(1)} ${(height - 1.5 - (value / most) * (height - 3)).toFixed(1)}`;
  const lines: string[] = [];
  const areas: string[] = [];
  for (const [from, run] of runs(values)) {
    const points = run.map((value, offset) => place(value, from + offset));
    const [first = '', last = ''] = [points[0], points.at(-1)];
    lines.push(points.length === 1 ? `M${first}h.1` : `M${points.join('L')}`);
    areas.push(`M${first.split(' ')[0]} ${height}L${points.join('L')}L${last.split(' ')[0]} ${height}Z`);
  }
  return { line: lines.join(''), area: areas.join('') };
}

function runs(values: readonly (number | null)[]): [number, number[]][] {
  const found: [number, number[]][] = [];
  let open: number[] | null = null;
  for (const [index, value] of values.entries()) {
    if (value === null) open = null;
    else if (open) open.push(value);
    else {
      open = [value];
      found.push([index, open]);
    }
  }
  return found;
}

/** How samples fall into good, middling and poor; told in words too, so that the colours need not be seen. */
export function BandBar({
  good,
  middling,
  poor,
  labels = ['good', 'needs improvement', 'poor'],
}: {
  good: number;
  middling: number;
  poor: number;
  labels?: readonly [string, string, string];
}) {
  const all = good + middling + poor;
  const told = [good, middling, poor].map((count, at) => `${share(count, all)} ${labels[at] ?? ''}`).join(', ');
  return (
    <span className={styles.bands} title={told}>
      <Unseen>{told}</Unseen>
      {all === 0 ? (
        <span className={styles.none} />
      ) : (
        <>
          <span className={styles.good} style={{ flexGrow: good }} />
          <span className={styles.middling} style={{ flexGrow: middling }} />
          <span className={styles.poor} style={{ flexGrow: poor }} />
        </>
      )}
    </span>
  );
}

const share = (count: number, all: number): string => (all === 0 ? '0 %' : `${Math.round((count / all) * 100)} %`);
