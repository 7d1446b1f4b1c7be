import { Button, TextInput } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { describeFailure, meQuery } from '../client/index.ts';
import { Door, DoorFailure } from '../features/account/door.tsx';
import { useMakeProject } from './shell/use-make-project.ts';
import { useSignOut } from './shell/use-sign-out.ts';

/** Signed in, and no project to look at. */
export function Welcome() {
  const { data } = useSuspenseQuery(meQuery);
  return data.member?.owner === true ? <FirstProject /> : <NoProject email={data.member?.email ?? 'you'} />;
}

function FirstProject() {
  const make = useMakeProject(() => undefined);
  return (
    <Door
      title="What do you want to watch?"
      says="A project is one application. Name it as its users do; the next page has the line that connects it."
      onSubmit={(given) => make.mutate(String(given.get('name')).trim())}
    >
      <TextInput
        size="sm"
        name="name"
        label="Name of the application"
        maxLength={120}
        pattern=".*\S.*"
        required
        autoFocus
      />
      <DoorFailure failure={make.error ? describeFailure(make.error) : null} />
      <Button type="submit" variant="filled" size="sm" loading={make.isPending}>
        Make the project
      </Button>
      <SignOut />
    </Door>
  );
}

function NoProject({ email }: { email: string }) {
  return (
    <Door
      title="You are not in a project yet"
      says={`Ask whoever runs this server to add ${email} to one, then look again.`}
      onSubmit={() => location.reload()}
    >
      <Button type="submit" variant="filled" size="sm">
        Look again
      </Button>
      <SignOut />
    </Door>
  );
}

function SignOut() {
  const signOut = useSignOut();
  return (
    <Button variant="subtle" size="sm" onClick={signOut}>
      Sign out
    </Button>
  );
}
