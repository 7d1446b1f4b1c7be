import type { Statement } from '@sightglass/wire';
import { Badge, writeCount } from '../../ui/index.ts';
import { CallsView } from './calls-view.tsx';
import styles from './chapter.module.css';
import { ConstantsView } from './constants-view.tsx';
import { EntitiesView } from './entities-view.tsx';
import { ErrorEntry } from './error-entry.tsx';
import type { Chapter } from './model.ts';
import { PurposeView } from './purpose-view.tsx';
import { RolesView } from './roles-view.tsx';
import { RulesView } from './rules-view.tsx';
import { ScreensView } from './screens-view.tsx';
import { StatesView } from './states-view.tsx';

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
        {stated.length > 0 && <Statements point={point} statements={stated} />}
        {suspected.length > 0 && (
          <details className={styles.suspected} open={finding || undefined}>
            <summary>
              Suspected: {writeCount(suspected.length)} {suspected.length === 1 ? 'statement' : 'statements'}, seen too
              seldom to be stated
            </summary>
            <Statements point={point} statements={suspected} />
          </details>
        )}
        {leftOut > 0 && (
          <p className={styles.quiet}>
            {writeCount(leftOut)} more {leftOut === 1 ? 'thing was' : 'things were'} seen and{' '}
            {leftOut === 1 ? 'is' : 'are'} left out: too seldom, not the application’s own, hidden by a member, or
            beyond what one answer holds.
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

function Statements({ point, statements }: { point: number; statements: readonly Statement[] }) {
  switch (point) {
    case 1:
      return <PurposeView statements={statements} />;
    case 2:
      return <ScreensView statements={statements} />;
    case 3:
      return <EntitiesView statements={statements} />;
    case 4:
      return <StatesView statements={statements} />;
    case 5:
      return <RulesView statements={statements} />;
    case 6:
      return <RolesView statements={statements} />;
    case 7:
      return <CallsView statements={statements} />;
    case 9:
      return <ConstantsView statements={statements} />;
    default:
      return statements
        .filter((one) => one.kind === 'error')
        .map((statement) => <ErrorEntry key={statement.key} statement={statement} />);
  }
}
