export type { Quarantine } from './face.ts';
export { type Aside, createAside, openQuarantine } from './quarantine.ts';
