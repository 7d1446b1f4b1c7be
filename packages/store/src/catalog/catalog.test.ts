import { createHash, randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { defaultRecording } from '@sightglass/wire';
import { sql } from 'kysely';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { catalogContract } from '../contract/catalog.ts';
import { createAudit } from './audit.ts';
import { createCatalog } from './catalog.ts';
import { openDatabase } from './database.ts';
import { createLogins } from './logins.ts';
import { createMembers } from './members.ts';
import { createProjects } from './projects.ts';
import { createReleaseBeginnings } from './release-beginnings.ts';
import { createTokens } from './tokens.ts';

const folder = mkdtempSync(join(tmpdir(), 'sightglass-catalog-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const newFile = () => join(folder, `${randomUUID()}.sqlite`);

describe('the embedded catalog', () => catalogContract((now) => createCatalog(newFile(), now)));

const original = DatabaseSync.prototype.prepare;

/** Takes away what versions after the second made. */
function makeOld(file: string): void {
  const sqlite = new DatabaseSync(file);
  const later =
    'release_beginnings deeds doers removed_projects recording retention reviews notes saved_views watched releases release_files release_settings issue_activity issue_hands issue_fingerprints issues';
  for (const table of later.split(' ')) sqlite.exec(`DROP TABLE ${table}`);
  sqlite.exec('UPDATE schema_version SET version = 2');
  sqlite.close();
}

describe('the file of the catalog', () => {
  test('where there is no room, that is what is told, also when it is found in a transaction; then it goes on', async () => {
    const database = await openDatabase(newFile());
    const write = (names: number) =>
      database.transaction().execute(async (within) => {
        for (let number = 1; number <= names; number += 1)
          await within
            .insertInto('projects')
            .values({ id: `p_${number}`, number, name: 'x'.repeat(4_000), sample: 0, created_at: 1 })
            .execute();
      });
    await sql`PRAGMA max_page_count = 60`.execute(database);
    await expect(write(100)).rejects.toMatchObject({ code: 'disk_full' });
    await write(1);
    expect(await database.selectFrom('projects').select('number').execute()).toEqual([{ number: 1 }]);
    await database.destroy();
  });

  test('that cannot be written keeps nobody out who is known', async () => {
    const database = await openDatabase(newFile());
    let time = 1_750_000_000_000;
    const now = () => time;
    const logins = createLogins(database, now);
    const tokens = createTokens(database, now);
    const ada = await createMembers(database, now).createFirstOwner({
      email: 'ada@example.com',
      name: 'Ada',
      password: 'x',
    });
    const project = await createProjects(database, now).create('Shop');
    const cookie = await logins.create(ada?.id ?? '');
    const { token } = await tokens.create(project.id, { name: 'ci', role: 'admin', createdBy: 'test' });
    // Later than what is noted of them anyhow.
    time += 3_600_000;
    await sql`PRAGMA query_only = ON`.execute(database);
    expect(await logins.find(cookie)).toMatchObject({ email: 'ada@example.com' });
    expect(await tokens.find(token)).toMatchObject({ role: 'admin' });
    await sql`PRAGMA query_only = OFF`.execute(database);
    expect(await tokens.find(token)).toMatchObject({ role: 'admin' });
    expect(await tokens.list(project.id)).toMatchObject([{ lastUsedAt: time }]);
    await database.destroy();
  });

  test('keeps the newest of who did what, looks apart from all else', async () => {
    const database = await openDatabase(newFile());
    const { id } = await createProjects(database, () => 1).create('Shop');
    let time = 1_750_000_000_000;
    const audit = await createAudit(database, () => time, 2);
    const by = { kind: 'token', id: 't_1', name: 'ci' } as const;
    for (const session of ['s1', 's2', 's3', 's4']) {
      time += 1;
      await audit.look([{ project: id, by, session, erased: false, at: time }]);
    }
    for (const about of ['k_1', 'k_2', 'k_3']) {
      time += 1;
      await audit.write({ project: id, by, did: 'key-made', about });
    }
    await audit.dropOld();
    const all = { by: '', did: '', abouts: [] } as const;
    expect((await audit.list(id, all, 10)).map(({ about }) => about.id)).toEqual(['k_3', 'k_2', 's4', 's3']);
    await expect(audit.begin({ project: 'p_nobody', by, did: 'key-made' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await database.destroy();
  });

  test('keeps everything over a restart, what is held in memory included', async () => {
    const file = newFile();
    const before = await createCatalog(file);
    const project = await before.projects.create('Shop');
    const { clientKey } = await before.keys.create(project.id);
    const recording = await before.recording.change(project.id, { ...defaultRecording, off: true }, 'ada@example.com');
    await before.stop();
    const after = await createCatalog(file);
    expect(await after.projects.find(project.id)).toEqual(project);
    expect(after.keys.find(clientKey)).toEqual({ project: project.id, revoked: false });
    expect(after.recording.of(project.id)).toEqual(recording);
    await after.stop();
  });

  test('keeps of so many releases when they began: past that those go that were not in use for longest, and not one that something goes by', async () => {
    const database = await openDatabase(newFile());
    const { id } = await createProjects(database, Date.now).create('Shop');
    const dayMs = 24 * 3_600_000;
    const beginnings = createReleaseBeginnings(database, 3);
    const asked: string[] = [];
    const meet = (release: string, first: number, last = first) =>
      beginnings.meet(id, [{ release, first, last }], async () => {
        asked.push(release);
        return ['oak'];
      });
    await meet('oak', 5);
    await meet('elm', 6);
    await meet('ash', 7);
    // What was kept by a browser for its next visit comes late.
    await meet('elm', 2, 3);
    await meet('elm', 9 * dayMs);
    expect(asked).toEqual([]);
    await meet('fir', 10 * dayMs);
    await meet('yew', 10 * dayMs);
    expect(asked).toEqual(['fir', 'yew']);
    for (const kept of [beginnings, createReleaseBeginnings(database)]) {
      const began = await kept.of(id);
      expect(['oak', 'elm', 'ash', 'fir', 'yew'].map(began)).toEqual([5, 2, undefined, 10 * dayMs, 10 * dayMs]);
    }
    const rows = await database.selectFrom('release_beginnings').selectAll().execute();
    expect(JSON.stringify(rows)).not.toMatch(/oak|elm|fir|yew/);
    await database.destroy();
  });

  test('written by the version before is lifted, with all that it holds', async () => {
    const file = newFile();
    const before = await createCatalog(file);
    const project = await before.projects.create('Shop');
    await before.stop();
    makeOld(file);
    const after = await createCatalog(file);
    expect(await after.projects.find(project.id)).toEqual(project);
    await after.recording.change(project.id, defaultRecording, 'ada@example.com');
    await after.stop();
  });

  test('U2: killed at any statement of being lifted, it is whole at the next start, in the old version or the new one', async () => {
    const file = newFile();
    const before = await createCatalog(file);
    const project = await before.projects.create('Shop');
    await before.stop();
    makeOld(file);
    // What a kill leaves is what the files hold at that moment: the system keeps what was written, a process what was not.
    const images = new Map<string, string>();
    const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, sql) {
      const files = [file, `${file}-wal`].filter((path) => existsSync(path));
      const hash = createHash('sha256');
      for (const path of files) hash.update(readFileSync(path));
      const seen = hash.digest('hex');
      const image = images.get(seen) ?? newFile();
      if (!images.has(seen)) for (const path of files) copyFileSync(path, path.replace(file, image));
      images.set(seen, image);
      return original.call(this, sql);
    });
    const lifted = await createCatalog(file);
    const statements = prepare.mock.calls.length;
    prepare.mockRestore();
    await lifted.stop();
    expect(statements).toBeGreaterThan(20);
    expect(images.size).toBeGreaterThan(1);
    for (const image of images.values()) {
      const after = await createCatalog(image);
      expect(await after.projects.find(project.id)).toEqual(project);
      await after.recording.change(project.id, defaultRecording, 'ada@example.com');
      await after.stop();
    }
  });

  test('written by a newer version is refused, and not a byte of it changes', async () => {
    const file = newFile();
    await (await createCatalog(file)).stop();
    const sqlite = new DatabaseSync(file);
    sqlite.exec('UPDATE schema_version SET version = 1000');
    sqlite.close();
    const bytes = readFileSync(file);
    await expect(createCatalog(file)).rejects.toMatchObject({ code: 'data_newer' });
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  test('does not hold the secrets that it hands out', async () => {
    const file = newFile();
    const catalog = await createCatalog(file);
    const project = await catalog.projects.create('Shop');
    const { token } = await catalog.tokens.create(project.id, { name: 'ci', role: 'admin', createdBy: 'test' });
    const { secret } = await catalog.invitations.create({ email: 'a@example.com', project: project.id, role: 'admin' });
    await catalog.stop();
    const bytes = readFileSync(file);
    expect(bytes.includes(token)).toBe(false);
    expect(bytes.includes(secret)).toBe(false);
  });
});
