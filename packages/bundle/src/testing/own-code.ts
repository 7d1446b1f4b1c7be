import type { Statement } from '@sightglass/wire';
import { readCode } from '../code.ts';
import type { BundleFile, ReadFile } from '../face.ts';
import { readBundle } from '../read.ts';

/** Scripts whose owner is known to be the product. */
export function ownFiles(files: readonly BundleFile[]): ReadFile[] {
  return readBundle(files).map((file): ReadFile => {
    const owner = { kind: 'product' } as const;
    return { ...file, regions: [{ start: 0, end: file.file.text.length, owner }], ownerAt: () => owner };
  });
}

/** What the product's own scripts say, by their paths; a single one is `app.js`. */
export function say(scripts: Record<string, string> | string): Statement[] {
  const files = Object.entries(typeof scripts === 'string' ? { 'app.js': scripts } : scripts);
  return readCode(ownFiles(files.map(([path, text]) => ({ path, text }))), { release: '1.0.0', at: 0 }).statements;
}

/** Keys of the statements of some kinds, in order. */
export const keysOf = (statements: readonly Statement[], ...kinds: Statement['kind'][]): string[] =>
  statements.filter(({ kind }) => kinds.includes(kind)).map(({ key }) => key);
