import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { describeFailure, hasCode } from '../client/index.ts';
import { mantineTheme, useColorScheme, usePreferences } from '../theme/index.ts';
import { createShortcuts, FailureWords, ShortcutsContext, startShortcuts } from '../ui/index.ts';
import { createAppRouter } from './router.tsx';

/** The whole dashboard. What it is made of is made once, here. */
export function App() {
  const [parts] = useState(createParts);
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
          </ShortcutsContext>
        </FailureWords>
      </QueryClientProvider>
    </MantineProvider>
  );
}

const retries = 2;

function createParts() {
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: sendToSignIn }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => failures < retries && describeFailure(error).again,
      },
    },
  });
  const router = createAppRouter(queries);

  /** A login that ended while a screen was open: sign in, and come back to the same place. */
  function sendToSignIn(error: unknown): void {
    const { pathname, href } = router.state.location;
    if (!hasCode(error, 'unauthenticated') || !pathname.startsWith('/p/')) return;
    queries.clear();
    void router.navigate({ to: '/signin', search: { to: href } });
  }

  return { queries, router, shortcuts: createShortcuts() };
}
