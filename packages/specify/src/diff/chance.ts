import type { Exposure } from '@sightglass/wire';

/** How unlikely an absence must be, if nothing changed, to be called a change. */
const leastLikely = 0.01;
/**
 * How unlikely it must be that all who showed a new thing came to this side by chance. Additions break nobody, and come with few sightings:
 * one in thirty tells the additions of a release from those that other users make.
 */
const leastAside = 0.03;
/** To say that something is gone, it must have been expected as often as this. */
const leastExpected = 5;

export interface Sightings {
  /** Sessions (or visitors) that could have shown it. */
  of: number;
  /** Those that did. */
  seen: number;
}

/** How often something is to be expected among `others`, at the rate at which it was seen. */
function expected({ seen, of }: Sightings, others: number): number {
  return of === 0 ? 0 : (Math.min(seen, of) / of) * others;
}

/** How an absence is judged; see {@link isAbsent} and {@link isSurelyAbsent}. */
export type AbsenceTest = (here: Sightings, there: number, least?: number) => boolean;

/**
 * Whether it is more than chance that something seen here is not told there at all: at the rate of here, so few sightings there (Poisson)
 * are less likely than one in a hundred, which takes 4.6 expected ones where one is enough to be told.
 *
 * @param there - Sessions (or visitors) of the other side that could have shown it.
 * @param least - How many sightings it takes to be told.
 */
export function isAbsent(here: Sightings, there: number, least = 1): boolean {
  return chanceOfFewer(least, expected(here, there)) < leastLikely;
}

/** The same for what is new: that all its sightings are on this side must be more than how the few who made them happened to fall. */
export function isNew(here: Sightings, there: number, least = 1): boolean {
  return isAbsent(here, there, least) && chanceOfAside(here, there) < leastAside;
}

/** If both sides were alike. */
const chanceOfAside = (here: Sightings, there: number): number => (here.of / (here.of + there)) ** here.seen;

/**
 * The same for claims that break somebody: it must have been expected five times, and since the rate of here is itself only an estimate,
 * it is also asked how likely it is that all sightings fall on this side if both sides were alike.
 */
export function isSurelyAbsent(here: Sightings, there: number, least = 1): boolean {
  if (expected(here, there) < leastExpected) return false;
  return isAbsent(here, there, least) && chanceOfAside(here, there) < leastLikely;
}

/** Poisson, where `mean` are expected. */
function chanceOfFewer(least: number, mean: number): number {
  let [chance, term] = [0, Math.exp(-mean)];
  for (let times = 0; times < least; times += 1) {
    chance += term;
    term *= mean / (times + 1);
  }
  return chance;
}

/**
 * Whether an absence says something of the application. Sessions of one visitor are alike, so where the two releases had other visitors
 * the question is asked of visitors too: that none of three admins came by says nothing.
 */
export function isTelling(
  test: AbsenceTest,
  here: Exposure,
  there: Exposure,
  { sameVisitors, least }: { sameVisitors: boolean; least: number },
): boolean {
  return (
    test({ of: here.sessions, seen: here.seen }, there.sessions, least) &&
    (sameVisitors || test({ of: here.visitors, seen: here.seenBy }, there.visitors, least))
  );
}
