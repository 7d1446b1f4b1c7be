import type { Statement } from '@sightglass/wire';
import { IconDots } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useReading } from './reading.tsx';
import styles from './support.module.css';

/** A menu and a form are much where hundreds of statements each have one: they come when they are asked for. */
const OpenedReview = lazy(() => import('./opened-review.tsx'));

/** What a member makes of a statement; it holds for whatever is inferred later, and says that a person said it. */
export function ReviewMenu({ statement }: { statement: Statement }) {
  const { mayReview } = useReading();
  const [asked, setAsked] = useState(false);
  if (!mayReview) return null;
  const button = (
    <button
      type="button"
      className={styles.anchor}
      aria-label={`Say what you think of: ${statement.text}`}
      aria-haspopup="menu"
      onClick={() => setAsked(true)}
    >
      <IconDots size="0.9rem" aria-hidden />
    </button>
  );
  if (!asked) return button;
  return (
    <Suspense fallback={button}>
      <OpenedReview statement={statement} />
    </Suspense>
  );
}
