export { asKept, type Cleaned } from './clean.ts';
export { type Guarded, guardJson, type JsonBounds, type JsonFault } from './guard.ts';
export { locateFault } from './locate.ts';
export { type ParsedJson, parseJson, type ReadJson, readJson } from './read.ts';
