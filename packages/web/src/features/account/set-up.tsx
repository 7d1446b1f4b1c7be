import { Button, TextInput } from '@mantine/core';
import { claim, limits } from '@sightglass/wire';
import { useLocation, useSearch } from '@tanstack/react-router';
import { client, type SearchTexts } from '../../client/index.ts';
import { NewPassword } from '../../ui/index.ts';
import { CutShort } from './cut-short.tsx';
import { Door, DoorFailure } from './door.tsx';
import { tokenOf } from './token.ts';
import { useEntry } from './use-entry.ts';

/** The first person here becomes the owner, with the link that the server printed in its terminal. */
export function SetUp() {
  const { hash } = useLocation();
  const search = useSearch({ strict: false }) as SearchTexts; // parseSearch makes texts only
  const token = tokenOf(hash, search);
  const { enter, busy, failure } = useEntry(
    (body: { email: string; password: string; name: string }) => client.ask(claim, { body: { ...body, token } }),
    '/',
  );
  if (token === '') return <CutShort title="Become the owner" />;
  return (
    <Door
      title="Become the owner"
      says="You are the first one here. The owner makes projects and lets others in."
      onSubmit={(given) =>
        enter({
          name: String(given.get('name')),
          email: String(given.get('email')),
          password: String(given.get('password')),
        })
      }
    >
      <TextInput size="sm" name="name" label="Your name" autoComplete="name" required maxLength={120} autoFocus />
      <TextInput size="sm" name="email" type="email" label="E-mail" autoComplete="username" required />
      <NewPassword size="sm" minChars={limits.minPasswordChars} />
      <DoorFailure failure={failure} />
      <Button type="submit" variant="filled" size="sm" loading={busy}>
        Become the owner
      </Button>
    </Door>
  );
}
