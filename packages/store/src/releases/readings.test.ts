import { mkdtemp, rm, symlink, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createReadings } from './readings.ts';

const old = 'a'.repeat(64);
const fresh = 'b'.repeat(64);

test('what nobody asked for goes, also while another is put whose first name is gone once it is whole', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sightglass-readings-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const readings = createReadings(() => folder);
  for (const key of [old, fresh]) await readings.put('p_1', key, '{"routes":1}');
  await utimes(join(folder, `${old}.json.zst`), 1, 1);
  await symlink(join(folder, 'nowhere'), join(folder, `${fresh}.json.zst.being-put`));

  await readings.dropUnused('p_1', 10_000);

  expect(await readings.get('p_1', old, 100)).toBeUndefined();
  expect(await readings.get('p_1', fresh, 100)).toBe('{"routes":1}');
});
