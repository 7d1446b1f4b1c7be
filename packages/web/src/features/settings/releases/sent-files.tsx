import { Button } from '@mantine/core';
import { useMemo, useRef } from 'react';
import { Badge, type Tone, writeBytes } from '../../../ui/index.ts';
import styles from './sent-files.module.css';
import type { FileState, SentFile } from './upload-run.ts';

/** What asks for somebody comes first, then what goes on, then the rest. */
const states: Record<FileState, { rank: number; tone: Tone }> = {
  refused: { rank: 0, tone: 'danger' },
  sending: { rank: 1, tone: 'accent' },
  waiting: { rank: 2, tone: 'quiet' },
  read: { rank: 3, tone: 'good' },
};

/** Each file of an upload: how far it is, and why it was refused. Scrolls by itself, however many there are. */
export function SentFiles({ files, onRetry }: { files: readonly SentFile[]; onRetry: (path: string) => void }) {
  const box = useRef<HTMLUListElement>(null);
  const sorted = useMemo(
    () => files.toSorted((one, other) => states[one.state].rank - states[other.state].rank),
    [files],
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled with the keyboard, too
    <ul ref={box} className={styles.files} aria-label="Files of this upload" tabIndex={0}>
      {sorted.map((file) => (
        <Row
          key={file.path}
          file={file}
          onRetry={() => {
            // The button goes with its refusal; the keyboard stays in the list.
            box.current?.focus({ preventScroll: true });
            onRetry(file.path);
          }}
        />
      ))}
    </ul>
  );
}

function Row({ file, onRetry }: { file: SentFile; onRetry: () => void }) {
  const { path, bytes, sent, state, reason } = file;
  return (
    <li className={styles.file} data-state={state}>
      <span className={styles.path} title={path}>
        <bdi>{path}</bdi>
      </span>
      <span className={styles.bytes}>
        {state === 'sending' ? `${writeBytes(sent)} of ${writeBytes(bytes)}` : writeBytes(bytes)}
      </span>
      <span className={styles.state}>
        <Badge tone={states[state].tone}>{wordFor(file)}</Badge>
      </span>
      {state === 'sending' && (
        <progress className={styles.bar} max={bytes || 1} value={sent} aria-label={`Sending ${path}`} />
      )}
      {state === 'refused' && (
        <div className={styles.reason}>
          <p>{reason}</p>
          <Button size="compact-xs" aria-label={`Try ${path} again`} onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
    </li>
  );
}

function wordFor({ state, there, sent, bytes }: SentFile): string {
  if (state === 'sending' && sent === bytes) return 'being read';
  return there ? 'read before' : state;
}
