import type { CallStatement } from '@sightglass/wire';
import type { ReactNode } from 'react';
import { Badge, ShapeTree, writeCount, writeDuration, writeShare } from '../../ui/index.ts';
import { Columns, Entry, PathText, Tally } from './entry.tsx';
import { statusTone } from './model.ts';
import styles from './parts.module.css';

/** A call: what it is, how it answers and how fast, what goes out and what comes back, and who makes it. */
export function CallEntry({ statement, children }: { statement: CallStatement; children?: ReactNode }) {
  const { method, host, path, calls, failed, p75Ms, statuses, query, request, requestLeftOut, response, screens } =
    statement;
  return (
    <Entry
      statement={statement}
      head={
        <>
          <span>
            <span className={styles.method} data-method={method}>
              {method}
            </span>{' '}
            <PathText path={`${host}${path}`} />
          </span>
          <span className={styles.count}>
            {writeCount(calls)} {calls === 1 ? 'call' : 'calls'}
            {p75Ms !== null && ` · p75 ${writeDuration(p75Ms)}`}
            {failed > 0 && ` · ${writeShare(failed / Math.max(calls, 1))} failed`}
          </span>
        </>
      }
    >
      <ul className={styles.statuses} aria-label="Answers">
        {statuses.map(({ status, calls: times }) => (
          <li key={status}>
            <Badge tone={statusTone(status)}>
              {status === 0 ? 'no answer' : status} ×{writeCount(times)}
            </Badge>
          </li>
        ))}
      </ul>
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
          title="Called on"
          unit="Calls"
          rows={screens.map(({ route, calls: times }) => ({
            key: route,
            name: <PathText path={route} />,
            count: writeCount(times),
          }))}
        />
      </Columns>
      {children}
    </Entry>
  );
}
