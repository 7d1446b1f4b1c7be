import { createContext, type MouseEvent, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';

export interface Place {
  path: string;
  search: URLSearchParams;
}

interface Router extends Place {
  go(to: string, how?: 'push' | 'replace'): void;
}

const here = (): Place => ({ path: location.pathname, search: new URLSearchParams(location.search) });
const RouterContext = createContext<Router>({ ...here(), go: () => undefined });

/** Keeps the address and the screen together: links push, the browser's own buttons pop. */
export function RouterProvider({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState(here);
  useEffect(() => {
    const popped = () => setPlace(here());
    addEventListener('popstate', popped);
    return () => removeEventListener('popstate', popped);
  }, []);
  const router = useMemo<Router>(
    () => ({
      ...place,
      go(to, how = 'push') {
        if (how === 'push') history.pushState(null, '', to);
        else history.replaceState(null, '', to);
        setPlace(here());
      },
    }),
    [place],
  );
  return <RouterContext value={router}>{children}</RouterContext>;
}

export const useRouter = (): Router => useContext(RouterContext);

/** A real link: modifier keys and the middle button do what they do everywhere. */
export function Link({ to, children, className }: { to: string; children: ReactNode; className?: string }) {
  const { go, path } = useRouter();
  function follow(event: MouseEvent): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    go(to);
    scrollTo(0, 0);
  }
  return (
    <a href={to} onClick={follow} className={className} aria-current={path === to ? 'page' : undefined}>
      {children}
    </a>
  );
}

/** `/orders/:orderId` against `/orders/10001`; undefined where they do not fit. */
export function paramsOf(template: string, path: string): Record<string, string> | undefined {
  const wanted = template.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const found = given[index] ?? '';
    if (segment.startsWith(':')) params[segment.slice(1)] = decodeURIComponent(found);
    else if (segment !== found) return undefined;
  }
  return params;
}
