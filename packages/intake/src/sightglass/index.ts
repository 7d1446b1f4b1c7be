import { limits } from '@sightglass/wire';
import type { Format } from '../format.ts';
import { decodeRecords, judgeRecords } from './records.ts';
import { decodeSegment, judgeSegment } from './segment.ts';

/** Our own SDK: batches of records, and segments of replay. */
export const sightglass = {
  records: {
    intake: 'sightglass',
    maxBodyBytes: limits.maxRecordsBodyBytes,
    maxUnpackedBytes: limits.maxRecordsUnpackedBytes,
    json: { maxNesting: limits.maxNesting, maxValues: limits.maxJsonValues },
    judge: judgeRecords,
    decode: decodeRecords,
  },
  segments: {
    intake: 'sightglass',
    maxBodyBytes: limits.maxSegmentBodyBytes,
    maxUnpackedBytes: limits.maxSegmentUnpackedBytes,
    json: { maxNesting: limits.maxSegmentNesting, maxValues: limits.maxJsonValues },
    judge: judgeSegment,
    decode: decodeSegment,
  },
} as const satisfies Record<string, Format>;
