import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a request with a cookie comes from our own pages (CSRF, ASVS 3.5.1 and 3.5.8). Browsers that tell where a request comes from
 * are believed: no page can set `Sec-Fetch-Site` or `Origin`.
 *
 * @param changes - The request may change something: then one of the two must be there and speak for it.
 */
export function fromOwnPages(headers: IncomingHttpHeaders, changes: boolean): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || (site === 'none' && !changes);
  if (headers.origin === undefined) return !changes;
  return URL.parse(headers.origin)?.host === headers.host;
}
