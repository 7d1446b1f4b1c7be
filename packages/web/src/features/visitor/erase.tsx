import type { Visitor } from '@sightglass/wire';
import { IconEraser } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { toSessions } from '../../client/index.ts';
import { ConfirmButton, showDone, writeMany } from '../../ui/index.ts';
import styles from './page.module.css';
import { erase, touchedByErasing } from './queries.ts';

/** Erases the person, after telling what that means and when it takes effect. */
export function Erase({ project, visitor: { visitor, sessions } }: { project: string; visitor: Visitor }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const erasing = useMutation({
    mutationFn: () => erase(project, visitor),
    onSuccess: async (was) => {
      showDone(
        'Erased',
        `${writeMany(was.sessions, 'session')}, ${writeMany(was.records, 'record')} and ${writeMany(was.segments, 'piece of replay', 'pieces of replay')} are gone from the disk.`,
      );
      await navigate(toSessions(project));
      await Promise.all(touchedByErasing(project).map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
  });
  return (
    <ConfirmButton
      label={erasing.isPending ? 'Erasing …' : 'Erase this person'}
      icon={<IconEraser size="1rem" stroke={1.6} aria-hidden />}
      title="Erase this person?"
      confirm={`Erase ${sessions === 1 ? 'one session' : writeMany(sessions, 'session')}`}
      busy={erasing.isPending}
      doing="Erasing, mostly for less than a minute. It goes on if this is closed."
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
