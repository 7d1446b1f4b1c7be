import { ActionIcon, Select, Tooltip } from '@mantine/core';
import {
  changeMember,
  createReset,
  listMembers,
  me,
  type memberSummary,
  type ProjectRole,
  projectRoles,
  removeMember,
} from '@sightglass/wire';
import { IconKey } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { z } from 'zod';
import { client, meQuery, useMay } from '../../client/index.ts';
import { Badge, type Column, ConfirmButton, DataTable, Panel, TimeAgo } from '../../ui/index.ts';
import styles from './forms.module.css';
import { Invite } from './invite.tsx';
import { membersQuery } from './queries.ts';
import { ShownOnce } from './shown-once.tsx';
import { useAct } from './use-act.ts';

type Member = z.infer<typeof memberSummary>;

/** People of this project: who they are, what they may do, and the way in for new ones. */
export function MembersSection({ project }: { project: string }) {
  const { data } = useSuspenseQuery(membersQuery(project));
  const { data: self } = useSuspenseQuery(meQuery);
  const may = useMay('admin');
  const touches = [[listMembers.name, project], [me.name]];
  const { mutate: change } = useAct(
    ({ member, role, after }: RoleChange) =>
      client.ask(changeMember, { params: { project, member }, body: { role, after } }),
    { touches, says: ({ name, email, role }) => `${name || email} is ${role} now` },
  );
  const { mutate: remove } = useAct((member: string) => client.ask(removeMember, { params: { project, member } }), {
    touches,
    says: () => 'Their access has ended',
  });
  const [reset, setReset] = useState<{ email: string; link: string } | null>(null);
  const { mutate: makeLink } = useAct(
    async (member: string) => setReset(await client.ask(createReset, { params: { project, member } })),
    { touches: [] },
  );
  const columns = useMemo(
    () => memberColumns(self.member?.id, may ? { change, remove, makeLink } : null),
    [self.member?.id, may, change, remove, makeLink],
  );
  return (
    <>
      {may && <Invite project={project} />}
      {reset && (
        <ShownOnce
          title={`Send this link to ${reset.email}`}
          says="It works once, within a day, and is shown only now. Whoever opens it chooses a new password; until then the old one goes on."
          text={reset.link}
          label="the link for a new password"
          onDone={() => setReset(null)}
        />
      )}
      <Panel bare title={data.members.length === 1 ? '1 member' : `${data.members.length} members`}>
        <DataTable caption="Members" columns={columns} rows={data.members} rowKey={({ id }) => id} />
      </Panel>
    </>
  );
}

interface RoleChange {
  member: string;
  role: ProjectRole;
  /** The role that they have as far as the screen knows. */
  after: ProjectRole;
}

interface Acts {
  change: (given: RoleChange) => void;
  remove: (member: string) => void;
  makeLink: (member: string) => void;
}

/** @param acts - null for those who may only look. */
function memberColumns(self: string | undefined, acts: Acts | null): readonly Column<Member>[] {
  const role = (member: Member) =>
    acts === null || member.ownsServer ? (
      <Badge>{member.ownsServer ? 'server owner' : member.role}</Badge>
    ) : (
      <RoleChoice member={member} onChange={acts.change} />
    );
  const doings = (member: Member) =>
    acts === null || member.ownsServer ? null : <Doings member={member} self={self} acts={acts} />;
  return [
    { id: 'who', head: 'Who', from: 'medium', rowHead: true, cell: (member) => <Person member={member} self={self} /> },
    {
      id: 'narrow',
      head: 'Who',
      narrowOnly: true,
      cell: (member) => (
        <span className={styles.narrow}>
          <Person member={member} self={self} />
          <span className={styles.buttons}>
            {role(member)}
            {doings(member)}
          </span>
        </span>
      ),
    },
    {
      id: 'seen',
      head: 'Last seen',
      width: '9rem',
      from: 'medium',
      cell: ({ joined, lastSeenAt }) =>
        !joined || lastSeenAt === null ? <span className={styles.quiet}>never</span> : <TimeAgo at={lastSeenAt} />,
    },
    { id: 'role', head: 'Role', width: '8rem', from: 'medium', cell: role },
    { id: 'act', head: 'What to do', shortHead: '', width: '9rem', align: 'end', from: 'medium', cell: doings },
  ];
}

function Person({ member: { id, name, email, joined }, self }: { member: Member; self: string | undefined }) {
  return (
    <span className={styles.person}>
      <span className={styles.name}>
        <span title={name || email}>{name || email}</span>
        {id === self && <Badge>you</Badge>}
        {!joined && <Badge tone="warning">invited</Badge>}
      </span>
      {name !== '' && (
        <span className={styles.quiet} title={email}>
          {email}
        </span>
      )}
    </span>
  );
}

function RoleChoice({ member: { id, role, name, email }, onChange }: { member: Member; onChange: Acts['change'] }) {
  return (
    <Select
      aria-label={`Role of ${name || email}`}
      data={[...projectRoles]}
      value={role}
      allowDeselect={false}
      onChange={(next) => {
        const chosen = projectRoles.find((one) => one === next);
        if (chosen !== undefined && chosen !== role) onChange({ member: id, role: chosen, after: role });
      }}
    />
  );
}

function Doings({ member, self, acts }: { member: Member; self: string | undefined; acts: Acts }) {
  const { id, joined } = member;
  const name = member.name || member.email;
  const linkWords = `Link for a new password of ${name}`;
  return (
    <span className={styles.buttons}>
      {joined && id !== self && (
        <Tooltip label={linkWords}>
          <ActionIcon aria-label={linkWords} onClick={() => acts.makeLink(id)}>
            <IconKey size="1rem" aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      <ConfirmButton
        label="Remove"
        title={joined ? `Take ${name} out?` : `Take the invitation of ${name} back?`}
        confirm={joined ? 'Take out' : 'Take it back'}
        onConfirm={() => acts.remove(id)}
      >
        {joined
          ? 'Their access to this project ends at once. Other projects are not touched.'
          : 'The link that they were sent opens nothing any more.'}
      </ConfirmButton>
    </span>
  );
}
