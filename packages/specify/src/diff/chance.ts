/** How unlikely an absence must be, if nothing changed, to be called a change. */
const leastLikely = 0.01;
/** To say that something is gone, it must have been expected as often as this. */
const leastExpected = 5;

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
 * Whether it is more than chance that something seen here is not seen there at all: at the rate of here, no sighting there (Poisson) is
 * less likely than one in a hundred, which takes 4.6 expected ones.
 *
 * @param there - Sessions (or visitors) of the other side that could have shown it.
 */
export function isAbsent(here: Sightings, there: number): boolean {
  return Math.exp(-expected(here, there)) < leastLikely;
}

/**
 * The same for claims that break somebody: it must have been expected five times, and since the rate of here is itself only an estimate,
 * it is also asked how likely it is that all sightings fall on this side if both sides were alike.
 */
export function isSurelyAbsent(here: Sightings, there: number): boolean {
  if (expected(here, there) < leastExpected) return false;
  return isAbsent(here, there) && (here.of / (here.of + there)) ** here.seen < leastLikely;
}
