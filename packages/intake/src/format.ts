import type { About } from './clock.ts';
import type { BadEnvelope, DecodedRecords, DecodedSegment, Judged } from './decoded.ts';
import type { JsonBounds } from './json/index.ts';

/** What one door takes: its bounds, and the decoder that turns its JSON into records or a segment. */
export interface Format {
  /** Which SDK's format it is; stands in the rows as `intake`. */
  intake: string;
  maxBodyBytes: number;
  maxUnpackedBytes: number;
  json: JsonBounds;
  /** At the door, before the body is acknowledged: the same judgement as {@link decode} makes, cheaper. */
  judge(json: unknown, about: About): Judged | BadEnvelope;
  decode(json: unknown, about: About): DecodedRecords | DecodedSegment | BadEnvelope;
}
