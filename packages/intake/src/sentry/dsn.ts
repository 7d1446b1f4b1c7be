import type { Asked } from '../foreign/index.ts';
import { readQuery } from '../foreign/index.ts';
import { fieldsOf, type Given, textOf } from '../given.ts';

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

/**
 * The key in an envelope's header, where with `tunnel` it stands in the DSN: `https://<key>@host/1`. What SDK 8 told of interactions by
 * spans alone has none; its trace names the key.
 */
export function keyOfHeader({ dsn, trace }: Given): string | undefined {
  const user = /^https?:\/\/([^:@/]+)(?::[^@/]*)?@/.exec((textOf(dsn) ?? '').slice(0, 512))?.[1];
  const named = user ?? textOf(fieldsOf(trace).public_key);
  return named !== undefined && key.test(named) ? named : undefined;
}
