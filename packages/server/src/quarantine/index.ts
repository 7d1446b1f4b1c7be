export type { Quarantine, Quarantined } from './face.ts';
