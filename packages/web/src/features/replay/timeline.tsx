import { activityOf, density, type Span } from '@sightglass/replay';
import { type KeyboardEvent, type PointerEvent as ReactPointerEvent, useMemo, useRef, useState } from 'react';
import { writeClock, writeCount } from '../../ui/index.ts';
import type { Item, Mark } from './items.ts';
import { useClock, usePlayer } from './player.tsx';
import styles from './timeline.module.css';

const slices = 160;

/** The whole session on one line: how busy it was, where it rested, what is missing, what went wrong, and where we are. */
export function Timeline() {
  const { clock, span, idle, gaps, items, recording } = usePlayer();
  const line = useRef<HTMLDivElement>(null);
  const [hover, setHover] = useState<number | null>(null);
  const length = span.until - span.from;
  const shares = useMemo(() => {
    const times = [...activityOf(recording), ...items.map(({ at }) => at)];
    return density(times, span, slices);
  }, [recording, items, span]);

  const place = (at: number): number => ((at - span.from) / length) * 100;
  const timeAt = (event: ReactPointerEvent): number => {
    const rect = line.current?.getBoundingClientRect();
    const share = rect ? (event.clientX - rect.left) / Math.max(rect.width, 1) : 0;
    return span.from + Math.min(1, Math.max(0, share)) * length;
  };
  const drag = (event: ReactPointerEvent): void => {
    setHover(timeAt(event));
    if (event.buttons === 1 && event.currentTarget.hasPointerCapture(event.pointerId)) clock.seek(timeAt(event));
  };
  const ends = (event: KeyboardEvent): void => {
    if (event.key === 'Home') clock.seek(span.from);
    else if (event.key === 'End') clock.seek(span.until);
    else return;
    event.preventDefault();
  };

  return (
    <div className={styles.wrap}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the slider in it is what keyboards and readers use */}
      <div
        ref={line}
        className={styles.line}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          clock.seek(timeAt(event));
        }}
        onPointerMove={drag}
        onPointerLeave={() => setHover(null)}
        onKeyDown={ends}
      >
        <Bands spans={idle} place={place} className={styles.idle} label="Nothing was done" />
        <Density shares={shares} />
        <Bands spans={gaps} place={place} className={styles.gap} label="Missing from the recording" />
        <Marks items={items} place={place} />
        <Playhead place={place} />
        {hover !== null && <Hover at={hover} items={items} span={span} place={place} />}
      </div>
      <Legend items={items} />
    </div>
  );
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
  place,
  className,
  label,
}: {
  spans: readonly Span[];
  place: (at: number) => number;
  className: string | undefined;
  label: string;
}) {
  return spans.map(({ from, until }) => (
    <span
      key={`${from} ${until}`}
      className={className}
      title={`${label}: ${writeClock(until - from)}`}
      style={{ left: `${place(from)}%`, width: `max(2px, ${place(until) - place(from)}%)` }}
    />
  ));
}

/** Each kind has a shape of its own, so that the colours need not be told apart. */
const glyphs: Record<Mark, { name: [one: string, many: string]; path: string }> = {
  error: { name: ['error', 'errors'], path: 'M5 0a5 5 0 1 0 .1 0z' },
  frustration: { name: ['rage, dead or error click', 'rage, dead or error clicks'], path: 'M5 0 10 10H0z' },
  'failed-call': { name: ['failed call', 'failed calls'], path: 'M0 0h10v10H0z' },
  view: { name: ['view', 'views'], path: 'M4 0h2v10H4z' },
};
const markOrder = ['view', 'failed-call', 'frustration', 'error'] as const satisfies Mark[];

function Marks({ items, place }: { items: readonly Item[]; place: (at: number) => number }) {
  return markOrder.flatMap((mark) =>
    items
      .filter((item) => item.mark === mark)
      .map((item) => <Glyph key={item.key} mark={mark} left={`${place(item.at)}%`} />),
  );
}

function Glyph({ mark, left }: { mark: Mark; left?: string }) {
  return (
    <svg className={styles.mark} data-mark={mark} style={{ left }} viewBox="0 0 10 10" aria-hidden>
      <path d={glyphs[mark].path} />
    </svg>
  );
}

function Playhead({ place }: { place: (at: number) => number }) {
  const { span } = usePlayer();
  const at = useClock((state) => state.at);
  const seconds = Math.round((at - span.from) / 1_000);
  return (
    <div
      className={styles.playhead}
      style={{ left: `${place(at)}%` }}
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

/** How near the pointer must be to a mark to read it, as a share of the line. */
const nearShare = 0.006;

function Hover({
  at,
  items,
  span,
  place,
}: {
  at: number;
  items: readonly Item[];
  span: Span;
  place: (at: number) => number;
}) {
  const near = items
    .filter(({ mark }) => mark !== null)
    .filter((item) => Math.abs(item.at - at) <= (span.until - span.from) * nearShare)
    .slice(0, 3);
  const left = place(at);
  return (
    <span className={styles.hover} style={{ left: `${left}%`, translate: `-${left}% 0` }} aria-hidden>
      <strong>{writeClock(at - span.from)}</strong>
      {near.map((item) => (
        <span key={item.key} data-tone={item.tone}>
          {item.kind} {item.title}
        </span>
      ))}
    </span>
  );
}

function Legend({ items }: { items: readonly Item[] }) {
  const counts = markOrder
    .toReversed()
    .map((mark) => ({ mark, count: items.filter((item) => item.mark === mark).length }))
    .filter(({ count }) => count > 0);
  if (counts.length === 0) return null;
  return (
    <ul className={styles.legend} aria-label="Marks">
      {counts.map(({ mark, count }) => (
        <li key={mark}>
          <Glyph mark={mark} />
          {writeCount(count)} {glyphs[mark].name[count === 1 ? 0 : 1]}
        </li>
      ))}
    </ul>
  );
}
