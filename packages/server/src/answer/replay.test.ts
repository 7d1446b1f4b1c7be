import type { Segments } from '@sightglass/store';
import pino from 'pino';
import { expect, test } from 'vitest';
import { answerReplay, streamReplay } from './replay.ts';

const row = (tab: string, seq: number, from: number, until: number) => ({
  project: 'p',
  tab,
  page: 'page',
  seq,
  from,
  until,
  anchor: seq === 0,
  pack: `${tab}${seq}`,
  offset: 0,
  length: 1,
  dictionary: '',
});
const rows = [row('a', 0, 100, 190), row('b', 0, 150, 250), row('a', 1, 200, 290)];
const quiet = pino({ level: 'silent' });
const all = { since: 0, page: '', first: 0, last: Number.MAX_SAFE_INTEGER };
const event = (timestamp: number) => ({ type: 3, timestamp, data: {} });

/** Bytes by pack; a missing one is damaged. */
function segmentsWith(packs: Record<string, number[]>): Segments {
  const read: Segments['read'] = async ({ pack }) => {
    const times = packs[pack];
    if (times === undefined) throw new Error('damaged');
    return { format: 'rrweb/2', events: times.map(event) };
  };
  return { read } as Segments; // the only one of its doors that a replay uses
}

const lines = (packs: Record<string, number[]>, as: 'segments' | 'rrweb') => linesOf(segmentsWith(packs), as);

async function linesOf(segments: Segments, as: 'segments' | 'rrweb') {
  const chunks: string[] = [];
  const stream = streamReplay(segments, rows, as, quiet);
  for await (const chunk of stream) chunks.push(String(chunk));
  return chunks
    .join('')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

test('each stored segment is a line, and a damaged one is a gap that costs no other', async () => {
  expect(await lines({ a0: [100, 190], a1: [200, 290] }, 'segments')).toMatchObject([
    { tab: 'a', seq: 0, anchor: true, events: [{ timestamp: 100 }, { timestamp: 190 }] },
    { gap: { tab: 'b', seq: 0, from: 150, until: 250, reason: 'damaged' } },
    { tab: 'a', seq: 1, anchor: false, events: [{ timestamp: 200 }, { timestamp: 290 }] },
  ]);
});

test('what cannot be read of a session that was erased meanwhile is not damaged: the answer breaks off, and the log has no word of it', async () => {
  const said: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line) => said.push(line) });
  const stream = streamReplay(segmentsWith({ a0: [100, 190] }), rows, 'segments', log, { isErased: () => true });
  await expect(stream.toArray()).rejects.toMatchObject({ code: 'erased' });
  expect(said).toEqual([]);
});

test('a text that segments of our own format name comes once, before the first of them; a missing one is told', async () => {
  const [here, gone] = ['h'.repeat(22), 'g'.repeat(22)];
  const native: Segments = {
    read: async ({ pack }: Parameters<Segments['read']>[0]) => ({
      format: 'sightglass/1',
      events: [[2, 0, 1, [[pack === 'a0' ? 1 : 2, 0, 0, [[7, here], ...(pack === 'a1' ? [[7, gone]] : [])]]]]],
    }),
    sheets: { load: async (_project: string, hash: string) => (hash === here ? 'p {}' : undefined) },
  } as unknown as Segments; // the only doors that a replay uses
  const told = await linesOf(native, 'segments');
  expect(told.map((line) => ('text' in line ? [line.text, line.value] : `${line.tab}${line.seq}`))).toEqual([
    [here, 'p {}'],
    'a0',
    'b0',
    [gone, null],
    'a1',
  ]);
  expect(told[1]).toMatchObject({ format: 'sightglass/1', anchor: true, from: 100 });
});

test('a picture that was fetched after the page was seen is told with the page, once, whatever part is asked for', async () => {
  const [soon, late] = ['s'.repeat(22), 'l'.repeat(22)];
  const operations: Record<string, [number, number, ...unknown[]][]> = {
    a0: [
      [0, 3, 1, { href: '', width: 1, height: 1 }, [['html'], ['img', 'src', '/a.png']]],
      [1, 5],
    ],
    a1: [
      [16, 9, '/a.png', [7, soon]],
      [16, 9, '/none.png', null],
    ],
    a2: [[16, 9, '/late.png', [7, late]]],
  };
  const reads: string[] = [];
  const native = {
    read: async ({ pack }: Parameters<Segments['read']>[0]) => {
      reads.push(pack);
      return { format: 'sightglass/1', events: operations[pack] ?? [] };
    },
    sheets: { load: async (_project: string, hash: string) => `data:image/png;base64,${hash}` },
  } as unknown as Segments; // the only doors that a replay uses
  const known = [row('a', 0, 100, 190), row('a', 1, 200, 290), row('a', 2, 40_000, 40_100)];
  for (const last of [0, 2]) {
    reads.length = 0;
    const part = { ...all, as: 'segments' as const, page: 'page', first: 0, last };
    const [text, page, ...more] = await textOf(answerReplay(native, known, part, 'session', quiet));
    expect(text).toEqual({ text: soon, value: `data:image/png;base64,${soon}` });
    expect(page.events).toEqual([[16, 3, '/a.png', [7, soon]], ...(operations.a0 ?? [])]);
    expect(more.flatMap(({ events }) => events ?? [])).toEqual(
      last === 0 ? [] : [...(operations.a1 ?? []), ...(operations.a2 ?? [])],
    );
    // None is read twice for it.
    expect(reads).toEqual(last === 0 ? ['a0', 'a1'] : ['a0', 'a1', 'a2']);
  }
});

