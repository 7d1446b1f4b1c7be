import { Button } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { writeClock, writeCount } from '../../ui/index.ts';
import styles from './event-list.module.css';
import { groupNames, type Item, type ItemGroup, indexAt, itemGroups } from './items.ts';
import { useClock, usePlayer } from './player.tsx';

const rowPx = 44;

/** What happened, in step with the clock. A click goes there; scrolling by hand holds the list where it is. */
export function EventList({
  listed,
  groups,
  onGroups,
  noItems,
}: {
  listed: readonly Item[];
  groups: readonly ItemGroup[];
  onGroups: (groups: ItemGroup[]) => void;
  noItems: ReactNode;
}) {
  const { clock, span, items } = usePlayer();
  const current = useClock(({ at }) => indexAt(listed, at));
  const scroller = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState(false);
  const virtualizer = useVirtualizer({
    count: listed.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 10,
    getItemKey: (index) => listed[index]?.key ?? index,
  });
  useEffect(() => {
    if (!held && current >= 0) virtualizer.scrollToIndex(current, { align: 'center' });
  }, [virtualizer, held, current]);
  const hold = (): void => setHeld(true);

  return (
    <section className={styles.list} aria-label="What happened">
      <Filter groups={groups} items={items} onGroups={onGroups} />
      {listed.length === 0 ? (
        noItems
      ) : (
        <div ref={scroller} className={styles.scroller} onWheel={hold} onTouchMove={hold} onPointerDown={hold}>
          <ol style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map(({ index, start, key }) => {
              const item = listed[index];
              return item === undefined ? null : (
                <li
                  key={key}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  data-past={index <= current}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <Row
                    item={item}
                    current={index === current}
                    after={item.at - span.from}
                    onGo={() => {
                      clock.seek(item.at);
                      setHeld(false);
                    }}
                  />
                </li>
              );
            })}
          </ol>
        </div>
      )}
      {held && listed.length > 0 && (
        <Button
          className={styles.follow}
          leftSection={<IconArrowDown size="1rem" aria-hidden />}
          onClick={() => setHeld(false)}
        >
          Follow the replay
        </Button>
      )}
    </section>
  );
}

function Row({ item, current, after, onGo }: { item: Item; current: boolean; after: number; onGo: () => void }) {
  const { kind, title, detail, tone } = item;
  return (
    <button type="button" className={styles.row} aria-current={current || undefined} data-tone={tone} onClick={onGo}>
      <span className={styles.time}>{writeClock(Math.max(0, after))}</span>
      <span className={styles.kind} title={kind}>
        {kind}
      </span>
      <span className={styles.title} title={title}>
        {title}
      </span>
      {detail !== '' && (
        <span className={styles.detail} title={detail}>
          {detail}
        </span>
      )}
    </button>
  );
}

function Filter({
  groups,
  items,
  onGroups,
}: {
  groups: readonly ItemGroup[];
  items: readonly Item[];
  onGroups: (groups: ItemGroup[]) => void;
}) {
  const counts = new Map<ItemGroup, number>();
  for (const { group } of items) counts.set(group, (counts.get(group) ?? 0) + 1);
  const toggle = (group: ItemGroup): void =>
    onGroups(groupNames.filter((one) => (one === group ? !groups.includes(one) : groups.includes(one))));
  return (
    <fieldset className={styles.filter} aria-label="Kinds of events">
      {groupNames.map((group) => (
        <button key={group} type="button" aria-pressed={groups.includes(group)} onClick={() => toggle(group)}>
          {itemGroups[group].name} <span>{writeCount(counts.get(group) ?? 0)}</span>
        </button>
      ))}
    </fieldset>
  );
}
