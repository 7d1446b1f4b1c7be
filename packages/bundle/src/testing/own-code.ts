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

/** What is said of screens, each as `/route Title`. */
export const screensOf = (statements: readonly Statement[]): string[] =>
  statements.flatMap((one) => (one.kind === 'screen' ? [`${one.route} ${one.title}`] : [])).toSorted();

/** What is said of calls, each as `GET /path`, and after it what it takes: `GET /path?name`, `POST /path name`. */
export const callsOf = (statements: readonly Statement[]): string[] =>
  statements
    .flatMap((one) => {
      if (one.kind === 'call') return [`${one.method} ${one.path}`];
      if (one.kind === 'query') return [`${one.call.method} ${one.call.path}?${one.name}`];
      return one.kind === 'requestField' ? [`${one.call.method} ${one.call.path} ${one.name}`] : [];
    })
    .toSorted();

/** What is said of fields, each as `field rule value`. */
export const rulesOf = (statements: readonly Statement[]): string[] =>
  statements
    .flatMap((one) => (one.kind === 'rule' ? [`${one.field} ${one.rule} ${one.value ?? ''}`.trim()] : []))
    .toSorted();
