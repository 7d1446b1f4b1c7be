import { Button, PasswordInput, TextInput } from '@mantine/core';
import { setupState, signIn } from '@sightglass/wire';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { client, type SearchTexts } from '../../client/index.ts';
import { Door, DoorFailure } from './door.tsx';
import { placeAfter } from './token.ts';
import { useEntry } from './use-entry.ts';

const claimedQuery = queryOptions({
  queryKey: [setupState.name],
  queryFn: ({ signal }) => client.ask(setupState, {}, signal),
});

export function SignIn() {
  const search = useSearch({ strict: false }) as SearchTexts; // parseSearch makes texts only
  const { data, refetch, isFetching } = useQuery(claimedQuery);
  const { enter, busy, failure } = useEntry(
    (body: { email: string; password: string }) => client.ask(signIn, { body }),
    placeAfter(search.to),
  );
  if (data?.claimed === false)
    return (
      <Door
        title="This server has no owner yet"
        says="Open the set-up link that it printed in the terminal when it started. Each start prints a new one."
        onSubmit={() => void refetch()}
      >
        <Button type="submit" variant="filled" size="sm" loading={isFetching}>
          Look again
        </Button>
      </Door>
    );
  return (
    <Door
      title="Sign in"
      says={
        search.to === undefined
          ? 'See what your application really is.'
          : 'Sign in to open the page that you were sent.'
      }
      onSubmit={(given) => enter({ email: String(given.get('email')), password: String(given.get('password')) })}
    >
      <TextInput size="sm" name="email" type="email" label="E-mail" autoComplete="username" required autoFocus />
      <PasswordInput size="sm" name="password" label="Password" autoComplete="current-password" required />
      <DoorFailure failure={failure} />
      <Button type="submit" variant="filled" size="sm" loading={busy}>
        Sign in
      </Button>
    </Door>
  );
}
