import type { Inspection } from '@sightglass/bundle';
import type { MinifiedFrame, OriginalFrame, ProjectRole } from '@sightglass/wire';

/** What the code of a release says, or how far reading it is. */
export type CodeOfRelease =
  /** Nothing was uploaded, or no script. */
  | { state: 'none' }
  /** `share`: how much is read, 0 to 1. `done` resolves with what came of it; it never rejects. */
  | { state: 'reading'; share: number; done: Promise<CodeOfRelease> }
  /** It cost too much, or broke the reader; for a person. */
  | { state: 'refused'; reason: string }
  | { state: 'read'; inspection: Inspection };

/** What others of the server make of uploaded scripts and source maps. */
export interface ReleaseCode {
  /**
   * Where frames of a stack are in the sources of a release: one answer for each frame, in order. Never rejects for what was uploaded: a
   * hostile map costs its bound and is answered as such. Frames of at most a few maps are quick (some milliseconds each once the map
   * is read); what was told is remembered.
   *
   * @param release - As the record carries it; a release without files answers `no-files`.
   */
  symbolicate(project: string, release: string, frames: readonly MinifiedFrame[]): Promise<OriginalFrame[]>;
  /**
   * What the code of a release says. Reading takes some ten seconds once for each build, in a process of its own; what was read is kept
   * on disk by content. So this answers at once: with it, or with `reading`.
   */
  codeOf(project: string, release: string): Promise<CodeOfRelease>;
  /** Whether this role may see text of sources (`lines` of frames); everything else of a frame is for whoever sees the issue. */
  maySeeSources(project: string, role: ProjectRole | undefined): Promise<boolean>;
}

/** The same frames without text of sources, for those who may not see it. */
export function withoutSources(frames: readonly OriginalFrame[]): OriginalFrame[] {
  return frames.map((frame) => {
    if (!frame.found) return frame;
    const { lines: _, ...rest } = frame;
    return rest;
  });
}
