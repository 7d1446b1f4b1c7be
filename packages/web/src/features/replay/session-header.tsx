import type { SessionSummary, StoredRecord } from '@sightglass/wire';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { tells, toSessions, useWhere } from '../../client/index.ts';
import { Badge, LiveDot, nameCountry, TimeAgo, writeCount, writeDuration, writeExactly } from '../../ui/index.ts';
import { AboutSession } from './about-session.tsx';
import { EraseSession } from './erase-session.tsx';
import { mostRecords } from './queries.ts';
import styles from './session-header.module.css';

/**
 * Whose session this is, on what, when and how long, and what went wrong in it.
 *
 * @param records - None while they are not here.
 * @param of - What the list was searched for that one came from, and goes back to.
 * @param cut - It has more records than are listed.
 */
export function SessionHeader({
  session,
  records,
  live,
  of,
  cut,
}: {
  session: SessionSummary;
  records: readonly StoredRecord[];
  live: boolean;
  of: string;
  cut: boolean;
}) {
  const { project } = useWhere();
  const { role, browser, os, device, country, release, environment, start, end, sample } = session;
  const about = [
    [browser, os].filter(Boolean).join(' on '),
    device === 'other' ? '' : device,
    nameCountry(country),
    release === '' ? '' : `release ${release}`,
    environment,
  ].filter(Boolean);
  return (
    <header className={styles.header}>
      <Link className={styles.back} {...toSessions(project, { q: of || undefined })} aria-label="Back to the sessions">
        <IconArrowLeft size="1.15rem" stroke={1.6} aria-hidden />
      </Link>
      <div className={styles.who}>
        <h1 title={nameOf(session)}>{nameOf(session)}</h1>
        {role !== '' && <Badge tone="accent">{role}</Badge>}
        {live && <LiveDot />}
        {sample && <Badge>sample</Badge>}
        <AboutSession session={session} records={records} />
        <EraseSession session={session.session} />
      </div>
      <p className={styles.about}>
        {about.map((part) => (
          <span key={part}>{part}</span>
        ))}
        <span>
          <TimeAgo at={start} />
        </span>
        <span>{writeDuration(Math.max(0, end - start))}</span>
      </p>
      <p className={styles.about}>
        {tells(session, 'views') && <Count count={session.views} one="view" many="views" />}
        {tells(session, 'actions') && <Count count={session.actions} one="action" many="actions" />}
        {tells(session, 'calls') && <Count count={session.calls} one="call" many="calls" />}
        <Count count={session.errors} one="error" many="errors" bad />
        <Count count={session.frustrations} one="frustration" many="frustrations" bad />
        {cut && <span data-bad>only its first {writeExactly(mostRecords)} records are listed</span>}
      </p>
    </header>
  );
}

/** Nobody is given a name that the application did not give. */
export function nameOf({ visitor, session }: SessionSummary): string {
  return visitor === null || visitor === '' ? `Visitor ${session.slice(0, 6)}` : visitor;
}

function Count({ count, one, many, bad = false }: { count: number; one: string; many: string; bad?: boolean }) {
  if (bad && count === 0) return null;
  return (
    <span data-bad={bad || undefined}>
      {writeCount(count)} {count === 1 ? one : many}
    </span>
  );
}
