import { Button, TextInput } from '@mantine/core';
import { me, renameProject } from '@sightglass/wire';
import { type FormEvent, useState } from 'react';
import { client, useMay, useProject } from '../../client/index.ts';
import { Code, Panel, TimeAgo } from '../../ui/index.ts';
import styles from './forms.module.css';
import { OnePersonPanel } from './one-person.tsx';
import { RemoveProjectPanel } from './remove-project.tsx';
import { RetentionPanel } from './retention.tsx';
import { SamplePanel } from './sample.tsx';
import { useAct } from './use-act.ts';

export function ProjectSection({ project }: { project: string }) {
  const about = useProject();
  const may = useMay('admin');
  const [name, setName] = useState(about?.name ?? '');
  const isNew = name.trim() !== '' && name.trim() !== about?.name;
  const rename = useAct((name: string) => client.ask(renameProject, { params: { project }, body: { name } }), {
    touches: [[me.name]],
    says: ({ name }) => `The project is called “${name}” now`,
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (isNew) rename.mutate(name.trim());
  };
  return (
    <>
      <Panel title="Name">
        <div className={styles.stack}>
          <form className={styles.row} onSubmit={submit}>
            <TextInput
              className={styles.grow}
              aria-label="Name of the project"
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
              maxLength={120}
              required
              disabled={!may}
            />
            <Button type="submit" variant="filled" loading={rename.isPending} disabled={!may || !isNew}>
              Rename
            </Button>
          </form>
          {!may && <p className={styles.quiet}>An admin of this project can rename it.</p>}
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
      <OnePersonPanel project={project} />
      <RemoveProjectPanel project={project} />
      {/* Last: how high it is only its answer tells, and nothing that one presses may move then. */}
      <SamplePanel project={project} may={may} />
    </>
  );
}
