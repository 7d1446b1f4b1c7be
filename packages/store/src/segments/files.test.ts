import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { limits, type ReplayEvent, type Segment } from '@sightglass/wire';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { noon } from '../contract/rows.ts';
import { segmentsContract } from '../contract/segments.ts';
import { createFileSegments } from './files.ts';
import { DamagedSegment } from './segments.ts';
import { sheetHash } from './text-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'sightglass-segments-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
const newRoot = (): string => join(folder, String(count++));

describe('segments in files', () =>
  segmentsContract(async () => {
    const root = newRoot();
    return { segments: createFileSegments(root), reopen: () => createFileSegments(root) };
  }));

describe('the files', () => {
  const about = { receivedAt: noon, sample: false };

  test('a flipped bit anywhere in a pack is found', async () => {
    const root = newRoot();
    const segments = createFileSegments(root);
    const { row } = await segments.append('p_one', segmentOf(recorded('shop-member-1.0.0')[1]?.events ?? []), about);
    await segments.stop();
    const file = join(root, 'p_one', row.pack);
    const whole = readFileSync(file);
    for (let at = 0; at < whole.length; at += 97) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ 0x10;
      writeFileSync(file, damaged);
      await expect(createFileSegments(root).read(row)).rejects.toBeInstanceOf(DamagedSegment);
    }
    writeFileSync(file, whole);
    expect((await createFileSegments(root).read(row)).events.length).toBe(row.events);
  });

  test('past its bound a project takes no more pictures, says so, and takes them again once there is room', async () => {
    const root = newRoot();
    const segments = createFileSegments(root);
    const picture = (last: string): string => {
      const bytes = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(last)]);
      return `data:image/png;base64,${bytes.toString('base64')}`;
    };
    const bring = (last: string) => {
      const file = picture(last);
      const events: Extract<Segment, { format: 'sightglass/1' }>['events'] = [[9, 0, sheetHash(file), file]];
      return segments.append('p_one', { ...segmentOf([]), format: 'sightglass/1', events }, about);
    };
    expect(await bring('first')).toMatchObject({ leftAssets: 0 });
    // As large as all that a project may have; nothing of it is written.
    const large = join(root, 'p_one/live/assets', 'x'.repeat(22));
    writeFileSync(large, '');
    truncateSync(large, limits.maxProjectAssetBytes);
    expect(await bring('second')).toMatchObject({ leftAssets: 1, refusedAssets: 0 });
    expect(await segments.sheets.load('p_one', sheetHash(picture('second')))).toBeUndefined();
    // What is there is not taken for more.
    expect(await bring('first')).toMatchObject({ leftAssets: 0 });
    rmSync(large);
    expect(await bring('second')).toMatchObject({ leftAssets: 0 });
    expect(await segments.sheets.load('p_one', sheetHash(picture('second')))).toBe(picture('second'));
    await segments.stop();
  });

  test('of drawings those are kept that a replay can show, though it were as a picture alone; the others are counted', async () => {
    const segments = createFileSegments(newRoot());
    const bring = async (held: string) => {
      const drawing = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${held}</svg>`;
      const file = `data:image/svg+xml;base64,${btoa(drawing)}`;
      const events: Extract<Segment, { format: 'sightglass/1' }>['events'] = [[9, 0, sheetHash(file), file]];
      const content = { ...segmentOf([]), format: 'sightglass/1', events } as const;
      const { refusedAssets } = await segments.append('p_one', content, about);
      return [refusedAssets, (await segments.sheets.load('p_one', sheetHash(file))) === file];
    };
    const [kept, refused] = [
      [0, true],
      [1, false],
    ];
    const twice = '<g id="a"><use href="#b"/><use href="#b"/></g>';
    expect(await bring(`${twice}<g id="b" fill="url('#c')"><!-- <script> --></g>`)).toEqual(kept);
    expect(await bring('<image xlink:href="data:image/png;base64,AAAA"/>')).toEqual(kept);
    expect(await bring(`${twice}<g id="b"><use href="#a"/></g>`)).toEqual(refused);
    expect(await bring('<image href="https://elsewhere.example/a.png"/>')).toEqual(refused);
    await segments.stop();
  });

  test('the torn end of a blob file is written over, and what stood before it stays', async () => {
    const root = newRoot();
    const event = (text: string): ReplayEvent => ({ type: 3, timestamp: noon, data: { text } });
    const before = createFileSegments(root);
    const { row: kept } = await before.append('p_one', segmentOf([event('a'.repeat(3_000))]), about);
    await before.append('p_one', segmentOf([event('b'.repeat(3_000))]), about);
    await before.stop();
    const blobs = join(root, 'p_one', kept.pack.replace(/[^/]*$/, 'blobs'));
    truncateSync(blobs, statSync(blobs).size - 5);
    const after = createFileSegments(root);
    const { row } = await after.append('p_one', segmentOf([event('b'.repeat(3_000))]), about);
    expect((await after.read(row)).events).toEqual([event('b'.repeat(3_000))]);
    expect((await after.read(kept)).events).toEqual([event('a'.repeat(3_000))]);
    await after.stop();
  });

  test('D48: after a sync that failed nothing of it is believed, and what is written again is there', async () => {
    const root = newRoot();
    const texts = ['a', 'b'].map((one) => one.repeat(3_000));
    const [first = [], second = []] = texts.map((text): ReplayEvent[] => [
      { type: 3, timestamp: noon, data: { text } },
    ]);
    const before = createFileSegments(root);
    const { row: kept } = await before.append('p_one', segmentOf(first), about);
    await before.sync();
    const synced = statSync(join(root, 'p_one', kept.pack)).size;
    await before.append('p_one', segmentOf(second), about);
    const file = await open(join(root, 'any'), 'w');
    const failing = vi.spyOn(Object.getPrototypeOf(file), 'datasync').mockRejectedValue(new Error('EIO'));
    await expect(before.sync()).rejects.toThrow('EIO');
    failing.mockRestore();
    await file.close();
    // The system would say yes now: it has nothing more to write.
    await expect(before.sync()).rejects.toThrow('EIO');
    await expect(before.append('p_one', segmentOf(second), about)).rejects.toThrow('EIO');
    expect(statSync(join(root, 'p_one', kept.pack)).size).toBe(synced);
    const after = createFileSegments(root);
    const { row } = await after.append('p_one', segmentOf(second), about);
    await after.sync();
    expect((await after.read(row)).events).toEqual(second);
    expect((await after.read(kept)).events).toEqual(first);
    await after.stop();
    await expect(before.stop()).rejects.toThrow('EIO');
  });

  test('a dictionary survives the loss of one of its copies', async () => {
    const root = newRoot();
    const segments = createFileSegments(root);
    const rows = [];
    const sessions = [...recorded('shop-member-1.0.0'), ...recorded('shop-member-1.1.0')];
    for (const { events } of sessions) rows.push((await segments.append('p_one', segmentOf(events), about)).row);
    await segments.stop();
    const last = rows.at(-1) ?? expect.fail('nothing was recorded');
    expect(last.dictionary).not.toBe('');
    const week = join(root, 'p_one', last.pack, '..');
    for (const file of readdirSync(week)) if (file.endsWith('.dictionary')) writeFileSync(join(week, file), 'gone');
    expect((await createFileSegments(root).read(last)).events).toEqual(sessions.at(-1)?.events);
  });

  test('a real session takes a third of gzip once its application is known', async () => {
    const segments = createFileSegments(newRoot());
    const sizes: string[] = [];
    let share = 1;
    for (const name of ['shop-guest-1.0.0', 'shop-member-1.0.0', 'shop-member-1.1.0']) {
      const session = recorded(name);
      const rows = [];
      for (const { events } of session) rows.push((await segments.append('p_one', segmentOf(events), about)).row);
      const compacted = await segments.compact(rows);
      for (const [index, row] of compacted.entries())
        expect((await segments.read(row)).events).toEqual(session[index]?.events);
      const gzip = session.reduce((sum, { events }) => sum + gzipSync(JSON.stringify(events)).length, 0);
      const [arrived, kept] = [rows, compacted].map((some) => some.reduce((sum, row) => sum + row.length, 0));
      share = (kept ?? 0) / gzip;
      sizes.push(
        `${name}: gzip per segment ${gzip} B, on arrival ${arrived} B, compacted ${kept} B (${share.toFixed(2)})`,
      );
    }
    console.log(sizes.join('\n'));
    expect(share).toBeLessThan(1 / 3);
    await segments.stop();
  });
});

/** A capture of fixtures/rrweb: one segment a line. */
function recorded(name: string): { events: ReplayEvent[] }[] {
  const path = new URL(`../../../../fixtures/rrweb/${name}.ndjson.gz`, import.meta.url);
  const lines = gunzipSync(readFileSync(path)).toString('utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}

function segmentOf(events: ReplayEvent[]): Segment {
  return {
    ...{ v: 1, format: 'rrweb/2', session: 'session-1', tab: 'tab-00001', page: 'page-0001', seq: 0, anchor: true },
    ...{ from: noon, until: noon, sentAt: noon, events },
  };
}
