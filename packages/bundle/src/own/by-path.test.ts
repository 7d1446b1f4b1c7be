import { expect, test } from 'vitest';
import { sourceName } from '../map/source-name.ts';
import { ownerOfSource } from './by-path.ts';

const ownerOf = (raw: string, ignored = false) =>
  ownerOfSource({ name: sourceName(raw), label: raw, ignored, text: undefined });
const library = (name: string, version?: string) => ({
  kind: 'third-party',
  package: name,
  ...(version === undefined ? {} : { version }),
});

test.each([
  ['../node_modules/axios/lib/axios.js', library('axios')],
  ['webpack://app/./node_modules/@tanstack/query-core/build/modern/query.js', library('@tanstack/query-core')],
  ['node_modules/a/node_modules/b/index.js', library('b')],
  ['node_modules/.pnpm/axios@1.2.3/node_modules/axios/index.js', library('axios', '1.2.3')],
  [
    'node_modules/.pnpm/@scope+ui@4.0.0-rc.1_react@19.0.0/node_modules/@scope/ui/a.js',
    library('@scope/ui', '4.0.0-rc.1'),
  ],
  ['../.yarn/cache/zod-npm-4.1.12-0a1b2c3d4e.zip/node_modules/zod/index.js', library('zod', '4.1.12')],
  ['node_modules/next/dist/compiled/buffer/index.js', library('buffer')],
  ['webpack://_N_E/../../../src/shared/lib/router/router.ts', library('next')],
  ['webpack/runtime/jsonp chunk loading', library('webpack')],
  ['vite/preload-helper.js', library('vite')],
])('%s is a library', (raw, owner) => expect(ownerOf(raw)).toEqual(owner));

test.each([
  'src/orders/api.ts',
  'webpack://_N_E/./pages/index.tsx',
  'webpack://_N_E/../../packages/ui/src/Button.tsx',
  'webpack:///./src/main.js',
])('%s is the product', (raw) => expect(ownerOf(raw)).toEqual({ kind: 'product' }));

test.each(['', '<define:process.env.OPTIONS>', '\u0000virtual:plugin', 'plugin-x:config', 'webpack://_N_E/?058f'])(
  'nobody knows whose %j is',
  (raw) => expect(ownerOf(raw)).toEqual({ kind: 'unknown' }),
);

test('what a map says to ignore is third-party, though nobody knows whose', () =>
  expect(ownerOf('vendor/thing.js', true)).toEqual({ kind: 'third-party' }));
