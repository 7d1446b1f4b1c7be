import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createGuard } from '../scene/guard.ts';
import { arrivedAt } from '../testing/parcels.ts';
import type { Parcel } from './parcel.ts';
import { createSender, type Means } from './sender.ts';

beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(1));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const settled = () => new Promise((done) => setImmediate(done));
const mebibytes = 1024 * 1024;
const taken = (watched = false) => Response.json({ watched }, { status: 202 });
const records = (text: string): Parcel => ({ door: 'records', text });
const segment = (text: string): Parcel => ({ door: 'segments', text });

/** A sender whose intake answers as the test says; the clock stands until the test lets the next wait end. */
function started(answer: (path: string) => Response | undefined, pack: Means['pack'] = async (text) => text) {
  /** The texts of each request, and whether it was to outlive the page. */
  const requests: string[][] = [];
  const lasting: string[][] = [];
  /** Of those that were to outlive the page, what came packed. */
  const lastPacked: string[] = [];
  const waits: { ms: number; end(): void }[] = [];
  const kept: Parcel[] = [];
  let left: string[] = [];
  /** What is recorded and not cut yet. */
  const open: Parcel[] = [];
  const flights: Promise<unknown>[] = [];
  /** With each answer, after how many failures something had been let go before it. */
  const losses: number[] = [];
  async function respond(url: string, init: RequestInit = {}): Promise<Response> {
    const { pathname } = new URL(url);
    const body = Buffer.from(await new Response(init.body ?? null).arrayBuffer());
    const arrived = arrivedAt(pathname, body);
    const texts = arrived.map(({ text }) => text);
    requests.push(texts);
    if (init.keepalive) lasting.push(texts);
    if (init.keepalive) for (const { text, packed } of arrived) if (packed) lastPacked.push(text);
    const said = answer(pathname);
    if (!said) throw new TypeError('Failed to fetch');
    return said;
  }
  const sender = createSender({
    origin: 'https://intake.example',
    key: 'sgk_0',
    fetch(url, init) {
      const flight = respond(String(url), init);
      flights.push(flight);
      return flight;
    },
    means: { pack, keep: (parcel) => void kept.push(parcel), remove: () => undefined },
    last: {
      keep(parcels) {
        left = parcels.map(({ text }) => text);
      },
      take: () => [],
    },
    guard: createGuard(),
    after(ms, task) {
      const wait = {
        ms,
        end() {
          waits.splice(waits.indexOf(wait), 1);
          task();
        },
      };
      waits.push(wait);
      return () => void waits.splice(waits.indexOf(wait), 1);
    },
    gather: () => {
      for (const parcel of open.splice(0)) sender.send(parcel);
    },
    skewMs: () => undefined,
    onAnswer: (_, lost) => void losses.push(lost),
    onRefused: () => undefined,
  });
  /** As an observer does, and a recorder. */
  const record = (...parcels: Parcel[]): void => {
    open.push(...parcels);
    sender.wake();
  };
  /** Lets the next wait end, and what follows from that. @returns how long it was */
  const tick = async (): Promise<number | undefined> => {
    const [wait] = waits;
    wait?.end();
    await landed();
    return wait?.ms;
  };
  /** Every request is answered, and what follows from that has happened. */
  const landed = async (): Promise<void> => {
    await settled();
    await Promise.allSettled(flights);
    for (let turns = 0; turns < 5; turns++) await settled();
  };
  return { landed, sender, requests, lasting, lastPacked, waits, kept, losses, record, tick, left: () => left };
}

test('the first records go soon; after that what is recorded is cut and kept after five seconds, and goes in one request after ten', async () => {
  const { requests, record, tick, left } = started(() => taken());
  record(records('first'));
  expect(await tick()).toBe(250);
  expect(requests).toEqual([['first']]);
  record(records('second'), segment('replay'));
  expect(await tick()).toBe(5_000);
  expect(requests).toHaveLength(1);
  expect(left().sort()).toEqual(['replay', 'second']);
  record(records('third'));
  expect(await tick()).toBe(5_000);
  expect(requests.slice(1).map((texts) => texts.toSorted())).toEqual([['replay', 'second', 'third']]);
  expect(left()).toEqual([]);
});

test('what would no longer fit into the last request of a page together with as much again goes at once', async () => {
  const { requests, record, tick } = started(() => taken());
  record(records('first'));
  await tick();
  record(records('small'));
  await tick();
  record(segment('x'.repeat(30_000)));
  expect(requests).toHaveLength(1);
  await tick();
  expect(requests[1]?.map(({ length }) => length).sort()).toEqual([30_000, 5]);
});

