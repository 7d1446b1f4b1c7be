import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import * as wire from '@sightglass/wire';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bytesIn, lookAtFiles } from './lib/data-folder.ts';
import { type About, type NewProject, since } from './lib/doors.ts';
import { createFinder } from './lib/find-bytes.ts';
import { type Running, startSightglass } from './lib/sightglass.ts';

const patience = { timeout: 180_000, interval: 250 };
const root = mkdtempSync(join(tmpdir(), 'sg-erasing-'));
let server: Running;
let project: NewProject;
beforeAll(async () => {
  server = await startSightglass({ data: root });
  project = await server.makeProject('Parts Desk');
});
afterAll(async () => {
  await server?.stop();
  rmSync(root, { recursive: true, force: true });
});

const ask = <Door extends wire.Endpoint>(door: Door, about: About = {}, body?: object) =>
  server.ask(door, { project: project.id, ...about }, body);
const send = (door: string, body: unknown): Promise<Response> =>
  fetch(`${server.origin}/v1/${door}?key=${project.clientKey}`, {
    method: 'POST',
    body: gzipSync(typeof body === 'string' ? body : JSON.stringify(body)),
    headers: { 'content-type': 'text/plain' },
  });

/** One word for each place where something of a person can stand. */
const places = [
  ...(['visitor', 'trait', 'screen', 'long text', 'sheet', 'console', 'route', 'quarantine'] as const),
  ...(['error', 'call', 'release'] as const),
] as const;
type Place = (typeof places)[number];
const wordOf = (who: string, place: string): string => `${who}${place.replace(' ', '')}qzxw`;

const thrown = (at: number, message: string) => ({
  ...{ kind: 'error', at, view: 'view-0001', source: 'uncaught', handled: false, type: 'Error', message },
  stack: [{ function: 'total', host: '', file: '/assets/cart.js', line: 1, column: 10 }],
});

