import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync, inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type ForeignName, foreignFormats } from './index.ts';
import { decodeVisit, type Posted, readPosted } from './testing/visit.ts';

/** One visit, made once with each of many settings: fixtures/corpus/settings. */
interface Truth {
  screens: string[];
  calls: string[];
  thrown: string[];
  clicks: string[];
}
const folder = new URL('../../../fixtures/corpus/settings/', import.meta.url);
const truth = JSON.parse(readFileSync(new URL('truth.json', folder), 'utf8')) as Truth; // written so
const names = readdirSync(folder).flatMap((file) =>
  file.endsWith('.jsonl.br') ? [file.replace('.jsonl.br', '')] : [],
);

/** What a setting keeps the SDK from telling. */
const untold: Record<string, Partial<Truth>> = {
  // And one that the application told of by itself (`startResource`).
  'datadog7-function': { calls: truth.calls.toSpliced(3, 0, 'GET /r 200') },
  'datadog6-packed-edited': { calls: truth.calls.filter((call) => !call.includes('stock')) },
  'datadog7-logs-alone': { screens: [], calls: ['GET /api/fail/{integer} 502'], clicks: [] },
  'sentry10-all': { thrown: ['TypeError'], clicks: [] },
  'sentry7-on-error': { clicks: [] },
  'sentry11-traces': { clicks: [] },
  // Nothing went wrong on the last page, and only errors tell of what was before them.
  'sentry8-errors': { screens: truth.screens.slice(0, 2), calls: truth.calls.slice(0, 3), clicks: [] },
  // The recorder itself loses the last click of a page that is left.
  'sentry8-on-error': { clicks: truth.clicks.filter((click) => click !== 'Next page' && click !== 'Gift') },
  'sentry9-bodies': { clicks: truth.clicks.filter((click) => click !== 'Gift') },
  'sentry11-all': { clicks: truth.clicks.filter((click) => click !== 'Next page' && click !== 'Gift') },
  'rrweb2-gzip': { calls: [], thrown: ['TypeError'], clicks: truth.clicks.filter((click) => click !== 'Next page') },
  'rrweb2-lines-checkouts': { calls: [], thrown: ['TypeError'] },
  'rrweb1-beacons': { calls: [], thrown: ['TypeError'] },
  // Without headers or bodies the plugin knows no methods.
  'rrweb2-plugins': { calls: truth.calls.map((call) => call.replace('POST', 'GET')), thrown: ['TypeError'] },
};

describe.each(names)('%s', (name) => {
  const format = foreignFormats[/^[a-z]+/.exec(name)?.[0] as ForeignName]; // files are named so
  const visit = decodeVisit(format, readPosted('settings', name).map(asDelivered));
  const told = { ...truth, ...untold[name] };

  test('is one session, of which nothing is refused or not understood', () => {
    expect(visit.sessions).toHaveLength(1);
    expect(visit).toMatchObject({ aside: {}, refused: {}, environments: ['live'] });
  });

  test('has every screen, in order, and each call once with its status', () => {
    expect(visit.of('view').map(({ cause, route }) => `${cause} ${route}`)).toEqual(told.screens);
    const calls = visit.of('resource').filter(({ type }) => type === 'fetch' || type === 'xhr');
    expect(calls.map(({ method, path, status }) => `${method} ${path} ${status}`)).toEqual(told.calls);
    for (const { durationMs } of calls) expect(durationMs).not.toBe(0);
  });

  test('has what was thrown, once, and the clicks by name, each on its screen', () => {
    const thrown = visit.of('error').filter(({ source }) => source === 'uncaught' || source === 'rejection');
    const types = format === foreignFormats.rrweb ? visit.of('error') : thrown;
    expect(types.map(({ type }) => type)).toEqual(told.thrown);
    const clicks = visit.of('action').filter(({ type }) => type === 'click');
    const clicked = new Set(clicks.map((click) => click.name));
    expect([...told.clicks].filter((click) => !clicked.has(click))).toEqual([]);
    for (const { name: control, route } of clicks)
      if (control === 'Deaf' || control === 'Gift') expect(route).toBe('/orders/{integer}');
      else if (control === 'Break' || control === 'Go') expect(route).toBe('/');
  });
});

/** The outer packing is off when a decoder is asked. */
function asDelivered(posted: Posted): Posted {
  const { body, contentType } = posted;
  if (contentType.startsWith('multipart')) return posted;
  const plain = body[0] === 0x1f ? gunzipSync(body) : body[0] === 0x78 ? inflateSync(body) : body;
  return { ...posted, body: plain };
}
