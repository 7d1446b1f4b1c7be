import { Button, PasswordInput, TextInput } from '@mantine/core';
import { signIn } from '@sightglass/wire';
import { useQueryClient } from '@tanstack/react-query';
import { client, describeFailure, useMutationOnce } from '../../client/index.ts';
import { DoorAhead, DoorFailure } from './door.tsx';

/**
 * A login that ended under a screen, for whoever it was: what they typed and where they were stays as it is.
 *
 * @param onOther - Somebody else wants in, for whom all of it is to be forgotten.
 */
export function SignInAgain({ email, onIn, onOther }: { email: string; onIn: () => void; onOther: () => void }) {
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutationOnce({
    mutationFn: (password: string) => client.ask(signIn, { body: { email, password } }),
    onSuccess: () => {
      onIn();
      return queries.invalidateQueries();
    },
  });
  return (
    <DoorAhead
      title="Sign in again"
      says="Your login has ended. What you were doing is still there."
      onSubmit={(given) => mutate(String(given.get('password')))}
    >
      <TextInput size="sm" name="email" label="E-mail" autoComplete="username" value={email} readOnly />
      <PasswordInput
        size="sm"
        name="password"
        label="Password"
        autoComplete="current-password"
        required
        data-autofocus
      />
      <DoorFailure failure={error ? describeFailure(error) : null} />
      <Button type="submit" variant="filled" size="sm" loading={isPending}>
        Sign in
      </Button>
      <Button size="sm" onClick={onOther}>
        Sign in as somebody else
      </Button>
    </DoorAhead>
  );
}
