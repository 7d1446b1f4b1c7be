export { boot, type Sightglass } from './boot.ts';
export type { KeyRing, LiveHub, Outcomes } from './parts.ts';
export { readWishes, type Wishes } from './start/environment.ts';
