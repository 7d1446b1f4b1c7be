import { Button, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import styles from './confirm.module.css';

/** A button for what cannot be taken back: says what will happen, and does it only after a second yes. */
export function ConfirmButton({
  label,
  icon,
  title,
  confirm,
  onAsk,
  onConfirm,
  busy = false,
  disabled = false,
  children,
}: {
  label: string;
  icon?: ReactNode;
  /** The question, as a sentence. */
  title: string;
  /** The verb on the button that does it. */
  confirm: string;
  /** The question is being asked: whatever it tells can be brought up to date. */
  onAsk?: () => void;
  onConfirm: () => void;
  busy?: boolean;
  disabled?: boolean;
  /** What it means. */
  children: ReactNode;
}) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        color="danger"
        leftSection={icon}
        loading={busy}
        disabled={disabled}
        onClick={() => {
          setAsking(true);
          onAsk?.();
        }}
      >
        {label}
      </Button>
      <Modal opened={asking} onClose={() => setAsking(false)} title={title} size="sm">
        <div className={styles.body}>
          <div>{children}</div>
          <div className={styles.buttons}>
            <Button data-autofocus onClick={() => setAsking(false)}>
              Keep it
            </Button>
            <Button
              variant="filled"
              color="danger"
              onClick={() => {
                setAsking(false);
                onConfirm();
              }}
            >
              {confirm}
            </Button>
          </div>
        </div>
      </Modal>
    </>
  );
}
