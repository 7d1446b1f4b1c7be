import { type ReactNode, useState } from 'react';
import { writeCount } from '../../ui/index.ts';
import styles from './cut.module.css';
import { useReading } from './reading.tsx';

/**
 * The first of a long list, and the way to more of it. The statement that the address names is always among them; on paper all are.
 *
 * @param most - How many at first.
 * @param holds - Whether the part of the document with this anchor is in an item.
 * @param things - What they are called, more than one.
 */
export function useCut<Item>(
  items: readonly Item[],
  most: number,
  holds: (item: Item, anchor: string) => boolean,
  things: string,
): { shown: readonly Item[]; more: ReactNode } {
  const { target, printing } = useReading();
  const [upTo, setUpTo] = useState(most);
  const named = target === null || !target.startsWith('s:') ? -1 : items.findIndex((item) => holds(item, target));
  const wanted = printing ? items.length : Math.max(upTo, named + 1);
  // Two or three are not worth a button.
  if (items.length <= wanted + Math.ceil(most / 8)) return { shown: items, more: null };
  const step = Math.min(most * 4, items.length - wanted);
  const left = items.length - wanted - step;
  return {
    shown: items.slice(0, wanted),
    more: (
      <button type="button" className={styles.more} onClick={() => setUpTo(wanted + step)}>
        Show {writeCount(step)} more {things}
        {left > 0 && <span className={styles.left}> and {writeCount(left)} after them</span>}
      </button>
    ),
  };
}
