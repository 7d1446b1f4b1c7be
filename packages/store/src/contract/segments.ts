import type { ReplayEvent, SegmentOperation } from '@sightglass/wire';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DamagedSegment, type Place, type Segments, sheetHash } from '../segments/index.ts';
import { assetsContract } from './assets.ts';
import { anyEvent, bytes, event, native, never, segment, talk } from './made-segments.ts';
import { noon } from './rows.ts';
import type { SegmentsUnderTest } from './segments-under-test.ts';

const day = 24 * 3_600_000;

export type { SegmentsUnderTest };

/** What every keeper of replay bytes promises. `make` hands out an empty one for each test. */
export function segmentsContract(make: () => Promise<SegmentsUnderTest>): void {
  let segments: Segments;
  let reopen: () => Segments;

  beforeEach(async () => {
    ({ segments, reopen } = await make());
  });
  afterEach(() => segments.stop());

  /** The events that are read. */
  const read = async (from: Segments, row: Place): Promise<unknown[]> => (await from.read(row)).events;
  const append = (events: ReplayEvent[], { receivedAt = noon, sample = false, project = 'p_one' } = {}) =>
    segments.append(project, segment(events), { receivedAt, sample }).then(({ row }) => row);

  test('what is read is what was appended, whatever is in the events', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyEvent, { minLength: 1, maxLength: 12 }), async (events) => {
        const row = await append(events);
        expect(JSON.stringify(await read(segments, row))).toBe(JSON.stringify(events));
      }),
      { numRuns: 150, seed: 3 },
    );
  });

  test('a segment is described by its row', async () => {
    const row = await append([event(noon), event(noon + 40)]);
    expect(row).toMatchObject({
      ...{ project: 'p_one', session: 'session-1', tab: 'tab-00001', page: 'page-0001', seq: 3, from: noon },
      ...{ until: noon + 40, anchor: 1, events: 2, sample: 0, received_at: noon },
    });
    expect((await append([event(noon), event(noon + 40)])).content).toBe(row.content);
    expect((await append([event(noon), event(noon + 41)])).content).not.toBe(row.content);
  });

  test('the events that were handed over stay as they are', async () => {
    const events = [event(noon, { id: 7, text: 'x'.repeat(2_000) })];
    const before = JSON.stringify(events);
    await append(events);
    expect(JSON.stringify(events)).toBe(before);
  });

  test('appends at once, of several projects and hours, do not mix', async () => {
    const made = Array.from({ length: 60 }, (_, index) => [
      event(noon + index, { page: index, css: `c${index % 7}`.repeat(700) }),
    ]);
    const rows = await Promise.all(
      made.map((events, index) =>
        append(events, { project: `p_${index % 20}`, receivedAt: noon + (index % 3) * 3_600_000 }),
      ),
    );
    await segments.sync();
    const other = reopen();
    expect(await Promise.all(rows.map((row) => read(other, row)))).toEqual(made);
    await other.stop();
  });

  test('a writer that is opened again goes on where the last one ended, and keeps a long string once', async () => {
    const style = Array.from({ length: 4_000 }, (_, index) => `.c${index * 7919}{top:${index}px}`).join('');
    const first = await append([event(noon, { style })]);
    await segments.stop();
    const again = reopen();
    const { row: second } = await again.append('p_one', segment([event(noon + 1, { style })]), {
      receivedAt: noon,
      sample: false,
    });
    expect(second.length).toBeLessThan(400);
    expect(await read(again, first)).toEqual([event(noon, { style })]);
    expect(await read(again, second)).toEqual([event(noon + 1, { style })]);
    await again.stop();
  });

  test('bytes that are not what was written are never handed out', async () => {
    const row = await append([event(noon, { text: 'one' })]);
    const next = await append([event(noon, { text: 'two' })]);
    for (const place of [
      { ...row, offset: row.offset + 1 },
      { ...row, length: row.length - 1 },
      { ...row, length: row.length + next.length },
      { ...row, offset: next.offset + next.length },
      { ...row, pack: row.pack.replace('live', 'sample') },
      { ...row, pack: '../../etc/passwd' },
      { ...row, dictionary: '001-aaaaaaaaaaaaaaaaaaaaaa' },
      { ...row, dictionary: '../../../../etc/passwd' },
    ])
      await expect(segments.read(place)).rejects.toBeInstanceOf(DamagedSegment);
    expect(await read(segments, row)).toEqual([event(noon, { text: 'one' })]);
  });

  describe('our own format', () => {
    const operations: SegmentOperation[] = [
      [0, 0, 1, { href: 'http://x/', width: 800, height: 600 }, [['p', 'title', '¤¤'], 'x'.repeat(3_000), -1, '¤b0']],
      [1, 4],
      [200, 5, { __proto__: null, odd: [null, 1.5] }],
    ];

    test('is kept as it came', async () => {
      const { row } = await segments.append('p_one', native(operations), { receivedAt: noon, sample: false });
      expect(row).toMatchObject({ events: 3, anchor: 1 });
      expect(await segments.read(row)).toEqual({ format: 'sightglass/1', events: operations });
      const [compacted = never()] = await segments.compact([row]);
      expect(await segments.read(compacted)).toEqual({ format: 'sightglass/1', events: operations });
    });

    test('its texts are kept once for the project, under their own hash only, and told newest first', async () => {
      const css = 'p { color: red }';
      const other = 'p { color: \u{d800}blue }';
      const bring = (events: SegmentOperation[], receivedAt: number) =>
        segments.append('p_one', native(events), { receivedAt, sample: false });
      const first = await bring(
        [
          [9, 0, sheetHash(css), css],
          [11, 1, -1, [7, sheetHash(css)]],
        ],
        noon,
      );
      expect(await segments.read(first.row)).toMatchObject({
        events: [
          [9, 0, sheetHash(css)],
          [11, 1, -1, [7, sheetHash(css)]],
        ],
      });
      const forged = await bring(
        [
          [9, 0, sheetHash(other), css],
          [9, 0, '../../../etc/passwd123', css],
          [1, 0],
        ],
        noon,
      );
      expect(forged.refusedTexts).toBe(2);
      await bring([[9, 0, sheetHash(other), other]], noon + 1_000);
      const { sheets } = reopen();
      expect(await sheets.newest('p_one', 9)).toEqual([sheetHash(other), sheetHash(css)]);
      expect(await sheets.newest('p_one', 1)).toEqual([sheetHash(other)]);
      expect(await sheets.newest('p_two', 9)).toEqual([]);
      expect(await sheets.load('p_one', sheetHash(css))).toBe(css);
      expect(await sheets.has('p_one', sheetHash(css))).toBe(true);
      expect(await sheets.load('p_two', sheetHash(css))).toBeUndefined();
      expect(await sheets.load('p_one', '../../p_two/live/x')).toBeUndefined();
    });

    test('a text lives as long as segments name it, and those of sample data go with it', async () => {
      const [old, named, sample] = ['old', 'named', 'sample'].map((text) => ({ text, name: sheetHash(text) }));
      const bring = (made: { text: string; name: string } | undefined, receivedAt: number, isSample = false) =>
        segments.append('p_one', native([[9, 0, made?.name, made?.text]]), { receivedAt, sample: isSample });
      await bring(old, noon - 20 * day);
      await bring(named, noon - 20 * day);
      await bring(sample, noon, true);
      await segments.append('p_one', native([[4, 0, 7, ':css', [7, named?.name]]]), {
        receivedAt: noon,
        sample: false,
      });
      expect(await segments.sheets.load('p_one', sample?.name ?? '')).toBe('sample');
      expect(await segments.sheets.has('p_one', sample?.name ?? '')).toBe(false);
      await segments.dropBefore(noon - 3 * day);
      await segments.removeSample('p_one');
      expect(await segments.sheets.newest('p_one', 9)).toEqual([named?.name]);
      expect(await segments.sheets.load('p_one', sample?.name ?? '')).toBeUndefined();
    });
  });

  assetsContract(() => ({ segments, reopen }));

  describe('closed sessions', () => {
    test('compacted segments read the same, take less, and the old pack can go', async () => {
      const made = Array.from({ length: 40 }, (_, index) => talk(index));
      const rows: Awaited<ReturnType<typeof append>>[] = [];
      for (const events of made) rows.push(await append(events));
      const moved = await segments.compact(rows);
      await segments.sync();
      const [pack = ''] = rows.map((row) => row.pack);
      const end = Math.max(...rows.map((row) => row.offset + row.length));
      const late = await append(talk(41));
      await segments.discard('p_one', pack, end);
      expect(await read(segments, late)).toEqual(talk(41));
      await segments.discard('p_one', pack, end + late.length);
      expect(await Promise.all(moved.map((row) => read(segments, row)))).toEqual(made);
      expect(bytes(moved)).toBeLessThan(bytes(rows));
      expect(moved.map(({ seq, content }) => [seq, content])).toEqual(rows.map(({ seq, content }) => [seq, content]));
      await expect(segments.read(rows[0] ?? never())).rejects.toBeInstanceOf(DamagedSegment);
      expect(await segments.compact(moved)).toEqual(moved);
    });

    test('a damaged one keeps its place and does not stop the others', async () => {
      const good = await append(talk(1));
      const bad = { ...(await append(talk(2))), offset: 1 };
      const [badAfter, goodAfter] = await segments.compact([bad, good]);
      expect(badAfter).toEqual(bad);
      expect(await read(segments, goodAfter ?? never())).toEqual(talk(1));
    });
  });

  describe('giving space back', () => {
    test('sample data goes without a trace in the rest, also under a writer that has it open', async () => {
      const mine = await append(talk(1));
      const sample = await append(talk(2), { sample: true });
      const other = reopen();
      await other.removeSample('p_one');
      await other.removeSample('p_one');
      await expect(segments.read(sample)).rejects.toBeInstanceOf(DamagedSegment);
      expect(await read(segments, mine)).toEqual(talk(1));
      const later = await append(talk(3), { sample: true });
      await segments.sync();
      expect(await read(other, later)).toEqual(talk(3));
      await other.stop();
    });

    test('what was received before a time goes, what came after stays', async () => {
      const old = await append(talk(1), { receivedAt: noon - 20 * day });
      const late = await append(talk(2), { receivedAt: noon - 2 * 3_600_000 });
      const fresh = await append(talk(3));
      await segments.dropBefore(noon - 3_600_000);
      await expect(segments.read(old)).rejects.toBeInstanceOf(DamagedSegment);
      await expect(segments.read(late)).rejects.toBeInstanceOf(DamagedSegment);
      expect(await read(segments, fresh)).toEqual(talk(3));
    });
  });
}
