import { useSuspenseQuery } from '@tanstack/react-query';
import { describeFailure, meQuery } from '../client/index.ts';
import { Empty, Page } from '../ui/index.ts';
import { ProjectForm } from './shell/project-form.tsx';
import { useMakeProject } from './shell/use-make-project.ts';

/** Signed in, and no project to look at. */
export function Welcome() {
  const { data } = useSuspenseQuery(meQuery);
  const make = useMakeProject(() => undefined);
  if (data.member?.owner !== true)
    return (
      <Page title="No project">
        <Empty heading="h1" title="You are not in a project yet">
          <p>Ask whoever runs this server to add {data.member?.email ?? 'you'} to one, then reload this page.</p>
        </Empty>
      </Page>
    );
  return (
    <Page title="First project">
      <Empty heading="h1" title="What do you want to watch?">
        <p>A project is one application. Name it as its users do; the next page has the line that connects it.</p>
        <ProjectForm
          busy={make.isPending}
          failure={make.error ? describeFailure(make.error).title : undefined}
          onName={make.mutate}
        />
      </Empty>
    </Page>
  );
}
