import type { ReplayEvent, ReplayLine } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { createDecoder } from './decoder.ts';
import { createReplayFeed, type ReplayFeed, type ReplayPart } from './replay-feed.ts';

const begun = 1_790_000_000_000;
const segmentMs = 5_000;
const at = (seq: number): number => begun + seq * segmentMs + 2_000;

type Line = Extract<ReplayLine, { seq: number }>;

/** Each eighth tells the page whole. */
function line(seq: number): Line {
  const from = begun + seq * segmentMs;
  const base = 1 + seq * 10;
  return {
    ...{ tab: 'tab', page: 'page', seq, from, until: from + segmentMs - 1, anchor: seq % 8 === 0 },
    format: 'sightglass/1',
    events:
      seq % 8 === 0
        ? [
            [0, 0, base, { href: 'http://x/', width: 640, height: 480 }, [['html'], ['body'], ['p'], `Whole ${seq}`]],
            [1, 0],
          ]
        : Array.from({ length: 400 }, (_, nth) => [3, 100 + nth, 4 + (seq - (seq % 8)) * 10 + 1, `Text ${seq} ${nth}`]),
  };
}

const all = Array.from({ length: 40 }, (_, seq) => line(seq));

/** A door before them. `holds`: what is asked from there is never answered. From `damaged` on they cannot be read. */
function startFeed(
  holds = -1,
  damaged = Number.POSITIVE_INFINITY,
  stored: readonly Line[] = all,
): { feed: ReplayFeed; asked: ReplayPart[]; givenUp: number[] } {
  const asked: ReplayPart[] = [];
  const givenUp: number[] = [];
  const feed = createReplayFeed(async (part, signal) => {
    const { as = 'segments', since = 0, first = 0, last = Number.MAX_SAFE_INTEGER } = part;
    if (part.page !== undefined) asked.push(part);
    if (part.page !== undefined && first === holds)
      return new Promise((_, reject) =>
        signal.addEventListener('abort', () => {
          givenUp.push(first);
          reject(signal.reason);
        }),
      );
    const rows = stored.filter(({ seq, until }) => until >= since && seq >= first && seq <= last);
    const lines = rows.map((row) => {
      if (as === 'index') return JSON.stringify({ place: { ...row, bytes: 100 } });
      return JSON.stringify(row.seq < damaged ? row : { gap: { ...row, events: undefined, reason: 'damaged' } });
    });
    return new Blob([lines.join('\n')]).stream();
  }, createDecoder());
  return { feed, asked, givenUp };
}

/** All that whoever watches is given, as text. */
function watch(feed: ReplayFeed): () => string {
  let told = '';
  feed.watchedBy({
    postMessage: (delivery) => {
      told += JSON.stringify(delivery);
    },
  });
  return () => told;
}

async function reached(feed: ReplayFeed, moment: number): Promise<void> {
  const isHere = (): boolean => {
    feed.around(moment);
    const stretch = feed.state().recording.pages[0]?.stretch;
    return stretch != null && !stretch.over && stretch.from <= moment && moment <= stretch.until;
  };
  await new Promise<void>((done) => {
    const look = (): void => {
      if (isHere()) done();
    };
    feed.subscribe(look);
    look();
  });
}

async function readOver(feed: ReplayFeed): Promise<void> {
  feed.catchUp();
  await new Promise<void>((done) => feed.subscribe(() => feed.state().state === 'done' && done()));
}

test('a moment takes one request from the nearest whole page, and what was fetched is not asked for again', async () => {
  const { feed, asked } = startFeed();
  await readOver(feed);
  await reached(feed, at(20));
  expect(asked[0]).toEqual({ page: 'page', first: 16, last: 20 });
  await reached(feed, at(37));
  await reached(feed, at(18));
  await reached(feed, at(19));
  const seqs = asked.flatMap(({ first = 0, last = 0 }) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  );
  expect(new Set(seqs).size).toBe(seqs.length);
  feed.stop();
});

test('who goes elsewhere meanwhile does not wait for what was on its way, and nothing has failed', async () => {
  const { feed, asked, givenUp } = startFeed(16);
  await readOver(feed);
  feed.around(at(20));
  expect(asked).toEqual([{ page: 'page', first: 16, last: 20 }]);
  await reached(feed, at(33));
  expect(givenUp).toEqual([16]);
  expect(feed.state().state).toBe('done');
  feed.stop();
});

test('who leaves while the page is on its way leaves nothing that goes on', async () => {
  const { feed, asked, givenUp } = startFeed(0);
  feed.around(at(2));
  feed.catchUp();
  await expect.poll(() => asked.length).toBe(1);
  feed.stop();
  // A task of its own is reached only where nothing keeps the thread.
  await new Promise((done) => setTimeout(done));
  expect(givenUp).toEqual([0]);
});