/** A visit with its replay, as our SDK tells it. */
async function visit(who: string, number: number, said: Place = 'screen'): Promise<void> {
  const now = Date.now();
  const session = `${who.padEnd(8, '0').slice(0, 8)}-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const ids = { session, tab: `tab${number}-${who}-1111-1111` };
  const say = (place: string): string => wordOf(who, place);
  const records = [
    {
      kind: 'view',
      at: now,
      id: 'view-0001',
      cause: 'load',
      title: 'Orders',
      path: `/${say('route')}`,
      route: `/${say('route')}`,
      version: 0,
      view: 'view-0001',
    },
    { kind: 'user', at: now + 1, visitor: say('visitor'), role: 'member', traits: { nick: say('trait') } },
    { kind: 'console', at: now + 2, level: 'info', text: say('console') },
    thrown(now + 3, say('error')),
    // Everybody's, met first by whoever came first.
    thrown(now + 4, 'the total is wrong'),
    {
      ...{ kind: 'resource', at: now + 5, view: 'view-0001', id: 'call-0001', type: 'fetch', method: 'GET' },
      ...{ host: '', path: `/api/${say('call')}`, status: 500 },
    },
  ];
  const about = { v: 1, ...ids, startedAt: now, sentAt: now };
  const sent = await send('records', {
    ...about,
    seq: 0,
    first: 0,
    visitor: say('visitor'),
    environment: '',
    release: say('release'),
    sdk: { name: 'x', version: '1' },
    records,
  });
  expect(sent.status).toBe(202);
  const text = `${say(said)} ${'filling '.repeat(30)}`;
  const long = `${say('long text')} ${Array.from({ length: 400 }, (_, at) => `${who}${at}`).join(' ')}`;
  const sheet = `.${say('sheet')} { color: red } ${Array.from({ length: 200 }, (_, at) => `.${who}${at} { top: ${at}px }`).join(' ')}`;
  const hash = createHash('sha256').update(sheet).digest('base64url').slice(0, 22);
  const tokens = [
    [10, 'html'],
    ['html'],
    ['head'],
    ['style', ':css', [7, hash]],
    -2,
    ['body'],
    ['p'],
    text,
    -1,
    ['p'],
    long,
  ];
  const events = [
    [9, 0, hash, sheet],
    [0, 1, 1, { href: '/', width: 800, height: 600 }, tokens],
    [1, 2],
  ];
  for (let seq = 0; seq < 3; seq += 1) {
    const more =
      seq === 0
        ? events
        : [[3, 5, 7, `${text} ${seq} ${Array.from({ length: 300 }, (_, at) => `${who}${seq}.${at}`).join(' ')}`]];
    const segment = {
      ...about,
      format: 'sightglass/1',
      page: `page${number}-${who}-2222`,
      seq,
      from: now + seq * 1_000,
      until: now + seq * 1_000 + 900,
      anchor: seq === 0,
      events: more,
    };
    expect((await send('segments', segment)).status).toBe(202);
  }
}

/** What the catalog says of the issues, as rows of its tables. */
function issuesKept(): { id: string; message: string; type: string; first_release: string }[] {
  const sqlite = new DatabaseSync(join(root, 'catalog.sqlite'), { readOnly: true });
  try {
    return sqlite.prepare('SELECT id, type, message, first_release FROM issues ORDER BY type, message').all() as never;
  } finally {
    sqlite.close();
  }
}

/** The files of the data folder that hold any of these words, and which. */
function look(words: Map<string, string[]>, folder = root): Record<string, string[]> {
  const finder = createFinder(words);
  const holding: Record<string, string[]> = {};
  lookAtFiles(folder, (file, bytes) => {
    const found = finder.find(bytes);
    if (found.size > 0) holding[relative(root, file).replace(/[0-9a-f-]{36}/g, 'id')] = [...found];
  });
  return holding;
}
/** Without the files that the journal keeps ready for what comes: it makes them when it has the time. */
const keptBytes = (): number => {
  const written = readdirSync(join(root, 'journal')).filter((file) => file.endsWith('.journal'));
  return written.reduce(
    (sum, file) => sum + statSync(join(root, 'journal', file)).size,
    bytesIn(join(root, 'segments')),
  );
};
const wordsOf = (who: string): Map<string, string[]> => new Map(places.map((place) => [place, [wordOf(who, place)]]));

test('a person who is erased is gone from every byte on the disk, and everybody else is not', async () => {
  for (let number = 0; number < 4; number += 1) for (const who of ['anna', 'bert']) await visit(who, number);
  // A number that is taken, by something else: it is set aside as it came.
  for (const who of ['anna', 'bert']) await visit(who, 0, 'quarantine');
  const span = since(3_600_000);
  const list = async (search: string) => (await ask(wire.listSessions, { ...span, search })).total;
  const found = async () => [
    await list(''),
    await list(`screen:${wordOf('anna', 'screen')}`),
    await list(`screen:${wordOf('bert', 'screen')}`),
    await list(`visitor:${wordOf('bert', 'visitor')}`),
  ];
  await expect.poll(found, patience).toEqual([8, 4, 4, 4]);
  const anna = { visitor: wordOf('anna', 'visitor') };
  const bert = { visitor: wordOf('bert', 'visitor') };
  expect(await ask(wire.getVisitor, anna)).toMatchObject({
    sessions: 4,
    traits: { nick: wordOf('anna', 'trait') },
  });
  // What both met is told with the release of hers, who met it first; what only she met is made a part of it by hand.
  await expect.poll(issuesKept, patience).toHaveLength(5);
  const kept = issuesKept();
  const shared = kept.find(({ message }) => message === 'the total is wrong');
  const hers = kept.filter(({ message, type }) => `${type} ${message}`.includes('anna'));
  expect(shared?.first_release).toBe(wordOf('anna', 'release'));
  expect(hers).toHaveLength(2);
  await ask(wire.mergeIssues, { issue: shared?.id ?? '' }, { issues: hers.slice(0, 1).map(({ id }) => id) });

  for (const who of ['anna', 'bert']) {
    const address = { search: `errors:>0 visitor:${wordOf(who, 'visitor')}` };
    await ask(wire.saveView, {}, { name: who[0], address, shared: true });
  }

  // Of each somebody speaks of a screen that nobody else saw, and names them in a sentence about what all did.
  const spec = () => ask(wire.getSpecification, span);
  const screens = (points: wire.Specification['points']) =>
    points.flatMap(({ statements }) => statements.filter(({ kind }) => kind === 'screen'));
  const ofBoth = ['anna', 'bert'].map((who) => expect.stringContaining(wordOf(who, 'route')));
  await expect
    .poll(async () => screens((await spec()).points).map(({ key }) => key), patience)
    .toEqual(expect.arrayContaining(ofBoth));
  const [role] = (await spec()).points.flatMap(({ statements }) => statements.filter(({ kind }) => kind === 'role'));
  for (const who of ['anna', 'bert']) {
    const screen = screens((await spec()).points).find(({ key }) => key.includes(wordOf(who, 'route')));
    const review = (key: string, body: object) => ask(wire.reviewStatement, { key }, body);
    await review(screen?.key ?? '', { state: 'renamed', text: 'Home', inferred: screen });
    const text = `As ${wordOf(who, 'visitor')} did it`;
    await review(`${role?.key} ${who[0]}`, { state: 'corrected', text, inferred: role });
  }

  const before = look(wordsOf('anna'));
  console.log(
    'before:',
    Object.entries(before).map(([file, found]) => `${file}: ${found.join(', ')}`),
  );
  expect(Object.keys(before).some((file) => file.startsWith('segments/'))).toBe(true);
  expect(Object.keys(before).some((file) => file.startsWith('engine/'))).toBe(true);
  expect(Object.keys(before).some((file) => file.startsWith('journal/'))).toBe(true);
  const inCatalog = Object.entries(before).flatMap(([file, found]) => (file.startsWith('catalog') ? found : []));
  expect(inCatalog).toEqual(expect.arrayContaining(['error', 'call', 'release', 'visitor']));
  const bytes = keptBytes();

  const began = performance.now();
  expect(await ask(wire.eraseVisitor, anna)).toMatchObject({ sessions: 4, segments: 12, quarantined: 4 });
  console.log(`erased in ${Math.round(performance.now() - began)} ms`);

  expect(look(wordsOf('anna'))).toEqual({});
  expect(issuesKept().map(({ type, message, first_release: release }) => [type, message, release])).toEqual([
    // Where a decision of a member leads on from; it says nothing any more.
    ['', '', ''],
    ['Error', wordOf('bert', 'error'), wordOf('bert', 'release')],
    ['Error', 'the total is wrong', wordOf('bert', 'release')],
    [`GET /api/${wordOf('bert', 'call')}`, '500', wordOf('bert', 'release')],
  ]);
  const { views } = await ask(wire.listViews);
  expect(views).toMatchObject([{ name: 'b' }]);
  const { reviews } = await ask(wire.listReviews);
  expect(reviews.map(({ text }) => text).sort()).toEqual([`As ${wordOf('bert', 'visitor')} did it`, 'Home']);
  expect((await server.send(wire.getVisitor, { project: project.id, ...anna })).status).toBe(404);
  expect(await list(wordOf('anna', 'screen'))).toBe(0);
  expect(keptBytes()).toBeLessThan(bytes);
  // Bert is as he was: found by what he saw, and his replays play to the end.
  expect(await ask(wire.getVisitor, bert)).toMatchObject({ sessions: 4 });
  expect(await list(`screen:${wordOf('bert', 'screen')}`)).toBe(4);
  const { sessions } = await ask(wire.listSessions, span);
  expect(sessions).toHaveLength(4);
  for (const { session } of sessions) {
    const answer = await server.send(wire.getReplay, { project: project.id, session, as: 'segments' });
    const replay = await answer.text();
    expect(replay).not.toContain('"gap"');
    expect(replay).toContain(wordOf('bert', 'long text'));
    expect(replay).toContain(wordOf('bert', 'sheet'));
  }
  // What her page, or her browser's store, sends late of a session that is gone brings nothing back.
  await expect(visit('anna', 0)).rejects.toThrow('410');
  expect(await list('')).toBe(4);
  // And the road is open: she may come back as somebody new.
  await visit('anna', 9);
  await expect.poll(() => list(`screen:${wordOf('anna', 'screen')}`), patience).toBe(1);
});

test('also where replay of others is packed by what the person did, and theirs plays on', async () => {
  const dictionaries = (words: Map<string, string[]>): string[] =>
    Object.keys(look(words)).filter((file) => file.endsWith('.dictionary'));
  // New to the project, and of short texts: of such segments dictionaries are made.
  const tellLong = async (who: string, number: number): Promise<void> => {
    const now = Date.now();
    const session = `${who.padEnd(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`;
    const ids = { session, tab: `tab${number}-${who}-1111-1111`, page: `page${number}-${who}-2222` };
    const cells = Array.from({ length: 1_200 }, (_, at) => {
      const text = createHash('sha256').update(`${who} ${number} ${at}`).digest('hex').slice(0, 20);
      return ['td', `${wordOf(who, 'screen')} ${text}`, -1];
    });
    const about = { v: 1, ...ids, startedAt: now, sentAt: now };
    const records = [{ kind: 'user', at: now, visitor: wordOf(who, 'visitor'), role: 'member', traits: {} }];
    const envelope = { seq: 0, first: 0, visitor: wordOf(who, 'visitor'), environment: '', release: '1', records };
    const sdk = { name: 'x', version: '1' };
    expect((await send('records', { ...about, ...envelope, sdk })).status).toBe(202);
    const tokens = [10, 'html', ['html'], ['head'], -1, ['body'], ['table'], ...cells.flat()];
    const events = [[0, 1, 1, { href: '/', width: 800, height: 600 }, tokens]];
    const segment = { ...about, format: 'sightglass/1', seq: 0, from: now, until: now + 900, anchor: true, events };
    expect((await send('segments', segment)).status).toBe(202);
  };
  for (const who of ['carla', 'david']) for (let number = 0; number < 2; number += 1) await tellLong(who, number);
  const words = new Map([['screen', [wordOf('carla', 'screen')]]]);
  const span = since(3_600_000);
  const those = async (who: string) =>
    (await ask(wire.listSessions, { ...span, search: `visitor:${wordOf(who, 'visitor')}` })).sessions;
  await vi.waitUntil(async () => (await those('carla')).length === 2 && (await those('david')).length === 2, patience);
  await vi.waitUntil(() => dictionaries(words).length > 0, patience);

  expect(await ask(wire.eraseVisitor, { visitor: wordOf('carla', 'visitor') })).toMatchObject({ sessions: 2 });

  expect(look(words)).toEqual({});
  for (const { session } of await those('david')) {
    const replay = await (await server.send(wire.getReplay, { project: project.id, session, as: 'segments' })).text();
    expect(replay).not.toContain('"gap"');
    expect(replay).toContain(wordOf('david', 'screen'));
  }
});

test('sessions of which nobody knows whose they are are found by what stood on their screens, and erased by their ids', async () => {
  const now = Date.now();
  const tell = async (who: string, number: number): Promise<string> => {
    const session = `${who}000-0000-4000-8000-${String(number).padStart(12, '0')}`;
    const about = { v: 1, session, tab: `tab${number}-${who}-3333`, startedAt: now, sentAt: now };
    const events = [
      [0, 1, 1, { href: '/', width: 800, height: 600 }, [10, 'html', ['html'], ['body'], ['p'], wordOf(who, 'screen')]],
    ];
    const place = { page: `page${number}-${who}-4444`, seq: 0, from: now, until: now + 900, anchor: true };
    expect((await send('segments', { ...about, format: 'sightglass/1', ...place, events })).status).toBe(202);
    return session;
  };
  const hers = await Promise.all([0, 1].map((number) => tell('elena', number)));
  await tell('frank', 0);
  const span = since(3_600_000);
  const found = async (who: string) =>
    (await ask(wire.listSessions, { ...span, search: `screen:${wordOf(who, 'screen')}` })).sessions;
  await vi.waitUntil(async () => (await found('elena')).length === 2 && (await found('frank')).length === 1, patience);
  const sessions = (await found('elena')).map(({ session }) => session);
  expect(sessions.sort()).toEqual(hers.sort());

  expect(await ask(wire.eraseSessions, {}, { ids: sessions })).toEqual({
    sessions: 2,
    records: 0,
    segments: 2,
    quarantined: 0,
  });

  expect(look(new Map([['screen', [wordOf('elena', 'screen')]]]))).toEqual({});
  expect(await found('elena')).toEqual([]);
  expect(await found('frank')).toHaveLength(1);
  // Whoever asks again, or for a session that never was, hears that there was nothing.
  expect(await ask(wire.eraseSessions, {}, { ids: ['never'] })).toEqual({
    sessions: 0,
    records: 0,
    segments: 0,
    quarantined: 0,
  });
  // Also where an id is half of a character: it keeps nobody from being erased.
  expect(await ask(wire.eraseSessions, {}, { ids: ['never\ud800'] })).toMatchObject({ sessions: 0 });
  await expect(tell('elena', 0)).rejects.toThrow('410');
  // Nor is anything taken of one that was named before its first word came.
  await ask(wire.eraseSessions, {}, { ids: ['henry000-0000-4000-8000-000000000000'] });
  await expect(tell('henry', 0)).rejects.toThrow('410');
});

test('with a person go the drawings that nobody else was shown, and what others were shown as well stays theirs', async () => {
  const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);
  const drawingOf = (of: string): string => {
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg"><rect id="part" class="${wordOf(of, 'drawing')}" width="9" height="9"/></svg>`;
    return `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`;
  };
  const [hers, his, everybodys] = [drawingOf('klara'), drawingOf('leon'), drawingOf('all')] as const;
  const now = Date.now();
  const tell = async (who: string, own: string, brought: readonly string[]): Promise<string> => {
    const session = `${who.padEnd(8, '0')}-0000-4000-8000-000000000000`;
    const about = { v: 1, session, tab: `tab0-${who}-7777-7777`, startedAt: now, sentAt: now };
    const records = [{ kind: 'user', at: now, visitor: wordOf(who, 'visitor'), role: 'member', traits: {} }];
    const sdk = { name: 'x', version: '1' };
    const envelope = { seq: 0, first: 0, visitor: wordOf(who, 'visitor'), environment: '', release: '1', records, sdk };
    expect((await send('records', { ...about, ...envelope })).status).toBe(202);
    const shown = [own, everybodys].map((file, at) => [16, 2, `/${at}.svg`, [7, hashOf(file)], hashOf(`of ${file}`)]);
    const tokens = [
      10,
      'html',
      ['html'],
      ['body'],
      ['svg'],
      ['use', 'href', '/0.svg##part'],
      -1,
      ['use', 'href', '/1.svg##part'],
    ];
    const events = [
      [0, 1, 1, { href: '/', width: 800, height: 600 }, tokens],
      ...brought.map((file) => [9, 2, hashOf(file), file]),
      ...shown,
    ];
    const place = { page: `page0-${who}-8888`, seq: 0, from: now, until: now + 900, anchor: true };
    expect((await send('segments', { ...about, format: 'sightglass/1', ...place, events })).status).toBe(202);
    return session;
  };
  const known = async () =>
    Object.values(await (await fetchKnown([hers, his, everybodys].map((file) => hashOf(`of ${file}`)))).json());
  const fetchKnown = (names: string[]): Promise<Response> =>
    fetch(`${server.origin}/v1/assets?key=${project.clientKey}`, { method: 'POST', body: JSON.stringify(names) });
  await tell('klara', hers, [hers, everybodys]);
  await expect.poll(known, patience).toEqual([hashOf(hers), hashOf(everybodys)]);
  // What the project has is not sent again.
  const session = await tell('leon', his, [his]);
  await expect.poll(known, patience).toEqual([hashOf(hers), hashOf(his), hashOf(everybodys)]);
  const of = (file: string): [string, string[]] => [file, [file.slice(-60, -20)]];
  const words = new Map([of(hers), ['its name', [hashOf(hers)]], ['its address', [hashOf(`of ${hers}`)]]]);
  expect(Object.keys(look(words)).some((file) => file.includes('/assets/'))).toBe(true);

  expect(await ask(wire.eraseVisitor, { visitor: wordOf('klara', 'visitor') })).toMatchObject({ sessions: 1 });

  expect(look(words)).toEqual({});
  expect(await known()).toEqual([hashOf(his), hashOf(everybodys)]);
  const replay = await (await server.send(wire.getReplay, { project: project.id, session, as: 'segments' })).text();
  for (const file of [his, everybodys]) expect(replay).toContain(file);
});

