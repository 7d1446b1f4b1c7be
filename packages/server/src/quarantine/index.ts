export type { Quarantine, Quarantined } from './face.ts';
export { type Aside, createAside, openQuarantine } from './quarantine.ts';
