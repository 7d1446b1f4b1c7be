import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { defaultRecording } from '@sightglass/wire';
import { afterAll, describe, expect, test } from 'vitest';
import { catalogContract } from '../contract/catalog.ts';
import { createCatalog } from './catalog.ts';

const folder = mkdtempSync(join(tmpdir(), 'sightglass-catalog-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const newFile = () => join(folder, `${randomUUID()}.sqlite`);

describe('the embedded catalog', () => catalogContract((now) => createCatalog(newFile(), now)));

describe('the file of the catalog', () => {
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

  test('written by the version before is lifted, with all that it holds', async () => {
    const file = newFile();
    const before = await createCatalog(file);
    const project = await before.projects.create('Shop');
    await before.stop();
    const sqlite = new DatabaseSync(file);
    sqlite.exec(
      'DROP TABLE recording; DROP TABLE retention; DROP TABLE reviews; DROP TABLE notes; DROP TABLE saved_views; DROP TABLE watched; DROP TABLE releases; DROP TABLE release_files; DROP TABLE release_settings; DROP TABLE issue_activity; DROP TABLE issue_hands; DROP TABLE issue_fingerprints; DROP TABLE issues; UPDATE schema_version SET version = 2',
    );
    sqlite.close();
    const after = await createCatalog(file);
    expect(await after.projects.find(project.id)).toEqual(project);
    await after.recording.change(project.id, defaultRecording, 'ada@example.com');
    await after.stop();
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