test('a person is erased by the id that the application has, though a sign in it is kept as another', async () => {
  const now = Date.now();
  const visitor = 'ida\0kept';
  const about = { v: 1, session: 'ida00000-0000-4000-8000-000000000000', tab: 'tab0-ida-6666', startedAt: now };
  const records = [{ kind: 'console', at: now, level: 'info', text: wordOf('ida', 'console') }];
  const batch = { ...about, sentAt: now, seq: 0, first: 0, visitor, release: '1', sdk: { name: 'x', version: '1' } };
  expect((await send('records', { ...batch, records })).status).toBe(202);
  await vi.waitUntil(() => ask(wire.getVisitor, { visitor }).catch(() => undefined), patience);

  expect(await ask(wire.eraseVisitor, { visitor })).toMatchObject({ sessions: 1 });
});

test('G2: of a person who is erased while their session goes on nothing is left, what came in meanwhile included', async () => {
  const now = Date.now();
  const words = new Map([['console', [wordOf('greta', 'console')]]]);
  const about = {
    v: 1,
    session: 'greta000-0000-4000-8000-000000000000',
    tab: 'tab0-greta-5555',
    startedAt: now,
    sentAt: now,
  };
  const records = [{ kind: 'console', at: now, level: 'info', text: wordOf('greta', 'console') }];
  const visitor = wordOf('greta', 'visitor');
  const sdk = { name: 'x', version: '1' };
  const tell = (seq: number) => send('records', { ...about, seq, first: seq, visitor, release: '1', sdk, records });
  expect((await tell(0)).status).toBe(202);
  const those = () => ask(wire.listSessions, { ...since(3_600_000), search: `visitor:${visitor}` });
  await vi.waitUntil(async () => (await those()).total === 1, patience);

  const erased = ask(wire.eraseVisitor, { visitor });
  let seq = 1;
  let answer = await tell(seq);
  for (; answer.status === 202; answer = await tell(seq)) seq += 1;
  expect(((await answer.json()) as { code: string }).code).toBe('erased');
  expect(await erased).toMatchObject({ sessions: 1 });
  expect(look(words)).toEqual({});
});

