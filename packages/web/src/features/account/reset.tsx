import { Button } from '@mantine/core';
import { acceptReset, limits } from '@sightglass/wire';
import { useLocation, useSearch } from '@tanstack/react-router';
import { client, type SearchTexts } from '../../client/index.ts';
import { NewPassword } from '../../ui/index.ts';
import { CutShort } from './cut-short.tsx';
import { Door, DoorFailure } from './door.tsx';
import { tokenOf } from './token.ts';
import { useEntry } from './use-entry.ts';

/** Somebody whose password is lost chooses another one, with a link that an admin or the command made. */
export function Reset() {
  const { hash } = useLocation();
  const search = useSearch({ strict: false }) as SearchTexts; // parseSearch makes texts only
  const token = tokenOf(hash, search);
  const { enter, busy, failure } = useEntry(
    (password: string) => client.ask(acceptReset, { body: { password, token } }),
    '/',
  );
  if (token === '') return <CutShort title="Choose a new password" />;
  return (
    <Door
      title="Choose a new password"
      says="The link works once. Every browser that was signed in as you is signed out."
      onSubmit={(given) => enter(String(given.get('password')))}
    >
      <NewPassword size="sm" label="New password" minChars={limits.minPasswordChars} autoFocus />
      <DoorFailure failure={failure} />
      <Button type="submit" variant="filled" size="sm" loading={busy}>
        Save and sign in
      </Button>
    </Door>
  );
}
