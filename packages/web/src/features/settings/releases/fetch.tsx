import { Button, TextInput } from '@mantine/core';
import { fetchReleaseFiles, listReleases } from '@sightglass/wire';
import type { FormEvent } from 'react';
import { client } from '../../../client/index.ts';
import { Panel } from '../../../ui/index.ts';
import { useAct } from '../use-act.ts';
import styles from './releases.module.css';

/** Where the settings allow it: the server reads the scripts that a public page serves. */
export function Fetch({ project }: { project: string }) {
  const { mutate, isPending } = useAct(
    ({ release, url }: { release: string; url: string }) =>
      client.ask(fetchReleaseFiles, { params: { project, release }, body: { url } }),
    {
      touches: [[listReleases.name, project]],
      says: ({ release, scripts, mapped }) => `${release} has ${scripts} scripts, ${mapped} of them with a map`,
    },
  );
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    mutate({ release: String(given.get('release')), url: String(given.get('url')) });
  };
  return (
    <Panel
      title="Fetch from the site"
      note="Reads the page, the scripts of its own host, the chunks that they name, and their maps where the site serves them. Only public addresses are asked."
    >
      <form className={styles.rules} onSubmit={submit}>
        <TextInput name="url" type="url" label="Page" placeholder="https://shop.example/" required maxLength={2_048} />
        <TextInput name="release" label="As release" placeholder="1.4.0" required maxLength={256} />
        <Button type="submit" loading={isPending}>
          Fetch
        </Button>
      </form>
    </Panel>
  );
}
