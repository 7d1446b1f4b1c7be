import type { Statement } from '@sightglass/wire';
import { Badge, writeCount } from '../../ui/index.ts';
import { CallEntry } from './call-entry.tsx';
import styles from './chapter.module.css';
import { Entry } from './entry.tsx';
import { ErrorEntry } from './error-entry.tsx';
import type { Chapter } from './model.ts';
import { ScreenEntry } from './screen-entry.tsx';

/** One of the nine points. */
export function ChapterSection({ chapter, finding }: { chapter: Chapter; finding: boolean }) {
  const { point, slug, title, shown, stated, suspected, leftOut } = chapter;
  return (
    <section className={styles.chapter} id={slug} aria-labelledby={`${slug}-title`}>
      <header className={styles.head}>
        <span className={styles.number} aria-hidden>
          {point}
        </span>
        <h2 id={`${slug}-title`}>{title}</h2>
        {shown ? <Count chapter={chapter} finding={finding} /> : <Badge>not shown</Badge>}
      </header>
      <div className={styles.inside}>
        {!shown && <NotShown chapter={chapter} />}
        {stated.map((statement) => (
          <StatementEntry key={statement.key} statement={statement} />
        ))}
        {suspected.length > 0 && (
          <details className={styles.suspected}>
            <summary>
              Suspected: {writeCount(suspected.length)} {suspected.length === 1 ? 'statement' : 'statements'}, seen too
              seldom to be stated
            </summary>
            {suspected.map((statement) => (
              <StatementEntry key={statement.key} statement={statement} />
            ))}
          </details>
        )}
        {leftOut > 0 && (
          <p className={styles.quiet}>
            {writeCount(leftOut)} more {leftOut === 1 ? 'statement was' : 'statements were'} left out of this answer.
            Narrow the time or the release to see them.
          </p>
        )}
      </div>
    </section>
  );
}

function Count({ chapter, finding }: { chapter: Chapter; finding: boolean }) {
  const found = chapter.stated.length + chapter.suspected.length;
  return (
    <span className={styles.count}>
      {finding ? `${writeCount(found)} of ${writeCount(chapter.total)}` : writeCount(chapter.total)}
    </span>
  );
}

/** Not shown is an answer too: why, and what would show it. */
function NotShown({ chapter: { reason, shownBy } }: { chapter: Chapter }) {
  return <p className={styles.notShown}>{reason ?? `Nothing in this time shows it. What would: ${shownBy}`}</p>;
}

function StatementEntry({ statement }: { statement: Statement }) {
  switch (statement.kind) {
    case 'screen':
      return <ScreenEntry statement={statement} />;
    case 'call':
      return <CallEntry statement={statement} />;
    case 'error':
      return <ErrorEntry statement={statement} />;
    default:
      return <Entry statement={statement} head={statement.kind} />;
  }
}
