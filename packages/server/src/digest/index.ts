export type { Digest, DigestState, ErasedCounts } from './face.ts';
export { wordsOfRecord } from './live-words.ts';
export { startDigest } from './start.ts';
