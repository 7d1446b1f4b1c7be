import { SegmentedControl } from '@mantine/core';
import { type AnswerOf, type issueEvent, nameVariables } from '@sightglass/wire';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { toSession, toVisitor, useWhere } from '../../client/index.ts';
import { Badge, Code, Panel, useShortcuts, writeDuration, writeMoment } from '../../ui/index.ts';
import styles from './event-part.module.css';
import { crumbKind, crumbWords, leadMs, playing, saidBy, unreadReason } from './model.ts';
import { issueEventQuery } from './queries.ts';
import type { IssueSearch } from './search.ts';
import { PrettyStack, RawStack } from './stack.tsx';

type Shown = AnswerOf<typeof issueEvent>;

/** One error of an issue: who met it where, the stack, what caused it, and what led to it. */
export function EventPart({
  id,
  search,
  onStack,
}: {
  id: string;
  search: IssueSearch;
  onStack: (stack: IssueSearch['stack']) => void;
}) {
  const { data } = useSuspenseQuery(issueEventQuery(useWhere(), id, useDeferredValue(search.event)));
  return (
    <>
      <Met data={data} />
      {data.call && <Call call={data.call} />}
      {data.thrown.length > 0 && <Stacks data={data} stack={search.stack} onStack={onStack} />}
      <Breadcrumbs data={data} />
    </>
  );
}

function Met({ data: { event } }: { data: Shown }) {
  const { project } = useWhere();
  const words = [event.role, event.browser, event.os].filter(Boolean);
  const link = event.replay
    ? playing(toSession(project, event.session, event.at - leadMs))
    : toSession(project, event.session, event.at);
  const navigate = useNavigate();
  useShortcuts('The event that is shown', [
    { keys: 'w', says: event.replay ? 'Watch it happen' : 'Open its session', run: () => void navigate(link) },
  ]);
  return (
    <div className={styles.met}>
      <p>
        {writeMoment(event.at)} on <Code>{nameVariables(event.route) || '/'}</Code>
        <span className={styles.quiet}>
          {event.visitor === '' ? 'somebody' : <Link {...toVisitor(project, event.visitor)}>{event.visitor}</Link>}
          {words.map((word) => `, ${word}`)}
          {event.release !== '' && `, release ${event.release}`}
          {event.environment !== '' && `, ${event.environment}`}
        </span>
      </p>
      <Link className={styles.watch} data-quiet={!event.replay || undefined} {...link}>
        {event.replay && <IconPlayerPlayFilled size="0.85rem" aria-hidden />}
        {event.replay ? 'Watch from 10 s before' : 'Open the session'}
      </Link>
    </div>
  );
}

function Call({ call }: { call: NonNullable<Shown['call']> }) {
  return (
    <Panel title="The call">
      <dl className={styles.call}>
        <dt>Asked</dt>
        <dd>
          <Code>
            {call.method} {call.host}
            {nameVariables(call.path)}
          </Code>
        </dd>
        <dt>Answered</dt>
        <dd>
          {call.status === 0 ? 'nothing' : call.status}
          {call.durationMs !== null && ` after ${writeDuration(call.durationMs)}`}
        </dd>
        {call.code !== '' && (
          <>
            <dt>Code</dt>
            <dd>
              <Code>{call.code}</Code>
            </dd>
          </>
        )}
        {call.message !== '' && (
          <>
            <dt>Message</dt>
            <dd>{call.message}</dd>
          </>
        )}
      </dl>
    </Panel>
  );
}

function Stacks({
  data,
  stack,
  onStack,
}: {
  data: Shown;
  stack: IssueSearch['stack'];
  onStack: (stack: IssueSearch['stack']) => void;
}) {
  const all = data.thrown.flatMap(({ frames }) => frames);
  const reason = unreadReason(all);
  return (
    <Panel
      title="Stack"
      actions={
        all.length > 0 && (
          <SegmentedControl
            size="xs"
            aria-label="How the stack is written"
            value={stack}
            onChange={(value) => onStack(value === 'raw' ? 'raw' : 'pretty')}
            data={[
              { value: 'pretty', label: 'Pretty' },
              { value: 'raw', label: 'Raw' },
            ]}
          />
        )
      }
    >
      {stack === 'pretty' && reason !== '' && (
        <p className={styles.reason}>
          As the browser told it: {reason} <Code>sightglass upload</Code> brings source maps.
        </p>
      )}
      {data.thrown.map(({ type, message, frames }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a chain of causes never changes its order
        <section key={index} className={styles.thrown}>
          {index > 0 && (
            <h3>
              <Badge>Caused by</Badge> <strong>{type}</strong> {saidBy({ type, message })}
            </h3>
          )}
          {index > 0 && frames.length === 0 ? null : stack === 'raw' ? (
            <RawStack frames={frames} />
          ) : (
            <PrettyStack frames={frames} />
          )}
        </section>
      ))}
    </Panel>
  );
}

function Breadcrumbs({ data: { breadcrumbs, event, type } }: { data: Shown }) {
  const { project } = useWhere();
  return (
    <Panel title="What led to it" note="The last things that happened in the session before it.">
      {breadcrumbs.length === 0 && <p className={styles.quiet}>It was the first thing that the session told.</p>}
      <ol className={styles.crumbs}>
        {breadcrumbs.map((crumb, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what was before stays as it was
          <li key={index} data-failed={crumb.failed || crumb.kind === 'error' || undefined}>
            <Link {...toSession(project, event.session, crumb.at)}>
              <time>−{writeDuration(event.at - crumb.at)}</time>
              <span className={styles.kind}>{crumbKind(crumb)}</span>
              <span className={styles.text} title={crumbWords(crumb)}>
                {crumbWords(crumb)}
              </span>
            </Link>
          </li>
        ))}
        <li className={styles.here}>
          <span>
            <time>here</time>
            <span className={styles.kind}>{type === 'call' ? 'call' : 'error'}</span>
            <span className={styles.text}>{event.message || 'without a message'}</span>
          </span>
        </li>
      </ol>
    </Panel>
  );
}
