import { Button, Menu } from '@mantine/core';
import type { IssueChange, IssueStanding } from '@sightglass/wire';
import { IconBellOff, IconCheck, IconChevronDown, IconRotate, IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../../client/index.ts';
import { membersQuery } from './queries.ts';

const dayMs = 86_400_000;

/** What can be decided about one issue or some: resolve, ignore, open again. */
export function Decide({
  states,
  release,
  busy,
  onChange,
}: {
  /** Of the issues it is about. */
  states: readonly IssueStanding['state'][];
  /** The newest release that they were seen in; empty: none is named. */
  release: string;
  busy: boolean;
  onChange: (change: IssueChange) => void;
}) {
  const closed = states.every((state) => state === 'resolved' || state === 'ignored');
  if (closed)
    return (
      <Button
        leftSection={<IconRotate size="0.95rem" aria-hidden />}
        loading={busy}
        onClick={() => onChange({ to: 'open' })}
      >
        Open again
      </Button>
    );
  return (
    <>
      <Button.Group>
        <Button
          variant="filled"
          leftSection={<IconCheck size="0.95rem" aria-hidden />}
          loading={busy}
          onClick={() => onChange({ to: 'resolved' })}
        >
          Resolve
        </Button>
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="filled" px="xs" aria-label="Resolve as of a release" disabled={busy}>
              <IconChevronDown size="0.95rem" aria-hidden />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => onChange({ to: 'resolved' })}>From now on</Menu.Item>
            <Menu.Item onClick={() => onChange({ to: 'resolved', next: true })}>In the next release</Menu.Item>
            {release !== '' && (
              <Menu.Item onClick={() => onChange({ to: 'resolved', release })}>In release {release}</Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      </Button.Group>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button leftSection={<IconBellOff size="0.95rem" aria-hidden />} disabled={busy}>
            Ignore
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onChange({ to: 'ignored' })}>For good</Menu.Item>
          <Menu.Item onClick={() => onChange({ to: 'ignored', until: Date.now() + dayMs })}>For a day</Menu.Item>
          <Menu.Item onClick={() => onChange({ to: 'ignored', until: Date.now() + 7 * dayMs })}>For a week</Menu.Item>
          <Menu.Item onClick={() => onChange({ to: 'ignored', until: Date.now() + 30 * dayMs })}>For a month</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

/** Whose it is; opens the list of members. */
export function Assign({
  project,
  assignee,
  busy,
  onChange,
}: {
  project: string;
  assignee: IssueStanding['assignee'];
  busy: boolean;
  onChange: (change: IssueChange) => void;
}) {
  const { data: me } = useQuery(meQuery);
  const { data } = useQuery(membersQuery(project));
  const members = (data?.members ?? []).filter(({ joined }) => joined);
  const mine = me?.member?.id;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button leftSection={<IconUser size="0.95rem" aria-hidden />} disabled={busy}>
          {assignee === null ? 'Assign' : assignee.name || assignee.email}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {members
          .toSorted((one, other) => Number(other.id === mine) - Number(one.id === mine))
          .map(({ id, name, email }) => (
            <Menu.Item key={id} onClick={() => onChange({ to: 'assigned', member: id })}>
              {id === mine ? 'To me' : name || email}
            </Menu.Item>
          ))}
        {assignee !== null && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => onChange({ to: 'assigned', member: null })}>Nobody</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