test('of a stretch that cannot show what is wanted nothing more is shown', async () => {
  const { feed } = startFeed(32);
  await readOver(feed);
  await reached(feed, at(2));
  const stretch = feed.state().recording.pages[0]?.stretch;
  feed.around(at(34));
  expect(stretch?.over).toBe(true);
  feed.around(at(3));
  expect(stretch?.over).toBe(false);
  feed.stop();
});

test('past the last segment that can be read the page stands as it was, and is not begun again and again', async () => {
  const { feed, asked } = startFeed(-1, 38);
  await readOver(feed);
  await new Promise<void>((done) => {
    feed.subscribe(() => feed.state().recording.pages[0]?.stretch && done());
    feed.around(at(39));
  });
  const { stretch } = feed.state().recording.pages[0] ?? {};
  expect(stretch?.until).toBe(at(39));
  const before = asked.length;
  for (let again = 0; again < 3; again += 1) feed.around(at(39));
  expect(stretch?.over).toBe(false);
  expect(asked.length).toBe(before);
  feed.stop();
});

test('a picture that came later while the page was watched is there from its beginning once one goes back', async () => {
  const picture = `data:image/png;base64,${'A'.repeat(20)}`;
  const [whole, later] = [line(0), line(1)];
  const page = [['html'], ['body'], ['img', 'src', '/hill.png']];
  whole.events = [
    [0, 0, 1, { href: 'http://x/', width: 640, height: 480 }, page],
    [1, 0],
  ];
  later.events = [
    [16, 50, '/hill.png', [7, 'h'.repeat(22)]],
    [16, 51, '/mine.png', null],
  ];
  const decoder = createDecoder();
  const lines = [whole, { text: 'h'.repeat(22), value: picture }, later].map((one) => `${JSON.stringify(one)}\n`);
  const begin = async (stretch: number): Promise<string> => {
    const events: unknown[] = [];
    const about = {
      stretch,
      viewer: 0,
      tab: 'tab',
      page: 'page',
      first: 0,
      last: 0,
      at: begun,
      needs: [0],
      more: false,
      stored: false,
    };
    await decoder.join(0, { postMessage: (delivery) => 'events' in delivery && events.push(...delivery.events) });
    let told = 0;
    await decoder.begin(about, ({ times }) => {
      told += times.length;
    });
    expect(told).toBe(events.length);
    return JSON.stringify(events);
  };
  const [first = '', ...rest] = lines;
  await decoder.take({ kind: 'live', answer: 1 }, new TextEncoder().encode(first));
  expect(await begin(1)).not.toContain(picture);
  await decoder.take({ kind: 'live', answer: 1 }, new TextEncoder().encode(rest.join('')));
  expect(await begin(2)).toContain(picture);
  expect((await decoder.news())[0]?.pictures).toEqual({ kept: 1, refused: 1 });
  decoder.stop();
});

test('of a page it is known how many style sheets no script of it may read, alone or in the place of an import', async () => {
  const decoder = createDecoder();
  const unread = async (seq: number, ...events: unknown[][]) => {
    await decoder.take(
      { kind: 'live', answer: 1 },
      new TextEncoder().encode(`${JSON.stringify({ ...line(seq), events })}\n`),
    );
    return (await decoder.news())[0]?.unreadSheets;
  };
  expect(await unread(0, [4, 1, 5, 'class', '/**/', 5, ':css', 'p { color: teal }'])).toBeUndefined();
  expect(await unread(1, [4, 1, 7, ':css', '/**/'], [4, 2, 8, ':css', '@media all {\n/**/\n}\np { top: 1px }'])).toBe(
    2,
  );
  // Told again, and one that is another by now.
  expect(await unread(2, [4, 1, 7, ':css', '/**/'])).toBeUndefined();
  expect(await unread(3, [4, 1, 7, ':css', [7, 'h'.repeat(22)]])).toBe(1);
  decoder.stop();
});

test('what is lacking of a stretch is told in words that a worker can send', async () => {
  const decoder = createDecoder();
  await decoder.take({ kind: 'stretch', answer: 1 }, new TextEncoder().encode(`${JSON.stringify(line(0))}\n`));
  const about = { stretch: 1, viewer: 0, tab: 'tab', page: 'page', at: begun, more: false, stored: false };
  await decoder.begin({ ...about, first: 0, last: 0, needs: [0] }, () => undefined);
  const told = await decoder.extend(1, { ...about, last: 1, needs: [1] }, () => undefined);
  expect(structuredClone(told)).toMatchObject({ from: begun, lacking: [1], isHalf: false });
  decoder.stop();
});

