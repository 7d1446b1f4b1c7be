import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { foreignFormats } from './index.ts';
import { routeOf, takeApart, templatePath } from './privacy/index.ts';
import { decodeVisit, type Posted, readPosted } from './testing/visit.ts';

/** One visit, made once with each of the older majors: fixtures/corpus/yard. */
interface Truth {
  calls: { method: string; url: string; status: number; type: string }[];
  errors: { name: string; message: string }[];
  routes: string[];
  clicks: string[];
}
const truths = JSON.parse(
  readFileSync(new URL('../../../fixtures/corpus/yard/truth.json', import.meta.url), 'utf8'),
) as Record<string, Truth>;

function visitOf(name: string) {
  const format = name.startsWith('datadog') ? foreignFormats.datadog : foreignFormats.sentry;
  const asDelivered = (posted: Posted): Posted => ({
    ...posted,
    path: posted.path.replace(/^\/dd\/(proxy|fn)/, '/datadog'),
    // The outer packing is off when a decoder is asked.
    body: posted.body[0] === 0x78 && posted.contentType.startsWith('text') ? inflateSync(posted.body) : posted.body,
  });
  return decodeVisit(format, readPosted('yard', name).map(asDelivered));
}

describe.each(Object.entries(truths))('%s', (name, truth) => {
  const visit = visitOf(name);
  const hasReplay = name !== 'sentry8';

  test('is one session, though Sentry without Replay names none: its user says that traces belong together', () => {
    expect(visit.sessions).toHaveLength(1);
  });

  test('nothing is refused or left in the dark, and every record knows its release and environment', () => {
    expect(visit).toMatchObject({ aside: {}, refused: {} });
    expect(visit.releases).toEqual([name.startsWith('datadog') ? '2.1.0' : 'yard@2.1.0']);
    expect(visit.environments).toEqual(['live']);
  });

  test('has every screen, in order', () => {
    const page = takeApart('http://page/');
    const routes = truth.routes.map((path) => routeOf(takeApart(path, page) ?? { path, hash: '' }));
    expect(visit.of('view').map(({ route, cause }) => `${cause} ${route}`)).toEqual(
      routes.map((route, at) => `${at === 1 ? 'push' : 'load'} ${route}`),
    );
  });

  test('has the error, as a template, with its stack', () => {
    const [error, ...others] = visit.of('error');
    expect(others).toEqual([]);
    expect(error).toMatchObject({ source: 'uncaught', type: 'TypeError', message: 'no hinge for {name}' });
    expect(error?.stack.length).toBeGreaterThan(0);
  });

  test('has the calls with method, path and status', () => {
    const calls = visit.of('resource').filter(({ type }) => type === 'fetch' || type === 'xhr');
    const told = calls.map(({ method, path, status }) => `${method} ${path} ${status}`);
    const seen = truth.calls.map(({ method, url, status }) => `${method} ${templatePath(url)} ${status}`);
    // Version 8 says of a call without Replay only what its page load or navigation lasted long enough to trace.
    if (hasReplay) expect(told).toEqual(seen);
    else expect(seen).toEqual(expect.arrayContaining(told));
  });

  test('has the clicks by name, of which four in vain on one spot are rage', () => {
    const clicks = visit.of('action').filter(({ type }) => type === 'click');
    const names = new Set(clicks.map(({ name: clicked }) => clicked));
    if (!hasReplay) {
      // Breadcrumbs of an error know selectors, and no words.
      expect(clicks.length).toBeGreaterThan(0);
      return;
    }
    for (const clicked of truth.clicks.filter((one) => one !== 'Help')) expect(names).toContain(clicked);
    const deaf = clicks.filter(({ name: clicked }) => clicked === 'Deaf');
    if (name.startsWith('datadog')) expect(deaf.map(({ frustrations }) => frustrations)).toEqual([['rage', 'dead']]);
  });

  test('has a whole replay of every page load, or none', () => {
    const pages = Map.groupBy(visit.segments, ({ page }) => page);
    expect(pages.size > 0).toBe(hasReplay);
    for (const segments of pages.values()) {
      const ordered = segments.sort((one, other) => one.seq - other.seq);
      expect(ordered.map(({ seq }) => seq)).toEqual(ordered.map((_, at) => at));
      expect(ordered[0]?.anchor).toBe(true);
    }
  });
});
