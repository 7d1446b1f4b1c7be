import { limits } from '@sightglass/wire';

/** As much of a zod issue as repairing needs. */
export interface Issue {
  code?: string | undefined;
  path: PropertyKey[];
  maximum?: unknown;
  expected?: unknown;
}

const ellipsis = '…';

/**
 * Cuts what is only too long, in place: texts, lists, maps. Whatever else is wrong stays wrong.
 *
 * @returns how many things were cut; 0: nothing could be done.
 */
export function cutLong(record: unknown, issues: readonly Issue[]): number {
  let cut = 0;
  for (const issue of issues) {
    const last = issue.path.at(-1);
    const holder = issue.path.slice(0, -1).reduce<unknown>(child, record);
    if (last === undefined || typeof holder !== 'object' || holder === null) continue;
    const shorter = shorten(child(holder, last), issue, holder);
    if (shorter === undefined) continue;
    (holder as Record<PropertyKey, unknown>)[last] = shorter; // an object, as just seen
    cut += 1;
  }
  return cut;
}

export function child(holder: unknown, key: PropertyKey): unknown {
  return typeof holder === 'object' && holder !== null ? (holder as Record<PropertyKey, unknown>)[key] : undefined;
}

function shorten(value: unknown, issue: Issue, holder: object): unknown {
  const maximum = typeof issue.maximum === 'number' ? issue.maximum : undefined;
  if (typeof value === 'string') {
    if (issue.code === 'too_big' && maximum !== undefined) return cutText(value, maximum);
    // An attribute's value may be a text or a number: then the union as a whole is refused.
    if (issue.code === 'invalid_union' && value.length > limits.maxTextChars)
      return cutText(value, limits.maxTextChars);
  }
  if (Array.isArray(value) && issue.code === 'too_big' && maximum !== undefined) return value.slice(0, maximum);
  if (typeof value !== 'object' || value === null || Array.isArray(value) || issue.code !== 'custom') return undefined;
  const entries = Object.entries(value);
  if (issue.path.at(-1) === 'fields') {
    Object.assign(holder, { truncated: true });
    return Object.fromEntries(entries.slice(0, limits.maxShapeFields));
  }
  const kept = entries.slice(0, limits.maxAttributes - 1);
  return Object.fromEntries([...kept, ['_other', entries.length - kept.length]]);
}

function cutText(text: string, maxChars: number): string {
  const cut = text.slice(0, maxChars - ellipsis.length);
  // Half of a character at the end is none.
  return (cut.isWellFormed() ? cut : cut.slice(0, -1)) + ellipsis;
}
