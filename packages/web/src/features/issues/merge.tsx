import { Button, Modal } from '@mantine/core';
import type { IssueSummary } from '@sightglass/wire';
import { IconGitMerge } from '@tabler/icons-react';
import { useState } from 'react';
import styles from './merge.module.css';
import { saidBy } from './model.ts';

/** Makes issues one, after it said which one they become a part of. */
export function Merge({
  into,
  others,
  busy,
  onMerge,
}: {
  into: IssueSummary;
  others: readonly IssueSummary[];
  busy: boolean;
  onMerge: () => void;
}) {
  const [asking, setAsking] = useState(false);
  const count = others.length + 1;
  return (
    <>
      <Button leftSection={<IconGitMerge size="0.95rem" aria-hidden />} disabled={busy} onClick={() => setAsking(true)}>
        Merge
      </Button>
      <Modal opened={asking} onClose={() => setAsking(false)} title={`Make these ${count} issues one?`}>
        <div className={styles.body}>
          <p className={styles.into}>
            <span className={styles.words}>
              <strong>{into.type}</strong> {saidBy(into)}
            </span>
            {into.place !== '' && <small>{into.place}</small>}
          </p>
          <p>takes in</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <ul className={styles.others} tabIndex={0}>
            {others.map(({ id, type, message, place }) => (
              <li key={id}>
                <span className={styles.words}>
                  <strong>{type}</strong> {saidBy({ type, message })}
                </span>
                {place !== '' && <small>{place}</small>}
              </li>
            ))}
          </ul>
          <p>
            The first keeps its state and whose it is. What comes of the others later goes there too, and links to them
            lead there. Variants can be taken out again.
          </p>
          <div className={styles.buttons}>
            <Button onClick={() => setAsking(false)}>Leave them</Button>
            <Button
              data-autofocus
              variant="filled"
              onClick={() => {
                setAsking(false);
                onMerge();
              }}
            >
              Merge {count} issues
            </Button>
          </div>
        </div>
      </Modal>
    </>
  );
}
