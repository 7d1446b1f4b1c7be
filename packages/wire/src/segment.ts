import { z } from 'zod';
import { skewMs } from './batch.ts';
import { browserId, epochMs } from './ids.ts';
import { maxEventsPerSegment, maxOperationKind } from './limits.ts';

export const segmentVersion = 1;

/** An rrweb event (its `EventType` as `type`). Only what we rely on is named; the rest is kept as it came. */
export const replayEvent = z.looseObject({
  type: z.number().int().min(0).max(100),
  timestamp: epochMs,
  data: z.unknown(),
});
export type ReplayEvent = z.infer<typeof replayEvent>;

/**
 * An operation of our own format, `[kind, t, …]`: `t` in milliseconds from the envelope's `from`. Every kind is described in
 * docs/formats/segment.md; kinds that a reader does not know are kept and skipped.
 */
export const segmentOperation = z
  .tuple([z.number().int().min(0).max(maxOperationKind), z.number().min(0)])
  .rest(z.unknown());
export type SegmentOperation = z.infer<typeof segmentOperation>;

/** `rrweb/2`: rrweb's events, as any rrweb recorder makes them. `sightglass/1`: what our own recorder makes. */
export const segmentFormats = ['rrweb/2', 'sightglass/1'] as const;

/**
 * A piece of replay of one tab: `POST /v1/segments`. `page` is one page load; `seq` counts segments in that page from 0, and with
 * session, tab and page is the segment's identity. `anchor`: a whole page (a full snapshot) begins in it, so a player can begin here.
 */
export const segmentEnvelope = z.object({
  v: z.literal(segmentVersion),
  format: z.enum(segmentFormats),
  session: browserId,
  tab: browserId,
  page: browserId,
  seq: z.number().int().min(0),
  from: epochMs,
  until: epochMs,
  anchor: z.boolean(),
  sentAt: epochMs,
  skewMs: skewMs.optional(),
});
export type SegmentEnvelope = z.infer<typeof segmentEnvelope>;
export const segment = segmentEnvelope.extend({ events: z.array(z.unknown()).min(1).max(maxEventsPerSegment) });
/** A segment as a recorder writes it, or as an intake lifts it from a foreign SDK. */
export type Segment = SegmentEnvelope & SegmentContent;
/** What a segment holds, told apart by its format. */
export type SegmentContent =
  | { format: 'rrweb/2'; events: ReplayEvent[] }
  | { format: 'sightglass/1'; events: SegmentOperation[] };
