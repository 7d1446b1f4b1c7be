import { Button, Modal } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import styles from './text-to-take.module.css';
import { useFocusBack } from './use-focus-back.ts';

/** A text that one reads over, changes where it needs it, and takes elsewhere: to the clipboard, or as a file. */
export function TextToTake({
  title,
  note,
  text: begun,
  file,
  onClose,
}: {
  title: string;
  note: string;
  /** As it stands until it is changed here. */
  text: string;
  /** Its name as a file. */
  file: string;
  onClose: () => void;
}) {
  const [changed, setChanged] = useState<string | null>(null);
  const text = changed ?? begun;
  useFocusBack();
  const { copy, copied, error } = useClipboard({ timeout: 2_000 });
  return (
    <Modal opened returnFocus={false} onClose={onClose} title={title} size="lg">
      <div className={styles.body}>
        <p className={styles.note}>{note}</p>
        <textarea
          className={styles.text}
          aria-label={title}
          spellCheck={false}
          value={text}
          onChange={(event) => setChanged(event.currentTarget.value)}
        />
        {error !== null && (
          <p className={styles.note} role="alert">
            The browser keeps the clipboard closed. Take the text from the field, or save it.
          </p>
        )}
        <div className={styles.buttons}>
          <Button
            leftSection={<IconDownload size="1rem" aria-hidden />}
            renderRoot={(props) => (
              <a {...props} href={`data:text/markdown;charset=utf-8,${encodeURIComponent(text)}`} download={file}>
                {props.children}
              </a>
            )}
          >
            Save as a file
          </Button>
          <Button
            variant="filled"
            data-autofocus
            leftSection={copied ? <IconCheck size="1rem" aria-hidden /> : <IconCopy size="1rem" aria-hidden />}
            onClick={() => copy(text)}
          >
            {copied ? 'Copied' : 'Copy'}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
