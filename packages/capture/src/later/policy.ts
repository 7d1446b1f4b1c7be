import type { AssetChoice, MaskLevel, Policy } from '@sightglass/wire';
import type { Options } from '../options.ts';
import type { PagePolicy } from '../session/policy.ts';

/** Most private first, as in `wire`. */
const levels: readonly MaskLevel[] = ['all', 'listed', 'inputs', 'none'];
const mostCanvas = 2;

/** What a recorder must keep to. */
export interface RecordingPolicy {
  mask: MaskLevel;
  /** Pictures of a canvas or video in a second; 0: none. */
  canvas: number;
  /** Hashes of stored texts that the project has already. */
  texts: readonly string[];
  keep: Policy['keep'];
  assets: AssetChoice | undefined;
}

/** The server's word, or what stands for it when it does not come; within four seconds of the first call. */
export type AskPolicy = () => Promise<RecordingPolicy>;

/** Brings together what the project wants and what the page itself allows: of the two the more private. */
export function createRecordingPolicies(policy: PagePolicy, options: Pick<Options, 'mask'>): AskPolicy {
  return async () => {
    await policy.ask();
    const known = policy.known as Policy; // as far as it was heard
    return {
      ...known,
      mask: maskOf(policy, options),
      canvas: Math.min(known.canvas, mostCanvas),
    };
  };
}

/**
 * What the project wants, as far as it was heard by now, or what the page allows: the more private. A level that we do not know may be one of
 * a newer server: the most private stands for it.
 */
export function maskOf({ known }: PagePolicy, { mask = 'none' }: Pick<Options, 'mask'>): MaskLevel {
  return levels[Math.min(levels.indexOf(known.mask), levels.indexOf(mask))] ?? 'all';
}
