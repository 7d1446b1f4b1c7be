export type { DaysLeft, Digest, DigestOptions, DigestState } from './face.ts';
export { wordsOfRecord } from './live-words.ts';
export { startDigest } from './start.ts';