test('while somebody watches each cut goes soon', async () => {
  const { requests, record, tick } = started(() => taken(true));
  record(records('first'));
  await tick();
  record(records('second'));
  expect(await tick()).toBe(300);
  // The first of two is kept until it was taken, and goes all the same.
  expect(requests).toEqual([['first'], ['second']]);
});

test('a page that is left hands over all that fits in one request that outlives it, the last first; the rest is kept, and half of what a browser takes is left to the page', async () => {
  const { sender, lasting, record, tick, left, landed } = started(() => taken());
  record(records('first'));
  await tick();
  for (const at of [1, 2, 3]) {
    sender.send(records(`records ${at} ${'x'.repeat(4_500)}`));
    sender.send(segment(`segment ${at} ${'x'.repeat(7_500)}`));
  }
  vi.stubGlobal('navigator', { onLine: true });
  sender.leave();
  const begins = (texts: string[] = []) => texts.map((text) => text.slice(0, 9));
  expect(left().map((text) => text.slice(0, 9))).toEqual(['segment 1']);
  await landed();
  expect(lasting).toHaveLength(1);
  expect(begins(lasting[0])).toEqual(['records 3', 'records 2', 'records 1', 'segment 3', 'segment 2']);
  expect(lasting.flat().join('').length).toBeLessThan(32 * 1024);
});

test('what the leaving breaks off is handed over with the last words, and kept as well; after a second failure it is only kept', async () => {
  let away = false;
  const { sender, lasting, record, tick, left, landed } = started(() => (away ? undefined : taken()));
  record(records('first'));
  await tick();
  away = true;
  record(records('under way'));
  await tick();
  await tick();
  vi.stubGlobal('navigator', { onLine: true });
  sender.send(records('last'));
  sender.leave();
  expect(left()).toEqual(['last', 'under way']);
  await landed();
  expect(lasting).toEqual([['last', 'under way']]);
  await tick();
  sender.leave();
  expect(left().sort()).toEqual(['last', 'under way']);
  await landed();
  expect(lasting).toHaveLength(1);
});

test('an intake that says when to ask again is not asked sooner by a page that is left time and again or is online anew', async () => {
  let retryAfter: string | undefined = '120';
  const answer = () =>
    retryAfter ? new Response('', { status: 429, headers: { 'retry-after': retryAfter } }) : undefined;
  const { sender, requests, waits, landed } = started(answer);
  sender.send(records('one'));
  await landed();
  expect(waits.map(({ ms }) => ms)).toEqual([120_000]);
  for (let times = 0; times < 5; times++) {
    sender.resend();
    sender.leave();
    await landed();
  }
  // Once more, since the leaving may have broken off the first one.
  expect(requests).toEqual([['one'], ['one']]);
  expect(waits.map(({ ms }) => ms)).toEqual([120_000]);
  // What failed without an answer is tried again as soon as there is a network.
  retryAfter = undefined;
  waits[0]?.end();
  await landed();
  sender.resend();
  expect(waits.map(({ ms }) => ms)).toEqual([0]);
});

test('what waits is packed meanwhile, and a page that is left hands it over packed; what was cut just now goes as it is', async () => {
  const pack: Means['pack'] = async (text) => new Uint8Array(gzipSync(text)).buffer;
  const { sender, lasting, lastPacked, record, tick, landed } = started(() => taken(), pack);
  record(records('first'));
  await tick();
  record(records('{"sentAt":0,"waits":5}'), segment('replay'));
  await tick();
  sender.send(records('last'));
  vi.stubGlobal('navigator', { onLine: true });
  sender.leave();
  await landed();
  expect(lasting[0]).toHaveLength(3);
  expect(lastPacked.map((text) => text.replace(/\d{2,}/, 'now')).sort()).toEqual([
    'replay',
    '{"sentAt":now,"waits":5}',
  ]);
});

test.each<[name: string, away: () => Response]>([
  [
    'what a page hands over by a fetch of its own that fails with nothing at all goes later, and no page hears of it',
    () => {
      throw undefined;
    },
  ],
  [
    'what something else than the intake answers with JSON of its own while a page is left counts as nothing that arrived',
    () => Response.json({ ok: true }),
  ],
])('%s', async (_, away) => {
  let isAway = false;
  const { sender, requests, record, tick, landed } = started(() => (isAway ? away() : taken()));
  record(records('first'));
  await tick();
  isAway = true;
  sender.send(records('last'));
  vi.stubGlobal('navigator', { onLine: true });
  sender.leave();
  await landed();
  isAway = false;
  await tick();
  await tick();
  expect(requests).toEqual([['first'], ['last'], ['last']]);
});

