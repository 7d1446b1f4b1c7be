import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Segments } from '@sightglass/store';
import { expect, test } from 'vitest';
import { readCaptured } from '../../../../fixtures/corpus/captured.ts';
import type { Entry } from '../journal/index.ts';
import { openDigestLedger } from '../ledger/index.ts';
import {
  batch,
  createEngine,
  entry,
  eventually,
  project,
  segment,
  segments,
  session,
  useDigest,
} from './testing/digest-alone.ts';

const alone = useDigest();

test('what is in the journal is stored, told live, and let go once it is synced', async () => {
  const engine = createEngine();
  await alone.journal.append(batch(0, ['a', 'b']));
  const digest = await alone.start(engine);
  await alone.journal.append(batch(1, ['c']));
  await eventually(() => expect(engine.names()).toEqual(['a', 'b', 'c']));
  await eventually(() => expect(digest.lives.map(({ type }) => type)).toContain('stored'));
  expect(digest.lives.find(({ type }) => type === 'session')).toMatchObject({
    session,
    records: [{ text: 'a' }, { text: 'b' }],
  });
  await digest.stop();
  expect(alone.journal.state().confirmed).toBe(2);
  expect(alone.summary()).toEqual({ received: 3, accepted: 3, refused: 0, outcomes: ['accepted 3'] });
});

test('what waits to be stored is not kept waiting by a clock that goes back', async () => {
  const engine = createEngine();
  let backMs = 0;
  const now = () => {
    backMs += 1_000;
    return Date.now() - backMs;
  };
  const digest = await alone.start(engine, { now });
  await alone.journal.append(batch(0, ['a']));
  await eventually(() => expect(engine.names()).toEqual(['a']));
  await digest.stop();
  expect(alone.journal.state().confirmed).toBe(1);
});

test('O36, O38: the same batch again, at once or after a restart, is stored once and counted as a duplicate', async () => {
  const engine = createEngine();
  const first = await alone.start(engine);
  const at = Date.now();
  await Promise.all([alone.journal.append(batch(0, ['a', 'b'], at)), alone.journal.append(batch(0, ['a', 'b'], at))]);
  await eventually(() => expect(engine.names()).toEqual(['a', 'b']));
  await first.stop();
  await alone.journal.append(batch(0, ['a', 'b'], at));
  await alone.journal.append(batch(1, ['c']));
  const second = await alone.start(engine);
  await eventually(() => expect(engine.names()).toEqual(['a', 'b', 'c']));
  await second.stop();
  expect(alone.summary()).toEqual({ received: 7, accepted: 3, refused: 4, outcomes: ['accepted 3', 'duplicate 4'] });
});

test('another batch under a number that is taken is set aside, and the first one stays', async () => {
  const engine = createEngine();
  const digest = await alone.start(engine);
  const at = Date.now();
  for (const entry of [batch(0, ['a'], at), batch(0, ['b'], at - 5_000), batch(0, ['a'], at), batch(1, ['c'], at)])
    await alone.journal.append(entry);
  await eventually(() => expect(engine.names()).toEqual(['a', 'c']));
  await digest.stop();
  expect(alone.summary().outcomes).toEqual(['accepted 2', 'conflict 1', 'duplicate 1']);
  expect((await alone.quarantine().list(project)).quarantined).toMatchObject([{ door: 'records' }]);
});

test('O39: two tabs of one session count their batches each for itself, however late one of them goes on', async () => {
  const engine = createEngine();
  const digest = await alone.start(engine);
  const ago = Date.now() - 2 * 3_600_000;
  await alone.journal.append(batch(0, ['of one'], ago));
  await alone.journal.append(batch(0, ['of the other'], Date.now(), 'tab-of-another'));
  await alone.journal.append(batch(1, ['of one, thawed']));
  await eventually(() => expect(engine.names()).toEqual(['of one', 'of one, thawed', 'of the other']));
  await digest.stop();
  expect(new Set(engine.rows().map((row) => `${row.session} ${row.tab}`)).size).toBe(2);
  expect(alone.summary()).toMatchObject({ accepted: 3, refused: 0 });
});

test('a session is told live with its start by the clock of the server', async () => {
  const engine = createEngine();
  const digest = await alone.start(engine);
  const ahead = Date.now() + 3_600_000;
  const { body, ...about } = batch(0, ['a']);
  const value = { ...JSON.parse(gunzipSync(body).toString()), sentAt: ahead, startedAt: ahead };
  value.records[0].at = ahead;
  await alone.journal.append({ ...about, body: gzipSync(JSON.stringify(value)) });
  await eventually(() => expect(digest.lives.find(({ type }) => type === 'session')).toBeDefined());
  await digest.stop();
  const live = digest.lives.find(({ type }) => type === 'session');
  expect(live).toMatchObject({ start: expect.any(Number) });
  expect(live && 'start' in live ? live.start : ahead).toBeLessThan(ahead - 3_000_000);
});

