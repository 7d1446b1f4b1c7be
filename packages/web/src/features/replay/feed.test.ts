import { expect, test } from 'vitest';
import { createFeed, type Feed } from './feed.ts';

const line = (seq: number) =>
  `${JSON.stringify({ tab: 't', page: 'p', seq, from: 1_000 * seq, until: 1_000 * seq + 900, anchor: seq === 0, events: [] })}\n`;

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

test('a feed loads what is stored and then what is new, and damaged lines cost only themselves', async () => {
  const asked: number[] = [];
  const feed = createFeed(async (since) => {
    asked.push(since);
    return asked.length === 1 ? streamOf(line(0), '{"tab":\n', line(50)) : streamOf(line(50), line(51));
  });
  feed.catchUp();
  await settled(feed, () => feed.state().state === 'done');
  expect(feed.state().recording.until).toBe(50_900);
  feed.catchUp();
  await settled(feed, () => feed.state().recording.until > 50_900);
  expect(asked).toEqual([0, 20_900]);
  feed.stop();
});

test('a stream that breaks keeps what came, and says why', async () => {
  let tries = 0;
  const feed = createFeed(async () => {
    tries += 1;
    if (tries === 1) throw new Error('gone');
    return streamOf(line(0));
  });
  feed.catchUp();
  await settled(feed, () => feed.state().state === 'failed');
  feed.catchUp();
  await settled(feed, () => feed.state().state === 'done');
  expect(feed.state()).toMatchObject({ error: null, recording: { until: 900 } });
  feed.stop();
});
