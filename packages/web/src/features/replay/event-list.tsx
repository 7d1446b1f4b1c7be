import type { ReactNode } from 'react';
import { writeClock, writeCount } from '../../ui/index.ts';
import styles from './event-list.module.css';
import { FindField, NotFound } from './find-field.tsx';
import { Following } from './following.tsx';
import { groupNames, type Item, type ItemGroup, itemGroups } from './items.ts';
import rowStyles from './moment-row.module.css';
import { usePlayer } from './player.tsx';

/** What happened, in step with the clock. A click goes there. */
export function EventList({
  listed,
  groups,
  onGroups,
  find,
  itemsAreHere,
  noItems,
}: {
  listed: readonly Item[];
  groups: readonly ItemGroup[];
  onGroups: (groups: ItemGroup[]) => void;
  /** Words that what is listed has. */
  find: string;
  /** Until they are, nobody knows how many there are of a kind. */
  itemsAreHere: boolean;
  noItems: ReactNode;
}) {
  const { clock, span, items } = usePlayer();
  return (
    <>
      <FindField label="Find in what happened" find={find} />
      <Filter groups={groups} items={itemsAreHere ? items : null} onGroups={onGroups} />
      {listed.length === 0 ? (
        itemsAreHere && find !== '' ? (
          <NotFound find={find} />
        ) : (
          noItems
        )
      ) : (
        <Following
          items={listed}
          label="What happened"
          row={(item, current, follow) => (
            <Row
              item={item}
              current={current}
              after={item.at - span.from}
              onGo={() => {
                clock.seek(item.at);
                follow();
              }}
            />
          )}
        />
      )}
    </>
  );
}

function Row({ item, current, after, onGo }: { item: Item; current: boolean; after: number; onGo: () => void }) {
  const { kind, title, detail, tone } = item;
  return (
    <button
      type="button"
      className={`${rowStyles.row} ${styles.row}`}
      aria-current={current || undefined}
      data-tone={tone}
      onClick={onGo}
    >
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
  /** `null`: they are not here, and nothing is counted. */
  items: readonly Item[] | null;
  onGroups: (groups: ItemGroup[]) => void;
}) {
  const counts = new Map<ItemGroup, number>();
  for (const { group } of items ?? []) counts.set(group, (counts.get(group) ?? 0) + 1);
  const toggle = (group: ItemGroup): void =>
    onGroups(groupNames.filter((one) => (one === group ? !groups.includes(one) : groups.includes(one))));
  return (
    <fieldset className={styles.filter} aria-label="Kinds of events">
      {groupNames.map((group) => (
        <button key={group} type="button" aria-pressed={groups.includes(group)} onClick={() => toggle(group)}>
          {itemGroups[group].name} <span>{items !== null && writeCount(counts.get(group) ?? 0)}</span>
        </button>
      ))}
    </fieldset>
  );
}
