import { Button, Select, TextInput } from '@mantine/core';
import {
  changeMember,
  inviteMember,
  listMembers,
  me,
  type memberSummary,
  type ProjectRole,
  projectRoles,
  removeMember,
} from '@sightglass/wire';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useMemo, useState } from 'react';
import type { z } from 'zod';
import { client, meQuery, useMay } from '../../client/index.ts';
import { Badge, CodeBlock, type Column, ConfirmButton, DataTable, Panel, TimeAgo } from '../../ui/index.ts';
import styles from './forms.module.css';
import { roleWords } from './model.ts';
import { membersQuery } from './queries.ts';
import { useAct } from './use-act.ts';

type Member = z.infer<typeof memberSummary>;

/** People of this project: who they are, what they may do, and the way in for new ones. */
export function MembersSection({ project }: { project: string }) {
  const { data } = useSuspenseQuery(membersQuery(project));
  const { data: self } = useSuspenseQuery(meQuery);
  const may = useMay('admin');
  const touches = [[listMembers.name, project], [me.name]];
  const { mutate: change } = useAct(
    ({ member, role }: { member: string; role: ProjectRole }) =>
      client.ask(changeMember, { params: { project, member }, body: { role } }),
    { touches, says: ({ name, email, role }) => `${name || email} is ${role} now` },
  );
  const { mutate: remove } = useAct((member: string) => client.ask(removeMember, { params: { project, member } }), {
    touches,
    says: () => 'Their access has ended',
  });
  const columns = useMemo(
    () => memberColumns(may, self.member?.id, change, remove),
    [may, self.member?.id, change, remove],
  );
  return (
    <>
      {may && <Invite project={project} />}
      <Panel bare title={data.members.length === 1 ? '1 member' : `${data.members.length} members`}>
        <DataTable caption="Members" columns={columns} rows={data.members} rowKey={({ id }) => id} />
      </Panel>
    </>
  );
}

function Invite({ project }: { project: string }) {
  const [invited, setInvited] = useState<{ email: string; link: string } | null>(null);
  const invite = useAct(
    async (body: { email: string; role: ProjectRole }) => {
      const answer = await client.ask(inviteMember, { params: { project }, body });
      setInvited(answer.invitation === null ? null : { email: answer.email, link: answer.invitation });
      return answer;
    },
    {
      touches: [[listMembers.name, project]],
      says: ({ email, invitation }) => (invitation === null ? `${email} is in` : `An invitation for ${email} is ready`),
    },
  );
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const role = projectRoles.find((one) => one === given.get('role')) ?? 'viewer';
    invite.mutate({ email: String(given.get('email')), role });
    event.currentTarget.reset();
  };
  return (
    <>
      <Panel title="Invite somebody">
        <form className={styles.row} onSubmit={submit}>
          <TextInput className={styles.grow} name="email" type="email" label="E-mail" required maxLength={254} />
          <Select
            name="role"
            label="Role"
            data={projectRoles.map((role) => ({ value: role, label: role }))}
            defaultValue="viewer"
            renderOption={({ option }) => roleWords[projectRoles.find((role) => role === option.value) ?? 'viewer']}
            comboboxProps={{ width: 'max-content', position: 'bottom-end' }}
          />
          <Button type="submit" variant="filled" loading={invite.isPending}>
            Invite
          </Button>
        </form>
      </Panel>
      {invited && (
        <Panel
          title={`Send this link to ${invited.email}`}
          actions={<Button onClick={() => setInvited(null)}>I have it</Button>}
        >
          <div className={styles.once} role="status">
            <p>It works once, and is shown only now. Whoever opens it chooses a password and is in.</p>
            <CodeBlock text={invited.link} label="the invitation" />
          </div>
        </Panel>
      )}
    </>
  );
}

function memberColumns(
  may: boolean,
  self: string | undefined,
  change: (given: { member: string; role: ProjectRole }) => void,
  remove: (member: string) => void,
): readonly Column<Member>[] {
  return [
    {
      id: 'who',
      head: 'Who',
      cell: ({ id, name, email }) => (
        <span className={styles.person}>
          <span>
            {name || email} {id === self && <Badge>you</Badge>}
          </span>
          {name !== '' && <span className={styles.quiet}>{email}</span>}
        </span>
      ),
    },
    {
      id: 'seen',
      head: 'Last seen',
      width: '9rem',
      from: 'medium',
      cell: ({ joined, lastSeenAt }) =>
        !joined ? (
          <Badge tone="warning">invited</Badge>
        ) : lastSeenAt === null ? (
          <span className={styles.quiet}>never</span>
        ) : (
          <TimeAgo at={lastSeenAt} />
        ),
    },
    {
      id: 'role',
      head: 'Role',
      width: '8rem',
      cell: ({ id, role, name, email }) =>
        may ? (
          <Select
            aria-label={`Role of ${name || email}`}
            data={[...projectRoles]}
            value={role}
            onChange={(next) => {
              const chosen = projectRoles.find((one) => one === next);
              if (chosen !== undefined && chosen !== role) change({ member: id, role: chosen });
            }}
          />
        ) : (
          <Badge>{role}</Badge>
        ),
    },
    ...(may
      ? [
          {
            id: 'remove',
            head: 'Remove',
            shortHead: '',
            width: '7rem',
            align: 'end' as const,
            cell: ({ id, name, email }: Member) => (
              <ConfirmButton
                label="Remove"
                title={`Take ${name || email} out?`}
                confirm="Take out"
                onConfirm={() => remove(id)}
              >
                Their access to this project ends at once. Other projects are not touched.
              </ConfirmButton>
            ),
          },
        ]
      : []),
  ];
}
