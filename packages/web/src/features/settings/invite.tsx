import { Button, Select, TextInput } from '@mantine/core';
import { inviteMember, listMembers, type ProjectRole, projectRoles } from '@sightglass/wire';
import { type FormEvent, useState } from 'react';
import { client } from '../../client/index.ts';
import { Panel } from '../../ui/index.ts';
import styles from './forms.module.css';
import { roleWords } from './model.ts';
import { ShownOnce } from './shown-once.tsx';
import { useAct } from './use-act.ts';

/** The way in: a link that one sends by whatever means one trusts. */
export function Invite({ project }: { project: string }) {
  const [invited, setInvited] = useState<{ email: string; link: string } | null>(null);
  const invite = useAct(
    async ({ body, form }: { body: { email: string; role: ProjectRole }; form: HTMLFormElement }) => {
      const answer = await client.ask(inviteMember, { params: { project }, body });
      setInvited({ email: answer.email, link: answer.invitation });
      form.reset();
      return answer;
    },
    {
      touches: [[listMembers.name, project]],
      says: ({ email }) => `An invitation for ${email} is ready`,
    },
  );
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    const role = projectRoles.find((one) => one === given.get('role')) ?? 'viewer';
    invite.mutate({ form, body: { email: String(given.get('email')), role } });
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
        <ShownOnce
          title={`Send this link to ${invited.email}`}
          says="It works once, within a week, and is shown only now. Whoever opens it chooses a password, or gives the one that they have here, and is in."
          text={invited.link}
          label="the invitation"
          onDone={() => setInvited(null)}
        />
      )}
    </>
  );
}
