import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Catalog, type Columns, createCatalog } from '@sightglass/store';
import type { ProjectRole } from '@sightglass/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Asked } from './handlers.ts';
import { answerNotes } from './notes.ts';

const folder = mkdtempSync(join(tmpdir(), 'sightglass-notes-'));
let catalog: Catalog;
let project = '';
beforeAll(async () => {
  catalog = await createCatalog(join(folder, 'catalog.sqlite'));
  project = (await catalog.projects.create('Shop')).id;
});
afterAll(async () => {
  await catalog.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A store in which one session is: from 1,000 to 9,000. */
const columns = {
  ask: async (_sql: string, { session }: { session: string }) =>
    session === 's-1' ? [{ session, startMs: 1_000, endMs: 9_000, activity: [], deleted: 0 }] : [],
} as unknown as Columns;

async function as<Name extends 'writeNote' | 'changeNote' | 'dropNote'>(
  role: ProjectRole,
  name: string,
  session: string,
  more: object,
): Promise<Asked<Name>> {
  const caller = { id: 't_test', member: null, name, serverOwner: false, roleIn: async () => role };
  return { params: { project, session, ...more }, caller, ...more } as unknown as Asked<Name>; // what the handler reads
}

test('a note is signed, and changed by nobody else but an admin', async () => {
  const doors = answerNotes(catalog, columns);
  const body = { at: 4_000, words: 'It hangs here' };
  const note = await doors.writeNote(await as('member', 'ada@example.com', 's-1', { body }));
  if (!('id' in note)) throw new Error('A note is JSON.');
  expect(note).toMatchObject({ at: 4_000, by: 'ada@example.com', changedAt: null });

  const change = async (role: ProjectRole, name: string, session = 's-1') =>
    doors.changeNote(await as(role, name, session, { note: note.id, body: { words: 'It waits here' } }));
  await expect(change('member', 'bo@example.com')).rejects.toMatchObject({ code: 'forbidden' });
  await expect(change('admin', 'bo@example.com', 's-2')).rejects.toMatchObject({ code: 'not_found' });
  expect(await change('admin', 'bo@example.com')).toMatchObject({ words: 'It waits here', by: 'ada@example.com' });
  const drop = await as<'dropNote'>('member', 'ada@example.com', 's-1', { note: note.id });
  expect(await doors.dropNote(drop)).toEqual({ done: true });
  await expect(doors.dropNote(drop)).rejects.toMatchObject({ code: 'not_found' });
});

test('a note stands inside of its session, and none beside a session that is not there', async () => {
  const doors = answerNotes(catalog, columns);
  const write = async (session: string, at: number) =>
    doors.writeNote(await as('member', 'ada@example.com', session, { body: { at, words: 'x' } }));
  expect(await write('s-1', 5)).toMatchObject({ at: 1_000 });
  await expect(write('s-9', 5)).rejects.toMatchObject({ code: 'not_found' });
});
