import type { Specification } from '@sightglass/wire';
import { IconCode, IconPlayerPlayFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { TimeAgo, writeCount, writeDay } from '../../ui/index.ts';
import { lastSeen, purposeOf, shownPoints } from './gist.ts';
import { writeRead } from './not-whole.tsx';
import styles from './page.module.css';
import { Proof } from './row.tsx';

/** What this is a specification of, what that is for, and what it is read out of. */
export function TitlePage({ specification, actions }: { specification: Specification; actions: ReactNode }) {
  const { project, basis, span, points } = specification;
  const statements = points.reduce((sum, point) => sum + point.statements.length, 0);
  const seen = lastSeen(specification);
  const purpose = purposeOf(specification);
  return (
    <header className={styles.titlePage}>
      <div className={styles.name}>
        <p className={styles.kind}>Specification</p>
        <h1>{project.name}</h1>
      </div>
      {purpose && (
        <p className={styles.purpose}>
          {purpose.text} <Proof statement={purpose} />
        </p>
      )}
      <p className={styles.basis}>
        <strong>{shownPoints(specification)} of 9</strong> points shown, <strong>{writeCount(statements)}</strong>{' '}
        {statements === 1 ? 'statement' : 'statements'} from{' '}
        {basis.sessions === 0 ? (
          'code alone'
        ) : (
          <>
            <strong>{writeCount(basis.sessions)}</strong> {basis.sessions === 1 ? 'session' : 'sessions'} of{' '}
            <strong>{writeCount(basis.visitors)}</strong> {basis.visitors === 1 ? 'visitor' : 'visitors'}
          </>
        )}
        , {writeDay(span.from)} to {writeDay(span.until)}
        {basis.releases.length > 0 && <>, {releaseWords(basis.releases)}</>}
        {specification.code && codeWords(specification.code, basis.sessions)}
        {seen !== null && (
          <>
            {' '}
            <span className={styles.seen}>
              · last seen <TimeAgo at={seen} />
            </span>
          </>
        )}
      </p>
      <Evidence code={specification.code !== undefined} />
      <div className={styles.actions}>{actions}</div>
    </header>
  );
}

/** How what stands beside each statement is read, for whoever comes here for the first time. */
function Evidence({ code }: { code: boolean }) {
  return (
    <p className={styles.evidence}>
      Each statement shows its evidence: <IconPlayerPlayFilled size="0.7rem" aria-label="the arrow" role="img" />{' '}
      replays the moment
      {code && (
        <>
          , <IconCode size="0.9rem" aria-label="the brackets" role="img" /> shows the code
        </>
      )}
      , and the number of sessions opens all of it.
    </p>
  );
}

function releaseWords(releases: readonly string[]): string {
  const named = releases.filter((release) => release !== '');
  if (named.length === 0) return 'without a release name';
  if (named.length > 3) return `${named.length} releases`;
  return `${named.length === 1 ? 'release' : 'releases'} ${named.join(', ')}`;
}

function codeWords(code: NonNullable<Specification['code']>, sessions: number): string {
  const { release, state, reason } = code;
  if (state === 'read')
    return sessions === 0
      ? `: what ${release} says. No session of this time shows it running.`
      : ` and the code of ${release}`;
  return state === 'reading'
    ? `. The code of ${release} is being read: ${writeRead(code)}.`
    : `. The code of ${release} could not be read: ${reason ?? 'no reason was given'}`;
}
