import { limits } from '@sightglass/wire';
import type { Format } from '../format.ts';
import { decodeRecords } from './records.ts';
import { decodeSegment } from './segment.ts';

/** Our own SDK: batches of records, and segments of replay. */
export const sightglass = {
  records: {
    intake: 'sightglass',
    maxBodyBytes: limits.maxRecordsBodyBytes,
    maxUnpackedBytes: limits.maxRecordsUnpackedBytes,
    json: { maxNesting: limits.maxNesting, maxValues: limits.maxJsonValues },
    decode: decodeRecords,
  },
  segments: {
    intake: 'sightglass',
    maxBodyBytes: limits.maxSegmentBodyBytes,
    maxUnpackedBytes: limits.maxSegmentUnpackedBytes,
    json: { maxNesting: limits.maxSegmentNesting, maxValues: limits.maxJsonValues },
    decode: decodeSegment,
  },
} as const satisfies Record<string, Format>;
