export type { Segments, Stored } from './segments.ts';
