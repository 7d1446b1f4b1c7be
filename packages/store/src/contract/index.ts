export { catalogContract } from './catalog.ts';
export { columnsContract } from './columns.ts';
export { ndjson, noon, recordRow, segmentRow } from './rows.ts';
export { type SegmentsUnderTest, segmentsContract } from './segments.ts';
