import { expect, test } from 'vitest';
import { againstLayers, type Layers } from './check.ts';
import type { Import } from './imports.ts';

const layers: Layers = {
  packages: {
    wire: { imports: [], pure: true },
    capture: { imports: [], importsTypes: ['wire'], runs: 'browser' },
    store: { imports: ['wire'] },
    web: {
      imports: ['wire'],
      runs: 'browser',
      rooms: { app: ['features', 'ui'], features: ['ui'], ui: [] },
      apart: ['features'],
    },
  },
};
const from = (file: string, to: string, typesOnly = false): Import => ({ from: file, to, typesOnly, line: 1 });
const against = (...imports: Import[]) => againstLayers(layers, imports);

test('what runs down is allowed', () => {
  expect(
    against(from('packages/store/src/a.ts', '@sightglass/wire'), from('packages/store/src/a.ts', 'node:fs')),
  ).toEqual([]);
  expect(against(from('packages/web/src/app/a.tsx', '../features/issues/page.tsx'))).toEqual([]);
});

test('what runs up, reaches past a face or leaves its package is told', () => {
  expect(against(from('packages/wire/src/a.ts', '@sightglass/store'))).toHaveLength(1);
  expect(against(from('packages/store/src/a.ts', '@sightglass/wire/src/ids.ts'))).toHaveLength(1);
  expect(against(from('packages/store/src/a.ts', '../../wire/src/ids.ts'))).toHaveLength(1);
});

test('a pure package and a browser package know no Node', () => {
  expect(against(from('packages/wire/src/a.ts', 'node:fs'))).toHaveLength(1);
  expect(against(from('packages/web/src/ui/a.ts', 'path'))).toHaveLength(1);
});

test('capture takes types of wire, never its code', () => {
  expect(against(from('packages/capture/src/a.ts', '@sightglass/wire', true))).toEqual([]);
  expect(against(from('packages/capture/src/a.ts', '@sightglass/wire'))).toHaveLength(1);
});

test('rooms of the dashboard: features stay apart, ui knows no feature', () => {
  expect(against(from('packages/web/src/features/a/x.ts', '../b/y.ts'))).toHaveLength(1);
  expect(against(from('packages/web/src/ui/x.ts', '../features/b/y.ts'))).toHaveLength(1);
});

test('a circle is told, even one of types', () => {
  const told = against(
    from('packages/store/src/a.ts', './b.ts', true),
    from('packages/store/src/b.ts', './a.ts', true),
  );
  expect(told).toEqual(['circle: packages/store/src/a.ts → packages/store/src/b.ts → packages/store/src/a.ts']);
});
