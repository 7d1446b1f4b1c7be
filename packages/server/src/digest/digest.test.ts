import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Atom, Columns, Segments, TableName } from '@sightglass/store';
import { type LiveMessage, SightglassError } from '@sightglass/wire';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readCaptured } from '../../../../fixtures/corpus/captured.ts';
import { createJournal, type Entry, type Journal } from '../journal/index.ts';
import { openDigestLedger, openLedger } from '../ledger/index.ts';
import { createAside, openQuarantine } from '../quarantine/index.ts';
import { type DigestParts, type Running, runDigest } from './digest.ts';

const project = 'p_abcdefabcdef';
const silent = { info: () => undefined, warn: () => undefined };
const partitionOf = (time: number) => new Date(time).toISOString().slice(0, 10);
let dir = '';
let journal: Journal;
const stops: (() => unknown)[] = [];
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'sg-digest-'));
  journal = await createJournal({ dir: join(dir, 'journal'), after: 0, teller: silent, fileBytes: 1024 * 1024 });
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
  await journal.stop();
  rmSync(dir, { recursive: true, force: true });
});

type Row = Record<string, unknown> & { _batch: number };

/** Columns in memory: an insert makes one part for each partition, as the engine does, and fails as it is told. */
function createEngine() {
  const tables: Record<string, Row[]> = { records: [], replay_segments: [] };
  /** Called before each part is kept: throws to fail there. */
  let fault: (rows: Row[]) => void = () => undefined;
  let away = false;
  const parts = (table: string, rows: Row[]) =>
    Map.groupBy(rows, (row) => partitionOf(Number(table === 'replay_segments' ? row.from : row.at)));
  const answer = () => {
    if (away) throw new SightglassError('engine_unavailable');
  };
  const columns: Columns = {
    ask: async () => [],
    async insert(table, ndjson) {
      answer();
      const rows = String(Array.isArray(ndjson) ? Buffer.concat(ndjson) : ndjson)
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Row);
      for (const part of parts(table, rows).values()) {
        fault(part);
        tables[table]?.push(...part);
      }
    },
    async command() {
      answer();
    },
    async atoms(batches) {
      answer();
      return Object.entries(tables).flatMap(([table, all]) =>
        [...parts(table, all)]
          .flatMap(([partition, rows]) =>
            [...Map.groupBy(rows, (row) => row._batch)].map(
              ([batch, some]): Atom => ({ table: table as TableName, partition, batch, rows: some.length }),
            ),
          )
          .filter(({ batch }) => batches.includes(batch)),
      );
    },
    async sync() {
      answer();
    },
    ping: async () => !away,
    stop: async () => undefined,
  };
  return {
    columns,
    names: () => (tables.records ?? []).map((row) => row.name).sort(),
    rows: () => tables.records ?? [],
    segments: () => tables.replay_segments ?? [],
    forget: () => tables.records?.splice(0),
    failWith(next: (rows: Row[]) => void) {
      fault = next;
    },
    goAway(now: boolean) {
      away = now;
    },
  };
}

const segments: Segments = {
  sheets: {
    ...{ newest: async () => [], has: async () => false, known: async () => ({}) },
    ...{ load: async () => undefined, drop: async () => undefined },
  },
  append: async (of, { session, tab, page, seq, from, until }, { receivedAt }) => ({
    ...{ refusedTexts: 0, refusedAssets: 0, leftAssets: 0 },
    row: {
      ...{ project: of, session, tab, page, seq, from, until, anchor: 1, events: 1, pack: 'p', offset: 0, length: 1 },
      ...{ dictionary: '', content: '', sample: 0, received_at: receivedAt },
    },
  }),
  sync: async () => undefined,
  read: async () => ({ format: 'rrweb/2', events: [] }),
  compact: async () => [],
  discard: async () => undefined,
  renew: async () => [],
  move: async () => ({ rows: [], texts: new Set() }),
  textsOf: async () => new Set(),
  dropFolder: async () => undefined,
  dropBefore: async () => undefined,
  removeSample: async () => undefined,
  stop: async () => undefined,
};

interface Started extends Running {
  lives: LiveMessage[];
  /** As a kill does: nothing more is done, nothing is written. */
  crash(): void;
}

