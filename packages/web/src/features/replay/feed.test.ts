import { createDecoder } from '@sightglass/replay';
import { expect, test } from 'vitest';
import { createFeed, type Feed } from './feed.ts';

const place = (seq: number) => ({
  ...{ tab: 't', page: 'p', seq, from: 1_000 * seq, until: 1_000 * seq + 900, anchor: seq === 0 },
});
const index = (seq: number) => `${JSON.stringify({ place: { ...place(seq), bytes: 10 } })}\n`;
const line = (seq: number) => `${JSON.stringify({ ...place(seq), format: 'rrweb/2', events: [] })}\n`;

function streamOf(...lines: string[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new Blob(lines).stream();
}

const settled = (feed: Feed, reached: (feed: Feed) => boolean): Promise<void> =>
  new Promise((done) => {
    const look = (): void => {
      if (reached(feed)) done();
    };
    feed.subscribe(look);
    look();
  });

test('a feed asks which segments there are and reads over them, then what is new; damaged lines cost only themselves', async () => {
  const asked: string[] = [];
  const seqs = [0, 50];
  const feed = createFeed(async ({ as = 'segments', since = 0 }) => {
    asked.push(`${as} ${since}`);
    const tell = as === 'index' ? index : line;
    return streamOf('{"tab":\n', ...seqs.map(tell));
  }, createDecoder());
  feed.catchUp();
  await settled(feed, () => feed.state().state === 'done');
  expect(feed.state().recording.until).toBe(50_900);
  expect(feed.state().recording.gaps.map(({ reason, segments }) => `${reason} ${segments}`)).toContain(
    'missing-segments 49',
  );
  seqs.push(51);
  feed.catchUp();
  await settled(feed, () => feed.state().recording.until > 50_900);
  // From before what is missing: it may still come.
  expect(asked.slice(0, 3)).toEqual(['index 0', 'segments 0', 'index 0']);
  feed.stop();
});

test('a stream that breaks keeps what came, and says why', async () => {
  let tries = 0;
  const feed = createFeed(async ({ as = 'segments' }) => {
    tries += 1;
    if (tries === 1) throw new Error('gone');
    return streamOf(as === 'index' ? index(0) : line(0));
  }, createDecoder());
  feed.catchUp();
  await settled(feed, () => feed.state().state === 'failed');
  feed.catchUp();
  await settled(feed, () => feed.state().state === 'done');
  expect(feed.state()).toMatchObject({ error: null, recording: { until: 900 } });
  feed.stop();
});
