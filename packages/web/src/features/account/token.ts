/**
 * The one-time secret of a link that the server made. It stands behind `#`, so that it reaches no log of any server; `?token=` is
 * understood as well, for links that lost their fragment in a mail program.
 */
export function tokenOf(hash: string, search: { token?: string }): string {
  const fragment = hash.replace(/^#/, '').replace(/^token=/, '');
  return fragment === '' ? (search.token ?? '') : fragment;
}

/** Where to go after signing in: a place of our own, whatever the link says. */
export function placeAfter(to: string | undefined): string {
  return to !== undefined && /^\/p\/[^/\\]/.test(to) ? to : '/';
}
