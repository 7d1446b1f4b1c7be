import type { KeptIssue } from '@sightglass/store';

export interface Sighting {
  release: string;
  at: number;
}

/**
 * Whether an issue that was resolved is there again: it was seen after that, in a release in which it should not be (docs/issues.md).
 *
 * @param began - When a release was first used; `undefined` where it was not yet.
 */
export function hasRegressed(
  { state, stateAt, resolvedIn, resolvedNext }: KeptIssue,
  { release, at }: Sighting,
  began: (release: string) => number | undefined,
): boolean {
  if (state !== 'resolved' || at <= stateAt) return false;
  // What was known by then may have it still.
  if (resolvedNext) return release === '' || (began(release) ?? at) > stateAt;
  if (resolvedIn === null) return true;
  return release === resolvedIn || isLater(release, resolvedIn, began);
}

/** By their numbers where both are versions, else by when they were first used. */
export function isLater(release: string, other: string, began: (release: string) => number | undefined): boolean {
  const [one, two] = [numbersOf(release), numbersOf(other)];
  if (one && two) {
    for (let at = 0; at < 3; at += 1)
      if (one.numbers[at] !== two.numbers[at]) return (one.numbers[at] ?? 0) > (two.numbers[at] ?? 0);
    // 1.0.0-beta comes before 1.0.0 (semver.org, 11).
    if ((one.before === '') !== (two.before === '')) return one.before === '';
    if (one.before !== two.before) return one.before.localeCompare(two.before, 'en', { numeric: true }) > 0;
    return false;
  }
  return (began(release) ?? Number.POSITIVE_INFINITY) > (began(other) ?? Number.POSITIVE_INFINITY);
}

/** `shop@1.2.3-beta.1+build` → 1, 2, 3 and `beta.1`. */
function numbersOf(release: string): { numbers: number[]; before: string } | undefined {
  const [, major, minor, patch, before = ''] =
    /^(?:.*@)?v?(\d{1,9})\.(\d{1,9})(?:\.(\d{1,9}))?(?:-([\w.-]+))?(?:\+.*)?$/.exec(release) ?? [];
  return major === undefined ? undefined : { numbers: [Number(major), Number(minor), Number(patch ?? 0)], before };
}
