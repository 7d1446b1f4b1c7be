export type { Digest, DigestOptions, DigestState } from './face.ts';
