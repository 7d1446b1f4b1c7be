import { readFileSync } from 'node:fs';
import { brotliDecompressSync, inflateSync, unzipSync } from 'node:zlib';
import type { ReplayEvent } from '@sightglass/wire';
import { readCaptured, tools } from '../../../../fixtures/corpus/captured.ts';
import { createReplayLifter, type ForeignFormat, type Lifted } from '../index.ts';

/** A segment as the server tells it to the player. */
export type Line = Omit<Lifted['segments'][number], 'session'> & { format: 'rrweb/2' };

/** The replay of a captured visit, as the server tells it: Datadog's records are made rrweb's page by page, in order. */
export function linesOf(format: ForeignFormat, folder: string, visit: string): Line[] {
  const segments = readCaptured(folder, visit)
    .filter(({ method }) => method === 'POST')
    .flatMap(({ url, headers, body, receivedAt }) => {
      const [path = '', query = ''] = url.replace(/^\/dd\/(proxy|fn)/, '/datadog').split(/\?(.*)/s);
      const { 'content-type': contentType = '', origin } = headers;
      const head = { path, query, contentType, userAgent: '', origin };
      // The outer packing is off when a decoder is asked.
      const isPacked = (body[0] === 0x78 || body[0] === 0x1f) && !contentType.startsWith('multipart');
      const about = { receivedAt, sample: false };
      const lifted = format.decode(isPacked ? unzipSync(body) : body, head, about, tools);
      return 'reason' in lifted ? [] : lifted.segments;
    });
  return [...Map.groupBy(segments, ({ page }) => page).values()].flatMap((some) => {
    const lifter = createReplayLifter();
    return some
      .sort((one, other) => one.seq - other.seq)
      .map(({ session: _, ...segment }) => ({
        ...segment,
        format: 'rrweb/2' as const,
        events: format.intake === 'datadog' ? lifter.lift(segment.seq, segment.events) : segment.events,
      }));
  });
}

/** What rrweb recorded of a visit, page load by page load, as it was posted: no decoder of ours has touched it. */
export function rawPages(visit: string): ReplayEvent[][] {
  const pages = new Map<string, ReplayEvent[]>();
  for (const { method, url, body } of readCaptured('rrweb', visit)) {
    if (method !== 'POST') continue;
    const page = new URLSearchParams(url.split('?')[1]).get('page') ?? '';
    const events = (JSON.parse(body.toString('utf8')) as (ReplayEvent | string)[]).map(unpacked);
    pages.set(page, [...(pages.get(page) ?? []), ...events]);
  }
  return [...pages.values()]
    .map((events) => events.sort((one, other) => one.timestamp - other.timestamp))
    .sort(([one], [other]) => (one?.timestamp ?? 0) - (other?.timestamp ?? 0));
}

/** What rrweb recorded of the page loads that an older major told of, at the same time in the same page. */
export function rawYard(name: string): ReplayEvent[][] {
  const file = new URL(`../../../../fixtures/corpus/yard/${name}.rrweb.json.br`, import.meta.url);
  return JSON.parse(brotliDecompressSync(readFileSync(file)).toString('utf8')) as ReplayEvent[][];
}

/** `@rrweb/packer`: zlib in Latin-1 letters. */
function unpacked(event: ReplayEvent | string): ReplayEvent {
  return typeof event === 'string'
    ? (JSON.parse(inflateSync(Buffer.from(event, 'latin1')).toString('utf8')) as ReplayEvent)
    : event;
}
