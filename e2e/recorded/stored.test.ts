import { createDecoder, createReplayFeed, type Recording } from '@sightglass/replay';
import type { Segment } from '@sightglass/wire';
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRecordedVisits, readRecordingIndex } from '../../demo/recordings/read.ts';
import { type Browsing, startBrowsing } from '../lib/chromium.ts';
import { type StoredReplay, startStoredReplay } from '../lib/stored-replay.ts';
import { showMoments } from './show-moments.ts';

/**
 * Visits as our recorder sent them, stored, some of their segments lost, and asked for through the replay's own door: whatever is left, it
 * starts, and says what is missing.
 */
let stored: StoredReplay;
let browsing: Browsing;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  stored = await startStoredReplay(await recorded(3));
  browsing = await startBrowsing({ width: 1280, height: 800, shell: true });
  page = await browsing.context.newPage();
  page.on('pageerror', (error) => complaints.push(error.message));
});
afterAll(async () => {
  await browsing?.stop();
  await stored?.stop();
});

/** For each segment: whether it is left, whether it is listed twice, and where in the list. */
const fates = () =>
  fc.array(fc.record({ stays: fc.boolean(), twice: fc.boolean(), place: fc.nat() }), {
    minLength: stored.rows.length,
    maxLength: stored.rows.length,
  });
type Fates = { stays: boolean; twice: boolean; place: number }[];

function left(fate: Fates): StoredReplay['rows'] {
  const rows = stored.rows.flatMap((row, at) => {
    const { stays = true, twice = false, place = 0 } = fate[at] ?? {};
    return stays ? Array.from({ length: twice ? 2 : 1 }, (_, copy) => ({ row, place: place + copy * 7 })) : [];
  });
  return rows.sort((a, b) => a.place - b.place).map(({ row }) => row);
}

test('O35: whatever is lost, shuffled or listed twice, every segment that is missing before one that is there is a gap on the timeline', () =>
  fc.assert(
    fc.asyncProperty(fates(), async (fate) => {
      const rows = left(fate);
      stored.serve(rows);
      const recording = await readAll();
      expect(missingIn(recording)).toBe(missingAmong(rows));
      for (const { from, until } of recording.gaps) expect(from).toBeLessThanOrEqual(until);
    }),
    { seed: 41, numRuns: 40 },
  ));

test('O35: whatever is lost, shuffled or listed twice, what is left starts, at any moment, and nothing is thrown', () =>
  fc.assert(
    fc.asyncProperty(
      fates(),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 }),
      async (fate, shares) => {
        const rows = left(fate);
        stored.serve(rows);
        if (rows.length === 0) return;
        const [from, until] = [Math.min(...rows.map((row) => row.from)), Math.max(...rows.map((row) => row.until))];
        const moments = [...shares.map((share) => Math.round(from + share * (until - from))), from];
        await page.goto(stored.origin);
        const seen = await showMoments(page, moments);
        for (const [at, { drawn, page: shown, failed }] of seen.entries()) {
          const anchors = rows.filter((row) => row.page === shown && row.anchor);
          // A page of which no whole picture is left shows nothing, and is a gap from end to end.
          expect(drawn, `moment ${moments[at]}`).toBe(anchors.length > 0);
          expect(failed).toBe(0);
        }
        expect(complaints).toEqual([]);
      },
    ),
    { seed: 43, numRuns: 12 },
  ));

async function readAll(): Promise<Recording> {
  const feed = createReplayFeed(async (part) => {
    const query = new URLSearchParams(Object.entries(part).map(([name, value]) => [name, String(value)]));
    const { body } = await fetch(`${stored.origin}/replay?${query}`);
    return body ?? new ReadableStream();
  }, createDecoder());
  feed.catchUp();
  await new Promise<void>((done) => {
    const look = (): void => {
      if (feed.state().state !== 'loading') done();
    };
    feed.subscribe(look);
    look();
  });
  const { recording, error } = feed.state();
  feed.stop();
  expect(error).toBeNull();
  return recording;
}

const missingIn = ({ gaps }: Recording): number =>
  gaps.filter(({ reason }) => reason === 'missing-segments').reduce((sum, { segments }) => sum + segments, 0);

function missingAmong(rows: StoredReplay['rows']): number {
  const seqs = new Map<string, Set<number>>();
  for (const { tab, page: id, seq } of rows) seqs.set(`${tab} ${id}`, (seqs.get(`${tab} ${id}`) ?? new Set()).add(seq));
  return [...seqs.values()].reduce((sum, one) => sum + Math.max(...one) + 1 - one.size, 0);
}

/** The segments of the first visits of the sample that have some, each a session, all of them tabs of one. */
async function recorded(visits: number): Promise<Segment[]> {
  const segments: Segment[] = [];
  let count = 0;
  for await (const { visit, texts } of readRecordedVisits(readRecordingIndex(), 'sample')) {
    const own = texts.filter((_, at) => visit.bodies[at]?.door === 'segments').map((text): Segment => JSON.parse(text));
    if (own.length < 6) continue;
    segments.push(...own);
    count += 1;
    if (count === visits) break;
  }
  return segments;
}
