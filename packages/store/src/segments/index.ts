export { createFileSegments } from './files.ts';
export { DamagedSegment, type Place, type Segments, type Stored } from './segments.ts';
