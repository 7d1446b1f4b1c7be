import type { Segment, SegmentContent } from '@sightglass/wire';
import type { SegmentRow } from '../columns/tables.ts';

export interface Stored {
  /** Where the bytes are; goes into `replay_segments` with the batch. */
  row: Omit<SegmentRow, '_batch'>;
  /** Texts that came under another's hash; they are dropped. */
  refusedTexts: number;
  /** Files that are no picture or font that is kept; they are dropped. */
  refusedAssets: number;
  /** Pictures and fonts for which the project has no room. */
  leftAssets: number;
}

/** What finds a segment's bytes again. */
export type Place = Pick<SegmentRow, 'project' | 'pack' | 'offset' | 'length' | 'dictionary'>;

/** Where a long string stands in its blob file, with the hash that it must have. */
export interface LongReference {
  offset: number;
  length: number;
  content: string;
}

/** A long string of segments in one week's folder, which names it as a `pack` begins. */
export interface LongString {
  folder: string;
  reference: LongReference;
}

/** What of segments stands elsewhere than at their places. */
export interface Traces {
  /** Hashes of the stored texts that they name. */
  texts: Set<string>;
  longs: LongString[];
  /** Those whose dictionaries were made of them, as `pack` begins. */
  folders: string[];
}

export interface PackEnd {
  pack: string;
  end: number;
}

/** Replay bytes, apart from the columns: packs, blobs and dictionaries in files (or objects). One process writes, any may read. */
export interface Segments {
  /** The texts that segments name by their hash. */
  readonly sheets: Sheets;
  /** Appends; durable only after {@link sync}. Writing the same segment again wastes bytes but harms nothing. */
  append(project: string, segment: Segment, about: { receivedAt: number; sample: boolean }): Promise<Stored>;
  /** Everything whose append had resolved before this call is on the disk when it resolves. */
  sync(): Promise<void>;
  /** @throws {DamagedSegment} when the bytes are damaged or gone: the reader shows a gap. */
  read(row: Place): Promise<SegmentContent>;
  /**
   * Writes the bytes of these segments again, smaller and slower, into packs of their own; durable only after {@link sync}.
   * Only closed sessions are worth it. The rows that come back replace the given ones (with a higher `_batch`); the old
   * bytes stay readable until their pack is {@link discard}ed. A segment whose bytes are damaged keeps its place.
   */
  compact<Row extends Place>(rows: readonly Row[]): Promise<Row[]>;
  /**
   * Deletes a pack that no row points at any more, unless it has grown past `end` meanwhile.
   *
   * @param end - Where the last segment that the caller knows of ends, in bytes.
   */
  discard(project: string, pack: string, end: number): Promise<void>;
  /** What of these segments stands elsewhere than at their places. Of those whose bytes are damaged or gone: nothing. */
  tracesOf(project: string, rows: readonly Place[]): Promise<Traces>;
  /**
   * From now on nothing is appended to folders whose dictionaries were made of these segments, no dictionary is made of what came before, and no
   * new segment names their long strings.
   */
  leave(project: string, traces: Traces): Promise<void>;
  /** The packs in which something of these segments may lie, also what a crash or the compactor left of them, and how far each goes by now. */
  packsOf(project: string, packs: readonly string[]): Promise<PackEnd[]>;
  /** Writes zeros over a pack up to its `end`, save where these are. On the disk when it resolves. */
  wipe(project: string, pack: PackEnd, kept: readonly Pick<Place, 'offset' | 'length'>[]): Promise<void>;
  /** Writes zeros over long strings that nobody names any more. On the disk when it resolves. */
  wipeLong(project: string, longs: readonly LongString[]): Promise<void>;
  /** Writes the bytes of these segments again, where segments are appended now; the rows that come back replace the given ones. */
  move<Row extends Place>(rows: readonly Row[]): Promise<{ rows: Row[]; texts: Set<string> }>;
  /** Which of these texts and long strings a segment names. */
  named(row: Place, among: Pick<Traces, 'texts' | 'longs'>): Promise<{ texts: string[]; longs: LongString[] }>;
  /** Deletes a folder that was {@link leave | left}, with everything in it. Every row that points into it should have moved. */
  dropFolder(project: string, folder: string): Promise<void>;
  /**
   * Deletes packs whose newest segment was received before this time, and blobs, dictionaries and sheets that only they used.
   *
   * @param project - Default: of all projects.
   */
  dropBefore(time: number, project?: string): Promise<void>;
  /** Deletes all bytes that were appended as sample data of this project. Rows that point at them should be gone before. */
  removeSample(project: string): Promise<void>;
  /** Deletes everything of a project of which nothing more is appended. Rows that point at it should be gone before. */
  removeProject(project: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Texts that segments name by their hash, each kept once for a project: style sheets, which are the larger part of a page and
 * the same in every session, and pictures and fonts. A text lives as long as segments that name it come in.
 */
export interface Sheets {
  /** The hashes of the texts that were named last, newest first: what a recorder need not send. Without those of sample data. */
  newest(project: string, most: number): Promise<string[]>;
  has(project: string, hash: string): Promise<boolean>;
  /**
   * Of these addresses, those that led not long ago to a picture or font that is here: its hash by the address' name, which is the address
   * hashed with the client key as a page does it. Empty: it gave nothing that is kept.
   */
  known(project: string, names: readonly string[], now: number): Promise<Record<string, string>>;
  /** undefined: never came, is gone, or is damaged. A picture or font is a `data:` address under the type that its bytes have. */
  load(project: string, hash: string): Promise<string | undefined>;
  /** Deletes these. */
  drop(project: string, hashes: Iterable<string>): Promise<void>;
}

/** The bytes of a segment are not what was written. */
export class DamagedSegment extends Error {
  override readonly name = 'DamagedSegment';
}
