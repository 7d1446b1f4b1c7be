import { browserTracingIntegration, init, replayIntegration } from '@sentry/browser';

/** Errors, tracing of everything and a replay of everything, with texts in clear as the others have them. */
init({
  dsn: `${location.origin.replace('://', '://00000000000000000000000000000000@')}/1`,
  release: 'bench',
  tracesSampleRate: 1,
  replaysSessionSampleRate: 1,
  integrations: [
    browserTracingIntegration(),
    replayIntegration({
      maskAllText: false,
      maskAllInputs: true,
      blockAllMedia: false,
      // It would give up a replay when much changes at once.
      mutationLimit: 0,
    }),
  ],
});
