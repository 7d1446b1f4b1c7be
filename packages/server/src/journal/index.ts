export type { Door, Encoding, Entry, Numbered } from './entry.ts';
export type { Journal, JournalState, Teller } from './face.ts';
