import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openTestingDoor, type TestingDoor } from '../testing/door.ts';
import type { Door } from './door.ts';
import { gatherFolder } from './gather.ts';
import { type Progress, upload } from './upload.ts';

let folder: string;
let testing: TestingDoor;
let door: Door;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightglass-upload-'));
  testing = await openTestingDoor();
  door = {
    ...{ origin: testing.origin, project: 'p_0123456789ab', token: 'sgt_good', release: 'shop@1/2', fetch },
    pause: async () => undefined,
  };
  for (const [name, text] of Object.entries({
    'index.html': '<!doctype html>',
    'assets/app.js': 'alert(1)',
    'assets/app.js.map': '{"version":3}',
    'assets/app.css': 'a{}',
    'assets/app.css.map': '{}',
    '.vite/manifest.json': '{}',
    'photo.json': '{}',
    'node_modules/x/index.js': '1',
    'app/static/notes.txt': 'shipped',
    'app/server/page.js': '1',
    '.git/hook.js': '1',
  })) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
});
afterEach(async () => {
  await testing.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('scripts, maps, pages and manifests of a folder are found, and nothing else', async () => {
  const files = await gatherFolder(folder, 'shop/');
  expect(files.map(({ path }) => path)).toEqual([
    'shop/.vite/manifest.json',
    'shop/assets/app.js',
    'shop/assets/app.js.map',
    'shop/index.html',
  ]);
});

test('what was cut short goes on where it was, and a busy server is asked again', async () => {
  const files = await gatherFolder(folder);
  testing.sent.set('assets/app.js', 'alert(1)');
  testing.trouble.push(503, 503);
  const told: Progress[] = [];
  const { sent, there } = await upload(door, files, { onProgress: (progress) => told.push(progress) });
  expect({ sent, there, puts: testing.asked.PUT }).toEqual({ sent: 3, there: 1, puts: 3 });
  expect(testing.finished[0]?.map(({ path }) => path).sort()).toEqual(files.map(({ path }) => path));
  expect(told.at(-1)).toMatchObject({ files: 4, ofFiles: 4 });
});

test('a file that is refused is told, and the others are used', async () => {
  writeFileSync(join(folder, 'refused.js'), '<!doctype html>');
  const { refused } = await upload(door, await gatherFolder(folder));
  expect(refused).toEqual([{ path: 'refused.js', reason: 'Of no use' }]);
  expect(testing.finished[0]).toHaveLength(4);
});

test('a server that is always busy, and one that does not let us, end it', async () => {
  const files = await gatherFolder(folder);
  testing.trouble.push(...Array(20).fill(503));
  await expect(upload(door, files)).rejects.toThrow('Too busy');
  testing.trouble.length = 0;
  await expect(upload({ ...door, token: 'x' }, files)).rejects.toThrow('Nobody is signed in');
  expect(testing.finished).toEqual([]);
});

test('a server that still holds the maps against their scripts is asked until it has', async () => {
  testing.checked.push(false, false, false);
  const onLooking = vi.fn();
  const { summary } = await upload(door, await gatherFolder(folder), { onLooking });
  expect(summary).toMatchObject({ mapsChecked: true, mapped: 1 });
  expect(onLooking).toHaveBeenCalledTimes(1);
  expect(testing.checked).toEqual([]);
});