test('pictures for which a project has no room are told to its intake, and the segment is kept', async () => {
  const engine = createEngine();
  const append: Segments['append'] = async (...of) => ({ ...(await segments.append(...of)), leftAssets: 2 });
  const digest = await alone.start(engine, { segments: { ...segments, append } });
  await alone.journal.append(segment(0, 'with two pictures'));
  await eventually(() => expect(engine.segments()).toHaveLength(1));
  await digest.stop();
  expect(alone.summary().outcomes.sort()).toEqual(['accepted 1', 'note:assets_full 2']);
});

test('what comes late of a session that was erased is refused and counted, and never makes it anew', async () => {
  const engine = createEngine();
  const ledger = openDigestLedger(join(alone.dir, 'ledger.sqlite'), Date.now);
  const found = { sessions: [session], records: 0, segments: 0, quarantined: 0, upTo: 0 };
  ledger.setErasure({ project, whom: { visitor: 'anna', sessions: [] }, after: Number.MAX_SAFE_INTEGER, found });
  ledger.stop();
  const digest = await alone.start(engine);
  await alone.journal.append(batch(7, ['late', 'later']));
  await alone.journal.append(segment(7, 'hers'));
  await alone.journal.append({ ...batch(7, ['of another project']), project: 'p_fedcbafedcba' });
  await eventually(() => expect(engine.names()).toEqual(['of another project']));
  await digest.stop();
  expect(engine.segments()).toEqual([]);
  expect(alone.summary()).toEqual({ received: 3, accepted: 0, refused: 3, outcomes: ['erased 2', 'erased 1'] });
});

test('O37: a segment with a number that is taken is set aside when it is another, and dropped when it is the same', async () => {
  const engine = createEngine();
  const digest = await alone.start(engine);
  for (const text of ['first', 'other', 'first']) await alone.journal.append(segment(0, text));
  await alone.journal.append(segment(1, 'next'));
  // Of a browser whose clock is behind: by how much is measured anew each time that it comes.
  const late = segment(2, 'of a slow clock');
  for (const ms of [3_600_000, 3_600_700]) await alone.journal.append({ ...late, receivedAt: late.receivedAt + ms });
  await eventually(() => expect(engine.segments()).toHaveLength(3));
  await digest.stop();
  expect(alone.summary().outcomes).toEqual(['accepted 3', 'conflict 1', 'duplicate 2']);
  expect((await alone.quarantine().list(project)).quarantined).toMatchObject([{ door: 'segments', tries: 0 }]);
});

test('a body that cannot be understood is set aside with the reason, and the next is stored', async () => {
  const engine = createEngine();
  await alone.start(engine);
  await alone.journal.append({ ...batch(0, ['a']), body: Buffer.from('not packed at all') });
  await alone.journal.append(entry({ v: 9 }));
  await alone.journal.append(batch(1, ['b']));
  await eventually(() => expect(engine.names()).toEqual(['b']));
  const { quarantined } = await alone.quarantine().list(project);
  expect(quarantined.map(({ reason }) => reason.split(':')[0])).toEqual(['bad_envelope', 'bad_encoding']);
  await alone.quarantine().drop(project, quarantined[0]?.id ?? '');
  expect((await alone.quarantine().list(project)).total).toBe(1);
  await expect(alone.quarantine().drop(project, '../../ledger')).rejects.toMatchObject({ code: 'not_found' });
});

test('an entry that ended the digest before is set aside unread', async () => {
  const engine = createEngine();
  const sequence = await alone.journal.append(batch(0, ['deadly']));
  await alone.journal.append(batch(1, ['b']));
  const ledger = openDigestLedger(join(alone.dir, 'ledger.sqlite'), Date.now);
  ledger.setTrying(sequence);
  ledger.stop();
  await alone.start(engine, { careful: true });
  await eventually(() => expect(engine.names()).toEqual(['b']));
  expect((await alone.quarantine().list(project)).quarantined).toMatchObject([
    { reason: 'the digest ended while it read this' },
  ]);
  expect(readdirSync(join(alone.dir, 'quarantine'))).toEqual([project]);
});

