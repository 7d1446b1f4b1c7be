export { createSegmentReader, type NativeSegment, type Note, type Reading, type SegmentReader } from './reader.ts';
export { modelOf, type PageLine, type PlainNode, type PlainPage, toRrweb } from './whole.ts';
