/**
 * Whether an operation says that somebody did something, and not only what the page is, or is again.
 *
 * @param items - After its time.
 * @param isFilling - An anchor is being filled in: places and what is selected are told again with it, as they were.
 */
export function isByPerson(kind: number, items: readonly unknown[], isFilling: boolean): boolean {
  if (kind === 4) return items.some((item, at) => at % 3 === 1 && (item === ':value' || item === ':checked'));
  if (kind === 5) return items.length < 2;
  // What is pressed and where the focus is as a page is told whole has no place.
  if (kind === 6) return items.length > 3;
  return (kind === 7 || kind === 13) && !isFilling;
}
