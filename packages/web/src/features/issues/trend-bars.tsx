import type { IssueSummary } from '@sightglass/wire';
import { writeCount, writeDay, writeMoment } from '../../ui/index.ts';
import { evenTrend } from './model.ts';
import styles from './trend-bars.module.css';

/** How often it happened, slice by slice of the time. */
export function TrendBars({ trend, bucketMs }: { trend: IssueSummary['trend']; bucketMs: number }) {
  const bars = evenTrend(trend, bucketMs);
  const [first, last] = [bars[0], bars.at(-1)];
  if (!first || !last) return <p className={styles.scale}>Not in this time.</p>;
  const most = Math.max(...bars.map(({ times }) => times), 1);
  const said = `From ${writeDay(first.at)} to ${writeDay(last.at)}, at most ${writeCount(most)} at a time`;
  return (
    <figure className={styles.figure}>
      <div className={styles.bars} role="img" aria-label={said}>
        {bars.map(({ at, times }) => (
          <span key={at} title={`${writeMoment(at)}: ${writeCount(times)}`}>
            <span style={{ height: `${(times / most) * 100}%` }} data-some={times > 0} />
          </span>
        ))}
      </div>
      <figcaption className={styles.scale}>
        <span>{writeDay(first.at)}</span>
        <span>at most {writeCount(most)}</span>
        <span>{writeDay(last.at)}</span>
      </figcaption>
    </figure>
  );
}