async function start(engine: ReturnType<typeof createEngine>, more: Partial<DigestParts> = {}): Promise<Started> {
  const ledger = openDigestLedger(join(dir, 'ledger.sqlite'), Date.now);
  const lives: LiveMessage[] = [];
  const running = await runDigest(
    {
      journalDir: join(dir, 'journal'),
      columns: engine.columns,
      segments,
      ledger,
      aside: createAside(join(dir, 'quarantine'), Date.now),
      partitionOf,
      teller: silent,
      now: Date.now,
      ticks: () => performance.now(),
      bootId: 'one',
      careful: false,
      retentionDays: 90,
      onLive: (_project, message) => lives.push(message),
      onConfirmed: (sequence) => journal.confirm(sequence),
      onState: () => undefined,
      onSampleRemoved: () => undefined,
      onErased: () => undefined,
      onDropped: () => undefined,
      ...more,
    },
    journal.state().durable,
  );
  running.failed.catch(() => undefined);
  stops.push(running.stop);
  stops.push(journal.onGrown(running.grown));
  return { ...running, lives, crash: () => ledger.stop() };
}

const session = '11111111-1111-4111-8111-111111111111';
function entry(value: object, more: Partial<Entry> = {}): Entry {
  const body = gzipSync(JSON.stringify(value));
  const about = { receivedAt: Date.now(), project, sample: false, tries: 0, userAgent: '' };
  return { ...about, door: 'records', encoding: 'gzip', body, ...more };
}
function batch(seq: number, names: string[], at = Date.now()): Entry {
  const now = Date.now();
  const records = names.map((name) => ({ kind: 'custom', at, name }));
  const about = { v: 1, session, tab: '22222222-2222', seq, first: seq * 10, sentAt: now, startedAt: now };
  return entry({ ...about, sdk: { name: 'x', version: '1' }, records });
}
function segment(seq: number, text: string): Entry {
  const now = Date.UTC(2026, 10, 1);
  const about = { v: 1, format: 'rrweb/2', session, tab: '22222222-2222', page: '33333333-3333', seq, sentAt: now };
  const events = [{ type: 3, timestamp: now, data: { text } }];
  return entry({ ...about, from: now, until: now, anchor: true, events }, { door: 'segments', receivedAt: now });
}
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 15_000, interval: 20 });
const summary = () => {
  const ledger = openLedger(join(dir, 'ledger.sqlite'), Date.now);
  const { received, accepted, refused, outcomes } = ledger.summary(project);
  ledger.stop();
  return { received, accepted, refused, outcomes: outcomes.map(({ outcome, items }) => `${outcome} ${items}`) };
};
const quarantine = () => openQuarantine(join(dir, 'quarantine'), journal);

test('what is in the journal is stored, told live, and let go once it is synced', async () => {
  const engine = createEngine();
  await journal.append(batch(0, ['a', 'b']));
  const digest = await start(engine);
  await journal.append(batch(1, ['c']));
  await eventually(() => expect(engine.names()).toEqual(['a', 'b', 'c']));
  await eventually(() => expect(digest.lives.map(({ type }) => type)).toContain('stored'));
  expect(digest.lives.find(({ type }) => type === 'session')).toMatchObject({
    session,
    records: [{ text: 'a' }, { text: 'b' }],
  });
  await digest.stop();
  expect(journal.state().confirmed).toBe(2);
  expect(summary()).toEqual({ received: 3, accepted: 3, refused: 0, outcomes: ['accepted 3'] });
});

test('what waits to be stored is not kept waiting by a clock that goes back', async () => {
  const engine = createEngine();
  let backMs = 0;
  const now = () => {
    backMs += 1_000;
    return Date.now() - backMs;
  };
  const digest = await start(engine, { now });
  await journal.append(batch(0, ['a']));
  await eventually(() => expect(engine.names()).toEqual(['a']));
  await digest.stop();
  expect(journal.state().confirmed).toBe(1);
});

test('O36, O38: the same batch again, at once or after a restart, is stored once and counted as a duplicate', async () => {
  const engine = createEngine();
  const first = await start(engine);
  const at = Date.now();
  await Promise.all([journal.append(batch(0, ['a', 'b'], at)), journal.append(batch(0, ['a', 'b'], at))]);
  await eventually(() => expect(engine.names()).toEqual(['a', 'b']));
  await first.stop();
  await journal.append(batch(0, ['a', 'b'], at));
  await journal.append(batch(1, ['c']));
  const second = await start(engine);
  await eventually(() => expect(engine.names()).toEqual(['a', 'b', 'c']));
  await second.stop();
  expect(summary()).toEqual({ received: 7, accepted: 3, refused: 4, outcomes: ['accepted 3', 'duplicate 4'] });
});

