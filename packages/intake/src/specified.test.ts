import { inflateSync } from 'node:zlib';
import type { Specification, StatementOf } from '@sightglass/wire';
import { describe, expect, test } from 'vitest';
import { mergeObservations, observe, specify } from '../../specify/src/index.ts';
import { foreignFormats } from './index.ts';
import { templatePath } from './privacy/index.ts';
import { decodeVisit, readPosted, readTruth } from './testing/visit.ts';

/** What was there to be found, by either of the two captures' words. */
interface Told {
  summary: { routes?: string[]; routes_visited?: string[]; fetch_failures?: string[] };
  calls?: { type: string; method: string; url: string; status: number }[];
}

const visits = ['datadog', 'datadog6', 'sentry', 'sentry10'].flatMap((folder) =>
  Object.entries(readTruth(folder) as unknown as Record<string, Told>).map(([name, told]) => ({ folder, name, told })),
);

/** Ids by no name: what a specification calls `{orderId}`, the records call `{integer}`. */
const unnamed = (path: string): string => path.replace(/\{\w+\}/g, '{}');
const routeOf = (url: string): string => unnamed(templatePath(url.replace(/[?#].*$/s, '')));

describe.each(visits)('What $folder carries of $name', ({ folder, name, told }) => {
  const { specification, missing: nowhere, hasBodies } = specified(folder, name);
  const statements = specification.points.flatMap((point) => point.statements);
  const of = <Kind extends (typeof statements)[number]['kind']>(kind: Kind) =>
    statements.filter((statement): statement is StatementOf<Kind> => statement.kind === kind);
  const visited = (told.summary.routes ?? told.summary.routes_visited ?? []).map(routeOf);

  test('shows each screen that was visited, and no other', () => {
    // A document that says itself that it is not there is no screen; Sentry does not tell how it was answered.
    const there = visited.filter((route) => !nowhere.includes(route));
    expect(new Set(of('screen').map(({ route }) => unnamed(route)))).toEqual(new Set(there));
  });

  test('shows only ways that were gone, and those of a shopper who clicked', () => {
    const gone = new Set(visited.slice(1).map((route, index) => `${visited[index]} ${route}`));
    const shown = of('link').map(({ from, to }) => `${unnamed(from)} ${unnamed(to)}`);
    expect(shown.filter((way) => !gone.has(way))).toEqual([]);
    if (name === 'shop-guest-1.0.0')
      expect(shown).toEqual(
        expect.arrayContaining(['/ /products', '/cart /checkout', '/products /products/{}', '/products/{} /cart']),
      );
  });

  test('shows each call that failed with its status, as often as it did', () => {
    const shown = of('call').flatMap(({ method, path, statuses }) =>
      statuses
        .filter(({ status }) => status >= 400)
        .flatMap(({ status, calls }) => Array<string>(calls).fill(`${method} ${unnamed(path)} ${status}`)),
    );
    expect(shown.sort()).toEqual(failuresOf(told));
    const statusesShown = of('error').flatMap(({ status }) => status ?? []);
    expect(new Set(statusesShown)).toEqual(new Set(failuresOf(told).map((call) => Number(call.split(' ').at(-1)))));
  });

  test('shows the role of who signed in', () => {
    const [, role = ''] = /^shop-(member|admin)/.exec(name) ?? [];
    expect(of('role').map((statement) => statement.name)).toEqual(role === '' ? [] : [role]);
  });

  test('says of what it does not carry why it is not shown', () => {
    // Where Replay was let to see bodies, their shapes tell of things.
    const missing = specification.points.filter(({ point }) => (hasBodies ? [4, 5] : [3, 4, 5]).includes(point));
    expect(missing.map(({ shown }) => shown)).toEqual(missing.map(() => false));
    const calls = of('call').length;
    if (calls > 0 && !hasBodies) expect(missing[0]?.reason).toContain('answers were seen without their bodies');
    for (const { reason } of missing) expect(reason).toContain('What would show it');
  });
});

function specified(
  folder: string,
  name: string,
): { specification: Specification; missing: string[]; hasBodies: boolean } {
  const format = foreignFormats[folder.startsWith('datadog') ? 'datadog' : 'sentry'];
  const posted = readPosted(folder, name).map(({ path, body, ...sent }) => ({
    ...sent,
    path: path.replace(/^\/dd\/(proxy|fn)/, '/datadog'),
    // The outer packing is off when a decoder is asked.
    body: body[0] === 0x78 && !sent.contentType.startsWith('multipart') ? inflateSync(body) : body,
  }));
  const { sessions, releases, records } = decodeVisit(format, posted);
  expect(sessions).toHaveLength(1);
  const [session = '', release = ''] = [sessions[0], releases[0]];
  const missing = records.flatMap((record) =>
    record.kind === 'resource' && record.type === 'document' && record.status === 404 ? [unnamed(record.path)] : [],
  );
  const seen = { session, visitor: session, role: '', release, environment: '', records };
  const specification = specify(mergeObservations(observe(seen)), {
    project: { id: 'p_abcdefabcdef', name: 'Shop' },
    span: { from: 0, until: 1 },
    environment: null,
    release: null,
    basis: { sessions: 1, visitors: 1, releases: [release] },
  });
  const hasBodies = records.some((record) => record.kind === 'resource' && record.response?.fields !== undefined);
  return { specification, missing, hasBodies };
}

function failuresOf({ calls, summary }: Told): string[] {
  const failed =
    calls === undefined
      ? (summary.fetch_failures ?? [])
      : calls
          .filter(({ type, status }) => /fetch|xhr/.test(type) && status >= 400)
          .map(({ method, url, status }) => `${method} ${url} ${status}`);
  return failed
    .map((call) => {
      const [method = '', url = '', status = ''] = call.split(' ');
      return `${method} ${routeOf(url)} ${status}`;
    })
    .sort();
}
