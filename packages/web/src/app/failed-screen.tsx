import { notifications } from '@mantine/notifications';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { basePath, describeFailure, PartMissingError } from '../client/index.ts';
import { Failed, Loading, Page } from '../ui/index.ts';

/** A screen that could not be shown at all; parts of screens that fail say so in their own place. */
export function FailedScreen({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter();
  const { reset: resetQueries } = useQueryErrorResetBoundary();
  const { code, title, help } = describeFailure(error);
  const reloading = useReloadOnce(error instanceof PartMissingError);
  if (reloading)
    return (
      <Page title="Loading">
        <Loading heading="h1" label="Loading this screen" />
      </Page>
    );
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
  if (await isThere()) location.reload();
  else notifications.show({ message: 'There is no answer yet.' });
}

const isThere = (): Promise<boolean> =>
  fetch(`${basePath}/health`).then(
    ({ ok }) => ok,
    () => false,
  );

const reloadedKey = 'sightglass.reloaded';
/** A part that is missing again so soon is not to be had by loading everything anew. */
const onceInMs = 60_000;

/** After an update the first step in an old tab loads the new dashboard by itself; once, and of a server that answers. */
function useReloadOnce(isMissing: boolean): boolean {
  const [reloading, setReloading] = useState(
    () => isMissing && Date.now() - Number(sessionStorage.getItem(reloadedKey)) > onceInMs,
  );
  useEffect(() => {
    if (!reloading) return;
    void isThere().then((there) => {
      if (!there) return setReloading(false);
      sessionStorage.setItem(reloadedKey, String(Date.now()));
      location.reload();
    });
  }, [reloading]);
  return reloading;
}
