import { useMemo } from 'react';
import { writeClock } from '../../ui/index.ts';
import { usePlayer } from './player.tsx';
import { Thumbnail } from './thumbnail.tsx';
import styles from './timeline.module.css';
import type { Scale } from './timeline-scale.ts';

/** How near the pointer must be to a mark to read it, as a share of the line. */
const nearShare = 0.006;

/** What is at the place of the pointer: the time, what is marked there, and how the page looked. */
export function Hover({ at, scale, tab }: { at: number; scale: Scale; tab: string | null }) {
  const { items, span: whole } = usePlayer();
  const { span } = scale;
  const marked = useMemo(() => items.filter(({ mark }) => mark !== null), [items]);
  const near = marked.filter((item) => Math.abs(item.at - at) <= (span.until - span.from) * nearShare).slice(0, 3);
  const left = scale.place(at);
  return (
    <span className={styles.hover} style={{ left: `${left}%`, translate: `-${left}% 0` }} aria-hidden>
      <Thumbnail at={at} tab={tab} />
      <strong>{writeClock(at - whole.from)}</strong>
      {near.map((item) => (
        <span key={item.key} data-tone={item.tone}>
          {item.kind} {item.title}
        </span>
      ))}
    </span>
  );
}
