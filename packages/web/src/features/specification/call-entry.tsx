import type { CallStatement } from '@sightglass/wire';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Badge, ShapeTree, writeCount, writeDuration, writeMany, writeShare } from '../../ui/index.ts';
import styles from './call-entry.module.css';
import { Columns, PathText, Said, Tally } from './entry.tsx';
import { useLooking } from './evidences.tsx';
import { Handle } from './handle.tsx';
import { anchorOf, statusTone } from './model.ts';
import { useReading } from './reading.tsx';
import { Proof } from './row.tsx';

/**
 * A call in one line: what it is, how it answers and how fast. Opened: what goes out and what comes back, and who makes it.
 *
 * @param holds - Anchors of what stands in it: whoever asks for one of them finds it open.
 */
export function CallEntry({
  statement,
  holds,
  children,
}: {
  statement: CallStatement;
  holds: readonly string[];
  children: () => ReactNode;
}) {
  const { method, host, path, calls, failed, p75Ms, statuses } = statement;
  const id = anchorOf(statement.key);
  const { target, printing } = useReading();
  const { at } = useLooking();
  const [turned, setTurned] = useState<boolean | null>(null);
  const asked = target !== null && (target === id || holds.includes(target));
  const open = printing || (turned ?? asked);
  return (
    <article
      className={styles.call}
      id={id}
      aria-labelledby={`${id}-head`}
      data-open={open}
      data-looked={at === statement.key || undefined}
    >
      <header className={styles.head}>
        <h3 id={`${id}-head`}>
          <button type="button" className={styles.turn} aria-expanded={open} onClick={() => setTurned(!open)}>
            <IconChevronRight size="0.8rem" aria-hidden className={styles.arrow} />
            <span className={styles.method} data-method={method}>
              {method}
            </span>{' '}
            <PathText path={`${host}${path}`} />
          </button>
        </h3>
        <Handle statement={statement} />
        <ul className={styles.statuses} aria-label="Answers">
          {statuses.map(({ status, calls: times }) => (
            <li key={status} title={writeMany(times, 'time')}>
              <Badge tone={statusTone(status)}>{status === 0 ? 'no answer' : status}</Badge>
            </li>
          ))}
        </ul>
        <span className={styles.figures}>
          {calls > 0 && `${writeCount(calls)} ${calls === 1 ? 'call' : 'calls'}`}
          {p75Ms !== null && ` · p75 ${writeDuration(p75Ms)}`}
          {failed > 0 && ` · ${writeShare(failed / Math.max(calls, 1))} failed`}
        </span>
        <span className={styles.proof}>
          <Proof statement={statement} />
        </span>
      </header>
      {open && <Inside statement={statement}>{children()}</Inside>}
    </article>
  );
}

function Inside({ statement, children }: { statement: CallStatement; children: ReactNode }) {
  const { query, request, requestLeftOut, response, screens, statuses } = statement;
  return (
    <div className={styles.inside}>
      <Said statement={statement} />
      <Columns>
        <ShapeTree
          title="Request"
          shape={request}
          leftOut={requestLeftOut && 'Left out in the browser: it carries a secret.'}
        />
        <ShapeTree title="Response" shape={response} />
        <Tally
          title="Query"
          unit="Looks like"
          rows={query.map(({ name, format }) => ({ key: name, name: <code>{name}</code>, count: format }))}
        />
        <Tally
          title="Answers"
          unit="Calls"
          rows={statuses.map(({ status, calls }) => ({
            key: String(status),
            name: <Badge tone={statusTone(status)}>{status === 0 ? 'no answer' : status}</Badge>,
            count: writeCount(calls),
          }))}
        />
        <Tally
          title="Called on"
          unit="Calls"
          rows={screens.map(({ route, calls }) => ({
            key: route,
            name: <PathText path={route} />,
            count: writeCount(calls),
          }))}
        />
      </Columns>
      {children}
    </div>
  );
}
