import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  basePath,
  hasCode,
  meQuery,
  PartMissingError,
  parseSearch,
  type SearchTexts,
  stringifySearch,
  whereSearchKeys,
} from '../client/index.ts';
import { usePreferences } from '../theme/index.ts';
import { Loading } from '../ui/index.ts';
import { FailedScreen } from './failed-screen.tsx';
import { framed } from './frame.tsx';
import { NotFound } from './not-found.tsx';
import { Shell } from './shell/shell.tsx';
import { Welcome } from './welcome.tsx';

const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Outlet,
  notFoundComponent: framed.notFoundComponent,
  validateSearch: (search: Record<string, unknown>) => search as SearchTexts, // parseSearch makes texts only
});

/** A screen that is loaded when it is first opened. */
function lazyScreen<Name extends string>(load: () => Promise<Record<Name, () => ReactNode>>, name: Name) {
  const loadOrTell = () =>
    load().catch((cause: unknown): never => {
      // Under a name of our own: for one that it knows, the router would give the document up for a server that is away.
      throw new PartMissingError('A part of the dashboard is missing', { cause });
    });
  return lazyRouteComponent(loadOrTell, name);
}

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/signin',
  pendingComponent: framed.pendingComponent,
  errorComponent: framed.errorComponent,
  component: lazyScreen(() => import('../features/account/sign-in.tsx'), 'SignIn'),
});
const setUp = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  pendingComponent: framed.pendingComponent,
  errorComponent: framed.errorComponent,
  component: lazyScreen(() => import('../features/account/set-up.tsx'), 'SetUp'),
});
const join = createRoute({
  getParentRoute: () => root,
  path: '/join',
  pendingComponent: framed.pendingComponent,
  errorComponent: framed.errorComponent,
  component: lazyScreen(() => import('../features/account/join.tsx'), 'Join'),
});
const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  pendingComponent: framed.pendingComponent,
  errorComponent: framed.errorComponent,
  component: lazyScreen(() => import('../features/account/reset.tsx'), 'Reset'),
});
const gallery = createRoute({
  getParentRoute: () => root,
  path: '/gallery',
  pendingComponent: framed.pendingComponent,
  errorComponent: framed.errorComponent,
  component: lazyScreen(() => import('../features/gallery/page.tsx'), 'GalleryPage'),
});

/** Leads to the project that was last looked at, or to the first; whoever has none is told what to do. */
const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  pendingComponent: framed.pendingComponent,
  errorComponent: framed.errorComponent,
  component: Welcome,
  loader: async ({ context }) => {
    const { projects } = await context.queries.ensureQueryData(meQuery).catch(signInFirst('/'));
    const last = usePreferences.getState().lastProject;
    const project = projects.find(({ id }) => id === last) ?? projects[0];
    if (project) throw redirect({ to: '/p/$project', params: { project: project.id }, replace: true });
  },
});

const project = createRoute({
  getParentRoute: () => root,
  path: '/p/$project',
  pendingComponent: framed.pendingComponent,
  errorComponent: framed.errorComponent,
  component: Shell,
  search: { middlewares: [retainSearchParams<SearchTexts>([...whereSearchKeys])] },
  loader: async ({ context, location }) => {
    await context.queries.ensureQueryData(meQuery).catch(signInFirst(location.href));
  },
});

function signInFirst(to: string) {
  return (error: unknown): never => {
    if (hasCode(error, 'unauthenticated')) throw redirect({ to: '/signin', search: to === '/' ? {} : { to } });
    throw error;
  };
}

const specification = createRoute({
  getParentRoute: () => project,
  path: '/',
  component: lazyScreen(() => import('../features/specification/page.tsx'), 'SpecificationPage'),
});
const sessions = createRoute({
  getParentRoute: () => project,
  path: '/sessions',
  component: lazyScreen(() => import('../features/sessions/page.tsx'), 'SessionsPage'),
});
const replay = createRoute({
  getParentRoute: () => project,
  path: '/sessions/$session',
  component: lazyScreen(() => import('../features/replay/page.tsx'), 'ReplayPage'),
});
const visitor = createRoute({
  getParentRoute: () => project,
  path: '/visitors/$visitor',
  component: lazyScreen(() => import('../features/visitor/page.tsx'), 'VisitorPage'),
});
const issues = createRoute({
  getParentRoute: () => project,
  path: '/issues',
  component: lazyScreen(() => import('../features/issues/page.tsx'), 'IssuesPage'),
});
const issue = createRoute({
  getParentRoute: () => project,
  path: '/issues/$issue',
  component: lazyScreen(() => import('../features/issues/issue-page.tsx'), 'IssuePage'),
});
const performance = createRoute({
  getParentRoute: () => project,
  path: '/performance',
  component: lazyScreen(() => import('../features/performance/page.tsx'), 'PerformancePage'),
});
const settings = createRoute({
  getParentRoute: () => project,
  path: '/settings/$section',
  component: lazyScreen(() => import('../features/settings/page.tsx'), 'SettingsPage'),
});
const settingsStart = createRoute({
  getParentRoute: () => project,
  path: '/settings',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/p/$project/settings/$section', params: { ...params, section: 'snippet' }, replace: true });
  },
});

const routeTree = root.addChildren([
  start,
  signIn,
  setUp,
  join,
  reset,
  gallery,
  project.addChildren([specification, sessions, replay, visitor, issues, issue, performance, settings, settingsStart]),
]);

/** Every address of the dashboard. */
export function createAppRouter(queries: QueryClient) {
  return createRouter({
    routeTree,
    basepath: basePath,
    context: { queries },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    // Answers are kept by the query cache; the router keeps none of its own.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultPendingMs: 150,
    // A main part is never without its heading, also while the screen's script is on its way.
    defaultPendingComponent: () => <Loading heading="h1" label="Loading this screen" />,
    defaultErrorComponent: FailedScreen,
    defaultNotFoundComponent: NotFound,
  });
}
