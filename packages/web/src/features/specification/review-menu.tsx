import type { Statement } from '@sightglass/wire';
import { IconDots } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { showFailure } from '../../ui/index.ts';
import { useReading } from './reading.tsx';
import styles from './support.module.css';

/** A menu and a form are much where hundreds of statements each have one: they come when they are asked for. */
const load = () => import('./opened-review.tsx');
const OpenedReview = lazy(load);

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
      onClick={() => void load().then(() => setAsked(true), tellMissing)}
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

function tellMissing(): void {
  showFailure({
    title: 'This menu could not be loaded',
    help: 'Sightglass does not answer, or was updated meanwhile. Reload the page once it answers.',
    code: 'part_missing',
  });
}
