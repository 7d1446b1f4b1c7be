import { activityOf, density, type Span } from '@sightglass/replay';
import { type CSSProperties, type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { writeClock } from '../../ui/index.ts';
import { useClock, usePlayer } from './player.tsx';
import { Selection } from './selection.tsx';
import styles from './timeline.module.css';
import { Hover } from './timeline-hover.tsx';
import { Lanes, Legend, lanesOf } from './timeline-marks.tsx';
import { bandsOf, type Scale, scaleOf, shownSpan, ticksOf } from './timeline-scale.ts';
import { usePointing } from './use-pointing.ts';

const slices = 160;
const mostTicks = 9;
/** Past this share of the width, in percent, there is no room for the words of a tick. */
const lastLabelled = 95;

/**
 * The session on one line: how busy it was, where it rested, what is missing, what went wrong, and where we are. Dragging along the line
 * moves the moment; dragging along the ruler above it, or with Shift, chooses a part.
 */
export function Timeline({ tab }: { tab: string | null }) {
  const { clock, span: whole, idle, gaps, sparings, items, recording, chosen } = usePlayer();
  const line = useRef<HTMLDivElement>(null);
  const [hover, setHover] = useState<number | null>(null);
  const span = useMemo(() => shownSpan(whole, chosen.zoom), [whole, chosen.zoom]);
  const scale = useMemo(() => scaleOf(span), [span]);
  const shares = useMemo(() => {
    const times = [...activityOf(recording), ...items.map(({ at }) => at)];
    return density(times, span, slices);
  }, [recording, items, span]);
  const lanes = useMemo(() => lanesOf(items), [items]);
  const { choosing, onRuler, onLine } = usePointing(line, scale, setHover);
  const part = choosing ?? chosen.clip;
  const ends = (event: KeyboardEvent): void => {
    if (event.key === 'Home') clock.seek(whole.from);
    else if (event.key === 'End') clock.seek(whole.until);
    else return;
    event.preventDefault();
  };

  return (
    <div className={styles.wrap}>
      <div className={styles.ruler} {...onRuler} title="Drag to choose a part">
        {ticksOf(span, whole.from, mostTicks).map((at) => (
          <span key={at} className={styles.tick} style={{ left: `${scale.place(at)}%` }}>
            {scale.place(at) < lastLabelled && writeTick(at - whole.from)}
          </span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the slider in it is what keyboards and readers use */}
      <div
        ref={line}
        className={styles.line}
        style={lanes.length > 0 ? ({ '--lanes': lanes.length } as CSSProperties) : undefined}
        onKeyDown={ends}
        {...onLine}
      >
        <Bands spans={idle} scale={scale} className={styles.idle} label="Nothing was done" />
        <Density shares={shares} />
        <Bands spans={sparings} scale={scale} className={styles.sparing} label="Recorded with less than there was" />
        <Bands spans={gaps} scale={scale} className={styles.gap} label="Missing from the recording" />
        {part && <Bands spans={[part]} scale={scale} className={styles.part} label="The chosen part" />}
        <Lanes items={items} lanes={lanes} scale={scale} />
        <Playhead scale={scale} />
        {hover !== null && <Hover at={hover} scale={scale} tab={tab} />}
      </div>
      <Selection zoomed={span === whole ? null : span} />
      <Legend items={items} />
    </div>
  );
}

/** Parts of a second where there are some: a timeline that is zoomed in on has ticks of less. */
function writeTick(ms: number): string {
  const rest = Math.round(ms % 1_000);
  return rest === 0 ? writeClock(ms) : `${writeClock(ms)}.${String(rest).padStart(3, '0').replace(/0+$/, '')}`;
}

function Density({ shares }: { shares: readonly number[] }) {
  return (
    <svg className={styles.density} viewBox={`0 0 ${slices} 1`} preserveAspectRatio="none" aria-hidden>
      {shares.map((share, slice) =>
        share === 0 ? null : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a slice is its place
          <rect key={slice} x={slice + 0.1} width={0.8} y={1 - (0.15 + share * 0.85)} height={0.15 + share * 0.85} />
        ),
      )}
    </svg>
  );
}

function Bands({
  spans,
  scale,
  className,
  label,
}: {
  spans: readonly Span[];
  scale: Scale;
  className: string | undefined;
  label: string;
}) {
  return bandsOf(spans, scale).map(({ from, until, left, right }) => (
    <span
      key={`${from} ${until}`}
      className={className}
      title={`${label}: ${writeClock(until - from)}`}
      style={{ left: `${left}%`, width: `max(2px, ${right - left}%)` }}
    />
  ));
}

function Playhead({ scale }: { scale: Scale }) {
  const { span } = usePlayer();
  const at = useClock((state) => state.at);
  const seconds = Math.round((at - span.from) / 1_000);
  const left = scale.place(at);
  return (
    <div
      className={styles.playhead}
      style={{ left: `${Math.min(100, Math.max(0, left))}%` }}
      data-outside={left < 0 || left > 100 || undefined}
      role="slider"
      tabIndex={0}
      aria-label="Moment"
      aria-valuemin={0}
      aria-valuemax={Math.round((span.until - span.from) / 1_000)}
      aria-valuenow={seconds}
      aria-valuetext={writeClock(seconds * 1_000)}
    />
  );
}
