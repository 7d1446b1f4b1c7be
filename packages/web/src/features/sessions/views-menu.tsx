import { Button, Checkbox, Menu, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { dropView, type SavedView, saveView } from '@sightglass/wire';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { client, describeFailure, type SearchTexts, useMay, useMutationOnce } from '../../client/index.ts';
import { MenuDialog, showFailure } from '../../ui/index.ts';
import { viewsQuery } from './queries.ts';
import styles from './views-menu.module.css';

/** Lists that somebody gave a name: opens one, saves what is shown, deletes what is one's own. */
export function ViewsMenu({ project, search }: { project: string; search: SearchTexts }) {
  const navigate = useNavigate();
  const { data } = useQuery(viewsQuery(project));
  const button = useRef<HTMLButtonElement>(null);
  const [saving, setSaving] = useState(false);
  const drop = useChanging(project, (view: SavedView) =>
    client.ask(dropView, { params: { project, view: view.id } }).then(() => `“${view.name}” is deleted`),
  );
  const mayDropAll = useMay('admin');
  const views = data?.views ?? [];
  const address = addressOf(search);
  const open = views.find((view) => sameAddress(view.address, address));
  return (
    <>
      <Menu>
        <Menu.Target>
          <Button ref={button} leftSection={<IconBookmark size="1rem" stroke={1.6} aria-hidden />}>
            {open?.name ?? 'Saved views'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={styles.menu}>
          {views.length === 0 && <Menu.Label>Nothing is saved yet</Menu.Label>}
          {views.map((view) => (
            <div key={view.id} className={styles.view} role="none">
              <Menu.Item
                className={styles.open}
                aria-current={view === open || undefined}
                onClick={() => void navigate({ to: '.', search: () => view.address })}
              >
                {view.name}
                <span className={styles.by}>{view.mine ? (view.shared ? 'yours, shared' : 'yours') : view.by}</span>
              </Menu.Item>
              {(view.mine || mayDropAll) && (
                <Menu.Item
                  className={styles.drop}
                  aria-label={`Delete ${view.name}`}
                  closeMenuOnClick={false}
                  onClick={() => drop.mutate(view)}
                >
                  <IconTrash size="0.875rem" aria-hidden />
                </Menu.Item>
              )}
            </div>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => setSaving(true)}>Save what is shown …</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <MenuDialog button={button} opened={saving} onClose={() => setSaving(false)} title="Save this view" size="sm">
        <SaveForm project={project} address={address} onDone={() => setSaving(false)} />
      </MenuDialog>
    </>
  );
}

function SaveForm({
  project,
  address,
  onDone,
}: {
  project: string;
  address: Record<string, string>;
  onDone: () => void;
}) {
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const mayShare = useMay('member');
  const save = useChanging(project, () =>
    client
      .ask(saveView, { params: { project }, body: { name, address, shared } })
      .then((view) => `“${view.name}” is saved`),
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate(undefined, { onSuccess: onDone });
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextInput
        label="Name"
        data-autofocus
        required
        maxLength={80}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {mayShare && (
        <Checkbox
          label="Everybody in the project sees it"
          checked={shared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
      )}
      <p className={styles.note}>The search, the time and the columns are saved, not the sessions.</p>
      <Button type="submit" variant="filled" loading={save.isPending} disabled={name.trim() === ''}>
        Save
      </Button>
    </form>
  );
}

/** Does something with the saved views, then asks for them again; says aloud what came of it. */
function useChanging<Given>(project: string, act: (given: Given) => Promise<string>) {
  const queries = useQueryClient();
  return useMutationOnce({
    mutationFn: act,
    onSuccess: (message) => notifications.show({ message, withCloseButton: true }),
    onError: (error) => showFailure(describeFailure(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: viewsQuery(project).queryKey }),
  });
}

function addressOf(search: SearchTexts): Record<string, string> {
  return Object.fromEntries(Object.entries(search).filter((entry): entry is [string, string] => Boolean(entry[1])));
}

function sameAddress(one: Record<string, string>, other: Record<string, string>): boolean {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => one[key] === other[key]);
}
