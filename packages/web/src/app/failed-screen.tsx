import { notifications } from '@mantine/notifications';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { describeFailure, PartMissingError } from '../client/index.ts';
import { Failed, Page } from '../ui/index.ts';

/** A screen that could not be shown at all; parts of screens that fail say so in their own place. */
export function FailedScreen({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter();
  const { reset: resetQueries } = useQueryErrorResetBoundary();
  const { code, title, help } = describeFailure(error);
  const retry = (): void => {
    if (error instanceof PartMissingError) return void reloadOnceThere();
    resetQueries();
    reset();
    void router.invalidate();
  };
  return (
    <Page title={title}>
      <Failed heading="h1" code={code} title={title} help={help} onRetry={retry} />
    </Page>
  );
}

/** What failed to load once is not asked for again by this document; it is only given up for a server that answers. */
async function reloadOnceThere(): Promise<void> {
  const there = await fetch('/health').then(
    ({ ok }) => ok,
    () => false,
  );
  if (there) location.reload();
  else notifications.show({ message: 'There is no answer yet.' });
}