test('another batch under a number that is taken is set aside, and the first one stays', async () => {
  const engine = createEngine();
  const digest = await start(engine);
  const at = Date.now();
  for (const entry of [batch(0, ['a'], at), batch(0, ['b'], at - 5_000), batch(0, ['a'], at), batch(1, ['c'], at)])
    await journal.append(entry);
  await eventually(() => expect(engine.names()).toEqual(['a', 'c']));
  await digest.stop();
  expect(summary().outcomes).toEqual(['accepted 2', 'conflict 1', 'duplicate 1']);
  expect((await quarantine().list(project)).quarantined).toMatchObject([{ door: 'records' }]);
});

test('a session is told live with its start by the clock of the server', async () => {
  const engine = createEngine();
  const digest = await start(engine);
  const ahead = Date.now() + 3_600_000;
  const { body, ...about } = batch(0, ['a']);
  const value = { ...JSON.parse(gunzipSync(body).toString()), sentAt: ahead, startedAt: ahead };
  value.records[0].at = ahead;
  await journal.append({ ...about, body: gzipSync(JSON.stringify(value)) });
  await eventually(() => expect(digest.lives.find(({ type }) => type === 'session')).toBeDefined());
  await digest.stop();
  const live = digest.lives.find(({ type }) => type === 'session');
  expect(live).toMatchObject({ start: expect.any(Number) });
  expect(live && 'start' in live ? live.start : ahead).toBeLessThan(ahead - 3_000_000);
});

test('pictures for which a project has no room are told to its intake, and the segment is kept', async () => {
  const engine = createEngine();
  const append: Segments['append'] = async (...of) => ({ ...(await segments.append(...of)), leftAssets: 2 });
  const digest = await start(engine, { segments: { ...segments, append } });
  await journal.append(segment(0, 'with two pictures'));
  await eventually(() => expect(engine.segments()).toHaveLength(1));
  await digest.stop();
  expect(summary().outcomes.sort()).toEqual(['accepted 1', 'note:assets_full 2']);
});

test('what comes late of a session that was erased is refused and counted, and never makes it anew', async () => {
  const engine = createEngine();
  const ledger = openDigestLedger(join(dir, 'ledger.sqlite'), Date.now);
  const found = { sessions: [session], folders: [], records: 0, segments: 0 };
  ledger.setErasure({ project, visitor: 'anna', after: Number.MAX_SAFE_INTEGER, found });
  ledger.stop();
  const digest = await start(engine);
  await journal.append(batch(7, ['late', 'later']));
  await journal.append(segment(7, 'hers'));
  await journal.append({ ...batch(7, ['of another project']), project: 'p_fedcbafedcba' });
  await eventually(() => expect(engine.names()).toEqual(['of another project']));
  await digest.stop();
  expect(engine.segments()).toEqual([]);
  expect(summary()).toEqual({ received: 3, accepted: 0, refused: 3, outcomes: ['erased 2', 'erased 1'] });
});

test('O37: a segment with a number that is taken is set aside when it is another, and dropped when it is the same', async () => {
  const engine = createEngine();
  const digest = await start(engine);
  for (const text of ['first', 'other', 'first']) await journal.append(segment(0, text));
  await journal.append(segment(1, 'next'));
  await eventually(() => expect(engine.segments()).toHaveLength(2));
  await digest.stop();
  expect(summary().outcomes).toEqual(['accepted 2', 'conflict 1', 'duplicate 1']);
  expect((await quarantine().list(project)).quarantined).toMatchObject([{ door: 'segments', tries: 0 }]);
});

test('E60, E66: while the engine is away nothing is lost; when it is back everything is stored once', async () => {
  const engine = createEngine();
  const digest = await start(engine);
  engine.goAway(true);
  for (let seq = 0; seq < 5; seq += 1) await journal.append(batch(seq, [`n${seq}`]));
  await eventually(() => expect(digest.lives.filter(({ type }) => type === 'session')).toHaveLength(5));
  expect(engine.names()).toEqual([]);
  engine.goAway(false);
  await eventually(() => expect(engine.names()).toEqual(['n0', 'n1', 'n2', 'n3', 'n4']));
});

