export type { Digest, DigestOptions, DigestState } from './face.ts';
export { startDigest } from './start.ts';
