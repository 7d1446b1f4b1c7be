import { Button, TextInput } from '@mantine/core';
import { me, renameProject } from '@sightglass/wire';
import type { FormEvent } from 'react';
import { client, useMay, useProject } from '../../client/index.ts';
import { Code, Panel, TimeAgo } from '../../ui/index.ts';
import styles from './forms.module.css';
import { RetentionPanel } from './retention.tsx';
import { SamplePanel } from './sample.tsx';
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
      <RetentionPanel project={project} />
      <SamplePanel project={project} may={may} />
    </>
  );
}