test('an intake that answers nothing is waited for half a minute, after each failure half a minute longer, and never more than four and a half', async () => {
  const asked: number[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    asked.push(ms / 60_000);
    return new AbortController().signal;
  });
  const { record, tick } = started(() => undefined);
  record(records('first'));
  for (let times = 0; times < 20; times++) await tick();
  const grown = [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5];
  expect(asked).toEqual([...grown, ...grown, 0.5, 1]);
});

test('what a page that lives on has handed over is given up as any other request: an answer that never ends keeps nothing from going', async () => {
  const asked: number[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    asked.push(ms);
    return new AbortController().signal;
  });
  const { sender, lasting, record, tick, landed } = started(() => taken());
  record(records('first'));
  await tick();
  sender.send(records('last'));
  vi.stubGlobal('navigator', { onLine: true });
  sender.leave();
  await landed();
  expect(lasting).toEqual([['last']]);
  expect(asked).toEqual([30_000, 30_000]);
});

test('while the intake is away at most 5 MB wait, replay is let go before records, and once it is back that is known', async () => {
  let away = true;
  const { sender, requests, waits, losses } = started(() => (away ? undefined : taken()));
  for (let at = 0; at < 40; at++) {
    sender.send(segment(`segment ${at} ${'x'.repeat(200_000)}`));
    sender.send(records(`records ${at} ${'x'.repeat(60_000)}`));
    await settled();
  }
  await expect.poll(() => waits.length).toBe(1);
  const { length } = requests;
  away = false;
  waits[0]?.end();
  const texts = () => requests.slice(length).flat();
  await expect.poll(() => texts().length).toBeGreaterThan(40);
  await settled();
  const sent = new Set(texts().map((text) => text.slice(0, 12)));
  expect(texts().reduce((sum, text) => sum + text.length, 0)).toBeLessThanOrEqual(5 * mebibytes);
  for (let at = 0; at < 40; at++) expect([...sent].some((begin) => begin.startsWith(`records ${at} `))).toBe(true);
  expect([...sent].some((begin) => begin.startsWith('segment 39'))).toBe(true);
  expect([...sent].some((begin) => begin.startsWith('segment 0 '))).toBe(false);
  expect(losses.filter((lost) => lost)).toHaveLength(1);
});

test('what is recorded faster than a slow network takes it counts as no loss: a page written anew for it would be as large again', async () => {
  const { sender, losses, record, tick, landed } = started(() => taken());
  record(records('first'));
  await tick();
  for (let at = 0; at < 24; at++) sender.send(segment(`segment ${at} ${'x'.repeat(250_000)}`));
  await landed();
  expect(losses).toEqual([0, 0]);
});

test.each([
  ['that is down', () => undefined],
  ['that fails', () => new Response('', { status: 500 })],
  ['that is busy', () => new Response('', { status: 429 })],
  // By a service worker, or by somebody who wants a password for his network first.
  ['in whose place a page answers', () => new Response('<h1>You are offline</h1>')],
  ['in whose place a cache answers', () => new Response(null, { status: 304 })],
])('an intake %s is asked again after waits that grow to five minutes', async (_, answer) => {
  const { sender, requests, waits } = started(answer);
  sender.send(records('one'));
  const grown: number[] = [];
  for (let at = 0; at < 12; at++) {
    await expect.poll(() => waits.length).toBe(1);
    grown.push(waits[0]?.ms ?? 0);
    waits[0]?.end();
  }
  expect(grown.slice(0, 4)).toEqual([1_000, 2_000, 4_000, 8_000]);
  expect(grown.at(-1)).toBe(300_000);
  await expect.poll(() => requests.length).toBe(13);
});

test.each([
  ['takes no body of that size', 413],
  ['knows no door for several', 404],
])('an intake, or a proxy before it, that %s is sent one after the other', async (_, status) => {
  const { sender, requests, waits } = started((path) =>
    path === '/v1/parcels' ? new Response('', { status }) : taken(),
  );
  for (const text of ['one', 'two', 'three']) sender.send(segment(text));
  await expect.poll(() => requests.map(({ length }) => length)).toEqual([3, 1, 1, 1]);
  expect(requests.slice(1).flat().sort()).toEqual(['one', 'three', 'two']);
  expect(waits).toEqual([]);
});

test('what is too large even alone costs itself and nothing else', async () => {
  const { sender, requests } = started((path) =>
    path === '/v1/parcels' || requests.at(-1)?.includes('large') ? new Response('', { status: 413 }) : taken(),
  );
  for (const text of ['large', 'small', 'last']) sender.send(segment(text));
  await expect.poll(() => requests.slice(1).flat().sort()).toEqual(['large', 'last', 'small']);
});
