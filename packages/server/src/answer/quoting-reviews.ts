import type { KeptReview } from '@sightglass/store';

/** Shorter ones are words or numbers of anybody: "7" is in "at most 7 lines". */
const leastChars = 5;

/**
 * The keys of what members said that is of somebody who is erased: of statements that nobody but they had shown when it was said, whose keys may
 * hold what they met; and whatever names them, or a session of theirs, by its id.
 *
 * @param ids - The visitor's own, and those of all their sessions.
 */
export function quotesOf(reviews: readonly KeptReview[], ids: readonly string[]): string[] {
  const told = ids.filter(({ length }) => length >= leastChars).map((id) => id.toLowerCase());
  const theirs = new Set(ids);
  return reviews
    .filter(({ key, text = '', inferred }) => {
      const said = `${key} ${text}`.toLowerCase();
      if (told.some((id) => said.includes(id))) return true;
      const { visitors = 0 } = inferred?.support ?? {};
      return visitors === 1 && inferred?.evidence.some((one) => one.type === 'moment' && theirs.has(one.session));
    })
    .map(({ key }) => key);
}
