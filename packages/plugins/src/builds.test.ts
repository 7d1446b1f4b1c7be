import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import webpack from 'webpack';
import { openTestingDoor, type TestingDoor } from './testing/door.ts';
import { sightglass } from './vite.ts';
import { SightglassPlugin } from './webpack.ts';

let folder: string;
let door: TestingDoor;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightglass-plugins-'));
  door = await openTestingDoor();
  mkdirSync(join(folder, 'src'));
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><title>Shop</title><script type="module" src="/src/main.js"></script>',
  );
  writeFileSync(
    join(folder, 'src/main.js'),
    "import('./pay.js').then(({ pay }) => pay(3));\nnew Worker(new URL('./count.js', import.meta.url), { type: 'module' });\n",
  );
  writeFileSync(join(folder, 'src/count.js'), 'onmessage = ({ data }) => postMessage(data + 1);\n');
  writeFileSync(join(folder, 'src/pay.js'), "export function pay(sum) {\n  throw new Error('Not paid: ' + sum);\n}\n");
});
afterEach(async () => {
  await door.stop();
  rmSync(folder, { recursive: true, force: true });
});

const options = () => ({ release: '1.0.0', project: 'p_0123456789ab', url: door.origin, token: 'sgt_good' });
const debugIdOf = (text = '') => /debug_?id"?[=:] ?"?([0-9a-f-]{36})/i.exec(text)?.[1];
const built = (under = 'dist') => readdirSync(join(folder, under), { recursive: true }).map(String);

/** Each script that came, with its map: neither names the other, and both have one debug id. */
function expectPairs(): void {
  const scripts = [...door.sent.keys()].filter((path) => path.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(2);
  for (const path of scripts) {
    const map = door.sent.get(`${path}.map`);
    expect(debugIdOf(map)).toBeDefined();
    expect(debugIdOf(door.sent.get(path))).toBe(debugIdOf(map));
    expect(door.sent.get(path)).not.toContain('sourceMappingURL');
  }
  expect(door.finished).toHaveLength(1);
}

const viteBuild = (more: object = {}) =>
  build({ root: folder, configFile: false, logLevel: 'silent', plugins: [sightglass({ ...options(), ...more })] });

test('a Vite build is uploaded with maps that no script names; the maps can be gone afterwards', async () => {
  await viteBuild({ deleteMaps: true });
  expectPairs();
  expect([...door.sent.keys()]).toContain('index.html');
  expect(built().filter((name) => name.endsWith('.map'))).toEqual([]);
  expect(built().some((name) => name.endsWith('.js'))).toBe(true);
});

test('the same build again sends nothing', async () => {
  await viteBuild();
  const first = door.asked.PUT;
  await viteBuild();
  expect(door.asked.PUT).toBe(first);
  expect(door.finished).toHaveLength(2);
});

test('without a token nothing is uploaded; a server that does not let us is a warning, or the end where that is wished', async () => {
  await viteBuild({ token: '' });
  expect(door.asked).toEqual({});
  await viteBuild({ token: 'sgt_bad', deleteMaps: true });
  expect(built().some((name) => name.endsWith('.map'))).toBe(true);
  await expect(viteBuild({ token: 'sgt_bad', strict: true })).rejects.toThrow('Nobody is signed in');
});

test('a webpack build is uploaded with maps that no script names; the maps can be gone afterwards', async () => {
  const stats = await new Promise<webpack.Stats | undefined>((resolve, reject) => {
    webpack(
      {
        ...{ mode: 'production', context: folder, entry: './src/main.js' },
        output: { path: join(folder, 'dist') },
        plugins: [new SightglassPlugin({ ...options(), deleteMaps: true })],
      },
      (error, done) => (error ? reject(error) : resolve(done)),
    );
  });
  expect(stats?.toJson({ all: false, errors: true, warnings: true })).toMatchObject({ errors: [], warnings: [] });
  expectPairs();
  expect(built().filter((name) => name.endsWith('.map'))).toEqual([]);
  expect(readFileSync(join(folder, 'dist/main.js'), 'utf8')).toContain('debugId');
});
