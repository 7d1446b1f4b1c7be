import { randomUUID } from 'node:crypto';
import type { Catalog } from '@sightglass/store';
import {
  catalogue,
  type ErrorCode,
  type Problem,
  type RecordBatch,
  type ReplayEvent,
  type Segment,
  SightglassError,
  type WireRecord,
} from '@sightglass/wire';
import type { Handlers } from '../answer/handlers.ts';

/**
 * Sends a made-up session through the front door, over HTTP and with a real client key: when it shows up, the whole road is open.
 *
 * @param origin - Where this very server listens.
 */
export function answerTestSession(
  catalog: Catalog,
  origin: () => string,
  now: () => number,
): Pick<Handlers, 'sendTestSession'> {
  return {
    async sendTestSession({ params }) {
      const keys = await catalog.keys.list(params.project);
      const key = keys.find((candidate) => candidate.revokedAt === null) ?? (await catalog.keys.create(params.project));
      const session = randomUUID();
      const { batch, segment } = makeTestSession(session, now());
      await post(`${origin()}/v1/records?key=${key.clientKey}`, batch);
      await post(`${origin()}/v1/segments?key=${key.clientKey}`, segment);
      return { session };
    },
  };
}

/** @throws {SightglassError} with the code that the intake answered */
async function post(url: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (answer.status === 202) return;
  const { code, retryAfter } = (await answer.json()) as Partial<Problem>; // our own intake answers problems
  const known = code !== undefined && code in catalogue;
  throw new SightglassError(
    known ? (code as ErrorCode) : 'journal_unavailable',
    'The intake refused the test session',
    {
      ...(retryAfter === undefined ? {} : { retryAfter }),
    },
  );
}

/** Ten seconds on a page with one button, ending now: a view, a click, a call, and the replay of it. */
export function makeTestSession(session: string, endsAt: number): { batch: RecordBatch; segment: Segment } {
  const start = endsAt - 10_000;
  const tab = randomUUID();
  const view = randomUUID();
  const action = randomUUID();
  const route = '/test-session';
  const records: WireRecord[] = [
    {
      kind: 'session',
      at: start,
      userAgent: 'Sightglass test session',
      viewport: { width: 800, height: 600 },
      screen: { width: 800, height: 600, pixelRatio: 1 },
      language: 'en',
      timeZone: 'UTC',
      entryPath: route,
      replay: true,
    },
    {
      kind: 'view',
      at: start,
      view,
      route,
      version: 0,
      path: route,
      title: 'Test session',
      cause: 'load',
      loadMs: 120,
    },
    {
      kind: 'action',
      at: start + 4_000,
      view,
      route,
      id: action,
      version: 0,
      type: 'click',
      name: 'Say hello',
      role: 'button',
      target: 'button',
      frustrations: [],
    },
    {
      kind: 'resource',
      at: start + 4_050,
      view,
      route,
      id: randomUUID(),
      type: 'fetch',
      method: 'POST',
      host: '',
      path: '/api/hello',
      status: 200,
      durationMs: 42,
      action,
    },
  ];
  const sent = { v: 1, session, tab, seq: 0, sentAt: endsAt } as const;
  return {
    batch: {
      ...sent,
      first: 0,
      startedAt: start,
      sdk: { name: 'sightglass-test', version: '1' },
      environment: 'test',
      visitor: 'test-session',
      records,
    },
    segment: {
      ...sent,
      format: 'rrweb/2',
      page: randomUUID(),
      from: start,
      until: endsAt,
      anchor: true,
      events: makeEvents(start, endsAt),
    },
  };
}

/** rrweb's numbers: event 4 is meta, 2 a full snapshot, 3 an increment (source 1 pointer moves, 2 a click); node 0 document, 1 type, 2 element, 3 text. */
function makeEvents(start: number, end: number): ReplayEvent[] {
  let id = 0;
  const element = (tagName: string, attributes: object, ...childNodes: unknown[]) => {
    id += 1;
    return { type: 2, tagName, attributes, childNodes, id };
  };
  const text = (textContent: string) => {
    id += 1;
    return { type: 3, textContent, id };
  };
  const button = element('button', { style: 'font: inherit; padding: 12px 24px' }, text('Say hello'));
  const body = element(
    'body',
    { style: 'font: 20px sans-serif; padding: 80px' },
    element('h1', {}, text('The road is open')),
    element('p', {}, text('This session was made up by Settings → Send a test session.')),
    button,
  );
  const html = element('html', { lang: 'en' }, element('head', {}), body);
  const node = { type: 0, childNodes: [{ type: 1, name: 'html', publicId: '', systemId: '', id: 98 }, html], id: 99 };
  const at = { id: button.id, x: 130, y: 235 };
  const move = (timestamp: number, x: number, y: number) => ({
    type: 3,
    timestamp,
    data: { source: 1, positions: [{ ...at, x, y, timeOffset: 0 }] },
  });
  return [
    { type: 4, timestamp: start, data: { href: 'https://test.invalid/test-session', width: 800, height: 600 } },
    { type: 2, timestamp: start + 1, data: { node, initialOffset: { left: 0, top: 0 } } },
    ...Array.from({ length: 20 }, (_, step) => move(start + 1_000 + step * 140, 600 - step * 23, 100 + step * 7)),
    { type: 3, timestamp: start + 4_000, data: { source: 2, type: 2, ...at } },
    move(end - 500, 300, 400),
  ];
}
