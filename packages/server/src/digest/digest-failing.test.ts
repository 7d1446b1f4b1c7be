import { join } from 'node:path';
import type { Columns } from '@sightglass/store';
import { SightglassError } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { createAside } from '../quarantine/index.ts';
import { failureOf } from './failure.ts';
import {
  batch,
  createEngine,
  eventually,
  project,
  type Row,
  segment,
  segments,
  useDigest,
} from './testing/digest-alone.ts';

/** The engine away, inserts whose answer was lost, ends in the middle, bodies that nobody can read. */
const alone = useDigest();

test('E60, E66: while the engine is away nothing is lost; when it is back everything is stored once', async () => {
  const engine = createEngine();
  const digest = await alone.start(engine);
  engine.goAway(true);
  for (let seq = 0; seq < 5; seq += 1) await alone.journal.append(batch(seq, [`n${seq}`]));
  await eventually(() => expect(digest.lives.filter(({ type }) => type === 'session')).toHaveLength(5));
  expect(engine.names()).toEqual([]);
  engine.goAway(false);
  await eventually(() => expect(engine.names()).toEqual(['n0', 'n1', 'n2', 'n3', 'n4']));
});

test('E67: a day that piled up while the engine was away is stored once it is back, with what comes meanwhile, and all is well by itself', async () => {
  const engine = createEngine();
  const told: (string | null)[] = [];
  const onState = (_stored: number, trouble: string | null) => told.push(trouble);
  const days = (hours: number) => Date.now() - hours * 3_600_000;
  const named = (count: number) => Array.from({ length: count }, (_, seq) => `n${String(seq).padStart(3, '0')}`);
  const come = (from: number, until: number) =>
    Promise.all(
      named(until)
        .slice(from)
        .map((name, index) => {
          const seq = from + index;
          const at = days(24 - seq / 20);
          return alone.journal.append({ ...batch(seq, [name], at), receivedAt: at });
        }),
    );
  const first = await alone.start(engine, { onState });
  engine.goAway(true);
  await come(0, 240);
  await eventually(() => expect(told.at(-1)).toEqual(expect.any(String)));
  // Over a day it may well end, and another one begins when the engine is there again.
  first.crash();
  await come(240, 360);
  expect(engine.names()).toEqual([]);
  engine.goAway(false);
  const second = await alone.start(engine, { onState, ticks: () => performance.now() * 100 });
  await come(360, 480);
  await eventually(() => expect(engine.names()).toEqual(named(480)));
  await eventually(() => expect(told.at(-1)).toBeNull());
  await eventually(() => expect(alone.journal.state()).toMatchObject({ confirmed: 480, waitingBytes: 0 }));
  await second.stop();
  expect(alone.summary()).toMatchObject({ received: 480, accepted: 480, refused: 0 });
});

test('E63: a disk that fails while replay is written ends the digest, and the next one stores all of it once', async () => {
  const engine = createEngine();
  const failing = { ...segments, append: () => Promise.reject(Object.assign(new Error('EIO'), { syscall: 'write' })) };
  const first = await alone.start(engine, { segments: failing });
  await alone.journal.append(batch(0, ['a']));
  await alone.journal.append(segment(0, 'seen'));
  await expect(first.failed).rejects.toThrow('EIO');
  expect([engine.names(), engine.segments()]).toEqual([[], []]);
  first.crash();
  const second = await alone.start(engine);
  await eventually(() => expect(engine.names()).toEqual(['a']));
  await second.stop();
  expect(engine.segments()).toHaveLength(1);
  expect(alone.summary()).toMatchObject({ received: 2, accepted: 2 });
});

test('D48: a sync of replay that fails once is not asked again: the digest ends, and the next one writes all of it', async () => {
  const engine = createEngine();
  let syncs = 0;
  const failing = {
    ...segments,
    sync: async () => {
      syncs += 1;
      if (syncs === 1) throw Object.assign(new Error('EIO'), { syscall: 'fdatasync' });
    },
  };
  const first = await alone.start(engine, { segments: failing });
  await alone.journal.append(segment(0, 'seen'));
  await expect(first.failed).rejects.toThrow('EIO');
  expect(engine.segments()).toEqual([]);
  first.crash();
  let appended = 0;
  const append: typeof segments.append = (...given) => {
    appended += 1;
    return segments.append(...given);
  };
  const second = await alone.start(engine, { segments: { ...segments, append } });
  expect([appended, engine.segments().length]).toEqual([1, 1]);
  await second.stop();
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
  const digest = await alone.start(engine);
  await Promise.all([
    alone.journal.append(batch(0, ['yesterday'], yesterday)),
    alone.journal.append(batch(1, ['today'])),
  ]);
  await eventually(() => expect(engine.names()).toEqual(['today', 'yesterday']));
  await digest.stop();
  expect(engine.names()).toEqual(['today', 'yesterday']);
  expect(lost).toBe(1);
});

