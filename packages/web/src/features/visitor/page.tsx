import { Button } from '@mantine/core';
import { type ListedSession, nameVariables, type Visitor } from '@sightglass/wire';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery, useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { hasCode, toSession, toSessions, useMay, useWhere } from '../../client/index.ts';
import {
  Back,
  Boundary,
  type Column,
  DataTable,
  Empty,
  Loading,
  Page,
  PageTitle,
  Panel,
  rowLink,
  Sparkline,
  Stat,
  Stats,
  TimeAgo,
  writeCount,
  writeDay,
  writeDuration,
} from '../../ui/index.ts';
import { Erase, type Erased, Proof } from './erase.tsx';
import { Facts } from './facts.tsx';
import { Journey, Ways } from './journey.tsx';
import styles from './page.module.css';
import { visitorQuery, visitsQuery } from './queries.ts';

/** One visitor over all visits: who they are, what they use, where they go; and that they can be forgotten. */
export function VisitorPage() {
  const { visitor = '' } = useParams({ strict: false }) as { visitor?: string }; // untyped: the route tree is app's
  const { project } = useWhere();
  const { error } = useQuery(visitorQuery(project, visitor));
  const [erased, setErased] = useState<(Erased & { visitor: string; at: number }) | null>(null);
  const mayErase = useMay('admin');
  const keep = (was: Erased): void => setErased({ ...was, visitor, at: Date.now() });
  return (
    <Page title={visitor}>
      <Back>
        <Link {...toSessions(project)}>
          <IconArrowLeft size="1rem" aria-hidden /> Sessions
        </Link>
      </Back>
      {hasCode(error, 'not_found') ? (
        <Empty
          title={`${erased?.visitor === visitor ? 'Nothing is kept of' : 'No session names'} “${visitor}”`}
          heading="h1"
          actions={
            mayErase && erased?.visitor !== visitor && <Erase {...{ project, visitor }} sessions={0} onErased={keep} />
          }
        >
          {erased?.visitor === visitor ? (
            <Proof erased={erased} at={erased.at} />
          ) : (
            <p>
              The id was never told, letter by letter, all of it was erased, or its time was over. Bodies that could not
              be understood may name them still: erasing looks through these.
            </p>
          )}
        </Empty>
      ) : (
        <>
          {erased?.visitor === visitor && (
            <Panel>
              <Proof erased={erased} at={erased.at}>
                What stands here has come since.
              </Proof>
            </Panel>
          )}
          <Boundary key={visitor} heading="h1" loading={<Loading heading="h1" label="Loading the visitor" block />}>
            <OneVisitor visitor={visitor} onErased={keep} />
          </Boundary>
        </>
      )}
    </Page>
  );
}

function OneVisitor({ visitor, onErased }: { visitor: string; onErased: (was: Erased) => void }) {
  const { project } = useWhere();
  const { data } = useSuspenseQuery(visitorQuery(project, visitor));
  const mayErase = useMay('admin');
  return (
    <>
      <PageTitle
        note={`First seen ${writeDay(data.first)}, last seen ${writeDay(data.last)}. Everything that is kept of them is on this page.`}
        actions={
          <>
            <Link className={styles.theirs} {...toSessions(project, { q: `visitor:${JSON.stringify(visitor)}` })}>
              Search their sessions
            </Link>
            {mayErase && <Erase project={project} visitor={visitor} sessions={data.sessions} onErased={onErased} />}
          </>
        }
      >
        <span className={styles.name}>{visitor}</span>
      </PageTitle>
      <Panel>
        <Stats>
          <Stat label="Sessions" value={writeCount(data.sessions)} />
          <Stat label="Time spent" value={writeDuration(data.durationMs)} />
          <Stat label="Errors" value={writeCount(data.errors)} tone={data.errors > 0 ? 'danger' : 'quiet'} />
          <Stat
            label="Frustrations"
            value={writeCount(data.frustrations)}
            tone={data.frustrations > 0 ? 'warning' : 'quiet'}
          />
        </Stats>
      </Panel>
      <div className={styles.parts}>
        <Facts data={data} />
        <Journey data={data} project={project} />
      </div>
      <Ways data={data} project={project} />
      <Visits project={project} data={data} />
    </>
  );
}

const columnsOf = (project: string): readonly Column<ListedSession>[] => [
  {
    id: 'when',
    head: 'When',
    width: '8.5rem',
    rowHead: true,
    cell: ({ session, start }) => (
      <Link className={rowLink} {...toSession(project, session)}>
        <TimeAgo at={start} />
      </Link>
    ),
  },
  {
    id: 'duration',
    head: 'Duration',
    width: '5.5rem',
    align: 'end',
    cell: ({ start, end }) => writeDuration(end - start),
  },
  {
    id: 'way',
    head: 'Entry → last screen',
    cell: ({ entryRoute, lastRoute }) => (
      <code className={styles.way} title={`${nameVariables(entryRoute)} → ${nameVariables(lastRoute)}`}>
        {entryRoute !== lastRoute && <span className={styles.entry}>{`${nameVariables(entryRoute)} → `}</span>}
        {nameVariables(lastRoute)}
      </code>
    ),
  },
  {
    id: 'activity',
    head: 'Activity',
    width: '6.5rem',
    from: 'medium',
    cell: ({ activity, actions }) =>
      activity.length > 0 && <Sparkline values={activity} width={80} label={`${actions} actions`} tone="quiet" />,
  },
  {
    id: 'errors',
    head: 'Errors',
    width: '4rem',
    align: 'end',
    from: 'medium',
    cell: ({ errors }) => writeCount(errors),
  },
  {
    id: 'frustrations',
    head: 'Frustrations',
    width: '6.5rem',
    align: 'end',
    from: 'medium',
    cell: ({ frustrations }) => writeCount(frustrations),
  },
  {
    id: 'device',
    head: 'Device',
    width: '11rem',
    from: 'wide',
    cell: ({ browser, os }) => [browser, os].filter(Boolean).join(' on '),
  },
  { id: 'release', head: 'Release', width: '6rem', from: 'wide', cell: ({ release }) => release },
];

function Visits({ project, data }: { project: string; data: Visitor }) {
  const list = useSuspenseInfiniteQuery(visitsQuery(project, data.visitor, { from: data.first, until: data.last + 1 }));
  return (
    <Panel title="All sessions" bare>
      <DataTable
        caption={`Sessions of ${data.visitor}, newest first`}
        columns={columnsOf(project)}
        rows={list.data.pages.flatMap(({ sessions }) => sessions)}
        rowKey={({ session }) => session}
        total={data.sessions}
        foot={
          list.hasNextPage ? (
            <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              Older sessions
            </Button>
          ) : undefined
        }
      />
    </Panel>
  );
}
