import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { describeFailure, hasCode, meQuery } from '../client/index.ts';
import { SignInAgain } from '../features/account/sign-in-again.tsx';
import { mantineTheme, useColorScheme, usePreferences } from '../theme/index.ts';
import { createShortcuts, FailureWords, ShortcutsContext, startShortcuts } from '../ui/index.ts';
import { createAppRouter } from './router.tsx';

/** The whole dashboard. What it is made of is made once, here. */
export function App() {
  /** Whose login ended under a screen. */
  const [ended, setEnded] = useState<string | null>(null);
  const [parts] = useState(() => createParts(setEnded));
  const colorScheme = useColorScheme();
  const density = usePreferences((kept) => kept.density);
  useEffect(() => startShortcuts(parts.shortcuts, document), [parts]);
  useEffect(() => {
    document.documentElement.dataset.density = density;
  }, [density]);

  return (
    <MantineProvider theme={mantineTheme} forceColorScheme={colorScheme}>
      <QueryClientProvider client={parts.queries}>
        <FailureWords value={describeFailure}>
          <ShortcutsContext value={parts.shortcuts}>
            <Notifications position="bottom-right" />
            <RouterProvider router={parts.router} />
            {ended !== null && (
              <SignInAgain
                email={ended}
                onIn={() => setEnded(null)}
                onOther={() => {
                  setEnded(null);
                  parts.sendToSignIn();
                }}
              />
            )}
          </ShortcutsContext>
        </FailureWords>
      </QueryClientProvider>
    </MantineProvider>
  );
}

const retries = 2;

/** @param onEnded - The login of this person has ended, and the screen that they see is to stay. */
function createParts(onEnded: (email: string) => void) {
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error, { state }) => askWho(error, state.data !== undefined) }),
    mutationCache: new MutationCache({ onError: (error) => askWho(error, true) }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => failures < retries && describeFailure(error).again,
      },
    },
  });
  const router = createAppRouter(queries);

  /**
   * A login that ended while a screen was open. What was typed into it waits behind the door; a screen that is not there yet has nothing to
   * lose, and comes after it.
   */
  function askWho(error: unknown, isThere: boolean): void {
    if (!hasCode(error, 'unauthenticated') || !router.state.location.pathname.startsWith('/p/')) return;
    const email = queries.getQueryData(meQuery.queryKey)?.member?.email;
    if (isThere && email !== undefined) onEnded(email);
    else sendToSignIn();
  }

  function sendToSignIn(): void {
    const to = router.state.location.href;
    queries.clear();
    void router.navigate({ to: '/signin', search: { to } });
  }

  return { queries, router, sendToSignIn, shortcuts: createShortcuts() };
}