test('K54: killed between the insert and the checkpoint, the next one stores nothing twice and counts once', async () => {
  const engine = createEngine();
  const first = await alone.start(engine);
  // The ledger cannot be written any more once the rows are stored: what a kill at that place leaves.
  engine.failWith(() => queueMicrotask(first.crash));
  await alone.journal.append(batch(0, ['a', 'b']));
  await expect(first.failed).rejects.toThrow();
  expect(engine.names()).toEqual(['a', 'b']);
  engine.failWith(() => undefined);
  const second = await alone.start(engine);
  await alone.journal.append(batch(1, ['c']));
  await eventually(() => expect(engine.names()).toEqual(['a', 'b', 'c']));
  await second.stop();
  expect(alone.summary()).toEqual({ received: 3, accepted: 3, refused: 0, outcomes: ['accepted 3'] });
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
  const first = await alone.start({ ...engine, columns });
  await alone.journal.append(batch(0, ['a']));
  await eventually(() => expect(alone.summary().accepted).toBe(1));
  await first.stop();
  engine.forget();
  synced = true;
  const second = await alone.start({ ...engine, columns }, { bootId: 'two' });
  expect(engine.names()).toEqual(['a']);
  await second.stop();
  expect(alone.summary().accepted).toBe(1);
});

test('E62: the entry that the engine refuses ends in quarantine, the others are stored, and it can be run again', async () => {
  const engine = createEngine();
  const refuse = (rows: Row[]) => {
    if (rows.some((row) => row.name === 'poison'))
      throw Object.assign(new Error('cannot parse'), { code: '117', type: 'INCORRECT_DATA' });
  };
  engine.failWith(refuse);
  const digest = await alone.start(engine);
  const names = ['a', 'b', 'c', 'poison', 'd', 'e', 'f'];
  await Promise.all(names.map((name, seq) => alone.journal.append(batch(seq, [name]))));
  const good = names.filter((name) => name !== 'poison').sort();
  await eventually(() => expect(engine.names()).toEqual(good));
  await eventually(() => expect(alone.summary().received).toBe(7));
  const { quarantined, total } = await alone.quarantine().list(project);
  expect([total, quarantined[0]?.reason, quarantined[0]?.tries]).toEqual([
    1,
    'the engine refused it: INCORRECT_DATA 117',
    0,
  ]);

  await alone.quarantine().retry(project, quarantined[0]?.id ?? '');
  await eventually(async () =>
    expect((await alone.quarantine().list(project)).quarantined).toMatchObject([{ tries: 1 }]),
  );
  engine.failWith(() => undefined);
  const [again] = (await alone.quarantine().list(project)).quarantined;
  await alone.quarantine().retry(project, again?.id ?? '');
  await eventually(() => expect(engine.names()).toEqual([...good, 'poison'].sort()));
  expect((await alone.quarantine().list(project)).total).toBe(0);
  await digest.stop();
});

test('an entry is run again as soon as it is seen in the quarantine, though the batch that it was refused with is not over', async () => {
  const engine = createEngine();
  engine.failWith(() => {
    throw Object.assign(new Error('cannot parse'), { code: '117', type: 'INCORRECT_DATA' });
  });
  const aside = createAside(join(alone.dir, 'quarantine'), Date.now);
  const putEntry: typeof aside.putEntry = async (...given) => {
    await aside.putEntry(...given);
    engine.failWith(() => undefined);
    const { quarantined } = await alone.quarantine().list(project);
    await alone.quarantine().retry(project, quarantined[0]?.id ?? '');
    // Whoever reads ahead has read it by then.
    await new Promise((done) => setTimeout(done, 200));
  };
  await alone.start(engine, { aside: { ...aside, putEntry } });
  await alone.journal.append(batch(0, ['refused once']));
  await eventually(() => expect(engine.names()).toEqual(['refused once']));
  expect((await alone.quarantine().list(project)).total).toBe(0);
});

test('an engine that says it cannot store anything now is waited for, and nothing is set aside', async () => {
  const engine = createEngine();
  let refusals = 0;
  engine.failWith(() => {
    refusals += 1;
    if (refusals === 1) throw Object.assign(new Error('no space'), { code: '243', type: 'NOT_ENOUGH_SPACE' });
    // D53: without an inode left, in the words of the library below the engine; often enough to be called poison.
    const said = 'filesystem error: in create_directories: No space left on device ["…/tmp_insert_1_1_0"]';
    if (refusals < 5) throw Object.assign(new Error(said), { code: '1001', type: 'STD_EXCEPTION' });
  });
  await alone.start(engine);
  await alone.journal.append(batch(0, ['a']));
  await eventually(() => expect(engine.names()).toEqual(['a']));
  expect((await alone.quarantine().list(project)).total).toBe(0);
});

test('D53: what the system refuses the engine, without a file handle or a thread left, is no fault of the rows', () => {
  const said = {
    CANNOT_PIPE: 298,
    EPOLL_ERROR: 573,
    CANNOT_CREATE_TIMER: 460,
    CANNOT_SCHEDULE_TASK: 439,
    CANNOT_FSYNC: 204,
  };
  for (const [type, code] of Object.entries(said))
    expect(failureOf(Object.assign(new Error(type), { type, code: String(code) })), type).toBe('wait');
  const ofRows = Object.assign(new Error('errno: 24, strerror: Too many open files'), { code: '117' });
  expect(failureOf(ofRows)).toBe('refused');
});
