import type { Look } from '@sightglass/replay';
import type { SessionSummary } from '@sightglass/wire';

/** Scroll bars of phones and tablets lie over what they scroll; what those of other devices do only their pages tell. */
export function barsOf(device: SessionSummary['device']): Look['bars'] {
  return device === 'mobile' || device === 'tablet' ? 'over' : undefined;
}
