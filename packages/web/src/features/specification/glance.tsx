import type { Specification, SpecificationDiff } from '@sightglass/wire';
import { IconArrowsDiff } from '@tabler/icons-react';
import { TimeAgo, Unseen, writeCount, writeDay } from '../../ui/index.ts';
import { type Glance, glanceOf } from './gist.ts';
import styles from './glance.module.css';
import type { Chapter } from './model.ts';
import { useReading } from './reading.tsx';

/** All nine points in one look: what each holds, how much of it is sure, how fresh it is, and what the newest release changed. */
export function NineAtAGlance({
  specification,
  chapters,
  diff,
  since,
}: {
  specification: Specification;
  chapters: readonly Chapter[];
  diff: Pick<SpecificationDiff, 'items'> | undefined;
  /** The release that changes are told from. */
  since: string | null;
}) {
  return (
    <section aria-label="The nine points at a glance">
      <ol className={styles.nine}>
        {chapters.map((chapter) => {
          const { point, slug, title, shown } = chapter;
          const statements = specification.points.find((one) => one.point === point)?.statements ?? [];
          const glance = glanceOf(point, statements, diff);
          return (
            <li key={slug} className={styles.tile} data-shown={shown}>
              <p className={styles.title}>
                <span className={styles.number} aria-hidden>
                  {point}
                </span>
                {specification.basis.sessions > 0 || specification.code ? <a href={`#${slug}`}>{title}</a> : title}
              </p>
              {shown ? <Shown glance={glance} since={since} /> : <NotShown chapter={chapter} />}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function Shown({
  glance: { holds, stated, suspected, seenAt, changes },
  since,
}: {
  glance: Glance;
  since: string | null;
}) {
  const { printing } = useReading();
  const sure = stated / Math.max(1, stated + suspected);
  return (
    <>
      <p className={styles.holds}>{holds}</p>
      <p className={styles.sure} title={`${writeCount(stated)} stated, ${writeCount(suspected)} suspected`}>
        <span className={styles.bar} aria-hidden>
          <span style={{ inlineSize: `${(sure * 100).toFixed(1)}%` }} />
        </span>
        <Unseen>{writeCount(stated)} stated</Unseen>
        {suspected > 0 && <span>{writeCount(suspected)} suspected</span>}
      </p>
      <p className={styles.fresh}>
        {seenAt === null ? 'in code only' : <span>seen {printing ? writeDay(seenAt) : <TimeAgo at={seenAt} />}</span>}
        {changes && changes.count > 0 && (
          <a href="#changes" className={styles.changed} data-breaking={changes.breaking > 0}>
            <IconArrowsDiff size="0.8rem" aria-hidden />
            {writeCount(changes.count)} since {since}
            {changes.breaking > 0 && `, ${writeCount(changes.breaking)} breaking`}
          </a>
        )}
      </p>
    </>
  );
}

function NotShown({ chapter: { shownBy } }: { chapter: Chapter }) {
  return (
    <>
      <p className={styles.none}>Not shown</p>
      <p className={styles.fresh}>
        What would: {shownBy.charAt(0).toLowerCase() + shownBy.slice(1).replaceAll('`', '')}
      </p>
    </>
  );
}
