export { createAgeing, oldestFile } from './ageing.ts';
export type { Door, Encoding, Entry, Numbered } from './entry.ts';
export type { Journal, JournalState, Teller } from './face.ts';
export { createJournal } from './journal.ts';
export { createReader, type Read } from './reader.ts';
export type { Damage } from './scan.ts';
export { type SyncTest, testSync, warnOfSync } from './sync-test.ts';
