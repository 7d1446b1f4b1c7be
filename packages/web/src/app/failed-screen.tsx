import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { describeFailure } from '../client/index.ts';
import { Failed, Page } from '../ui/index.ts';

/** A screen that could not be shown at all; parts of screens that fail say so in their own place. */
export function FailedScreen({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter();
  const { reset: resetQueries } = useQueryErrorResetBoundary();
  const { code, title, help } = describeFailure(error);
  const retry = (): void => {
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
