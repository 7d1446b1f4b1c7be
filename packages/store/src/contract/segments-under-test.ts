import type { Segments } from '../segments/index.ts';

export interface SegmentsUnderTest {
  segments: Segments;
  /** The same bytes, opened as another process would. */
  reopen(): Segments;
}
