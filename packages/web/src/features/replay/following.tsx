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
}: {
  items: readonly Item[];
  label: string;
  /** @param go - To be called when the row is chosen: the list follows again. */
  row: (item: Item, current: boolean, go: () => void) => ReactNode;
}) {
  const current = useClock(({ at }) => indexAt(items, at));
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
  const hold = (): void => setHeld(true);
  const follow = (): void => setHeld(false);
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
                data-past={index <= current}
                style={{ transform: `translateY(${start}px)` }}
              >
                {row(item, index === current, follow)}
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
