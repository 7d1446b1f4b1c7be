import { Loader } from '@mantine/core';
import { eraseSessions } from '@sightglass/wire';
import { IconEraser } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { client, toSessions, touchedByErasing, useMay, useWhere } from '../../client/index.ts';
import { ConfirmDialog, IconButton, showDone, writeMany } from '../../ui/index.ts';

/** Erases this one session: also where nobody knows whose it is, and it was found by what stood on its screens. */
export function EraseSession({ session }: { session: string }) {
  const { project } = useWhere();
  const mayErase = useMay('admin');
  const queries = useQueryClient();
  const router = useRouter();
  const [asking, setAsking] = useState(false);
  const erasing = useMutation({
    mutationFn: () => client.ask(eraseSessions, { params: { project }, body: { ids: [session] } }),
    onSuccess: async (was) => {
      showDone(
        'Erased',
        was.sessions === 0
          ? 'Somebody else has erased this session before, or its time was over.'
          : `${writeMany(was.records, 'record')} and ${writeMany(was.segments, 'piece of replay', 'pieces of replay')} are gone from the disk.`,
      );
      // Whoever has gone elsewhere meanwhile stays there.
      if (router.state.location.pathname.includes(session)) await router.navigate(toSessions(project));
      for (const queryKey of touchedByErasing(project)) await queries.invalidateQueries({ queryKey });
    },
  });
  if (!mayErase) return null;
  return (
    <>
      <IconButton
        label={erasing.isPending ? 'Erasing this session …' : 'Erase this session'}
        onClick={() => setAsking(true)}
      >
        {erasing.isPending ? (
          <Loader size="1.15rem" aria-hidden />
        ) : (
          <IconEraser size="1.15rem" stroke={1.6} aria-hidden />
        )}
      </IconButton>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Erase this session?"
        confirm="Erase it"
        doing="Erasing, mostly for less than a minute. It goes on if this is closed."
        unsure="Whether all of it is erased is not known. Erasing again is safe: what is gone stays gone."
        onConfirm={() => erasing.mutateAsync()}
      >
        Its records, replay, texts of screens, notes, and what was set aside of it are gone from the disk when this is
        done, mostly within a minute. It cannot be taken back. Other sessions of the same person stay.
      </ConfirmDialog>
    </>
  );
}
