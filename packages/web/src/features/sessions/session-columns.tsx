import { nameVariables, type SessionSummary } from '@sightglass/wire';
import {
  IconBug,
  IconDeviceDesktop,
  IconDeviceMobile,
  IconDeviceTablet,
  IconMoodAngry,
  IconPlugConnectedX,
  IconQuestionMark,
  IconRobot,
  type TablerIcon,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { toSession } from '../../client/index.ts';
import { Badge, type Column, LiveDot, rowLink, TimeAgo, Unseen, writeCount, writeDuration } from '../../ui/index.ts';
import { browserOf, nameOf } from './model.ts';
import styles from './session-columns.module.css';

const devices: Record<SessionSummary['device'], { icon: TablerIcon; name: string }> = {
  desktop: { icon: IconDeviceDesktop, name: 'Desktop' },
  mobile: { icon: IconDeviceMobile, name: 'Phone' },
  tablet: { icon: IconDeviceTablet, name: 'Tablet' },
  bot: { icon: IconRobot, name: 'Bot' },
  other: { icon: IconQuestionMark, name: 'Other device' },
};

/** What one line of the list says. `alive` tells which sessions are going on. */
export function sessionColumns(
  project: string,
  alive: (summary: SessionSummary) => boolean,
): readonly Column<SessionSummary>[] {
  return [
    {
      id: 'visitor',
      head: 'Visitor',
      width: '13.5rem',
      from: 'medium',
      rowHead: true,
      cell: (summary) => <Who summary={summary} project={project} alive={alive(summary)} />,
    },
    {
      id: 'narrow',
      head: 'Session',
      narrowOnly: true,
      cell: (summary) => <Narrow summary={summary} project={project} alive={alive(summary)} />,
    },
    { id: 'when', head: 'When', width: '7.75rem', from: 'medium', cell: ({ start }) => <TimeAgo at={start} /> },
    {
      id: 'duration',
      head: 'Duration',
      width: '4.5rem',
      align: 'end',
      from: 'medium',
      cell: ({ start, end }) => writeDuration(end - start),
    },
    { id: 'way', head: 'Entry → last screen', from: 'medium', cell: (summary) => <Way summary={summary} /> },
    {
      id: 'views',
      head: 'Views',
      width: '4rem',
      align: 'end',
      from: 'medium',
      cell: ({ views }) => <Count of={views} />,
    },
    {
      id: 'actions',
      head: 'Actions',
      width: '4.5rem',
      align: 'end',
      from: 'medium',
      cell: ({ actions }) => <Count of={actions} />,
    },
    {
      id: 'failed',
      head: 'Failed calls',
      shortHead: <IconPlugConnectedX size="1rem" stroke={1.6} aria-hidden />,
      width: '3.25rem',
      align: 'end',
      cell: ({ failedCalls }) => <Count of={failedCalls} tone="warning" icon={IconPlugConnectedX} />,
    },
    {
      id: 'errors',
      head: 'Errors',
      shortHead: <IconBug size="1rem" stroke={1.6} aria-hidden />,
      width: '3.25rem',
      align: 'end',
      cell: ({ errors }) => <Count of={errors} tone="danger" icon={IconBug} />,
    },
    {
      id: 'frustrations',
      head: 'Frustrations: rage, dead and error clicks',
      shortHead: <IconMoodAngry size="1rem" stroke={1.6} aria-hidden />,
      width: '3.25rem',
      align: 'end',
      cell: ({ frustrations }) => <Count of={frustrations} tone="warning" icon={IconMoodAngry} />,
    },
    {
      id: 'browser',
      head: 'Browser',
      width: '10rem',
      from: 'wide',
      cell: (summary) => <Browser summary={summary} />,
    },
    {
      id: 'release',
      head: 'Release',
      width: '5rem',
      from: 'wide',
      cell: ({ release }) => <span title={release}>{release}</span>,
    },
  ];
}

interface AboutOne {
  summary: SessionSummary;
  project: string;
  alive: boolean;
}

function Who({ summary, project, alive }: AboutOne) {
  const { name, whole, anonymous } = nameOf(summary);
  return (
    <span className={styles.who}>
      <Link
        className={`${rowLink} ${styles.name}`}
        title={whole}
        data-anonymous={anonymous || undefined}
        {...toSession(project, summary.session)}
      >
        {name}
      </Link>
      {summary.role !== '' && <Badge>{summary.role}</Badge>}
      {alive && <LiveDot quiet />}
    </span>
  );
}

/** The same in two lines, where there is no room for columns. */
function Narrow({ summary, project, alive }: AboutOne) {
  return (
    <span className={styles.narrow}>
      <Who summary={summary} project={project} alive={alive} />
      <span className={styles.quiet} title={nameVariables(summary.lastRoute)}>
        <TimeAgo at={summary.start} /> · {writeDuration(summary.end - summary.start)} ·{' '}
        {nameVariables(summary.lastRoute)}
      </span>
    </span>
  );
}

function Way({ summary }: { summary: SessionSummary }) {
  const entryRoute = nameVariables(summary.entryRoute);
  const lastRoute = nameVariables(summary.lastRoute);
  return (
    <code className={styles.way} title={entryRoute === lastRoute ? entryRoute : `${entryRoute} → ${lastRoute}`}>
      {entryRoute !== lastRoute && (
        <>
          <span className={styles.entry}>{entryRoute}</span>
          <span className={styles.arrow}>→</span>
        </>
      )}
      <span className={styles.last}>{lastRoute}</span>
    </code>
  );
}

/** A figure that recedes when there is nothing to tell, and speaks up, by an icon too, when there is. */
function Count({ of, tone, icon: Icon }: { of: number; tone?: 'warning' | 'danger'; icon?: TablerIcon }) {
  if (of === 0) return <span className={styles.none}>0</span>;
  return (
    <span className={styles.count} data-tone={tone}>
      {Icon && <Icon size="0.875rem" stroke={1.8} aria-hidden />}
      {writeCount(of)}
    </span>
  );
}

function Browser({ summary }: { summary: SessionSummary }) {
  const { icon: Icon, name } = devices[summary.device];
  return (
    <span className={styles.browser} title={name}>
      <Icon size="1rem" stroke={1.6} aria-hidden />
      <Unseen>{name}, </Unseen>
      <span>{browserOf(summary)}</span>
    </span>
  );
}
