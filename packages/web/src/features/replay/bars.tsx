import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react';
import styles from './bars.module.css';
import { usePlayer } from './player.tsx';
import { placeIn, type WaterfallRow } from './waterfall-rows.ts';

/** Where a row stood in time on the scale of its burst; the wait for an answer is paler than the answer, and a line is the clock's. */
export function Bars({ row }: { row: Pick<WaterfallRow, 'at' | 'until' | 'firstByteAt' | 'tone' | 'burst'> }) {
  const { span } = usePlayer();
  const { at, until, firstByteAt, tone, burst } = row;
  const scale = { '--from': burst.from - span.from, '--length': Math.max(1, burst.until - burst.from) };
  return (
    <span className={styles.track} aria-hidden>
      <span
        className={styles.bar}
        data-tone={tone}
        data-waits={firstByteAt !== null}
        style={placeIn(burst, at, until)}
      />
      {firstByteAt !== null && (
        <span className={styles.bar} data-tone={tone} style={placeIn(burst, firstByteAt, until)} />
      )}
      <span className={styles.now} style={scale as CSSProperties} />
    </span>
  );
}

/** Bars in here have the clock's line, which moves without React. */
export function InStep({ children }: { children: ReactNode }) {
  const { clock, span } = usePlayer();
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tell = (): void => root.current?.style.setProperty('--now', String(Math.round(clock.state().at - span.from)));
    tell();
    return clock.subscribe(tell);
  }, [clock, span]);
  return (
    <div ref={root} className={styles.inStep}>
      {children}
    </div>
  );
}

/** What the colours of bars mean. */
export function BarKey({ tones }: { tones: readonly WaterfallRow['tone'][] }) {
  return (
    <ul className={styles.key} aria-label="Colours">
      {tones.map((tone) => (
        <li key={tone} data-tone={tone}>
          {toneNames[tone]}
        </li>
      ))}
    </ul>
  );
}

const toneNames: Record<WaterfallRow['tone'], string> = {
  call: 'call: waiting, then the answer',
  plain: 'file',
  task: 'long task',
  paint: 'until it was seen',
  failed: 'failed',
};
