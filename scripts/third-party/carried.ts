/** A file with fewer tokens carries nothing of others that would be worth looking for. */
const longFile = 400;
/** A file with fewer tokens may stand in another one by chance. */
const fewestCarried = 12;
/** So much of a file in another one is the file. */
const carriedFrom = 0.8;

/**
 * Takes out of long files what they carry of other packages: an editor that is delivered with its framework inside, a formatter with a
 * parser. Else the framework's own code would be named after whoever carries most of it.
 *
 * @param files - Telling tokens, changed in place.
 */
export function withoutCarried(files: readonly { name: string; tokens: Set<string> }[]): void {
  const holders = new Map<string, number[]>();
  for (const [at, { tokens }] of files.entries())
    if (tokens.size >= longFile)
      for (const token of tokens) {
        const held = holders.get(token);
        if (held) held.push(at);
        else holders.set(token, [at]);
      }
  const carried = new Map<number, Set<string>>();
  for (const { name, tokens } of files) {
    if (tokens.size < fewestCarried) continue;
    const counts = new Map<number, number>();
    for (const token of tokens) for (const at of holders.get(token) ?? []) counts.set(at, (counts.get(at) ?? 0) + 1);
    for (const [at, count] of counts) {
      const holder = files[at];
      const isPart = holder !== undefined && count >= carriedFrom * tokens.size && tokens.size * 2 < holder.tokens.size;
      if (!isPart || isFamily(holder.name, name)) continue;
      const out = carried.get(at) ?? new Set();
      carried.set(at, out);
      for (const token of tokens) out.add(token);
    }
  }
  for (const [at, tokens] of carried) for (const token of tokens) files[at]?.tokens.delete(token);
}

/** `lodash` and `lodash.merge`, `vue` and `@vue/shared`: parts of one thing, delivered in more than one way. */
function isFamily(one: string, other: string): boolean {
  const [first, second] = [familyOf(one), familyOf(other)];
  return first.startsWith(second) || second.startsWith(first);
}

const familyOf = (name: string): string => /^@?([^/.-]+)/.exec(name)?.[1] ?? name;
