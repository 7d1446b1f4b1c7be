import { me, removeProject } from '@sightglass/wire';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { client, hasCode, useMay, useProject } from '../../client/index.ts';
import { ConfirmButton, Panel, showDone } from '../../ui/index.ts';
import styles from './forms.module.css';

/** The end of a project: its name has to be written, and then all of it goes. */
export function RemoveProjectPanel({ project }: { project: string }) {
  const name = useProject()?.name ?? '';
  const may = useMay('owner');
  const queries = useQueryClient();
  const router = useRouter();
  const removing = useMutation({
    mutationFn: (written: string) =>
      client.ask(removeProject, { params: { project }, body: { name: written } }).then(
        () => 'all that it recorded are gone from the disk',
        (error: unknown) => {
          // Asked for again after no answer came: it was removed by then, and the server ends that by itself.
          if (hasCode(error, 'not_found')) return 'its keys are gone; what it recorded follows by itself';
          throw error;
        },
      ),
    onSuccess: async (told) => {
      showDone('Removed', `“${name}” and ${told}.`);
      // First: as long as it is among their projects, the beginning leads to it.
      await queries.refetchQueries({ queryKey: [me.name] });
      if (router.state.location.pathname.includes(project)) await router.navigate({ to: '/' });
    },
  });
  return (
    <Panel title="Remove this project" note="With all that it recorded, for everybody.">
      <div className={styles.stack}>
        <div>
          <ConfirmButton
            label={removing.isPending ? 'Removing …' : 'Remove this project'}
            icon={<IconTrash size="1rem" stroke={1.6} aria-hidden />}
            title="Remove this project?"
            confirm="Remove the project"
            typed={{ label: `Its name, “${name}”, to be sure`, text: name }}
            busy={removing.isPending}
            disabled={!may}
            unsure="Whether all of it is removed is not known. Removing again is safe: what is gone stays gone."
            doing="Removing, for a minute or longer where much was recorded. It goes on if this is closed."
            onConfirm={() => removing.mutateAsync(name)}
          >
            <p>
              Every session and replay of it, its issues, releases, notes and saved views are deleted, with its keys and
              tokens. Pages that still send with one of these keys are refused from then on. It cannot be taken back;
              backups that were made before keep what they hold.
            </p>
          </ConfirmButton>
        </div>
        {!may && <p className={styles.quiet}>An owner of this project can remove it.</p>}
      </div>
    </Panel>
  );
}
