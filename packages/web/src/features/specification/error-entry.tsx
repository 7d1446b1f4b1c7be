import type { ErrorStatement } from '@sightglass/wire';
import { Badge, writeCount } from '../../ui/index.ts';
import { Columns, Entry, Tally } from './entry.tsx';
import { statusTone } from './model.ts';
import styles from './parts.module.css';

/** An error of the catalogue: its code, what the person was told, and what raises it. */
export function ErrorEntry({ statement }: { statement: ErrorStatement }) {
  const { code, status, origin, message, raisedBy, support } = statement;
  return (
    <Entry
      statement={statement}
      head={
        <>
          <code>{code}</code>
          {status !== null && <Badge tone={statusTone(status)}>{status}</Badge>}
          <span className={styles.count}>
            {writeCount(support.observations)} {support.observations === 1 ? 'time' : 'times'} ·{' '}
            {origin === 'answer' ? 'answered' : 'thrown'}
          </span>
        </>
      }
    >
      {message !== '' && <blockquote className={styles.message}>{message}</blockquote>}
      <Columns>
        <Tally
          title="Raised by"
          unit="Times"
          rows={raisedBy.map(({ subject, times }) => ({
            key: subject,
            name: <code>{subject}</code>,
            count: writeCount(times),
          }))}
        />
      </Columns>
    </Entry>
  );
}
