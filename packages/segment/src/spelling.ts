/** Spells out the tokens of one operation, list by list in their order: elements of one shape say it once. */
export type Spell = (tokens: unknown) => unknown[];

/**
 * Puts `["tag", name, value, …]` in the place of what stands for it by a shape (docs/formats/segment.md); all else stays as it is. Segments
 * of before there were shapes hold none.
 *
 * @param base - The number of the first new node of the operation. Shapes are numbered from it: no node that is known has such a number.
 */
export function createSpelling(base: unknown): Spell {
  const first = typeof base === 'number' ? base : Number.NaN;
  const shapes: (readonly unknown[])[] = [];

  return (tokens) => {
    const spelled: unknown[] = [];
    if (!Array.isArray(tokens)) return spelled;
    for (let at = 0; at < tokens.length; ) {
      const token: unknown = tokens[at];
      at += 1;
      const isNew = Array.isArray(token) && token[0] === 12;
      if (isNew) shapes.push((token as unknown[]).slice(1));
      const shape = isNew ? shapes.at(-1) : typeof token === 'number' ? shapes[token - first] : undefined;
      if (shape) at = element(shape, tokens, at, spelled);
      else spelled.push(token);
    }
    return spelled;
  };
}

/** @returns where its values end. */
function element(
  [tag, ...names]: readonly unknown[],
  values: readonly unknown[],
  from: number,
  onto: unknown[],
): number {
  const holdsText = names.at(-1) === '';
  const end = Math.min(values.length, from + names.length - (holdsText ? 1 : 0));
  const written = [tag];
  for (let at = from; at < end; at += 1) written.push(names[at - from], values[at]);
  onto.push(written);
  if (!holdsText) return end;
  if (end < values.length) onto.push(values[end]);
  onto.push(-1);
  return end + 1;
}
