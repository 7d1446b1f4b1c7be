import type { Asked } from '../foreign/index.ts';
import { readQuery } from '../foreign/index.ts';

const key = /^(?:sgk_)?[0-9a-f]{32}$/;

/**
 * The public key of a DSN: in the query (`sentry_key`, what browsers send), or in `x-sentry-auth` (or `authorization`) as
 * `Sentry sentry_version=7, sentry_key=…`.
 */
export function keyOf(asked: Asked): string | undefined {
  const inQuery = readQuery(asked.query).get('sentry_key');
  if (inQuery !== undefined) return inQuery;
  for (const name of ['x-sentry-auth', 'authorization']) {
    const found = /^sentry\s.*?sentry_key=([\w-]+)/is.exec((asked.header(name) ?? '').slice(0, 2_048))?.[1];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The key in a DSN, which with `tunnel` stands in the envelope's header: `https://<key>@host/1`. */
export function keyOfDsn(dsn: unknown): string | undefined {
  if (typeof dsn !== 'string') return undefined;
  const user = /^https?:\/\/([^:@/]+)(?::[^@/]*)?@/.exec(dsn.slice(0, 512))?.[1];
  return user !== undefined && key.test(user) ? user : undefined;
}
