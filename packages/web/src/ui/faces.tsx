import { Button, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconFilterOff, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Code } from './code.tsx';
import styles from './faces.module.css';

/** Nothing here yet: what would stand here, and how it gets here. */
export function Empty({
  title,
  icon,
  heading: Heading = 'h2',
  children,
  actions,
}: {
  title: string;
  icon?: ReactNode;
  /** `h1` where this is all that the screen says. */
  heading?: 'h1' | 'h2';
  children?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className={styles.face}>
      {icon !== undefined && <div className={styles.icon}>{icon}</div>}
      <Heading>{title}</Heading>
      {children !== undefined && <div className={styles.words}>{children}</div>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}

/** In the place of a list whose search nobody can answer; the bar above it says what is wrong, and where. */
export function Unreadable({ onClear }: { onClear: () => void }) {
  return (
    <Empty
      title="This search cannot be read"
      icon={<IconFilterOff stroke={1.6} aria-hidden />}
      actions={<Button onClick={onClear}>Clear the search</Button>}
    >
      <p>What is wrong is marked below the search.</p>
    </Empty>
  );
}

/** It did not work: what, the code to look up, what to do next, and another try where one makes sense. */
export function Failed({
  title,
  code,
  help,
  heading: Heading = 'h2',
  onRetry,
  wayOut,
}: {
  title: string;
  code: string;
  help: string;
  heading?: 'h1' | 'h2' | undefined;
  onRetry?: (() => void) | undefined;
  /** A link to where one goes on from here. */
  wayOut?: ReactNode;
}) {
  return (
    <div className={styles.face} role="alert">
      <div className={styles.failedIcon}>
        <IconAlertTriangle size="1.5rem" stroke={1.5} aria-hidden />
      </div>
      <Heading>{title}</Heading>
      <div className={styles.words}>
        <p>{help}</p>
        <p className={styles.code}>
          <Code>{code}</Code>
        </p>
      </div>
      {(onRetry !== undefined || wayOut !== undefined) && (
        <div className={styles.actions}>
          {onRetry !== undefined && (
            <Button leftSection={<IconRefresh size="1rem" aria-hidden />} onClick={onRetry}>
              Try again
            </Button>
          )}
          {wayOut}
        </div>
      )}
    </div>
  );
}

/** Grey bars where lines of text will stand; `lines` of them, or a `block` as tall as a chart. */
export function Loading({
  label,
  lines = 6,
  block = false,
  heading: Heading,
}: {
  label: string;
  lines?: number;
  block?: boolean;
  /** `h1` where the screen's own heading comes with what is loaded: until then this is the name of the screen. */
  heading?: 'h1' | undefined;
}) {
  return (
    <div className={styles.loading} role="status" aria-label={label}>
      {Heading && <VisuallyHidden component={Heading}>{label}</VisuallyHidden>}
      {block && <span className={styles.block} />}
      {Array.from({ length: lines }, (_, line) => `${line}`).map((line) => (
        <span key={line} className={styles.bar} style={{ inlineSize: widths[Number(line) % widths.length] }} />
      ))}
    </div>
  );
}

/** Uneven on purpose: text is. */
const widths = ['82%', '64%', '91%', '47%', '73%', '58%', '86%'] as const;
