import { Button } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { Empty } from '../../ui/index.ts';
import styles from './event-list.module.css';
import { usePlayer } from './player.tsx';

/** Words that what is listed has. The same for all panels: who looks for an order looks for it in calls and in the console. */
export function FindField({ label, find }: { label: string; find: string }) {
  const { say } = usePlayer();
  return (
    <input
      type="search"
      className={styles.find}
      aria-label={label}
      placeholder={label}
      value={find}
      onChange={(event) => say({ find: event.currentTarget.value })}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.blur();
      }}
    />
  );
}

/** In the place of a list that has nothing with these words. */
export function NotFound({ find }: { find: string }) {
  const { say } = usePlayer();
  return (
    <Empty
      title={`Nothing here has “${find}”`}
      icon={<IconFilterOff stroke={1.6} aria-hidden />}
      actions={<Button onClick={() => say({ find: '' })}>Clear the search</Button>}
    />
  );
}
