import type { ReplayEvent, Segment } from '@sightglass/wire';
import type { SegmentRow } from '../columns/tables.ts';

export interface Stored {
  /** Where the bytes are; goes into `replay_segments` with the batch. */
  row: Omit<SegmentRow, '_batch'>;
}

/** Replay bytes, apart from the columns: packs, blobs and dictionaries in files (or objects). */
export interface Segments {
  /** Appends; durable only after {@link sync}. Writing the same segment again wastes bytes but harms nothing. */
  append(project: string, segment: Segment, about: { receivedAt: number; sample: boolean }): Promise<Stored>;
  sync(): Promise<void>;
  /** @throws when the bytes are damaged: the reader shows a gap. */
  read(row: Pick<SegmentRow, 'project' | 'pack' | 'offset' | 'length' | 'dictionary'>): Promise<ReplayEvent[]>;
  /** Deletes all bytes that were appended as sample data of this project. Rows that point at them should be gone before. */
  removeSample(project: string): Promise<void>;
  stop(): Promise<void>;
}
