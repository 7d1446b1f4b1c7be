import type { PointNumber, Statement } from '@sightglass/wire';
import { memo, useState } from 'react';
import { Badge, Loading, writeCount } from '../../ui/index.ts';
import { CallsView } from './calls-view.tsx';
import styles from './chapter.module.css';
import { ConstantsView } from './constants-view.tsx';
import { EntitiesView } from './entities-view.tsx';
import { ErrorsView } from './errors-view.tsx';
import { anchorOf, type Chapter } from './model.ts';
import { PurposeView } from './purpose-view.tsx';
import { useReading } from './reading.tsx';
import { RolesView } from './roles-view.tsx';
import { RulesView } from './rules-view.tsx';
import { ScreensView } from './screens-view.tsx';
import { StatesView } from './states-view.tsx';

/** One of the nine points. */
export const ChapterSection = memo(function ChapterSection({
  chapter,
  finding,
  ready,
}: {
  chapter: Chapter;
  finding: boolean;
  /** Its turn has come to be set. */
  ready: boolean;
}) {
  const { point, slug, title, shown } = chapter;
  return (
    <section className={styles.chapter} id={slug} aria-labelledby={`${slug}-title`}>
      <header className={styles.head}>
        <span className={styles.number} aria-hidden>
          {point}
        </span>
        <h2 id={`${slug}-title`} tabIndex={-1}>
          {title}
        </h2>
        {shown ? <Count chapter={chapter} finding={finding} /> : <Badge>not shown</Badge>}
      </header>
      <div className={styles.inside}>
        {ready ? <Inside chapter={chapter} finding={finding} /> : <Loading label={`Setting ${title}`} lines={3} />}
      </div>
    </section>
  );
});

function Inside({ chapter, finding }: { chapter: Chapter; finding: boolean }) {
  const { point, shown, stated, suspected } = chapter;
  return (
    <>
      {!shown && <NotShown chapter={chapter} />}
      {stated.length > 0 && <Statements point={point} statements={stated} />}
      {suspected.length > 0 && (
        <Suspected point={point} statements={suspected} unfolded={finding || stated.length === 0} />
      )}
      {shown && <LeftOut chapter={chapter} />}
    </>
  );
}

function Count({ chapter, finding }: { chapter: Chapter; finding: boolean }) {
  const found = chapter.stated.length + chapter.suspected.length;
  return (
    <span className={styles.count}>
      {finding
        ? `${writeCount(found)} of ${writeCount(chapter.total)} statements`
        : `${writeCount(chapter.total)} ${chapter.total === 1 ? 'statement' : 'statements'}`}
    </span>
  );
}

/** Not shown is an answer too: why, and what would show it. */
function NotShown({ chapter: { reason, shownBy } }: { chapter: Chapter }) {
  const words =
    reason ??
    `Nothing in this time shows it. What would show it: ${shownBy.charAt(0).toLowerCase()}${shownBy.slice(1)}`;
  return (
    <p className={styles.notShown}>
      {words.split('`').map((part, at) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never change places
        at % 2 === 1 ? <code key={at}>{part}</code> : part,
      )}
    </p>
  );
}

/** What was seen too seldom stands apart, and is set only for those who look; or where there is nothing else. */
function Suspected({
  point,
  statements,
  unfolded,
}: {
  point: PointNumber;
  statements: readonly Statement[];
  unfolded: boolean;
}) {
  const { target, printing } = useReading();
  const [turned, setTurned] = useState<boolean | null>(null);
  const named = target !== null && statements.some(({ key }) => anchorOf(key) === target);
  const open = turned ?? (unfolded || named);
  return (
    <details
      className={styles.suspected}
      open={unfolded}
      onToggle={({ currentTarget }) => setTurned(currentTarget.open)}
    >
      <summary>
        Suspected: {writeCount(statements.length)} {statements.length === 1 ? 'statement' : 'statements'}, seen too
        seldom to be sure, and in no export
      </summary>
      {(open || printing) && <Statements point={point} statements={statements} />}
    </details>
  );
}

/** What is not on the page is told: how much, and why. */
function LeftOut({ chapter: { leftOut, leftOutFor } }: { chapter: Chapter }) {
  if (leftOut === 0) return null;
  return (
    <p className={styles.quiet}>
      {leftOutFor.length > 0
        ? `Left out: ${leftOutFor.map(({ reason, times }) => `${reason} (${writeCount(times)})`).join('; ')}.`
        : `${writeCount(leftOut)} more ${leftOut === 1 ? 'is' : 'are'} left out: seen too seldom, not the application’s own, hidden by a member, or beyond what one answer holds.`}
    </p>
  );
}

function Statements({ point, statements }: { point: PointNumber; statements: readonly Statement[] }) {
  const View = views[point];
  return <View statements={statements} />;
}

const views = {
  1: PurposeView,
  2: ScreensView,
  3: EntitiesView,
  4: StatesView,
  5: RulesView,
  6: RolesView,
  7: CallsView,
  8: ErrorsView,
  9: ConstantsView,
} satisfies Record<PointNumber, (props: { statements: readonly Statement[] }) => unknown>;