/** A page that is written in three segments, its style sheet in the last. */
function inParts(): Line[] {
  const parts = [
    [[0, 0, 1, { href: 'http://x/', width: 640, height: 480 }, [['html'], ['head'], ['style'], 'p{}', -2, ['body']]]],
    [[2, 0, 7, [[6, 0, 0, [['p'], 'Written later']]]]],
    [
      [4, 0, 4, ':css', 'p { color: teal }'],
      [1, 1],
    ],
  ];
  return parts.map((events, seq) => ({ ...line(seq), events, anchor: seq === 0 }) as Line);
}

test('who opens a page at its first moment sees it whole, with the style sheets that were read after it', async () => {
  const { feed } = startFeed(-1, undefined, inParts());
  const told = watch(feed);
  await readOver(feed);
  await reached(feed, begun);
  expect(told()).toMatch(/teal.*Written later|Written later.*teal/);
  expect(told().match(/"type":2,"timestamp"/g)).toHaveLength(1);
  feed.stop();
});

/** A page that was whole at once, and whose style sheet was read so much later; its text changes before. */
function bareFor(sheetMs: number): Line[] {
  const link = ['link', 'rel', 'stylesheet', 'href', 'http://x/a.css'];
  const page = [0, 0, 1, { href: 'http://x/', width: 640, height: 480 }, [['html'], link, -1, ['p'], 'Bare']];
  const sheetAt = Math.floor(sheetMs / segmentMs);
  return Array.from({ length: 4 }, (_, seq) => {
    const events: unknown[] = seq === 0 ? [page, [1, 1]] : [[3, 5, 5, `Changed ${seq}`]];
    // Its text is hashed first.
    const said = (late: number, css: string): unknown => [4, (sheetMs % segmentMs) + late, 3, ':css', css];
    if (seq === sheetAt) events.push(said(-12, ''), said(0, 'p { color: teal }'));
    return { ...line(seq), events, anchor: seq === 0 } as Line;
  });
}

test.each([
  ['from its first moment, also where the machine took seconds to read it', 8_000, 0, 0],
  ['where one goes to a moment before it was read', 8_000, 6_000, 6_000],
  ['when it came, where that was later than a machine takes', 13_000, 0, 13_000],
])('who opens a page has its style sheet %s', async (_, sheetMs, opened, shown) => {
  const { feed } = startFeed(-1, undefined, bareFor(sheetMs));
  const told: ReplayEvent[] = [];
  feed.watchedBy({ postMessage: (delivery) => void ('events' in delivery && told.push(...delivery.events)) });
  await readOver(feed);
  await reached(feed, begun + opened);
  await reached(feed, begun + sheetMs);
  const styled = told.filter((event) => JSON.stringify(event).includes('teal'));
  expect(styled.map(({ timestamp }) => timestamp - begun)).toEqual([shown]);
  feed.stop();
});

test('of a live session half a page is waited for; of one that is over it is shown as far as it came', async () => {
  const [first, ...rest] = inParts() as [Line, ...Line[]];
  const over = startFeed(-1, undefined, [first]).feed;
  await readOver(over);
  await reached(over, begun);
  expect(over.state().recording.pages[0]?.times).not.toEqual([]);
  over.stop();

  const stored = [first];
  const { feed } = startFeed(-1, undefined, stored);
  feed.follow();
  feed.around(begun);
  await readOver(feed);
  expect(feed.state().recording.pages[0]?.stretch).toBeNull();
  stored.push(...rest);
  feed.catchUp();
  await reached(feed, begun);
  expect(feed.state().recording.pages[0]?.times).not.toEqual([]);
  feed.stop();
});

test.each([
  ['a moment', 3],
  ['minutes', 30],
])('of a live session a segment is shown in its place that came %s after one that was sent later', async (_, seq) => {
  const added = [[2, 100, 6, [[3, 1, 0, [['b'], 'Came late']]]]];
  const changed = [[3, 100, 5, 'Changed later']];
  const stored = [line(0), { ...line(seq), anchor: false, events: changed } as Line];
  const { feed } = startFeed(-1, undefined, stored);
  const told = watch(feed);
  feed.follow();
  await readOver(feed);
  await reached(feed, at(seq));
  expect(told()).toContain('Changed later');
  stored.push({ ...line(1), events: added } as Line);
  feed.catchUp();
  await expect.poll(told).toContain('Came late');
  feed.stop();
});

test('a live session is shown once its beginning has come, whatever came before that', async () => {
  const [first, ...rest] = inParts() as [Line, ...Line[]];
  const stored = [...rest];
  const { feed } = startFeed(-1, undefined, stored);
  const told = watch(feed);
  feed.follow();
  feed.around(at(2));
  await readOver(feed);
  stored.push(first);
  feed.catchUp();
  await expect.poll(told).toMatch(/teal.*Written later|Written later.*teal/);
  feed.stop();
});
