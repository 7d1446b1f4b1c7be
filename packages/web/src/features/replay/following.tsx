import { Button } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './event-list.module.css';
import { indexAt } from './items.ts';
import { useClock } from './player.tsx';

const rowPx = 44;
/** Keys by which one reads on, or walks to another row. */
const scrolling = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', 'Tab']);

/** A list by time, in step with the clock. Scrolling by hand holds it where it is, until one asks it to follow again. */
export function Following<Item extends { key: string; at: number }>({
  items,
  label,
  row,
  onSeen,
}: {
  items: readonly Item[];
  label: string;
  /** @param go - To be called when the row is chosen: the list follows again. */
  row: (item: Item, current: boolean, go: () => void) => ReactNode;
  /** Hears which items are in sight. */
  onSeen?: (items: readonly Item[]) => void;
}) {
  const last = useClock(({ at }) => indexAt(items, at));
  const [chosen, setChosen] = useState<string | null>(null);
  const current = currentOf(items, last, chosen);
  const scroller = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState(false);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 10,
    getItemKey: (index) => items[index]?.key ?? index,
  });
  useEffect(() => {
    if (!held && current >= 0) virtualizer.scrollToIndex(current, { align: 'center' });
  }, [virtualizer, held, current]);
  const { startIndex = 0, endIndex = -1 } = virtualizer.range ?? {};
  useEffect(() => onSeen?.(items.slice(startIndex, endIndex + 1)), [items, startIndex, endIndex, onSeen]);
  const hold = (): void => setHeld(true);
  const follow = (): void => setHeld(false);
  const go = (key: string): void => {
    setChosen(key);
    follow();
  };
  const holdByKey = ({ key }: KeyboardEvent): void => {
    if (scrolling.has(key)) hold();
  };
  return (
    <div className={styles.following}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: whoever reads on in it is heard, the rows are what one presses */}
      <div
        ref={scroller}
        className={styles.scroller}
        onWheel={hold}
        onTouchMove={hold}
        onPointerDown={hold}
        onKeyDown={holdByKey}
      >
        <ol aria-label={label} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start, key }) => {
            const item = items[index];
            return item === undefined ? null : (
              <li
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                data-past={index <= last}
                style={{ transform: `translateY(${start}px)` }}
              >
                {row(item, index === current, () => go(item.key))}
              </li>
            );
          })}
        </ol>
      </div>
      {held && items.length > 0 && (
        <Button className={styles.follow} leftSection={<IconArrowDown size="1rem" aria-hidden />} onClick={follow}>
          Follow the replay
        </Button>
      )}
    </div>
  );
}

/** Of several in one millisecond it is the one that was pressed, or else the first: a click rather than the call that it sent. */
function currentOf(items: readonly { key: string; at: number }[], last: number, chosen: string | null): number {
  const at = items[last]?.at;
  let first = last;
  for (let index = last; index >= 0 && items[index]?.at === at; index -= 1) {
    if (items[index]?.key === chosen) return index;
    first = index;
  }
  return first;
}
