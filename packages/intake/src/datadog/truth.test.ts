import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import type { ReplayEvent, WireRecord } from '@sightglass/wire';
import { describe, expect, test } from 'vitest';
import { readCaptured, tools } from '../../../../fixtures/corpus/captured.ts';
import { createReplayLifter, foreignFormats } from '../index.ts';
import { templatePath } from '../privacy/index.ts';

interface Truth {
  calls: { type: string; method: string; url: string; status: number }[];
  decoded: {
    rum_events: Record<string, number>;
    actions: Record<string, number>;
    frustrations: Record<string, number>;
    errors: string[];
    telemetry: Record<string, number>;
    logs: number;
    sessions: string[];
    views: number;
    view_urls: string[];
    segments: number;
    records: Record<string, number>;
    full_snapshots: number;
  };
}

const corpus = join(import.meta.dirname, '../../../../fixtures/corpus');
const captures = ['datadog', 'datadog6'].flatMap((sdk) => {
  const truth = JSON.parse(readFileSync(join(corpus, sdk, 'truth.json'), 'utf8')) as Record<string, Truth>;
  return Object.entries(truth).map(([visit, told]) => ({ sdk, visit, told }));
});

/** Everything of one visit, the last word of each thing, as a reader finds it. */
function decode(sdk: string, visit: string) {
  const latest = new Map<string, { version: number; record: WireRecord }>();
  const pages = new Map<string, { seq: number; events: ReplayEvent[] }[]>();
  const raw: Record<string, unknown>[] = [];
  const seen = { telemetry: 0, segments: 0, wrong: 0, sessions: new Set<string>() };
  for (const { url, headers, body, receivedAt } of readCaptured(sdk, visit)) {
    const bytes = body[0] === 0x78 ? inflateSync(body) : body;
    const [path = '', query = ''] = url.replace(/^\/dd\/(proxy|fn)/, '/datadog').split(/\?(.*)/s);
    const head = { path, query, contentType: headers['content-type'] ?? '', userAgent: headers['user-agent'] ?? '' };
    const lifted = foreignFormats.datadog.decode(bytes, head, { receivedAt, sample: false }, tools);
    if ('reason' in lifted) throw new Error(lifted.reason);
    if (!head.contentType.startsWith('multipart'))
      raw.push(
        ...String(bytes)
          .split('\n')
          .flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line)])),
      );
    seen.telemetry += lifted.apart.telemetry ?? 0;
    seen.wrong += Object.keys({ ...lifted.aside, ...lifted.refused }).length;
    for (const { sender, records } of lifted.batches) {
      seen.sessions.add(sender.session);
      for (const { record, told } of records) {
        const key = `${record.kind} ${told.id || record.view}`;
        const version = told.version ?? 0;
        if (version >= (latest.get(key)?.version ?? 0)) latest.set(key, { version, record });
      }
    }
    for (const { page, seq, events } of lifted.segments) {
      seen.segments += 1;
      pages.set(page, [...(pages.get(page) ?? []), { seq, events }]);
    }
  }
  const records = [...latest.values()].map(({ record }) => record);
  const of = <Kind extends WireRecord['kind']>(kind: Kind) =>
    records.filter((record): record is Extract<WireRecord, { kind: Kind }> => record.kind === kind);
  return { of, raw, pages, seen };
}

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, count) => all + count, 0);
const countBy = (words: readonly string[]) =>
  Object.fromEntries([...Map.groupBy(words, (word) => word)].map(([word, all]) => [word, all.length]).sort());