test('K54: an insert whose answer was lost is not made again; one of two days is made for the day that is absent', async () => {
  const engine = createEngine();
  const yesterday = Date.now() - 24 * 3_600_000;
  let lost = 0;
  engine.failWith((rows) => {
    if (lost === 0 && rows.some((row) => row.name === 'today')) {
      lost += 1;
      throw new SightglassError('engine_unavailable');
    }
  });
  const digest = await start(engine);
  await Promise.all([journal.append(batch(0, ['yesterday'], yesterday)), journal.append(batch(1, ['today']))]);
  await eventually(() => expect(engine.names()).toEqual(['today', 'yesterday']));
  await digest.stop();
  expect(engine.names()).toEqual(['today', 'yesterday']);
  expect(lost).toBe(1);
});

test('K54: killed between the insert and the checkpoint, the next one stores nothing twice and counts once', async () => {
  const engine = createEngine();
  const first = await start(engine);
  // The ledger cannot be written any more once the rows are stored: what a kill at that place leaves.
  engine.failWith(() => queueMicrotask(first.crash));
  await journal.append(batch(0, ['a', 'b']));
  await expect(first.failed).rejects.toThrow();
  expect(engine.names()).toEqual(['a', 'b']);
  engine.failWith(() => undefined);
  const second = await start(engine);
  await journal.append(batch(1, ['c']));
  await eventually(() => expect(engine.names()).toEqual(['a', 'b', 'c']));
  await second.stop();
  expect(summary()).toEqual({ received: 3, accepted: 3, refused: 0, outcomes: ['accepted 3'] });
});

test('W68: after a power cut, what was stored and not synced is looked for, and stored again where it is gone', async () => {
  const engine = createEngine();
  let synced = false;
  const columns: Columns = {
    ...engine.columns,
    sync: async () => {
      if (!synced) throw new Error('not now');
    },
  };
  const first = await start({ ...engine, columns });
  await journal.append(batch(0, ['a']));
  await eventually(() => expect(summary().accepted).toBe(1));
  await first.stop();
  engine.forget();
  synced = true;
  const second = await start({ ...engine, columns }, { bootId: 'two' });
  expect(engine.names()).toEqual(['a']);
  await second.stop();
  expect(summary().accepted).toBe(1);
});

test('E62: the entry that the engine refuses ends in quarantine, the others are stored, and it can be run again', async () => {
  const engine = createEngine();
  const refuse = (rows: Row[]) => {
    if (rows.some((row) => row.name === 'poison'))
      throw Object.assign(new Error('cannot parse'), { code: '117', type: 'INCORRECT_DATA' });
  };
  engine.failWith(refuse);
  const digest = await start(engine);
  const names = ['a', 'b', 'c', 'poison', 'd', 'e', 'f'];
  await Promise.all(names.map((name, seq) => journal.append(batch(seq, [name]))));
  const good = names.filter((name) => name !== 'poison').sort();
  await eventually(() => expect(engine.names()).toEqual(good));
  await eventually(() => expect(summary().received).toBe(7));
  const { quarantined, total } = await quarantine().list(project);
  expect([total, quarantined[0]?.reason, quarantined[0]?.tries]).toEqual([
    1,
    'the engine refused it: INCORRECT_DATA 117',
    0,
  ]);

  await quarantine().retry(project, quarantined[0]?.id ?? '');
  await eventually(async () => expect((await quarantine().list(project)).quarantined).toMatchObject([{ tries: 1 }]));
  engine.failWith(() => undefined);
  const [again] = (await quarantine().list(project)).quarantined;
  await quarantine().retry(project, again?.id ?? '');
  await eventually(() => expect(engine.names()).toEqual([...good, 'poison'].sort()));
  expect((await quarantine().list(project)).total).toBe(0);
  await digest.stop();
});

test('an engine that says it cannot store anything now is waited for, and nothing is set aside', async () => {
  const engine = createEngine();
  let refusals = 0;
  engine.failWith(() => {
    refusals += 1;
    if (refusals < 5) throw Object.assign(new Error('no space'), { code: '243', type: 'NOT_ENOUGH_SPACE' });
  });
  await start(engine);
  await journal.append(batch(0, ['a']));
  await eventually(() => expect(engine.names()).toEqual(['a']));
  expect((await quarantine().list(project)).total).toBe(0);
});