test('as rrweb, the events of all tabs come in order of time', async () => {
  const events = await lines({ a0: [100, 160, 190], b0: [150, 195, 250], a1: [200, 290] }, 'rrweb');
  expect(events.map(({ timestamp }) => timestamp)).toEqual([100, 150, 160, 190, 195, 200, 250, 290]);
});

test('as rrweb, what a page told of itself after the next one began is left out: a player would look for its nodes there', async () => {
  const of = (page: string, from: number, until: number) => ({ ...row('a', 0, from, until), page, pack: page });
  const packs: Record<string, { type: number; timestamp: number }[]> = {
    one: [
      { type: 2, timestamp: 100 },
      { type: 3, timestamp: 150 },
      { type: 3, timestamp: 201 },
      { type: 5, timestamp: 202 },
    ],
    two: [
      { type: 4, timestamp: 200 },
      { type: 2, timestamp: 200 },
      { type: 3, timestamp: 250 },
    ],
  };
  const read: Segments['read'] = async ({ pack }) => ({
    format: 'rrweb/2',
    events: (packs[pack] ?? []).map((told) => ({ ...told, data: {} })),
  });
  const pages = [of('one', 100, 202), of('two', 200, 250)];
  let text = '';
  for await (const chunk of streamReplay({ read } as Segments, pages, 'rrweb', quiet)) text += String(chunk);
  const told = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: number; timestamp: number });
  expect(told.map(({ timestamp, type }) => `${timestamp} ${type}`)).toEqual([
    '100 2',
    '150 3',
    '200 4',
    '200 2',
    '202 5',
    '250 3',
  ]);
});

test('as rrweb, segments of our own format are its events, with their stored texts in place', async () => {
  const hash = 'h'.repeat(22);
  const operations: Record<string, [number, number, ...unknown[]][]> = {
    a0: [
      [0, 0, 1, { href: 'https://shop.example/', width: 800, height: 600 }, [['html'], ['style'], [7, hash]]],
      [1, 5],
    ],
    a1: [[4, 30, 2, 'lang', 'en']],
    b0: [[0, 0, 1, { href: '', width: 1, height: 1 }, [['html']]]],
  };
  const native = {
    read: async ({ pack }: Parameters<Segments['read']>[0]) => ({
      format: 'sightglass/1',
      events: operations[pack] ?? [],
    }),
    sheets: { load: async () => 'p { top: 0 }' },
  } as unknown as Segments; // the only doors that a replay uses
  const events = await linesOf(native, 'rrweb');
  // Meta and full snapshot of both tabs; the second was never completed, and is told as far as it goes.
  expect(events.map(({ type }) => type).sort()).toEqual([2, 2, 3, 4, 4]);
  expect(JSON.stringify(events)).toContain('p { top: 0 }');
  expect(events.find(({ type }) => type === 3)).toMatchObject({
    timestamp: 230,
    data: { attributes: [{ id: 2, attributes: { lang: 'en' } }] },
  });
});

async function answered(wanted: Parameters<typeof answerReplay>[2], session = 'session') {
  const stored = segmentsWith({ a0: [100, 190], b0: [150, 250], a1: [200, 290] });
  return textOf(answerReplay(stored, rows, wanted, session, quiet));
}

async function textOf(answer: ReturnType<typeof answerReplay>) {
  const chunks: string[] = [];
  for await (const chunk of answer) chunks.push(String(chunk));
  const text = chunks.join('').trimEnd();
  return text === '' ? [] : text.split('\n').map((line) => JSON.parse(line));
}

test('the index names every segment and reads none', async () => {
  const told = await answered({ ...all, as: 'index' });
  expect(told.map(({ place }) => `${place.tab}${place.seq} ${place.anchor} ${place.bytes}`)).toEqual([
    'a0 true 1',
    'b0 true 1',
    'a1 false 1',
  ]);
});

test('a part of one page load is told alone, whatever it builds on', async () => {
  const part = { ...all, as: 'segments' as const, page: 'page', first: 1, last: 5 };
  expect((await answered(part)).map(({ tab, seq }) => `${tab}${seq}`)).toEqual(['a1']);
  expect((await answered(part, 'a')).map(({ tab, seq }) => `${tab}${seq}`)).toEqual(['a1']);
  expect(await answered({ ...part, page: 'another' })).toEqual([]);
});
