import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { injectDebugIds } from './inject.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightglass-inject-'));
  mkdirSync(join(folder, 'assets'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (files: Record<string, string>) => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return Object.keys(files);
};
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const map = '{"version":3,"sources":["a.ts"],"names":[],"mappings":"AAAA"}';

test('a script and its map get one debug id, before the line that names the map; a second time changes nothing', async () => {
  const names = write({
    'assets/app.js': 'alert(1)\n//# sourceMappingURL=app.js.map\n',
    'assets/app.js.map': map,
    'assets/bare.js': 'alert(2)',
    'assets/bare.js.map': map,
    'assets/lone.js': 'alert(3)',
  });
  expect(await injectDebugIds(folder, names)).toEqual({ scripts: 2, maps: 2, there: 0, left: [] });
  const id =
    /^alert\(1\)\n\/\/# debugId=([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})\n\/\/# sourceMappingURL=app\.js\.map\n$/.exec(
      read('assets/app.js'),
    )?.[1];
  expect(JSON.parse(read('assets/app.js.map'))).toEqual({ debugId: id, debug_id: id, ...JSON.parse(map) });
  expect(read('assets/bare.js')).toMatch(/^alert\(2\)\n\/\/# debugId=[0-9a-f-]{36}\n$/);
  expect(read('assets/lone.js')).toBe('alert(3)');
  const before = names.map(read);
  expect(await injectDebugIds(folder, names)).toEqual({ scripts: 0, maps: 0, there: 2, left: [] });
  expect(names.map(read)).toEqual(before);
});

test('an id that one of the two has is kept; two that differ, and maps that are none, are left and told', async () => {
  const id = '11111111-2222-4333-8444-555555555555';
  const other = '99999999-2222-4333-8444-555555555555';
  const names = write({
    'a.js': `a()\n//# debugId=${id}\n`,
    'a.js.map': map,
    'b.js': `b()\n//# debugId=${id}\n`,
    'b.js.map': `{"debug_id":"${other}","version":3,"sources":[],"mappings":""}`,
    'c.js': 'c()',
    'c.js.map': 'no map',
  });
  const { left, ...done } = await injectDebugIds(folder, names);
  expect(done).toEqual({ scripts: 0, maps: 1, there: 0 });
  expect(JSON.parse(read('a.js.map')).debugId).toBe(id);
  expect(left.map(({ path }) => path)).toEqual(['b.js', 'c.js.map']);
  expect(read('c.js')).toBe('c()');
});
