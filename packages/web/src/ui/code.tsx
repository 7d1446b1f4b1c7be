import { ActionIcon, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import styles from './code.module.css';

/** A route, an identifier, a literal: what a machine reads, inside a sentence. */
export function Code({ children }: { children: ReactNode }) {
  return <code className={styles.code}>{children}</code>;
}

/** A path that, where it is too long for its line, goes on after a slash and not in the middle of a name. */
export function Path({ children }: { children: string }) {
  const parts = children.split(/(?<=\/)/);
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the same name may stand twice in a path, and none moves
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

/** Text to be taken along whole. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { copy, copied } = useClipboard({ timeout: 2_000 });
  return (
    <Tooltip label={copied ? 'Copied' : label}>
      <ActionIcon aria-label={copied ? 'Copied' : label} onClick={() => copy(text)} data-copied={copied || undefined}>
        {copied ? (
          <IconCheck size="1rem" className={styles.copied} aria-hidden />
        ) : (
          <IconCopy size="1rem" aria-hidden />
        )}
      </ActionIcon>
    </Tooltip>
  );
}

/** Lines of code with a button that copies them. `label` says what they are. */
export function CodeBlock({ text, label }: { text: string; label: string }) {
  return (
    <figure className={styles.block} aria-label={label}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      <div className={styles.corner}>
        <CopyButton text={text} label={`Copy ${label}`} />
      </div>
    </figure>
  );
}
