import { type ListedSession, nameVariables, type SessionSummary } from '@sightglass/wire';
import {
  IconBug,
  IconDeviceDesktop,
  IconDeviceMobile,
  IconDevices,
  IconDeviceTablet,
  IconEye,
  IconMoodAngry,
  IconPlugConnectedX,
  IconQuestionMark,
  IconRobot,
  IconUser,
  type TablerIcon,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { tells, toListed, toVisitor } from '../../client/index.ts';
import {
  Badge,
  type Column,
  LiveDot,
  nameCountry,
  rowLink,
  Sparkline,
  TimeAgo,
  Unseen,
  writeClock,
  writeCount,
  writeDuration,
} from '../../ui/index.ts';
import { browserOf, nameOf } from './model.ts';
import type { ColumnName } from './search.ts';
import styles from './session-columns.module.css';
import { worstVital } from './worst-vital.ts';

const devices: Record<SessionSummary['device'], { icon: TablerIcon; name: string }> = {
  desktop: { icon: IconDeviceDesktop, name: 'Desktop' },
  mobile: { icon: IconDeviceMobile, name: 'Phone' },
  tablet: { icon: IconDeviceTablet, name: 'Tablet' },
  bot: { icon: IconRobot, name: 'Bot' },
  other: { icon: IconQuestionMark, name: 'Other device' },
};

/** What a line needs to know besides the session. */
export interface LineAbout {
  project: string;
  /** What the list was searched for. */
  search: string;
  /** Tells which sessions are going on. */
  alive: (summary: ListedSession) => boolean;
  watched: ReadonlySet<string>;
  /** A session is opened. */
  onOpen: (session: string) => void;
  /** Columns that are wanted; who it was always stands there. */
  columns: readonly ColumnName[];
  /** The search led to moments. */
  found: boolean;
  /** Of some session it is known where it was. */
  countries: boolean;
}

/** What one line of the list says. */
export function sessionColumns(about: LineAbout): readonly Column<ListedSession>[] {
  const wanted = new Set<string>([...about.columns, 'visitor', 'narrow']);
  // What was found tells more than how lively it was; there is room for either.
  return allColumns(about).filter(({ id }) =>
    id === 'found'
      ? about.found
      : wanted.has(id) && !(about.found && id === 'activity') && (id !== 'country' || about.countries),
  );
}

const visitorRem = 14.5;

/** How wide a table must be so that every column can be read. */
export function leastRem(columns: readonly Column<ListedSession>[]): number {
  return columns.reduce((sum, { width, narrowOnly }) => {
    if (narrowOnly) return sum;
    return sum + (width === undefined ? visitorRem : Number.parseFloat(width));
  }, 0);
}

function allColumns(about: LineAbout): Column<ListedSession>[] {
  const ways = about.columns.includes('way');
  const one = (summary: ListedSession): AboutOne => ({
    ...{ summary, project: about.project, search: about.search, alive: about.alive(summary) },
    ...{ watched: about.watched.has(summary.session), onOpen: about.onOpen },
  });
  return [
    {
      id: 'visitor',
      head: 'Visitor',
      // Beside what was found there is less room; alone it takes what the others leave.
      ...(about.found ? { width: `${visitorRem}rem` } : {}),
      from: 'medium',
      rowHead: true,
      cell: (summary) => (
        <span className={styles.visit}>
          <Who {...one(summary)} />
          {ways && <Way summary={summary} />}
        </span>
      ),
    },
    {
      id: 'narrow',
      head: 'Session',
      narrowOnly: true,
      cell: (summary) => <Narrow {...one(summary)} />,
    },
    {
      id: 'found',
      head: 'Found',
      from: 'medium',
      cell: (summary) => <Found {...one(summary)} />,
    },
    { id: 'when', head: 'When', width: '7.75rem', from: 'medium', cell: ({ start }) => <TimeAgo at={start} /> },
    {
      id: 'duration',
      head: 'Duration',
      width: '4.25rem',
      align: 'end',
      from: 'medium',
      cell: ({ start, end }) => writeDuration(end - start),
    },
    {
      id: 'device',
      head: 'Device',
      shortHead: <IconDevices size="1rem" stroke={1.6} aria-hidden />,
      width: '2.75rem',
      from: 'medium',
      cell: (summary) => <Device summary={summary} />,
    },
    {
      id: 'activity',
      head: 'Activity',
      width: '5rem',
      // Where it would leave no room to read who it was, that comes first.
      from: 'roomy',
      cell: ({ activity }) =>
        activity.length > 0 && (
          <Sparkline values={activity} width={56} label={`Most was done ${busiest(activity)}`} tone="quiet" />
        ),
    },
    {
      id: 'views',
      head: 'Views',
      width: '3.75rem',
      align: 'end',
      from: 'medium',
      cell: (summary) => <Count of={summary.views} told={tells(summary, 'views')} />,
    },
    {
      id: 'actions',
      head: 'Actions',
      width: '4.5rem',
      align: 'end',
      from: 'medium',
      cell: (summary) => <Count of={summary.actions} told={tells(summary, 'actions')} />,
    },
    {
      id: 'failed',
      head: 'Failed calls',
      shortHead: <IconPlugConnectedX size="1rem" stroke={1.6} aria-hidden />,
      width: '3.25rem',
      align: 'end',
      cell: (summary) => (
        <Count of={summary.failedCalls} told={tells(summary, 'calls')} tone="warning" icon={IconPlugConnectedX} />
      ),
    },
    {
      id: 'errors',
      head: 'Errors',
      shortHead: <IconBug size="1rem" stroke={1.6} aria-hidden />,
      width: '3.25rem',
      align: 'end',
      cell: (summary) => <Count of={summary.errors} told={tells(summary, 'errors')} tone="danger" icon={IconBug} />,
    },
    {
      id: 'frustrations',
      head: 'Frustrations: rage, dead and error clicks',
      shortHead: <IconMoodAngry size="1rem" stroke={1.6} aria-hidden />,
      width: '3.25rem',
      align: 'end',
      cell: (summary) => (
        <Count of={summary.frustrations} told={tells(summary, 'frustrations')} tone="warning" icon={IconMoodAngry} />
      ),
    },
    {
      id: 'vital',
      head: 'Worst vital',
      width: '6.5rem',
      from: 'medium',
      cell: (summary) => <Vital summary={summary} />,
    },
    {
      id: 'country',
      head: 'Country',
      width: '4.25rem',
      from: 'medium',
      cell: ({ country }) => <span title={nameCountry(country)}>{country}</span>,
    },
    {
      id: 'browser',
      head: 'Browser',
      width: '10rem',
      from: 'medium',
      cell: (summary) => <Browser summary={summary} />,
    },
    {
      id: 'release',
      head: 'Release',
      width: '5rem',
      from: 'medium',
      cell: ({ release }) => <span title={release}>{release}</span>,
    },
    { id: 'environment', head: 'Environment', width: '7rem', from: 'medium', cell: ({ environment }) => environment },
  ];
}

interface AboutOne {
  summary: ListedSession;
  project: string;
  search: string;
  alive: boolean;
  watched: boolean;
  onOpen: (session: string) => void;
}

/** @param narrow - The line below says the role. */
function Who({ summary, project, search, alive, watched, onOpen, narrow = false }: AboutOne & { narrow?: boolean }) {
  const { name, whole, anonymous } = nameOf(summary);
  return (
    <span className={styles.who}>
      <Link
        className={`${rowLink} ${styles.name}`}
        title={whole}
        data-anonymous={anonymous || undefined}
        data-watched={watched || undefined}
        onClick={() => onOpen(summary.session)}
        {...toListed(project, summary, search)}
      >
        {name}
      </Link>
      {summary.visitor !== null && summary.visitor !== '' && (
        <Link
          className={styles.person}
          aria-label={`All visits of ${whole}`}
          title="All visits"
          {...toVisitor(project, summary.visitor)}
        >
          <IconUser size="0.875rem" stroke={1.6} aria-hidden />
        </Link>
      )}
      {summary.role !== '' && !narrow && (
        <span className={styles.role} title={summary.role}>
          <Badge>{summary.role}</Badge>
        </span>
      )}
      {watched && (
        <span className={styles.watched} title="You have watched it">
          <IconEye size="0.875rem" stroke={1.6} aria-hidden />
          <Unseen>watched</Unseen>
        </span>
      )}
      {alive && <LiveDot quiet />}
    </span>
  );
}

const kinds: Record<NonNullable<ListedSession['found']>['in'], string> = {
  screen: 'on screen',
  console: 'console',
  call: 'call',
  error: 'error',
  route: 'screen',
  action: 'action',
  other: 'event',
};

/** What the search found first, and when: a link to the moment before it. */
function Found({ summary, project, search, onOpen }: AboutOne) {
  const { found, start, session } = summary;
  if (found === null) return null;
  return (
    <Link
      className={styles.found}
      title={found.text}
      onClick={() => onOpen(session)}
      {...toListed(project, summary, search)}
    >
      <span className={styles.moment}>{writeClock(Math.max(0, found.at - start))}</span>
      <span className={styles.words}>{nameVariables(found.text)}</span>
      <span className={styles.kind}>{kinds[found.in]}</span>
    </Link>
  );
}

function Vital({ summary }: { summary: ListedSession }) {
  const worst = worstVital(summary);
  if (worst === undefined) return null;
  return (
    <span className={styles.vital} data-tone={worst.rating}>
      {worst.name} {worst.value}
      {worst.rating !== 'good' && <Unseen>, {worst.rating === 'danger' ? 'poor' : 'needs work'}</Unseen>}
    </span>
  );
}

function busiest(activity: readonly number[]): string {
  const at = activity.indexOf(Math.max(...activity)) / activity.length;
  return at < 1 / 3 ? 'early on' : at < 2 / 3 ? 'in the middle' : 'towards the end';
}

/** The same in two lines, where there is no room for columns. */
function Narrow(about: AboutOne) {
  const { summary } = about;
  return (
    <span className={styles.narrow}>
      <Who {...about} narrow />
      <span className={styles.quiet} title={nameVariables(summary.lastRoute)}>
        {summary.role !== '' && `${summary.role} · `}
        <TimeAgo at={summary.start} /> · {writeDuration(summary.end - summary.start)} ·{' '}
        {summary.found === null ? nameVariables(summary.lastRoute) : `“${summary.found.text}”`}
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
interface Counted {
  of: number;
  /** That none were counted means that there were none. */
  told: boolean;
  tone?: 'warning' | 'danger';
  icon?: TablerIcon;
}

function Count({ of, told, tone, icon: Icon }: Counted) {
  if (!told)
    return (
      <span className={styles.none} title="Not shown: this SDK does not tell it">
        <span aria-hidden>–</span>
        <Unseen>not shown</Unseen>
      </span>
    );
  if (of === 0) return <span className={styles.none}>0</span>;
  return (
    <span className={styles.count} data-tone={tone}>
      {Icon && <Icon size="0.875rem" stroke={1.8} aria-hidden />}
      {writeCount(of)}
    </span>
  );
}

function Device({ summary }: { summary: SessionSummary }) {
  const { icon: Icon, name } = devices[summary.device];
  const told = `${name}, ${browserOf(summary)}`;
  return (
    <span className={styles.device} title={told}>
      <Icon size="1rem" stroke={1.6} aria-hidden />
      <Unseen>{told}</Unseen>
    </span>
  );
}

function Browser({ summary }: { summary: SessionSummary }) {
  const told = browserOf(summary);
  return (
    <span className={styles.browser} title={told}>
      {told}
    </span>
  );
}
