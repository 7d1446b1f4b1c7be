import type { SessionSummary } from '@sightglass/wire';

type Counted = 'views' | 'actions' | 'calls' | 'errors' | 'frustrations';
type About = Pick<SessionSummary, 'intake' | 'replay' | Counted>;

/** Whether an SDK that was met so tells of them at all, by its door; ours tells of everything. */
const tellsOf: Record<string, Record<Counted, (session: About) => boolean>> = {
  datadog: {
    // The logs SDK alone tells lines and errors; RUM tells at least one view.
    ...{ views: () => false, actions: hasViews, calls: hasViews, frustrations: hasViews },
    errors: () => true,
  },
  sentry: {
    views: () => false,
    calls: hasViews,
    // Clicks are Replay's; without it only an error brings those before it.
    ...{ actions: ({ replay }) => replay, frustrations: ({ replay }) => replay },
    errors: () => true,
  },
  rrweb: {
    ...{ views: () => false, actions: () => true },
    // Plugins and the application's own events tell of them, and never that there were none.
    ...{ calls: () => false, errors: () => false, frustrations: () => false },
  },
};

function hasViews({ views }: About): boolean {
  return views > 0;
}

/** Whether a count of none means that there were none: what an SDK cannot tell is not shown, and no zero. */
export function tells(session: About, what: Counted): boolean {
  return session[what] > 0 || (tellsOf[session.intake]?.[what](session) ?? true);
}
