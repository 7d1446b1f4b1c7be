import { describe, expect, test } from 'vitest';
import { templatePath } from '../privacy/index.ts';
import { decodeVisit, type Posted, readPosted, readTruth, tally } from '../testing/visit.ts';
import { rrweb } from './index.ts';

const asPosted = ({ query }: Posted): URLSearchParams => new URLSearchParams(query);

describe.each(Object.entries(readTruth('rrweb')))('rrweb/%s', (name, truth) => {
  const requests = readPosted('rrweb', name);
  const visit = decodeVisit(rrweb, requests);
  const events = truth.decoded.events as Record<string, number>; // the manifest's counts
  const sources = truth.decoded.incremental_sources as Record<string, number>;

  test('is one session of as many pages as were loaded, of which nothing is refused', () => {
    expect(visit.sessions).toEqual([...new Set(requests.map((request) => asPosted(request).get('session')))]);
    expect(visit).toMatchObject({ aside: {}, refused: {}, apart: {} });
    expect(visit.releases).toEqual([...new Set(requests.map((request) => asPosted(request).get('release')))]);
  });

  test('has every event of the picture, packed or not, and each page begins with a whole one', () => {
    const { 5: _custom, 6: plugins = 0, ...picture } = events;
    expect(plugins).toBe(visit.of('console').length);
    const there = visit.segments.flatMap((segment) => segment.events);
    expect(tally(there.map(({ type }) => type))).toEqual(picture);
    const moved = there.filter(({ type }) => type === 3).map(({ data }) => (data as { source: number }).source);
    expect(tally(moved)).toEqual(sources);
    const pages = new Set(visit.segments.map(({ page }) => page));
    expect(pages.size).toBe(truth.decoded.pages);
    for (const page of pages) {
      const segments = visit.segments.filter((segment) => segment.page === page).sort((a, b) => a.seq - b.seq);
      expect(segments.map(({ seq }) => seq)).toEqual(segments.map((_, seq) => seq));
      expect(segments[0]?.anchor).toBe(true);
    }
  });

  test('has a screen for each page that was loaded, and clicks as the recorder saw them', () => {
    const paths = truth.summary.routes_visited.map((route) => templatePath(route));
    const loaded = visit.of('view').filter(({ cause }) => cause === 'load');
    expect(loaded).toHaveLength(truth.decoded.pages as number);
    for (const { path } of loaded) expect(paths).toContain(path);
    expect(visit.of('action').length).toBeGreaterThanOrEqual(truth.summary.clicks);
    for (const { route } of visit.of('action')) if (route !== undefined) expect(paths).toContain(route);
  });

  test('is the same in any order, and posted line by line', () => {
    const sorted = (records: object[]): string[] => records.map((record) => JSON.stringify(record)).sort();
    expect(sorted(decodeVisit(rrweb, [...requests, ...requests].reverse()).records)).toEqual(sorted(visit.records));
    const byLine = requests.map((request) => ({ ...request, body: asLines(request.body) }));
    const again = decodeVisit(rrweb, byLine);
    expect(sorted(again.records)).toEqual(sorted(visit.records));
    expect(sorted(again.segments)).toEqual(sorted(visit.segments));
  });

  test('keeps no e-mail and no query value in its records, and no address with a query in the picture’s pages', () => {
    const said = JSON.stringify(visit.records);
    for (const secret of ['@example', 'Bryant', 'FO-10', 'FH-00', 'lund']) expect(said).not.toContain(secret);
    for (const { data } of visit.segments.flatMap((segment) => segment.events).filter(({ type }) => type === 4))
      expect((data as { href: string }).href).toMatch(/^http:\/\/localhost:470\d\/[^?#]*$/);
  });
});

function asLines(body: Uint8Array): Uint8Array {
  const events = JSON.parse(Buffer.from(body).toString('utf8')) as unknown[];
  return Buffer.from(events.map((event) => JSON.stringify(event)).join('\n'));
}
