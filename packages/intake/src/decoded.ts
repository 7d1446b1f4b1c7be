import type { BatchEnvelope, Refusal, Segment, WireRecord } from '@sightglass/wire';

/** Remarks on what was taken: counted and shown, nothing of it is lost without a word. */
export interface Notes {
  /** Texts and lists that were cut to their bound. */
  truncated: number;
  /** Times in the future that were set to the receipt. */
  clamped: number;
  /** Numbers that cannot be and were left out, such as lengths by a clock that the page has replaced. */
  unmeasured: number;
}

/** A record with its identity in its tab; its times are by the server's clock. */
export interface NumberedRecord {
  number: number;
  record: WireRecord;
}

export interface DecodedRecords {
  envelope: BatchEnvelope;
  records: NumberedRecord[];
  refused: Refusal[];
  notes: Notes;
  /** What was added to the browser's times. */
  skewMs: number;
}

export interface DecodedSegment {
  segment: Segment;
  refused: Refusal[];
  notes: Notes;
  skewMs: number;
}

/** What the door says of a body: how many of its items are taken, which are not, and by how much the sender's clock is off. */
export interface Judged {
  accepted: number;
  refused: Refusal[];
  skewMs: number;
}

/** The envelope does not hold: nothing of the body can be taken. Messages never repeat a value. */
export interface BadEnvelope {
  code: 'bad_envelope' | 'too_late';
  issues: { path: string; message: string }[];
}