/** A session of this person goes on, with a note beside it, while they are erased: until nothing more of it is taken. */
async function eraseWhileTelling(who: string): Promise<{ erased: Promise<unknown> }> {
  const now = Date.now();
  const session = `${who}000-0000-4000-8000-000000000000`;
  const visitor = wordOf(who, 'visitor');
  const records = [{ kind: 'console', at: now, level: 'info', text: wordOf(who, 'console') }];
  const about = { v: 1, session, tab: `tab0-${who}-6666`, startedAt: now, sentAt: now, visitor, release: '1' };
  const sdk = { name: 'x', version: '1' };
  const tell = (seq: number) => send('records', { ...about, seq, first: seq, sdk, records });
  expect((await tell(0)).status).toBe(202);
  const those = () => ask(wire.listSessions, { ...since(3_600_000), search: `visitor:${visitor}` });
  await vi.waitUntil(async () => (await those()).total === 1, patience);
  await ask(wire.writeNote, { session }, { at: now, words: wordOf(who, 'screen') });

  const erased = server.send(wire.eraseVisitor, { project: project.id, visitor }).catch(() => undefined);
  for (let seq = 1; (await tell(seq)).status === 202; ) seq += 1;
  return { erased };
}

test('G2: an erasure that is cut short is ended by the next start, what members wrote beside their sessions included', async () => {
  const { erased } = await eraseWhileTelling('hanna');
  server.child.kill('SIGKILL');
  await erased;
  server = await startSightglass({ data: root });
  await expect.poll(() => look(wordsOf('hanna')), { timeout: 180_000, interval: 1_000 }).toEqual({});
});

test('also one that is cut short where only the catalog still names them', async () => {
  const words = wordsOf('irene');
  const { erased } = await eraseWhileTelling('irene');
  const catalog = new DatabaseSync(join(root, 'catalog.sqlite'), { timeout: 5_000 });
  catalog.exec('BEGIN IMMEDIATE');
  // The catalog itself is left alone: to open and close one of its files would give this process's hold of it up.
  const folders = ['engine', 'journal', 'quarantine', 'segments'];
  const naming = () => folders.flatMap((folder) => Object.keys(look(words, join(root, folder))));
  await expect.poll(naming).toEqual([]);
  server.child.kill('SIGKILL');
  await erased;
  catalog.close();
  server = await startSightglass({ data: root });
  await expect.poll(() => look(words), { timeout: 180_000, interval: 1_000 }).toEqual({});
});
