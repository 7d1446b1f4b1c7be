import { expect, test } from 'vitest';
import { createGuard } from '../scene/guard.ts';
import type { Parcel } from './parcel.ts';
import { createSender } from './sender.ts';

const settled = () => new Promise((done) => setImmediate(done));
const mebibytes = 1024 * 1024;

/** A sender whose intake answers as the test says; the clock stands until the test lets the next wait end. */
function started(answer: () => Response | undefined) {
  const bodies: string[] = [];
  const waits: { ms: number; end(): void }[] = [];
  const kept: Parcel[] = [];
  const sender = createSender({
    origin: 'https://intake.example',
    key: 'sgk_0',
    async fetch(_, init) {
      bodies.push(String(init?.body));
      const said = answer();
      if (!said) throw new TypeError('Failed to fetch');
      return said;
    },
    means: { pack: async (text) => text, keep: (parcel) => void kept.push(parcel), remove: () => undefined },
    last: { keep: () => undefined, take: () => [] },
    guard: createGuard(),
    after(ms, end) {
      const wait = { ms, end };
      waits.push(wait);
      return () => void waits.splice(waits.indexOf(wait), 1);
    },
    random: () => 1,
    skewMs: () => undefined,
    onAnswer: () => undefined,
    onRefused: () => undefined,
  });
  return { sender, bodies, waits, kept };
}

test('while the intake is away at most 5 MB wait, and replay is let go before records', async () => {
  let away = true;
  const { sender, bodies, waits } = started(() => (away ? undefined : Response.json({}, { status: 202 })));
  for (let at = 0; at < 40; at++) {
    sender.send({ door: 'segments', text: `segment ${at} ${'x'.repeat(200_000)}` });
    sender.send({ door: 'records', text: `records ${at} ${'x'.repeat(60_000)}` });
    await settled();
  }
  expect(sender.waits()).toBe(true);
  away = false;
  bodies.length = 0;
  waits[0]?.end();
  await expect.poll(() => bodies.length).toBeGreaterThan(40);
  await settled();
  const sent = new Set(bodies.map((body) => body.slice(0, 12)));
  expect(bodies.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(5 * mebibytes);
  for (let at = 0; at < 40; at++) expect([...sent].some((begin) => begin.startsWith(`records ${at} `))).toBe(true);
  expect([...sent].some((begin) => begin.startsWith('segment 39'))).toBe(true);
  expect([...sent].some((begin) => begin.startsWith('segment 0 '))).toBe(false);
});

test.each([
  ['that is down', () => undefined],
  ['that fails', () => new Response('', { status: 500 })],
  ['that is busy', () => new Response('', { status: 429 })],
])('an intake %s is asked again after waits that grow to five minutes', async (_, answer) => {
  const { sender, bodies, waits } = started(answer);
  sender.send({ door: 'records', text: 'one' });
  const grown: number[] = [];
  for (let at = 0; at < 12; at++) {
    await expect.poll(() => waits.length).toBe(1);
    const wait = waits.shift();
    grown.push(wait?.ms ?? 0);
    wait?.end();
  }
  expect(grown.slice(0, 4)).toEqual([1_000, 2_000, 4_000, 8_000]);
  expect(grown.at(-1)).toBe(300_000);
  await expect.poll(() => bodies.length).toBe(13);
});

test('what is too large for the intake costs itself and nothing else', async () => {
  const answers = [413, 202];
  const { sender, bodies, waits } = started(() => Response.json({}, { status: answers.shift() ?? 202 }));
  for (const text of ['large', 'small', 'last']) sender.send({ door: 'segments', text });
  await expect.poll(() => bodies).toEqual(['large', 'small', 'last']);
  expect(waits).toEqual([]);
});
