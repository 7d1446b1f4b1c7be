/** Fewer expected sightings than this, and their absence says nothing. */
export const leastExpected = 5;
/** How unlikely an absence must be, if nothing changed, to be called a change. */
const leastLikely = 0.01;

export interface Sightings {
  /** Sessions (or visitors) that could have shown it. */
  of: number;
  /** Those that did. */
  seen: number;
}

/** How often something is to be expected among `others`, at the rate at which it was seen. */
export function expected({ seen, of }: Sightings, others: number): number {
  return of === 0 ? 0 : (Math.min(seen, of) / of) * others;
}

/**
 * Whether it is more than chance that something seen here is not seen there at all: at the rate of here it is expected at least five
 * times there, and no sighting (Poisson) is then less likely than one in a hundred.
 *
 * @param there - Sessions (or visitors) of the other side that could have shown it.
 */
export function isGone(here: Sightings, there: number): boolean {
  const times = expected(here, there);
  return times >= leastExpected && Math.exp(-times) < leastLikely;
}

/**
 * The same for claims that break somebody: the rate of here is itself only an estimate, so it is also asked how likely it is that all
 * sightings fall on this side if both sides were alike.
 */
export function isSurelyGone(here: Sightings, there: number): boolean {
  return isGone(here, there) && (here.of / (here.of + there)) ** here.seen < leastLikely;
}
