import { Button, TextInput } from '@mantine/core';
import { acceptInvitation, limits } from '@sightglass/wire';
import { useLocation, useSearch } from '@tanstack/react-router';
import { client, type SearchTexts } from '../../client/index.ts';
import { NewPassword } from '../../ui/index.ts';
import { CutShort } from './cut-short.tsx';
import { Door, DoorFailure } from './door.tsx';
import { tokenOf } from './token.ts';
import { useEntry } from './use-entry.ts';

/** Somebody who was invited chooses a password. */
export function Join() {
  const { hash } = useLocation();
  const search = useSearch({ strict: false }) as SearchTexts; // parseSearch makes texts only
  const token = tokenOf(hash, search);
  const { enter, busy, failure } = useEntry(
    (body: { password: string; name: string }) => client.ask(acceptInvitation, { body: { ...body, token } }),
    '/',
  );
  if (token === '') return <CutShort title="Join your team" />;
  return (
    <Door
      title="Join your team"
      says="You were invited. Choose a password; if you have an account here already, use that one."
      onSubmit={(given) => enter({ name: String(given.get('name')), password: String(given.get('password')) })}
    >
      <TextInput size="sm" name="name" label="Your name" autoComplete="name" required maxLength={120} autoFocus />
      <NewPassword size="sm" minChars={limits.minPasswordChars} />
      <DoorFailure failure={failure} />
      <Button type="submit" variant="filled" size="sm" loading={busy}>
        Join
      </Button>
    </Door>
  );
}
