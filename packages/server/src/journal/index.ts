export { type Ageing, createAgeing, oldestFile } from './ageing.ts';
export type { Disk, JournalFile } from './disk.ts';
export type { Door, Encoding, Entry, Numbered } from './entry.ts';
export type { Journal, JournalState, Teller } from './face.ts';
export { createJournal, type JournalOptions } from './journal.ts';
export { createReader, type Read, type Reader } from './reader.ts';
export type { Damage } from './scan.ts';
export { type SyncTest, testSync, warnOfSync } from './sync-test.ts';
