import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { TimeAgo, Unseen, writeCount, writeMoment } from '../../ui/index.ts';
import styles from './session-trend.module.css';

interface Bucket {
  at: number;
  sessions: number;
  troubled: number;
}

/**
 * How many sessions began when; drag over it, or choose bars, to look at that time only. By keyboard it is one stop: arrows go from bar to bar,
 * with Shift they choose, Enter looks at what is chosen.
 */
export function SessionTrend({
  trend,
  bucketMs,
  onZoom,
}: {
  trend: readonly Bucket[];
  bucketMs: number;
  onZoom: (from: number, until: number) => void;
}) {
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const [stop, setStop] = useState(0);
  const bars = useRef<HTMLDivElement>(null);
  const hint = useId();
  const most = Math.max(1, ...trend.map(({ sessions }) => sessions));
  if (trend.length < 2) return null;

  function indexAt(clientX: number): number {
    const box = bars.current?.getBoundingClientRect();
    if (!box || box.width === 0) return 0;
    return Math.max(0, Math.min(trend.length - 1, Math.floor(((clientX - box.left) / box.width) * trend.length)));
  }
  function zoom(one: number, other: number): void {
    const [first, last] = [trend[Math.min(one, other)], trend[Math.max(one, other)]];
    if (first && last) onZoom(first.at, last.at + bucketMs);
  }

  function press(event: KeyboardEvent, index: number): void {
    if (event.key === 'Enter') {
      if (drag) zoom(drag.from, drag.to);
      else zoom(index, index);
      setDrag(null);
      return;
    }
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const next = index + step;
    if (step === 0 || next < 0 || next >= trend.length) return;
    event.preventDefault();
    setDrag(event.shiftKey ? { from: drag?.from ?? index, to: next } : null);
    setStop(next);
    const bar = bars.current?.children[next];
    if (bar instanceof HTMLElement) bar.focus();
  }

  return (
    <figure className={styles.trend}>
      <figcaption className={styles.caption}>
        <span id={hint}>
          When they began; drag to look at a part of it<Unseen>, or choose it with arrows, Shift and Enter</Unseen>
        </span>
        <span className={styles.legend}>
          <span data-mark="all">sessions</span>
          <span data-mark="troubled">with an error, a failed call or a frustration</span>
          {trend.some(({ sessions }) => sessions > 0) && <span>highest: {writeCount(most)}</span>}
        </span>
      </figcaption>
      <div
        ref={bars}
        className={styles.bars}
        onPointerDown={(event) => {
          const at = indexAt(event.clientX);
          setDrag({ from: at, to: at });
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={({ clientX }) => setDrag((now) => now && { ...now, to: indexAt(clientX) })}
        onPointerUp={() => {
          if (drag && drag.from !== drag.to) zoom(drag.from, drag.to);
          setDrag(null);
        }}
        onPointerCancel={() => setDrag(null)}
      >
        {trend.map(({ at, sessions, troubled }, index) => {
          const words = `${writeMoment(at)}: ${writeCount(sessions)} ${sessions === 1 ? 'session' : 'sessions'}, ${writeCount(troubled)} with trouble`;
          const chosen =
            drag !== null && index >= Math.min(drag.from, drag.to) && index <= Math.max(drag.from, drag.to);
          return (
            <button
              key={at}
              type="button"
              className={styles.bar}
              data-chosen={chosen}
              title={words}
              aria-label={words}
              aria-describedby={hint}
              tabIndex={index === Math.min(stop, trend.length - 1) ? 0 : -1}
              onFocus={() => setStop(index)}
              onKeyDown={(event) => press(event, index)}
              onDoubleClick={() => zoom(index, index)}
            >
              <span className={styles.all} style={{ blockSize: `${(100 * sessions) / most}%` }}>
                <span
                  className={styles.troubled}
                  style={{ blockSize: `${(100 * troubled) / Math.max(1, sessions)}%` }}
                />
              </span>
            </button>
          );
        })}
      </div>
      <p className={styles.ends} aria-hidden>
        <TimeAgo at={trend[0]?.at ?? 0} />
        <TimeAgo at={(trend.at(-1)?.at ?? 0) + bucketMs} />
      </p>
    </figure>
  );
}
