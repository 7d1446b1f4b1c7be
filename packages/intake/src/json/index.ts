export type { Cleaned } from './clean.ts';
export { guardJson, type JsonBounds, type JsonFault } from './guard.ts';
export { locateFault } from './locate.ts';
export { type ReadJson, readJson } from './read.ts';
