import { Button } from '@mantine/core';
import {
  catalogue,
  dropQuarantine,
  intakeOutcomes,
  listQuarantine,
  type quarantined,
  retryQuarantine,
} from '@sightglass/wire';
import { IconInbox, IconRefresh } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { z } from 'zod';
import { client, useMay } from '../../client/index.ts';
import {
  Badge,
  Boundary,
  Code,
  type Column,
  ConfirmButton,
  DataTable,
  Empty,
  Loading,
  Panel,
  Stat,
  Stats,
  TimeAgo,
  writeBytes,
  writeDay,
  writeExactly,
} from '../../ui/index.ts';
import styles from './forms.module.css';
import { harmless, type IntakeDay, intakeDays, lostItems, remarkWords } from './model.ts';
import { intakeQuery, quarantineQuery } from './queries.ts';
import { useAct } from './use-act.ts';

/** The books of the intake: they balance, and what was refused says why. */
export function IntakeSection({ project }: { project: string }) {
  const { data, refetch, isFetching } = useSuspenseQuery(intakeQuery(project));
  const days = useMemo(() => intakeDays(data), [data]);
  const seesQuarantine = useMay('member');
  return (
    <>
      <Panel
        title="Received, accepted, refused"
        note="Items since this project began. What came again and was here already is stored once; the other three add up to what was received."
        actions={
          <Button
            leftSection={<IconRefresh size="1rem" aria-hidden />}
            loading={isFetching}
            onClick={() => void refetch()}
          >
            Count again
          </Button>
        }
      >
        <Stats>
          <Stat label="Received" value={writeExactly(data.received)} />
          <Stat label="Accepted" value={writeExactly(data.accepted)} />
          <Stat label="Here already" value={writeExactly(data.known)} />
          <Stat
            label="Refused"
            value={writeExactly(data.refused - data.known)}
            {...(lostItems(data) > 0 ? { tone: 'warning' as const } : {})}
          />
        </Stats>
      </Panel>
      <Panel bare title="By day and door">
        {days.length === 0 ? (
          <Empty title="Nothing has come in yet" icon={<IconInbox stroke={1.6} aria-hidden />}>
            <p>As soon as a page with your snippet is opened, it is counted here, whatever becomes of it.</p>
          </Empty>
        ) : (
          <DataTable
            caption="What came in, by day and door"
            columns={dayColumns}
            rows={days}
            rowKey={({ day, door }) => `${day} ${door}`}
          />
        )}
      </Panel>
      {seesQuarantine && (
        <Boundary
          loading={
            <Panel>
              <Loading label="Loading the quarantine" lines={3} />
            </Panel>
          }
        >
          <Quarantine project={project} />
        </Boundary>
      )}
    </>
  );
}

const dayColumns: readonly Column<IntakeDay>[] = [
  { id: 'day', head: 'Day', width: '5rem', cell: ({ day }) => <time title={day}>{writeDay(Date.parse(day))}</time> },
  { id: 'door', head: 'Door', width: '6rem', from: 'medium', toldBelow: true, cell: ({ door }) => <Code>{door}</Code> },
  { id: 'accepted', head: 'Accepted', width: '5rem', align: 'end', cell: ({ accepted }) => writeExactly(accepted) },
  {
    id: 'refused',
    head: 'Not stored',
    cell: ({ refused }) =>
      refused.length === 0 ? (
        <span className={styles.quiet}>none</span>
      ) : (
        <span className={styles.reasons}>
          {refused.map(({ outcome, items }) => (
            <span key={outcome} title={meaningOf(outcome)}>
              <Badge tone={harmless.has(outcome) ? 'quiet' : 'warning'}>
                {writeExactly(items)} {harmless.has(outcome) ? 'here already' : outcome}
              </Badge>
            </span>
          ))}
        </span>
      ),
  },
  {
    id: 'remarks',
    head: 'Remarks',
    from: 'medium',
    toldBelow: true,
    cell: ({ remarks }) =>
      remarks.length === 0 ? null : (
        <span
          className={styles.reasons}
          title="What an SDK says of itself, or what was put right: counted, and no item"
        >
          {remarks.map(({ outcome, items }) => (
            <Badge key={outcome} tone="quiet">
              {writeExactly(items)} {remarkWords(outcome)}
            </Badge>
          ))}
        </span>
      ),
  },
];

function meaningOf(outcome: string): string | undefined {
  if (harmless.has(outcome)) return 'Sent again and here already: stored once.';
  const entry = Object.entries(catalogue).find(([code]) => code === outcome)?.[1];
  return entry && `${entry.title}. ${entry.help}`;
}

type Quarantined = z.infer<typeof quarantined>;

function Quarantine({ project }: { project: string }) {
  const { data } = useSuspenseQuery(quarantineQuery(project));
  const may = useMay('admin');
  const touches = [
    [listQuarantine.name, project],
    [intakeOutcomes.name, project],
  ];
  const { mutate: retry } = useAct((id: string) => client.ask(retryQuarantine, { params: { project, id } }), {
    touches,
    says: () => 'It was run again',
  });
  const { mutate: drop } = useAct((id: string) => client.ask(dropQuarantine, { params: { project, id } }), {
    touches,
    says: () => 'It is gone',
  });
  const columns = useMemo(() => quarantineColumns(may, retry, drop), [may, retry, drop]);
  return (
    <Panel
      bare
      title="Quarantine"
      note="Bodies that were acknowledged and could then not be understood or stored. None is thrown away unseen."
    >
      {data.quarantined.length === 0 ? (
        <Empty title="Empty, as it should be" />
      ) : (
        <DataTable
          caption="Quarantine, newest first"
          columns={columns}
          rows={data.quarantined}
          rowKey={({ id }) => id}
          total={data.total}
          {...(data.total > data.quarantined.length
            ? { foot: `The newest ${data.quarantined.length} of ${writeExactly(data.total)}` }
            : {})}
        />
      )}
    </Panel>
  );
}

function quarantineColumns(
  may: boolean,
  retry: (id: string) => void,
  drop: (id: string) => void,
): readonly Column<Quarantined>[] {
  return [
    { id: 'when', head: 'Received', width: '9rem', cell: ({ receivedAt }) => <TimeAgo at={receivedAt} /> },
    {
      id: 'door',
      head: 'Door',
      width: '7rem',
      from: 'medium',
      toldBelow: true,
      cell: ({ door }) => <Code>{door}</Code>,
    },
    { id: 'reason', head: 'Reason', cell: ({ reason }) => <span title={reason}>{reason}</span> },
    {
      id: 'bytes',
      head: 'Size',
      width: '6rem',
      align: 'end',
      from: 'medium',
      toldBelow: true,
      cell: ({ bytes }) => writeBytes(bytes),
    },
    {
      id: 'tries',
      head: 'Tries',
      width: '4rem',
      align: 'end',
      from: 'medium',
      toldBelow: true,
      cell: ({ tries }) => tries,
    },
    ...(may
      ? [
          {
            id: 'act',
            head: 'What to do',
            shortHead: '',
            width: '12rem',
            align: 'end' as const,
            cell: ({ id }: Quarantined) => (
              <span className={styles.buttons}>
                <Button onClick={() => retry(id)}>Run again</Button>
                <ConfirmButton label="Delete" title="Delete this body?" confirm="Delete it" onConfirm={() => drop(id)}>
                  What it holds is lost for good.
                </ConfirmButton>
              </span>
            ),
          },
        ]
      : []),
  ];
}
