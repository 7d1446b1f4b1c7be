import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Columns,
  countSample,
  createTable,
  dropOld,
  dropPast,
  foldSummedDay,
  migrate,
  type RecordRow,
  recomputeSessions,
  removeSample,
  routeDays,
  type SessionRow,
  tableNames,
} from '../columns/index.ts';
import { ndjson, noon, recordRow, segmentRow } from './rows.ts';

const hour = 3_600_000;

/** What every column engine promises. `make` hands out one for the whole suite, which empties its tables before each test. */
export function columnsContract(make: () => Promise<Columns>): void {
  let columns: Columns;

  beforeAll(async () => {
    columns = await make();
    await migrate(columns);
  });
  beforeEach(async () => {
    for (const table of tableNames) await columns.command(`TRUNCATE TABLE ${table}`);
  });

  const insert = (rows: RecordRow[]): Promise<void> => columns.insert('records', ndjson(rows));
  const recompute = (version: number, start = noon, session = 'session-1'): Promise<void> =>
    recomputeSessions(columns, 'p_one', [{ session, start }], version);
  const sessions = (): Promise<SessionRow[]> =>
    columns.ask(`SELECT * REPLACE(toUnixTimestamp64Milli(start) AS start, toUnixTimestamp64Milli(end) AS end)
      FROM sessions FINAL ORDER BY project, session`);

  describe('asking', () => {
    test('values are bound as they are, whatever is in them', async () => {
      const hostile = fc.string({ unit: 'binary', maxLength: 60 }).filter((text) => text.isWellFormed());
      await fc.assert(
        fc.asyncProperty(
          hostile,
          fc.array(hostile, { maxLength: 4 }),
          fc.maxSafeInteger(),
          async (text, texts, number) => {
            const [row] = await columns.ask(
              'SELECT {text:String} AS text, {texts:Array(String)} AS texts, {number:Int64} AS number, {yes:Bool} AS yes',
              { text, texts, number, yes: true },
            );
            expect(row).toEqual({ text, texts, number, yes: true });
          },
        ),
        { numRuns: 60, seed: 1 },
      );
    });

    test('long lists of ids pass', async () => {
      const ids = Array.from({ length: 3_000 }, (_, index) => `9a49a159-9842-4935-ad86-${index}`);
      expect(await columns.ask('SELECT length({ids:Array(String)}) AS count', { ids })).toEqual([{ count: 3_000 }]);
    });

    test('whole numbers come as numbers, and what is no number as null', async () => {
      expect(
        await columns.ask('SELECT toUInt64(5) AS count, nan AS share, quantile(0.75)(number) AS p FROM numbers(0)'),
      ).toEqual([{ count: 5, share: null, p: null }]);
    });

    test('a question past its time says so, and the engine goes on', async () => {
      const slow = columns.ask(
        'SELECT count() FROM numbers(100000000000) WHERE sin(number) > 2',
        {},
        { timeoutMs: 300 },
      );
      await expect(slow).rejects.toMatchObject({ code: 'query_timeout' });
      expect(await columns.ask('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    });

    test('a question that is given up rejects with the reason', async () => {
      const given = new AbortController();
      const slow = columns.ask(
        'SELECT count() FROM numbers(100000000000) WHERE sin(number) > 2',
        {},
        { signal: given.signal },
      );
      given.abort(new Error('left the page'));
      await expect(slow).rejects.toThrow('left the page');
    });

    test('questions that are given up do no harm to the ones after them', async () => {
      const failed: unknown[] = [];
      for (let round = 0; round < 500; round += 1) {
        const given = new AbortController();
        const left = columns.ask('SELECT sleep(0.01)', {}, { signal: given.signal });
        if (round % 2 === 0) given.abort();
        else setImmediate(() => given.abort());
        await left.catch(() => undefined);
        await columns.ask('SELECT 1').catch((error) => failed.push(error));
      }
      expect(failed).toEqual([]);
    });

    test('a statement that is wrong is our bug, not an outage', async () => {
      await expect(columns.ask('SELECT nothing FROM nowhere')).rejects.not.toMatchObject({
        code: 'engine_unavailable',
      });
    });
  });

  describe('inserting', () => {
    test('a row comes back as it was written, times to the millisecond', async () => {
      const row = recordRow({
        at: noon + 7,
        received_at: noon + 123,
        text: 'Grüße "\\\n',
        value: 0.25,
        duration_ms: 12.5,
        frustrations: ['rage'],
        attributes: { 'page.kind': 'order' },
        record: JSON.stringify({ kind: 'custom' }),
        _batch: 2 ** 40,
      });
      await insert([row]);
      const [read] = await columns.ask<RecordRow>(
        `SELECT * REPLACE(toUnixTimestamp64Milli(at) AS at, toUnixTimestamp64Milli(received_at) AS received_at)
         FROM (SELECT * FROM records WHERE at = fromUnixTimestamp64Milli({at:Int64}))`,
        { at: noon + 7 },
      );
      expect(read).toEqual(row);
    });

    test('the atoms of a batch are told by table and partition', async () => {
      await insert([recordRow(), recordRow({ number: 1 }), recordRow({ number: 2, at: noon - 24 * hour })]);
      await insert([recordRow({ _batch: 2 })]);
      await columns.insert('replay_segments', ndjson([segmentRow()]));
      const found = await columns.atoms([1, 3]);
      expect(
        found.toSorted(
          (one, other) => one.partition.localeCompare(other.partition) || one.table.localeCompare(other.table),
        ),
      ).toEqual([
        { table: 'records', partition: '20261117', batch: 1, rows: 1 },
        { table: 'records', partition: '20261118', batch: 1, rows: 2 },
        { table: 'replay_segments', partition: '20261118', batch: 1, rows: 1 },
      ]);
      const { partitionOf } = await migrate(columns);
      expect([partitionOf(noon), partitionOf(noon - 24 * hour)]).toEqual(['20261118', '20261117']);
    });

    test('one bad row refuses all of its insert', async () => {
      const bad = `${ndjson([recordRow()])}{"project": "p_one", "number": "seven"}\n`;
      await expect(columns.insert('records', bad)).rejects.toThrow();
      const unknown = `${JSON.stringify({ ...recordRow(), surprise: 1 })}\n`;
      await expect(columns.insert('records', unknown)).rejects.toThrow();
      expect(await columns.atoms([1])).toEqual([]);
    });

    test('a large insert is one part for each partition', async () => {
      await insert(Array.from({ length: 20_000 }, (_, number) => recordRow({ number, _batch: 5 })));
      const [parts] = await columns.ask(
        'SELECT uniqExact(_part) AS parts, count() AS rows FROM records WHERE _batch = 5',
      );
      expect(parts).toEqual({ parts: 1, rows: 20_000 });
      await columns.sync();
    });
  });

  describe('sessions', () => {
    const visit = (): RecordRow[] => [
      recordRow({
        ...{ kind: 'session', at: noon - 10, browser: 'Firefox', os: 'Linux', device: 'desktop' },
        attributes: { language: 'de-CH', timezone: 'Europe/Zurich', referrer: 'search.example' },
      }),
      // What the application calls so is its own.
      recordRow({ kind: 'custom', number: 9, at: noon - 11, name: 'switched', attributes: { language: 'fr' } }),
      recordRow({ kind: 'view', number: 1, view: 'view-1', route: '/orders', text: 'Orders', release: '1.0.0' }),
      recordRow({ kind: 'action', number: 2, at: noon + 5, record_id: 'a', name: 'Place order', route: '/orders' }),
      recordRow({
        kind: 'action',
        number: 3,
        at: noon + 5,
        record_id: 'a',
        version: 1,
        frustrations: ['dead', 'rage'],
      }),
      recordRow({ kind: 'resource', number: 4, at: noon + 9, record_id: 'r', type: 'fetch', failed: 1, status: 422 }),
      recordRow({ kind: 'resource', number: 5, at: noon + 9, record_id: 'i', type: 'image', failed: 1 }),
      recordRow({ kind: 'error', number: 6, at: noon + 12, name: 'TypeError', text: 'Cannot ORDER' }),
      recordRow({ kind: 'user', number: 7, at: noon + 20, visitor: 'visitor-7', role: 'buyer' }),
      recordRow({
        kind: 'view',
        number: 8,
        view: 'view-1',
        version: 1,
        route: '/orders',
        text: 'Orders (1)',
        duration_ms: 60_000,
        received_at: noon + 60_000,
      }),
      recordRow({
        kind: 'view',
        number: 0,
        tab: 'tab-2',
        at: noon + 30,
        view: 'view-2',
        route: '/help',
        release: '1.1.0',
      }),
    ];

    test('a session is what its records tell, each counted once', async () => {
      await insert([...visit(), ...visit()]);
      await recompute(1);
      expect(await sessions()).toMatchObject([
        {
          ...{ session: 'session-1', start: noon - 11, end: noon + 60_000, visitor: 'visitor-7', role: 'buyer' },
          ...{ release: '1.1.0', browser: 'Firefox', device: 'desktop', entry_route: '/orders', last_route: '/help' },
          ...{ language: 'de-CH', timezone: 'Europe/Zurich', referrer: 'search.example' },
          ...{ tabs: 2, views: 2, actions: 1, calls: 1, failed_calls: 1, errors: 1, frustrations: 2, replay: 0 },
        },
      ]);
      const [{ words } = { words: '' }] = await sessions();
      for (const word of ['/orders', 'orders (1)', 'cannot order', 'typeerror', 'visitor-7'])
        expect(words).toContain(word);
    });

    test('the order and number of deliveries do not matter', async () => {
      await insert(visit());
      await recompute(1);
      const [once] = await sessions();
      const order = fc.shuffledSubarray(visit(), { minLength: 1 });
      await fc.assert(
        fc.asyncProperty(order, async (again) => {
          await columns.command('TRUNCATE TABLE records');
          await insert([...again, ...visit().toReversed()]);
          await recompute(1);
          expect(await sessions()).toEqual([once]);
        }),
        { numRuns: 5, seed: 2 },
      );
    });

    test('a session that turns out to have begun in another hour is there once', async () => {
      await insert(visit());
      await recompute(1);
      await insert([recordRow({ kind: 'view', number: 20, at: noon - 2 * hour, view: 'view-0', route: '/login' })]);
      await recompute(2);
      expect(await sessions()).toMatchObject([{ start: noon - 2 * hour, entry_route: '/login', views: 3 }]);
    });

    test('replay alone makes a session, and other projects are not looked at', async () => {
      await columns.insert(
        'replay_segments',
        ndjson([segmentRow({ until: noon + 500 }), segmentRow({ project: 'p_two' })]),
      );
      await insert([recordRow({ project: 'p_two', kind: 'error' })]);
      await recompute(1);
      expect(await sessions()).toMatchObject([{ project: 'p_one', end: noon + 500, replay: 1, errors: 0 }]);
    });

    test('words are bounded', async () => {
      await insert(
        Array.from({ length: 2_000 }, (_, number) => recordRow({ kind: 'error', number, text: `Ünique ${number}` })),
      );
      await recompute(1);
      expect((await sessions())[0]?.words.length).toBe(4_000);
    });

    test('a thousand sessions at once are all written', async () => {
      const touched = Array.from({ length: 1_200 }, (_, index) => ({ session: `many-${index}`, start: noon + index }));
      await insert(touched.map(({ session, start }) => recordRow({ session, at: start, kind: 'error' })));
      await recomputeSessions(columns, 'p_one', touched, 1);
      expect((await sessions()).length).toBe(1_200);
    });
  });

  describe('removing sample data', () => {
    const none = { sessions: 0, records: 0, segments: 0 };
    const segments = { removeSample: async () => undefined };

    test('leaves the rest, also where they stand side by side, and can be repeated', async () => {
      await insert([
        recordRow(),
        recordRow({ session: 'made-up', sample: 1 }),
        recordRow({ project: 'p_two', sample: 1 }),
      ]);
      await columns.insert('replay_segments', ndjson([segmentRow({ session: 'made-up', sample: 1 })]));
      await recompute(1);
      await recompute(1, noon, 'made-up');
      const removed: string[] = [];
      const bytes = { removeSample: async (project: string) => void removed.push(project) };
      expect(await countSample(columns, 'p_one')).toEqual({ sessions: 1, records: 1, segments: 1 });
      await removeSample(columns, bytes, 'p_one');
      expect(await countSample(columns, 'p_one')).toEqual(none);
      await removeSample(columns, bytes, 'p_one');
      expect(removed).toEqual(['p_one', 'p_one']);
      expect(await sessions()).toMatchObject([{ session: 'session-1' }]);
      expect(await columns.ask('SELECT project, sample FROM records ORDER BY project')).toEqual([
        { project: 'p_one', sample: 0 },
        { project: 'p_two', sample: 1 },
      ]);
    });

    test('of many days frees their space at once', async () => {
      const days = Array.from({ length: 60 }, (_, day) => noon - day * 24 * hour);
      for (const sample of [1, 1, 0])
        await insert(days.filter((_, day) => sample === 1 || day < 3).map((at) => recordRow({ at, sample })));
      await removeSample(columns, segments, 'p_one');
      expect(await columns.ask('SELECT count() AS rows, sum(sample) AS samples FROM records')).toEqual([
        { rows: 3, samples: 0 },
      ]);
      const parts = "SELECT count() AS parts FROM system.parts WHERE active AND table = 'records' AND rows > 0";
      expect((await columns.ask<{ parts: number }>(parts))[0]?.parts).toBeLessThan(10);
    });

    test('takes nothing away that comes in meanwhile', async () => {
      await insert(Array.from({ length: 20 }, (_, day) => recordRow({ at: noon - day * 24 * hour, sample: 1 })));
      let done = false;
      const removing = removeSample(columns, segments, 'p_one').finally(() => {
        done = true;
      });
      let number = 0;
      do {
        await insert([recordRow({ number, at: noon - (number % 20) * 24 * hour })]);
        number += 1;
      } while (!done || number < 20);
      await removing;
      expect(await columns.ask('SELECT count() AS rows, sum(sample) AS samples FROM records')).toEqual([
        { rows: number, samples: 0 },
      ]);
    });
  });

  test('rows past their time go when it is said, by whole days; none goes by itself, of tables that an older version made neither', async () => {
    const day = 24 * hour;
    const before = noon - 90 * day;
    // As the engine was once told to delete them, and by a clock that is far ahead of these rows.
    await columns.command(
      'ALTER TABLE records MODIFY TTL toDateTime(at) + toIntervalDay(90) SETTINGS materialize_ttl_after_modify = 0',
    );
    await migrate(columns);
    await insert([300, 91, 90, 0].map((age, number) => recordRow({ number, at: noon - age * day })));
    await columns.command('OPTIMIZE TABLE records FINAL');
    const left = () => columns.ask<{ number: number }>('SELECT number FROM records ORDER BY number');
    expect((await left()).length).toBe(4);
    for (let again = 0; again < 2; again += 1) await dropPast(columns, before);
    expect(await left()).toEqual([{ number: 2 }, { number: 3 }]);
  });

  test('what a project has no more time for goes, of all tables and with its bytes; the rest, and what others have, stays', async () => {
    const day = 24 * hour;
    const today = Math.floor(Date.now() / day) * day;
    for (const project of ['p_one', 'p_two'])
      await insert([9, 8, 7, 0].map((age, number) => recordRow({ project, number, at: today - age * day })));
    await columns.insert(
      'replay_segments',
      ndjson([segmentRow({ from: today - 9 * day, until: today - 9 * day + 1 })]),
    );
    const dropped: [number, string | undefined][] = [];
    const bytes = { dropBefore: async (time: number, project?: string) => void dropped.push([time, project]) };
    for (let again = 0; again < 2; again += 1) await dropOld(columns, bytes, 'p_one', today - 7 * day);
    expect(await columns.ask('SELECT project, count() AS rows FROM records GROUP BY project ORDER BY project')).toEqual(
      [
        { project: 'p_one', rows: 2 },
        { project: 'p_two', rows: 4 },
      ],
    );
    expect(await columns.ask('SELECT count() AS rows FROM replay_segments')).toEqual([{ rows: 0 }]);
    expect(dropped).toEqual([0, 1].map(() => [today - 7 * day, 'p_one']));
  });

  test('migrating again changes nothing', async () => {
    await insert([recordRow()]);
    await migrate(columns);
    expect((await columns.atoms([1])).length).toBe(1);
  });

  test('sums that an older version made are dropped where they cannot be made over, those of now stay', async () => {
    const day = noon - 12 * hour;
    const heads = (): Promise<{ hours: number }[]> => columns.ask('SELECT hours FROM route_days WHERE hours > 0');
    await columns.command('DROP TABLE route_days');
    await columns.command(
      createTable('route_days', { retentionDays: 90 }).replace(/\nSETTINGS index_granularity = \d+/, ''),
    );
    for (const left of [0, 1]) {
      await foldSummedDay(columns, routeDays, 'p_one', { day, hours: 13, version: 2 });
      expect(await heads()).toEqual([{ hours: 13 }]);
      await migrate(columns);
      expect((await heads()).length).toBe(left);
    }
  });
}
