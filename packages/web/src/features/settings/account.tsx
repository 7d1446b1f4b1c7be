import { Button, PasswordInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { changePassword, limits } from '@sightglass/wire';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { client, describeFailure, meQuery, useMutationOnce } from '../../client/index.ts';
import { Badge, NewPassword, Panel } from '../../ui/index.ts';
import styles from './forms.module.css';

/** Who is signed in, the same in every project; and the password. */
export function AccountSection() {
  const { data } = useSuspenseQuery(meQuery);
  return (
    <>
      <Panel title="You">
        <dl className={styles.facts}>
          <div>
            <dt>Name</dt>
            <dd>{data.member?.name}</dd>
          </div>
          <div>
            <dt>E-mail</dt>
            <dd>{data.member?.email}</dd>
          </div>
          <div>
            <dt>Projects</dt>
            <dd className={styles.reasons}>
              {data.member?.owner === true ? (
                <>All of them, as the owner of this server</>
              ) : (
                data.projects.map(({ id, name, role }) => (
                  <Badge key={id}>
                    {name}: {role}
                  </Badge>
                ))
              )}
            </dd>
          </div>
        </dl>
      </Panel>
      <Password email={data.member?.email ?? ''} />
    </>
  );
}

function Password({ email }: { email: string }) {
  const { mutate, isPending, error } = useMutationOnce({
    mutationFn: ({ body }: { body: { current: string; password: string }; form: HTMLFormElement }) =>
      client.ask(changePassword, { body }),
    onSuccess: (_, { form }) => {
      form.reset();
      notifications.show({ message: 'Your password is changed. Everywhere else you are signed out.' });
    },
  });
  const failure = error ? describeFailure(error) : null;
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    mutate({ form, body: { current: String(given.get('current')), password: String(given.get('password')) } });
  };
  return (
    <Panel title="Password" note="Changing it signs you out in every other browser. This one stays signed in.">
      <form className={styles.column} onSubmit={submit}>
        {/* So that a password manager knows whose passwords these are. */}
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <PasswordInput
          name="current"
          label="Current password"
          autoComplete="current-password"
          maxLength={1_024}
          error={failure?.code === 'wrong_password' ? failure.title : undefined}
          required
        />
        <NewPassword label="New password" minChars={limits.minPasswordChars} />
        {failure !== null && failure.code !== 'wrong_password' && (
          <p className={styles.failure} role="alert">
            <strong>{failure.title}.</strong> {failure.help}
          </p>
        )}
        <Button type="submit" variant="filled" loading={isPending}>
          Change the password
        </Button>
      </form>
    </Panel>
  );
}
