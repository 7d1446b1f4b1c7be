export type { BundleFile, BundleProblem, OriginalPlace, Owner, Place, ReadFile, Region } from './face.ts';
export { type Lines, linesOf } from './lines.ts';
export { readBundle } from './read.ts';
