export type { Digest, DigestState } from './face.ts';
export { wordsOfRecord } from './live-words.ts';
export { startDigest } from './start.ts';
