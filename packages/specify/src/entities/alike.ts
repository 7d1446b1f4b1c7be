import { isIdentifying } from '../identity.ts';

/** Objects of one kind have most fields in common; optional ones come and go. */
const alikeShare = 0.7;
/** Of a shorter form of the same thing, such as a list gives. */
const withinShare = 0.85;
/** Fewer fields than this in common can be chance: `id` and `name` have most things. */
const fewFields = 4;

/** Of all fields of the two, the share that both have. */
export function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const both = common(one, other).length;
  return both / Math.max(1, one.size + other.size - both);
}

/** Of the fields of the one that has fewer, the share that the other has too. */
export function within(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return common(one, other).length / Math.max(1, Math.min(one.size, other.size));
}

/** Whether two objects are of one kind by their fields alone: they share an id of their own name, or enough of everything. */
export function areAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const both = common(one, other);
  const telling = both.some((field) => isIdentifying(field) && !/^_?id$/i.test(field));
  if (!telling && both.length < fewFields) return false;
  return overlap(one, other) >= alikeShare || (within(one, other) >= withinShare && both.length >= fewFields);
}

/**
 * The same for what one answer holds beside lists and things asked for by id: it is most likely one of these, so that less in common
 * will do, as long as an id is.
 */
export function mayBeAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const both = common(one, other);
  if (!both.some(isIdentifying) || both.length < 3) return areAlike(one, other);
  return overlap(one, other) >= alikeShare || within(one, other) >= withinShare;
}

function common(one: ReadonlySet<string>, other: ReadonlySet<string>): string[] {
  return [...one].filter((field) => other.has(field));
}
