import { Button, Loader, Modal, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, use, useEffect, useRef, useState } from 'react';
import { FailureWords, type Told } from './boundary.tsx';
import styles from './confirm.module.css';
import { showFailure } from './notices.tsx';

interface Question {
  /** The question, as a sentence. */
  title: string;
  /** The verb on the button that does it. */
  confirm: string;
  /** What takes long gives a promise, and words in `doing`. */
  onConfirm: () => unknown;
  /** What is told while it is done. The dialog stays until then, and tells in its place what failed. */
  doing?: string;
  /** Told where no answer, or none that says why, leaves open how much of it was done. */
  unsure?: string;
  /** Has to be written before it is done. */
  typed?: { label: string; text: string };
  /** What it means. */
  children: ReactNode;
}

/** A button for what cannot be taken back: says what will happen, and does it only after a second yes. */
export function ConfirmButton({
  label,
  icon,
  onAsk,
  busy = false,
  disabled = false,
  ...question
}: Question & {
  label: string;
  icon?: ReactNode;
  /** The question is being asked: whatever it tells can be brought up to date. */
  onAsk?: () => void;
  busy?: boolean;
  disabled?: boolean;
}) {
  const [asking, setAsking] = useState(false);
  // What has words of its own for being done tells them when it is pressed meanwhile.
  const isTold = question.doing !== undefined;
  return (
    <>
      <Button
        color="danger"
        leftSection={isTold && busy ? <Loader size="1rem" color="currentColor" aria-hidden /> : icon}
        loading={busy && !isTold}
        disabled={disabled}
        onClick={() => {
          setAsking(true);
          onAsk?.();
        }}
      >
        {label}
      </Button>
      <ConfirmDialog opened={asking} onClose={() => setAsking(false)} {...question} />
    </>
  );
}

type Doing = 'asked' | 'under way' | Told;

/** The question by itself, where something else than a button asks it. */
export function ConfirmDialog({
  opened,
  onClose,
  title,
  ...question
}: Question & { opened: boolean; onClose: () => void }) {
  const [state, setState] = useState<Doing>('asked');
  const tell = use(FailureWords);
  const isSeen = useRef(opened);
  useEffect(() => {
    isSeen.current = opened;
  }, [opened]);
  const close = (): void => {
    if (state !== 'under way') setState('asked');
    onClose();
  };
  const confirm = async (): Promise<void> => {
    if (question.doing === undefined) {
      onClose();
      question.onConfirm();
      return;
    }
    if (state === 'under way') return;
    setState('under way');
    try {
      await question.onConfirm();
      setState('asked');
      onClose();
    } catch (error) {
      const said = tell(error);
      const told = said.again && question.unsure !== undefined ? { ...said, help: question.unsure } : said;
      setState(isSeen.current ? told : 'asked');
      if (!isSeen.current) showFailure(told);
    }
  };
  return (
    <Modal opened={opened} onClose={close} title={title} size="sm" closeOnClickOutside={state === 'asked'}>
      {/* Made anew whenever it opens: nothing stands in the field from the time before. */}
      <Asked {...question} state={state} onClose={close} onConfirm={() => void confirm()} />
    </Modal>
  );
}

function Asked({
  onClose,
  confirm,
  onConfirm,
  doing,
  typed,
  state,
  children,
}: Omit<Question, 'title' | 'unsure'> & { state: Doing; onClose: () => void; onConfirm: () => void }) {
  const [written, setWritten] = useState('');
  const isSure = typed === undefined || written.trim() === typed.text;
  const isUnderWay = state === 'under way';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isSure && !isUnderWay) onConfirm();
  };
  return (
    <form className={styles.body} onSubmit={submit}>
      <div>{children}</div>
      {typed !== undefined && (
        <TextInput
          label={typed.label}
          value={written}
          onChange={({ currentTarget }) => setWritten(currentTarget.value)}
          readOnly={isUnderWay}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
      )}
      <div role="status">
        {isUnderWay && (
          <p className={styles.doing}>
            <Loader size="1rem" aria-hidden />
            {doing}
          </p>
        )}
      </div>
      {typeof state === 'object' && (
        <p className={styles.failure} role="alert">
          <strong>{state.title}.</strong> {state.help === state.title ? '' : state.help} ({state.code})
        </p>
      )}
      <div className={styles.buttons}>
        <Button {...(typed === undefined ? { 'data-autofocus': true } : {})} onClick={onClose}>
          {state === 'asked' ? 'Keep it' : 'Close'}
        </Button>
        {/* Never without the focus while it is done: a disabled button would lose it. */}
        <Button
          type="submit"
          variant="filled"
          color="danger"
          disabled={!isSure && !isUnderWay}
          aria-disabled={isUnderWay || undefined}
          data-disabled={isUnderWay || undefined}
        >
          {typeof state === 'object' ? 'Try again' : confirm}
        </Button>
      </div>
    </form>
  );
}
