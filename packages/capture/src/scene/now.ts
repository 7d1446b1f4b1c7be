import type { EpochMs } from '@sightglass/wire';

/** Whole, and after 1970: clocks that a page's tests made tell parts of a millisecond. */
export const now = (): EpochMs => Math.max(0, Math.round(Date.now()));
