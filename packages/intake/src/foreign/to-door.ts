/** `ddforward` and `quota` are Datadog's, `sentry_key` is Sentry's, `sgk_…` a client key of ours. */
const toDoor = /[?&]ddforward=|\/api\/v2\/profiling\/quota(?:\?|$)|[?&]sentry_key=[0-9a-f]{32}\b|\bsgk_[0-9a-f]{32}\b/;

/**
 * Whether a request is one by which an SDK delivers what it saw, ours or another's beside it: no call of the application, and there are
 * more of them than of all others.
 */
export const isToDoor = (url: string): boolean => toDoor.test(url);