describe.each(captures)('$sdk $visit', ({ sdk, visit, told }) => {
  const { of, raw, pages, seen } = decode(sdk, visit);
  const truth = told.decoded;

  test('all of it is understood, and what the SDK says of itself is set apart', () => {
    expect(seen.wrong).toBe(0);
    expect(seen.telemetry).toBe(sum(truth.telemetry));
    expect([...seen.sessions]).toEqual(truth.sessions);
    expect(of('session')).toHaveLength(1);
  });

  test('views, routes, resources and long tasks are as many as there were', () => {
    expect(of('view')).toHaveLength(truth.views);
    const routes = truth.view_urls.map((url) => templatePath(url.replace(/^https?:\/\/[^/]+/, '')));
    expect(new Set(of('view').map(({ path }) => path))).toEqual(new Set(routes));
    expect(of('resource')).toHaveLength(truth.rum_events.resource ?? 0);
    expect(of('longtask')).toHaveLength(truth.rum_events.long_task ?? 0);
  });

  test('clicks with their frustrations, and what the application told by itself', () => {
    expect(of('action')).toHaveLength(truth.actions.click ?? 0);
    expect(of('custom')).toHaveLength((truth.actions.custom ?? 0) + (truth.rum_events.vital ?? 0));
    expect(countBy(of('action').flatMap(({ frustrations }) => frustrations.map((one) => `${one}_click`)))).toEqual(
      countBy(Object.entries(truth.frustrations).flatMap(([name, count]) => Array<string>(count).fill(name))),
    );
  });

  test('errors by source and type, and lines of the console', () => {
    const sources: Record<string, string> = { source: 'uncaught', console: 'console', custom: 'manual' };
    expect(countBy(of('error').map(({ source, type }) => `${source} ${type}`))).toEqual(
      countBy(
        truth.errors.map((error) => {
          const [, source = '', type = ''] = /^(\w+): (\w*)/.exec(error) ?? [];
          return `${sources[source]} ${type || 'console.error'}`;
        }),
      ),
    );
    expect(of('console')).toHaveLength(truth.logs);
    for (const { source, stack } of of('error'))
      if (source === 'uncaught') expect(stack.some(({ file }) => file.endsWith('.js'))).toBe(true);
  });

  test('calls with method, path and status', () => {
    const said = of('resource').filter(({ type }) => type === 'fetch' || type === 'xhr');
    expect(countBy(said.map(({ method, path, status }) => `${method} ${path} ${status}`))).toEqual(
      countBy(
        told.calls
          .filter(({ type }) => type === 'fetch' || type === 'xhr')
          .map(({ method, url, status }) => `${method} ${templatePath(url)} ${status}`),
      ),
    );
  });

  test("Web Vitals are those of each view's last version", () => {
    const views = new Map<string, Record<string, number>>();
    for (const event of raw) {
      if (event.type !== 'view') continue;
      const { id, ...view } = event.view as Record<string, number> & { id: string };
      const version = (event._dd as { document_version: number }).document_version;
      if (version >= (views.get(id)?.version ?? 0)) views.set(id, { ...view, version });
    }
    const fields = {
      LCP: 'largest_contentful_paint',
      FCP: 'first_contentful_paint',
      INP: 'interaction_to_next_paint',
      TTFB: 'first_byte',
    };
    const expected = [...views].flatMap(([id, view]) => [
      ...Object.entries(fields).flatMap(([name, field]) =>
        view[field] === undefined ? [] : [`${id} ${name} ${(view[field] / 1e6).toFixed(1)}`],
      ),
      ...(view.cumulative_layout_shift === undefined ? [] : [`${id} CLS ${view.cumulative_layout_shift.toFixed(1)}`]),
    ]);
    expect(
      of('vital')
        .map(({ view, name, value }) => `${view} ${name} ${value.toFixed(1)}`)
        .sort(),
    ).toEqual(expected.sort());
  });

  test('replays are whole: segments, records, snapshots and their length', () => {
    expect(seen.segments).toBe(truth.segments);
    expect([...pages.values()].flat().flatMap(({ events }) => events)).toHaveLength(sum(truth.records));
    const lengths = new Map<string, number>();
    for (const event of raw) {
      const stats = (event._dd as { replay_stats?: { records_count: number } } | undefined)?.replay_stats;
      const { id } = (event.view ?? {}) as { id: string };
      if (stats !== undefined) lengths.set(id, Math.max(stats.records_count, lengths.get(id) ?? 0));
    }
    let snapshots = 0;
    for (const [page, segments] of pages) {
      const ordered = segments.sort((one, other) => one.seq - other.seq);
      expect(ordered.map(({ seq }) => seq)).toEqual(ordered.map((_, index) => index));
      expect(ordered.flatMap(({ events }) => events)).toHaveLength(lengths.get(page) ?? 0);
      const lifter = createReplayLifter();
      const events = ordered.flatMap((segment) => lifter.lift(segment.seq, segment.events));
      expect(events.slice(0, 3).map(({ type }) => type)).toEqual([4, 5, 2]);
      expect(events.filter(({ data }) => JSON.stringify(data)?.includes('"datadog"') ?? false)).toEqual([]);
      snapshots += events.filter(({ type }) => type === 2).length;
      const times = ordered.flatMap((segment) => segment.events.map(({ timestamp }) => timestamp));
      expect([events[0]?.timestamp, Math.max(...events.map(({ timestamp }) => timestamp))]).toEqual([
        Math.min(...times),
        Math.max(...times),
      ]);
    }
    expect(snapshots).toBe(truth.full_snapshots);
  });
});