test('a body that cannot be understood is set aside with the reason, and the next is stored', async () => {
  const engine = createEngine();
  await start(engine);
  await journal.append({ ...batch(0, ['a']), body: Buffer.from('not packed at all') });
  await journal.append(entry({ v: 9 }));
  await journal.append(batch(1, ['b']));
  await eventually(() => expect(engine.names()).toEqual(['b']));
  const { quarantined } = await quarantine().list(project);
  expect(quarantined.map(({ reason }) => reason.split(':')[0])).toEqual(['bad_envelope', 'bad_encoding']);
  await quarantine().drop(project, quarantined[0]?.id ?? '');
  expect((await quarantine().list(project)).total).toBe(1);
  await expect(quarantine().drop(project, '../../ledger')).rejects.toMatchObject({ code: 'not_found' });
});

test('an entry that ended the digest before is set aside unread', async () => {
  const engine = createEngine();
  const sequence = await journal.append(batch(0, ['deadly']));
  await journal.append(batch(1, ['b']));
  const ledger = openDigestLedger(join(dir, 'ledger.sqlite'), Date.now);
  ledger.setTrying(sequence);
  ledger.stop();
  await start(engine, { careful: true });
  await eventually(() => expect(engine.names()).toEqual(['b']));
  expect((await quarantine().list(project)).quarantined).toMatchObject([
    { reason: 'the digest ended while it read this' },
  ]);
  expect(readdirSync(join(dir, 'quarantine'))).toEqual([project]);
});

/** What Datadog's SDK sent in a visit, as its door kept it. */
function captured(): Entry[] {
  return readCaptured('datadog', 'shop-guest-1.0.0').map(({ url, headers, body, receivedAt }) => {
    const [path = '', query = ''] = url.replace('/dd/proxy', '/datadog').split(/\?(.*)/s);
    const head = JSON.stringify({ path, query, contentType: headers['content-type'] ?? '' });
    return { ...entry({}), door: 'datadog', encoding: 'identity', receivedAt, head, body };
  });
}

test("another SDK's visit is stored once, however often it is sent; its telemetry is no product data", async () => {
  const engine = createEngine();
  const digest = await start(engine);
  for (const one of [...captured(), ...captured()]) await journal.append(one);
  await eventually(() => expect(engine.segments()).toHaveLength(12));
  // The second telling adds nothing to the engine: only the ledger says that it has been read to its end.
  await eventually(() => expect(summary().received).toBe(2 * (engine.rows().length + 12)));
  await digest.stop();
  const rows = engine.rows();
  expect(new Set(rows.map(({ intake }) => intake))).toEqual(new Set(['datadog']));
  expect(rows.filter(({ kind }) => kind === 'action')).toHaveLength(27);
  const views = rows.filter(({ kind }) => kind === 'view');
  expect([views.length, new Set(views.map(({ view }) => view)).size]).toEqual([12, 8]);
  // A view told again is the same thing under a higher version; whatever has an id of its own stands under it.
  expect(views.map(({ record_id, version }) => [record_id, Number(version) > 0])).toEqual(views.map(() => ['', true]));
  expect(rows.filter(({ kind, record_id }) => kind === 'resource' && String(record_id).length === 36)).toHaveLength(33);
  const { received, accepted, refused, outcomes } = summary();
  expect([received, accepted, refused]).toEqual([2 * (rows.length + 12), rows.length + 12, rows.length + 12]);
  expect(outcomes).toContain('note:telemetry 22');
});

test('what cannot be understood of a body goes to the quarantine with its reasons, and what is good stays', async () => {
  const engine = createEngine();
  const digest = await start(engine);
  const [first] = captured();
  if (first === undefined) throw new Error('no capture');
  const lines = first.body.toString().split('\n');
  const broken = [...lines.slice(0, 3), '{"type":', '{"type":"hologram"}', ...lines.slice(3)].join('\n');
  await journal.append({ ...first, body: Buffer.from(broken) });
  await eventually(() => expect(engine.rows().length).toBeGreaterThan(0));
  await digest.stop();
  expect((await quarantine().list(project)).quarantined).toMatchObject([
    { door: 'datadog', reason: 'a line: not_json; an event without a session or a time' },
  ]);
  expect(summary().outcomes).toContain('quarantined 2');
});
