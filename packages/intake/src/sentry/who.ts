import type { Gatherer, Sender } from '../foreign/index.ts';
import { countOf, fieldsOf, type Given, textOf, timeOf } from '../given.ts';
import { hash64 } from '../hash.ts';
import { takeApart } from '../privacy/index.ts';
import { type Page, pageOf } from './visit.ts';

const maxUInt32 = 2 ** 32 - 1;
/** Of several that tell the same, the earliest stands: its version is the highest. */
export const earliest = (at: number): number => maxUInt32 - Math.floor(at / 1_000);

/** Who is signed in: once for each visitor and role of a session, at the earliest moment that says so. */
export function tellUser({ visitor, role, ...sender }: Sender, at: number, gatherer: Gatherer): void {
  if (visitor === null) return;
  const id = `user-${hash64(`${visitor} ${role}`)}`;
  const told = { kind: 'user', at, visitor, ...(role !== '' && { role }) } as const;
  gatherer.record({ ...sender, visitor, role }, { id, version: earliest(at) }, told);
}

/**
 * What the browser says of itself, as the head of a replay segment and the first picture in it tell.
 *
 * @param load - rrweb's word for a page with its size: without one, the window is not known and nothing is told.
 */
export function tellSession(
  head: Given,
  load: Given | undefined,
  home: Page | undefined,
  sender: Sender,
  gatherer: Gatherer,
): void {
  const at = timeOf(head.replay_start_timestamp);
  const size = fieldsOf(load?.data);
  const [width, height] = [countOf(size.width), countOf(size.height)];
  if (at === undefined || width === undefined || height === undefined) return;
  const { headers, url } = fieldsOf(head.request);
  const culture = fieldsOf(fieldsOf(head.contexts).culture);
  const referrer = takeApart(textOf(fieldsOf(headers).Referer) ?? '');
  gatherer.record(
    sender,
    { id: 'session', version: earliest(at) },
    {
      kind: 'session',
      at,
      userAgent: (textOf(fieldsOf(headers)['User-Agent']) ?? '').slice(0, 512),
      viewport: { width, height },
      language: (textOf(culture.locale) ?? '').slice(0, 64),
      timeZone: (textOf(culture.timezone) ?? '').slice(0, 64),
      ...(referrer !== undefined &&
        referrer.host !== home?.address.host && { referrerHost: referrer.host.slice(0, 256) }),
      entryPath: (home ?? pageOf(url))?.route ?? '',
      replay: true,
    },
  );
}
