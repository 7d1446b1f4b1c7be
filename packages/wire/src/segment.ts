import { z } from 'zod';
import { skewMs } from './batch.ts';
import { browserId, epochMs } from './ids.ts';
import { maxEventsPerSegment } from './limits.ts';

export const segmentVersion = 1;

/** An rrweb event (its `EventType` as `type`). Only what we rely on is named; the rest is kept as it came. */
export const replayEvent = z.looseObject({
  type: z.number().int().min(0).max(100),
  timestamp: epochMs,
  data: z.unknown(),
});
export type ReplayEvent = z.infer<typeof replayEvent>;

/**
 * A piece of replay of one tab: `POST /v1/segments`. `page` is one page load; `seq` counts segments in that page from 0, and with
 * session, tab and page is the segment's identity. `anchor`: holds a full snapshot, so a player can begin here.
 */
export const segmentEnvelope = z.object({
  v: z.literal(segmentVersion),
  format: z.literal('rrweb/2'),
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
export type Segment = SegmentEnvelope & { events: ReplayEvent[] };
