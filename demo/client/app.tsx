import { useEffect } from 'react';
import { routes } from '#release/routes.ts';
import type { Clock } from './clock.ts';
import { DeskProvider, useDesk } from './desk.tsx';
import { paramsOf, RouterProvider, useRouter } from './router.tsx';
import type { SessionStore } from './session.ts';
import { Screen } from './ui/screen.tsx';
import { Shell } from './ui/shell.tsx';

export function App({ clock, store }: { clock: Clock; store: SessionStore }) {
  return (
    <RouterProvider>
      <DeskProvider clock={clock} store={store}>
        <Shell>
          <Routed />
        </Shell>
      </DeskProvider>
    </RouterProvider>
  );
}

/** The screen that fits the address. Strangers go to the door; what a role may see, each call's own answer tells. */
function Routed() {
  const { user } = useDesk();
  const { path, go } = useRouter();
  const found = routes.flatMap((route) => {
    const params = paramsOf(route.path, path);
    return params ? [{ route, params }] : [];
  })[0];
  const stranger = !user && !found?.route.access.includes('anyone');
  const redirect = stranger ? '/sign-in' : path === '/' ? '/parts' : undefined;
  useEffect(() => {
    if (redirect) go(redirect, 'replace');
  }, [redirect, go]);
  if (redirect) return null;
  if (!found)
    return (
      <Screen title="Not found">
        <p>There is no such screen.</p>
      </Screen>
    );
  const { component: Component } = found.route;
  return <Component key={found.route.path} params={found.params} />;
}
