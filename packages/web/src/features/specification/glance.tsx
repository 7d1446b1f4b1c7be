import type { Specification, SpecificationDiff } from '@sightglass/wire';
import { IconArrowsDiff } from '@tabler/icons-react';
import { Fragment } from 'react';
import { TimeAgo, Unseen, writeCount, writeDay } from '../../ui/index.ts';
import { type Glance, glanceOf, lastSeen } from './gist.ts';
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
  const latest = lastSeen(specification);
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
                {since !== null && glance.changes && <Changed {...glance.changes} since={since} />}
              </p>
              {shown ? <Shown glance={glance} latest={latest} /> : <NotShown chapter={chapter} />}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

const dayMs = 86_400_000;

function Shown({
  glance: { says, holds, stated, suspected, seenAt },
  latest,
}: {
  glance: Glance;
  /** When anything of the application was seen last. */
  latest: number | null;
}) {
  const { printing } = useReading();
  // What is as fresh as the whole says nothing by it.
  const isOld = seenAt !== null && latest !== null && latest - seenAt > dayMs;
  const sure = stated / Math.max(1, stated + suspected);
  return (
    <>
      <p className={styles.says} data-sure={stated > 0}>
        {says.map(({ text, code, note }, index) => (
          <Fragment key={`${text} ${note ?? ''}`}>
            {code ? <code>{text}</code> : text}
            {note !== undefined && ` ${note}`}
            {/* No line begins with it. */}
            {index < says.length - 1 && <span className={styles.dot}>{'\u00a0· '}</span>}
          </Fragment>
        ))}
      </p>
      <p className={styles.sure} title={`${writeCount(stated)} stated, ${writeCount(suspected)} suspected`}>
        <span className={styles.bar} aria-hidden>
          <span style={{ inlineSize: `${(sure * 100).toFixed(1)}%` }} />
        </span>
        <Unseen>{writeCount(stated)} stated</Unseen>
      </p>
      <p className={styles.fresh}>
        <span>
          {holds}
          {seenAt === null
            ? ', in code only'
            : isOld && <>, last seen {printing ? writeDay(seenAt) : <TimeAgo at={seenAt} />}</>}
        </span>
        {suspected > 0 && <span>{writeCount(suspected)} suspected</span>}
      </p>
    </>
  );
}

/** How much of a point the newest release does otherwise. It comes after the rest, on a line that is there already: nothing moves. */
function Changed({ count, breaking, since }: NonNullable<Glance['changes']> & { since: string }) {
  if (count === 0) return null;
  const changes = count === 1 ? 'change' : 'changes';
  return (
    <a
      href="#changes"
      className={styles.changed}
      data-breaking={breaking > 0}
      title={`${writeCount(count)} ${changes} since ${since}${breaking > 0 ? `, ${writeCount(breaking)} breaking` : ''}`}
    >
      <IconArrowsDiff size="0.8rem" aria-hidden />
      {breaking > 0 ? `${writeCount(breaking)} breaking` : `${writeCount(count)} changed`}
      <Unseen>
        {breaking > 0 && ` of ${writeCount(count)} ${changes}`} since {since}
      </Unseen>
    </a>
  );
}

function NotShown({ chapter: { shownBy } }: { chapter: Chapter }) {
  return (
    <>
      <p className={styles.none}>Not shown</p>
      <p className={styles.fresh}>
        What shows it: {shownBy.charAt(0).toLowerCase() + shownBy.slice(1).replaceAll('`', '')}
      </p>
    </>
  );
}
