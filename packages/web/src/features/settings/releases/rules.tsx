import { Button, Select, TextInput } from '@mantine/core';
import { changeReleaseSettings, listReleases, type ReleaseSettings } from '@sightglass/wire';
import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { client } from '../../../client/index.ts';
import { Panel } from '../../../ui/index.ts';
import { useAct } from '../use-act.ts';
import styles from './releases.module.css';

const roles: { value: ReleaseSettings['sources']; label: string }[] = [
  { value: 'viewer', label: 'Everybody in the project' },
  { value: 'member', label: 'Members, admins and owners' },
  { value: 'admin', label: 'Admins and owners' },
  { value: 'owner', label: 'Owners' },
];

/** Who sees text of sources, how many releases keep their files, and whether scripts may be fetched. */
export function Rules({ project, settings, may }: { project: string; settings: ReleaseSettings; may: boolean }) {
  const [sources, setSources] = useState(settings.sources);
  const [keepReleases, setKeepReleases] = useState(settings.keepReleases);
  const [fetching, setFetching] = useState(settings.fetching);
  const { mutate, isPending } = useAct(
    (body: ReleaseSettings) =>
      client.ask(changeReleaseSettings, { params: { project }, body: { ...body, after: settings } }),
    { touches: [[listReleases.name, project]], says: () => 'Saved' },
  );
  const changed =
    sources !== settings.sources || keepReleases !== settings.keepReleases || fetching !== settings.fetching;
  return (
    <Panel
      title="Who sees sources, and how long they stay"
      note="Names of files, lines and functions are shown to whoever sees the issue. Text of sources leaves this server only for these roles, and never as a page."
    >
      <form
        className={styles.rules}
        onSubmit={(event) => {
          event.preventDefault();
          mutate({ sources, keepReleases, fetching });
        }}
      >
        <Select
          label="Text of sources"
          data={roles}
          value={sources}
          allowDeselect={false}
          disabled={!may}
          onChange={(value) => setSources(roles.find((role) => role.value === value)?.value ?? sources)}
        />
        <TextInput
          label="Releases that keep their files"
          type="number"
          min={1}
          max={1_000}
          required
          value={Number.isNaN(keepReleases) ? '' : keepReleases}
          disabled={!may}
          onChange={({ currentTarget }) => setKeepReleases(currentTarget.valueAsNumber)}
        />
        <label className={styles.whole}>
          <input
            type="checkbox"
            checked={fetching}
            disabled={!may}
            onChange={({ currentTarget }) => setFetching(currentTarget.checked)}
          />
          This server may fetch the scripts that a public page of yours serves
        </label>
        <Button
          type="submit"
          variant="filled"
          disabled={!may || !changed || Number.isNaN(keepReleases)}
          loading={isPending}
        >
          Save
        </Button>
      </form>
      {!may && (
        <p className={styles.locked}>
          <IconLock size="1rem" aria-hidden />
          Only admins and owners of this project may change this.
        </p>
      )}
    </Panel>
  );
}
