import type { Segments } from '@sightglass/store';
import pino from 'pino';
import { expect, test } from 'vitest';
import { streamReplay } from './replay.ts';

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
const event = (timestamp: number) => ({ type: 3, timestamp, data: {} });

/** Bytes by pack; a missing one is damaged. */
function segmentsWith(packs: Record<string, number[]>): Segments {
  const read: Segments['read'] = async ({ pack }) => {
    const times = packs[pack];
    if (times === undefined) throw new Error('damaged');
    return times.map(event);
  };
  return { read } as Segments; // the only one of its doors that a replay uses
}

async function lines(packs: Record<string, number[]>, as: 'segments' | 'rrweb') {
  const chunks: string[] = [];
  const stream = streamReplay(segmentsWith(packs), rows, as, pino({ level: 'silent' }));
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

test('as rrweb, the events of all tabs come in order of time', async () => {
  const events = await lines({ a0: [100, 160, 190], b0: [150, 195, 250], a1: [200, 290] }, 'rrweb');
  expect(events.map(({ timestamp }) => timestamp)).toEqual([100, 150, 160, 190, 195, 200, 250, 290]);
});
