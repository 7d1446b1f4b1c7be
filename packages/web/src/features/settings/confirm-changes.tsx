import { Button, Modal } from '@mantine/core';
import { Badge } from '../../ui/index.ts';
import styles from './recording.module.css';
import type { Change } from './recording-model.ts';

/** Reads out what would change before it does. */
export function ConfirmChanges({
  opened,
  changes,
  onKeep,
  onConfirm,
}: {
  opened: boolean;
  changes: readonly Change[];
  onKeep: () => void;
  onConfirm: () => void;
}) {
  const more = changes.some((change) => change.more);
  return (
    <Modal opened={opened} onClose={onKeep} title="Change what is recorded?" size="md">
      <div className={styles.confirm}>
        <ul className={styles.changes}>
          {changes.map(({ what, from, to, more: shows }) => (
            <li key={what}>
              <strong>{what}</strong>
              <span>
                <del>{from}</del> → <ins>{to}</ins> {shows && <Badge tone="warning">shows more</Badge>}
              </span>
            </li>
          ))}
        </ul>
        <p className={styles.says}>
          {more
            ? 'More is recorded of your visitors than before. Make sure that what you tell them about it still holds.'
            : 'Less is recorded of your visitors than before.'}{' '}
          In force on the next page that each of them opens; what is here already stays as it is.
        </p>
        <div className={styles.buttons}>
          <Button data-autofocus onClick={onKeep}>
            Keep it as it is
          </Button>
          <Button variant="filled" onClick={onConfirm}>
            Save
          </Button>
        </div>
      </div>
    </Modal>
  );
}
