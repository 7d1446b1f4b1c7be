import { Button, Modal, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
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
  typed,
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
  /** Has to be written before it is done. */
  typed?: { label: string; text: string };
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
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={title}
        confirm={confirm}
        onConfirm={onConfirm}
        {...(typed === undefined ? {} : { typed })}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}

/** The question by itself, where something else than a button asks it. */
export function ConfirmDialog({
  opened,
  onClose,
  title,
  confirm,
  onConfirm,
  typed,
  children,
}: {
  opened: boolean;
  onClose: () => void;
  /** The question, as a sentence. */
  title: string;
  /** The verb on the button that does it. */
  confirm: string;
  onConfirm: () => void;
  /** Has to be written before it is done. */
  typed?: { label: string; text: string };
  /** What it means. */
  children: ReactNode;
}) {
  return (
    <Modal opened={opened} onClose={onClose} title={title} size="sm">
      {/* Made anew whenever it opens: nothing stands in the field from the time before. */}
      <Question onClose={onClose} confirm={confirm} onConfirm={onConfirm} typed={typed}>
        {children}
      </Question>
    </Modal>
  );
}

function Question({
  onClose,
  confirm,
  onConfirm,
  typed,
  children,
}: Pick<Parameters<typeof ConfirmDialog>[0], 'onClose' | 'confirm' | 'onConfirm' | 'children'> & {
  typed: { label: string; text: string } | undefined;
}) {
  const [written, setWritten] = useState('');
  const isSure = typed === undefined || written.trim() === typed.text;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isSure) return;
    onClose();
    onConfirm();
  };
  return (
    <form className={styles.body} onSubmit={submit}>
      <div>{children}</div>
      {typed !== undefined && (
        <TextInput
          label={typed.label}
          value={written}
          onChange={({ currentTarget }) => setWritten(currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
      )}
      <div className={styles.buttons}>
        <Button {...(typed === undefined ? { 'data-autofocus': true } : {})} onClick={onClose}>
          Keep it
        </Button>
        <Button type="submit" variant="filled" color="danger" disabled={!isSure}>
          {confirm}
        </Button>
      </div>
    </form>
  );
}
