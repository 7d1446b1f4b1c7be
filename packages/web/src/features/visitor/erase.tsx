import type { AnswerOf, eraseVisitor } from '@sightglass/wire';
import { IconEraser } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { touchedByErasing } from '../../client/index.ts';
import { ConfirmButton, showDone, writeMany, writeMoment } from '../../ui/index.ts';
import styles from './page.module.css';
import { erase } from './queries.ts';

/** What was erased of a person, as it is told. */
export type Erased = AnswerOf<typeof eraseVisitor>;

function erasedWords({ sessions, records, segments, quarantined }: Erased): string {
  const gone = [
    sessions > 0 && writeMany(sessions, 'session'),
    sessions > 0 && writeMany(records, 'record'),
    sessions > 0 && writeMany(segments, 'piece of replay', 'pieces of replay'),
    quarantined > 0 && writeMany(quarantined, 'body from the quarantine', 'bodies from the quarantine'),
  ].filter(Boolean);
  return gone.length > 0
    ? `Gone from the disk: ${gone.join(', ')}.`
    : 'Nothing of them was left: it was erased before, or its time was over.';
}

/** In the place of the person, to be kept as a proof: it goes with the page. The dialog left the keyboard nowhere. */
export function Proof({ erased, at, children }: { erased: Erased; at: number; children?: ReactNode }) {
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => words.current?.focus(), []);
  return (
    <p ref={words} tabIndex={-1} role="status">
      Erased on {writeMoment(at)}: {erasedWords(erased)} {children}
    </p>
  );
}

/** Erases the person, after telling what that means and when it takes effect. */
export function Erase({
  project,
  visitor,
  sessions,
  onErased,
}: {
  project: string;
  visitor: string;
  /** In which they were told of. */
  sessions: number;
  onErased: (was: Erased) => void;
}) {
  const queries = useQueryClient();
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const erasing = useMutation({
    mutationFn: () => erase(project, visitor),
    onSuccess: async (was) => {
      const isSeen = isHere.current;
      await Promise.all(touchedByErasing(project).map((queryKey) => queries.invalidateQueries({ queryKey })));
      // Whoever has gone elsewhere meanwhile is told there, and stays there.
      if (isSeen) onErased(was);
      else showDone(`Erased: ${visitor}`, erasedWords(was));
    },
  });
  return (
    <ConfirmButton
      label={erasing.isPending ? 'Erasing …' : 'Erase this person'}
      icon={<IconEraser size="1rem" stroke={1.6} aria-hidden />}
      title="Erase this person?"
      confirm={
        sessions === 0
          ? 'Erase what names them'
          : `Erase ${sessions === 1 ? 'one session' : writeMany(sessions, 'session')}`
      }
      busy={erasing.isPending}
      doing="Erasing, mostly for less than a minute. It goes on if this is closed."
      unsure="Whether all of it is erased is not known. Erasing again is safe: what is gone stays gone."
      onConfirm={() => erasing.mutateAsync()}
    >
      <div className={styles.words}>
        <p>
          Every session in which <strong>{visitor}</strong> was told of goes, whole: records, replay, texts of screens,
          notes, and what was set aside. It cannot be taken back.
        </p>
        <p>
          It takes effect when this is done, mostly within a minute: their bytes are gone from the disk then, in the
          intake’s journal too. Figures and the specification leave these sessions out from then on.
        </p>
        <p>
          Backups that were made before keep what they hold. What the person’s browser sends from now on is new, and
          stays until it is erased again.
        </p>
      </div>
    </ConfirmButton>
  );
}
