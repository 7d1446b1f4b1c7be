import { Button, TextInput } from '@mantine/core';
import { me, removeSample, renameProject } from '@sightglass/wire';
import type { FormEvent } from 'react';
import { client, useMay, useProject } from '../../client/index.ts';
import { Code, ConfirmButton, Panel, TimeAgo, writeExactly } from '../../ui/index.ts';
import styles from './forms.module.css';
import { useAct } from './use-act.ts';

export function ProjectSection({ project }: { project: string }) {
  const about = useProject();
  const may = useMay('admin');
  const rename = useAct((name: string) => client.ask(renameProject, { params: { project }, body: { name } }), {
    touches: [[me.name]],
    says: ({ name }) => `The project is called “${name}” now`,
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    if (name !== '' && name !== about?.name) rename.mutate(name);
  };
  return (
    <>
      <Panel title="Name">
        <div className={styles.stack}>
          <form className={styles.row} onSubmit={submit}>
            <TextInput
              className={styles.grow}
              name="name"
              aria-label="Name of the project"
              defaultValue={about?.name}
              maxLength={120}
              required
              disabled={!may}
            />
            <Button type="submit" variant="filled" loading={rename.isPending} disabled={!may}>
              Rename
            </Button>
          </form>
          <dl className={styles.facts}>
            <div>
              <dt>Id, for the API</dt>
              <dd>
                <Code>{project}</Code>
              </dd>
            </div>
            <div>
              <dt>Number</dt>
              <dd>{about?.number}</dd>
            </div>
            <div>
              <dt>Made</dt>
              <dd>{about && <TimeAgo at={about.createdAt} />}</dd>
            </div>
          </dl>
        </div>
      </Panel>
      <Sample project={project} may={may} />
    </>
  );
}

/** Sample sessions fill the screens of a new server; they go with one press, and nothing else does. */
function Sample({ project, may }: { project: string; may: boolean }) {
  const remove = useAct(() => client.ask(removeSample, { params: { project } }), {
    // Every answer about this project may have counted them.
    touches: [[]],
    says: ({ sessions }) =>
      sessions === 0
        ? 'There was no sample session to remove'
        : `${writeExactly(sessions)} sample ${sessions === 1 ? 'session is' : 'sessions are'} removed`,
  });
  return (
    <Panel
      title="Sample data"
      note={`Sessions of the example application, brought along so that no screen starts empty.`}
    >
      <ConfirmButton
        label="Remove sample data"
        title="Remove all sample sessions?"
        confirm="Remove them"
        busy={remove.isPending}
        disabled={!may}
        onConfirm={() => remove.mutate(undefined)}
      >
        The sample sessions, their replays, and every statement that rests on them alone are deleted. What real visitors
        did stays. You will be told how many there were.
      </ConfirmButton>
    </Panel>
  );
}
