import type { WireRecord } from '@sightglass/wire';
import { describe, expect, test } from 'vitest';
import { tools } from '../../../../fixtures/corpus/captured.ts';
import { routeOf, takeApart } from '../privacy/index.ts';
import { decodeVisit, readPosted, readTruth, type Truth, tally } from '../testing/visit.ts';
import { sentry } from './index.ts';

const page = takeApart('http://page/');
const routes = (paths: readonly string[]): string[] =>
  paths.map((path) => {
    const address = takeApart(path, page);
    return address === undefined ? '' : routeOf(address);
  });
const countsOf = (truth: Truth, name: string): Record<string, number> =>
  (truth.decoded[name] ?? {}) as Record<string, number>; // the manifest's counts

const visits = ['sentry', 'sentry10'].flatMap((folder) =>
  Object.entries(readTruth(folder)).map(([name, truth]) => ({ folder, name, truth })),
);

describe.each(visits)('$folder/$name', ({ folder, name, truth }) => {
  const requests = readPosted(folder, name);
  const visit = decodeVisit(sentry, requests);
  const ops = countsOf(truth, 'span_ops');
  const tags = countsOf(truth, 'custom_tags');

  test('is one session, of which nothing is refused and nothing is left in the dark', () => {
    expect(visit.sessions).toEqual(truth.decoded.replay_ids);
    expect(visit).toMatchObject({ aside: {}, refused: {} });
    expect(visit.apart.session).toBe(countsOf(truth, 'items').session);
  });

  test('has every screen, in order', () => {
    expect(visit.of('view').map(({ path }) => path)).toEqual(routes(truth.summary.routes_visited));
  });

  test('has every click that was told', () => {
    const clicks = visit.of('action').filter(({ type }) => type === 'click');
    expect(clicks).toHaveLength(tags['breadcrumb:ui.click'] ?? 0);
    expect(visit.of('action').filter(({ type }) => type === 'input')).toHaveLength(tags['breadcrumb:ui.input'] ?? 0);
  });

  test('has every error that was told, once', () => {
    const errors = visit.of('error');
    expect(errors.map(({ type }) => type)).toEqual(
      (truth.decoded.errors as string[]).map((error) => error.split(':')[0]),
    );
    for (const { stack, source, handled } of errors) {
      expect(stack.length).toBeGreaterThan(0);
      expect(handled).toBe(source === 'manual');
    }
  });

  test('has every call with its status, though spans and replay both tell of it', () => {
    const calls = visit.of('resource').filter(({ type }) => type === 'fetch' || type === 'xhr');
    const told = Math.max(ops['http.client'] ?? 0, tags['performanceSpan:resource.fetch'] ?? 0);
    expect(calls.length).toBeGreaterThanOrEqual(told);
    expect(calls.length).toBeLessThanOrEqual(truth.summary.fetch_calls);
    const failed = calls
      .filter(({ status }) => status >= 400)
      .map((call) => `${call.method} ${call.path} ${call.status}`);
    const truly = truth.summary.fetch_failures.map((call) => {
      const [method = '', url = '', status] = call.split(' ');
      return `${method} ${routes([url])[0]} ${status}`;
    });
    expect(failed.sort()).toEqual(truly.sort());
    expect(calls.filter(({ host }) => host !== '')).toEqual([]);
  });

  test('has the vitals, long tasks and log lines that were told', () => {
    const vitals = tally(visit.of('vital').map(({ name: vital }) => vital));
    if (folder === 'sentry' && ops['ui.webvital.lcp'] !== undefined)
      expect(vitals).toMatchObject({ LCP: ops['ui.webvital.lcp'], CLS: ops['ui.webvital.cls'] });
    expect(vitals.TTFB).toBe(ops.pageload ?? ops['transaction:pageload']);
    const longTasks = (ops['ui.long_animation_frame'] ?? 0) + (ops['ui.long-animation-frame'] ?? 0);
    expect(visit.of('longtask')).toHaveLength(longTasks);
    const lines = (truth.decoded.logs as number) || (tags['breadcrumb:console'] ?? 0);
    expect(visit.of('console')).toHaveLength(lines);
  });

  test('has all of the replay that was sent, in one line of segments', () => {
    const events = countsOf(truth, 'recording_events');
    const picture = visit.segments.flatMap((segment) => segment.events).filter(({ type }) => type !== 5);
    const { 5: _told, ...others } = events;
    expect(tally(picture.map(({ type }) => type))).toEqual(others);
    // One SDK lost its fourth segment itself: numbers may have a hole, which the player shows.
    const numbers = visit.segments.map(({ seq }) => seq).sort((one, other) => one - other);
    expect(numbers).toHaveLength(truth.decoded.replay_segments as number);
    expect(numbers[0]).toBe(0);
    expect(new Set(visit.segments.map((segment) => segment.page)).size).toBe(1);
    expect(visit.segments.filter(({ anchor }) => anchor)).toHaveLength(events[2] ?? 0);
  });

  test('is the same whatever order it arrives in, once all of it was told', () => {
    const twice = [...requests, ...requests];
    const [forth, back] = [decodeVisit(sentry, twice), decodeVisit(sentry, twice.toReversed())];
    expect(visit.records).toHaveLength(forth.records.length);
    // A call that two tell of has the id that the first of them gave it.
    const said = (record: WireRecord): string =>
      JSON.stringify(record.kind === 'resource' ? { ...record, id: '' } : record);
    const [ones, others] = [forth, back].map(({ records }) => records.map(said).sort());
    expect(others).toEqual(ones);
  });

  test('keeps no e-mail, no query value and nobody’s name in its records', () => {
    const said = JSON.stringify(visit.records);
    for (const secret of ['@example', 'gus', 'Capture user', 'AB1234', 'FO-10', 'FH-00', 'kale', 'lund', '2026-06-30'])
      expect(said).not.toContain(secret);
  });

  test('is taken without a key in the query where its tunnel carries the key in the body', () => {
    const [first] = requests;
    if (first === undefined) throw new Error('no request');
    const asked = { path: first.path, query: first.query, header: () => undefined };
    expect(sentry.opens(first.path)).toBe(true);
    expect(sentry.keyOf(asked) ?? sentry.keyInBody?.(first.body, tools)).toBe('c0ffee00c0ffee00c0ffee00c0ffee00');
  });
});