/** The clock of a digest that has these visits as they come: what came two days ago may come again and be taken for new. Synced all the time. */
const then = {
  now: () => readCaptured('sentry', 'shop-admin-1.0.0')[0]?.receivedAt ?? 0,
  ticks: () => performance.now() * 100,
};

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
  const digest = await alone.start(engine, then);
  for (const one of [...captured(), ...captured()]) await alone.journal.append(one);
  await eventually(() => expect(engine.segments()).toHaveLength(12));
  // The second telling adds nothing to the engine: only the ledger says that it has been read to its end.
  await eventually(() => expect(alone.summary().received).toBe(2 * (engine.rows().length + 12)));
  await digest.stop();
  const rows = engine.rows();
  expect(new Set(rows.map(({ intake }) => intake))).toEqual(new Set(['datadog']));
  expect(rows.filter(({ kind }) => kind === 'action')).toHaveLength(27);
  const views = rows.filter(({ kind }) => kind === 'view');
  expect([views.length, new Set(views.map(({ view }) => view)).size]).toEqual([12, 8]);
  // A view told again is the same thing under a higher version; whatever has an id of its own stands under it.
  expect(views.map(({ record_id, version }) => [record_id, Number(version) > 0])).toEqual(views.map(() => ['', true]));
  expect(rows.filter(({ kind, record_id }) => kind === 'resource' && String(record_id).length === 36)).toHaveLength(33);
  const { received, accepted, refused, outcomes } = alone.summary();
  expect([received, accepted, refused]).toEqual([2 * (rows.length + 12), rows.length + 12, rows.length + 12]);
  expect(outcomes).toContain('note:telemetry 22');
});

test("Sentry's bodies that come again are counted so, whatever others told of the same meanwhile, also when sent at another time", async () => {
  const engine = createEngine();
  let stored = 0;
  const digest = await alone.start(engine, { ...then, onState: (now) => (stored = now) });
  const visit = readCaptured('sentry', 'shop-admin-1.0.0').filter(({ method }) => method === 'POST');
  const sentLater = (body: Buffer) =>
    Buffer.from(body.toString('latin1').replace(/"sent_at":"20../, '"sent_at":"2199'), 'latin1');
  for (const sent of [(body: Buffer) => body, (body: Buffer) => body, sentLater])
    for (const { url, headers, body, receivedAt } of visit) {
      const [path = '', query = ''] = url.split(/\?(.*)/s);
      const head = JSON.stringify({ path, query, contentType: '', origin: headers.origin });
      const posted: Entry = { ...entry({}), door: 'sentry', encoding: 'identity', receivedAt, head, body: sent(body) };
      await alone.journal.append(posted);
    }
  await eventually(() => expect(stored).toBe(3 * visit.length));
  await digest.stop();
  const { accepted, outcomes } = alone.summary();
  expect(accepted).toBe(engine.rows().length + engine.segments().length);
  expect(accepted).toBeGreaterThan(100);
  expect(outcomes).toEqual(expect.arrayContaining([`accepted ${accepted}`, `duplicate ${2 * accepted}`]));
});

test('Q72: of a session of another SDK that floods the replay is cut, and its records and other sessions go on', async () => {
  const engine = createEngine();
  const now = Date.UTC(2026, 10, 1);
  const post = (whose: string, seq: number): Entry => {
    const href = `http://shop.example/page-${seq}`;
    const events = [
      { type: 4, timestamp: now + seq, data: { href, width: 800, height: 600 } },
      { type: 5, timestamp: now + seq, data: { tag: 'said', payload: { text: 'x'.repeat(1_000) } } },
    ];
    const head = JSON.stringify({
      path: '/rrweb',
      query: `session=${whose}&page=p-${whose}&seq=${seq}`,
      contentType: '',
    });
    const body = Buffer.from(JSON.stringify(events));
    return { ...entry({}), door: 'rrweb', encoding: 'identity', receivedAt: now, head, body };
  };
  const digest = await alone.start(engine, { sessionReplayBytes: 3_000 });
  for (let seq = 0; seq < 5; seq += 1) await alone.journal.append(post('flooding', seq));
  await alone.journal.append(post('quiet-one', 0));
  await eventually(() => expect(alone.summary().outcomes).toContain('replay_full 3'));
  await eventually(() => expect(engine.segments()).toHaveLength(3));
  await digest.stop();
  const views = engine.rows().filter(({ kind, session: of }) => kind === 'view' && of === 'flooding');
  expect(new Set(views.map(({ path }) => path)).size).toBe(5);
  const { received, accepted, refused } = alone.summary();
  expect(received).toBe(accepted + refused);
});

test('what cannot be understood of a body goes to the quarantine with its reasons, and what is good stays', async () => {
  const engine = createEngine();
  const digest = await alone.start(engine);
  const [first] = captured();
  if (first === undefined) throw new Error('no capture');
  const lines = first.body.toString().split('\n');
  const broken = [...lines.slice(0, 3), '{"type":', '{"type":"hologram"}', ...lines.slice(3)].join('\n');
  await alone.journal.append({ ...first, body: Buffer.from(broken) });
  await eventually(() => expect(engine.rows().length).toBeGreaterThan(0));
  await digest.stop();
  expect((await alone.quarantine().list(project)).quarantined).toMatchObject([
    { door: 'datadog', reason: 'a line: not_json; an event without a session or a time' },
  ]);
  expect(alone.summary().outcomes).toContain('quarantined 2');
});
