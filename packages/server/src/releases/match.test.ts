import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchMaps, scriptOf } from './match.ts';

const id = '0a000000-1111-4222-8333-444444444444';
const other = '0b000000-1111-4222-8333-444444444444';
const script = (path: string, mapAddress: string | null = null, debugId: string | null = null) => ({
  ...{ kind: 'script' as const, path, sha256: `of ${path}`, mapAddress, debugId },
});
const map = (path: string, debugId: string | null = null) => ({ ...script(path, null, debugId), kind: 'map' as const });
const mapOf = (...files: Parameters<typeof matchMaps>[0]) => matchMaps(files).get('assets/app.js')?.path;

test('a debug id is surer than an address, an address than a name; two different ids never match', () => {
  const named = map('assets/app.js.map');
  expect(mapOf(script('assets/app.js'), named)).toBe('assets/app.js.map');
  expect(mapOf(script('assets/app.js', '../maps/x.map'), named, map('maps/x.map'))).toBe('maps/x.map');
  expect(mapOf(script('assets/app.js', 'app.js.map', id), named, map('far/away.map', id))).toBe('far/away.map');
  expect(mapOf(script('assets/app.js', 'app.js.map', id), map('assets/app.js.map', other))).toBeUndefined();
  expect(mapOf(script('assets/app.js', 'https://maps.example/p/q.map'), map('q.map'))).toBe('q.map');
  expect(
    mapOf(script('assets/app.js', 'https://maps.example/p/q.map'), map('a/q.map'), map('b/q.map')),
  ).toBeUndefined();
  expect(matchMaps([script('a.js', 'data:')]).get('a.js')).toMatchObject({ inline: true });
});

test('a script is found below whatever it is served from, by its longest end', () => {
  const scripts = [script('assets/app.js'), script('admin/assets/app.js'), script('worker.js')];
  expect(scriptOf(scripts, 'https://shop.example/v2/assets/app.js?x#y')?.path).toBe('assets/app.js');
  expect(scriptOf(scripts, '/v2/admin/assets/app.js')?.path).toBe('admin/assets/app.js');
  expect(scriptOf([script('dist/public/worker.js')], '/worker.js')?.path).toBe('dist/public/worker.js');
  expect(scriptOf([script('a/worker.js'), script('b/worker.js')], '/worker.js')).toBeUndefined();
  expect(scriptOf(scripts, '/myworker.js')).toBeUndefined();
});

test('whatever a stack calls a file, a script that is answered ends alike', () => {
  const paths = fc.array(fc.constantFrom('a', 'b', 'c.js', '%', '..'), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(paths, { maxLength: 5 }), fc.webUrl(), paths, (some, host, asked) => {
      const scripts = some.map((parts) => script(parts.join('/')));
      const found = scriptOf(scripts, `${new URL(host).origin}/${asked.join('/')}`);
      if (found) expect(asked.join('/').endsWith(found.path) || found.path.endsWith(asked.join('/'))).toBe(true);
    }),
    { seed: 1 },
  );
});
