/** Spells out the tokens of one operation, list by list in their order: elements of one shape say it once. */
export type Spell = (tokens: unknown) => unknown[];

/** A tag; names whose values follow, in pairs those whose value all of the shape have, and `""` last where the one text that it holds follows. */
interface Shape {
  items: readonly unknown[];
  /** Of what is spelled out of it each time. */
  cost: number;
}

/** What shapes of one operation are spelled out to, in characters and items: past this, elements have no attributes. */
const maxSpelled = 50_000_000;

/**
 * Puts `["tag", name, value, …]` in the place of what stands for it by a shape (docs/formats/segment.md); all else stays as it is. Segments
 * of before there were shapes hold none.
 *
 * @param base - The number of the first new node of the operation. Shapes are numbered from it: no node that is known has such a number.
 */
export function createSpelling(base: unknown): Spell {
  const first = typeof base === 'number' ? base : Number.NaN;
  const shapes: Shape[] = [];
  let room = maxSpelled;

  function shapeOf(token: unknown): Shape | undefined {
    if (typeof token === 'number') return shapes[token - first];
    if (!Array.isArray(token) || token[0] !== 12) return undefined;
    const shape = shapeFrom(token.slice(1));
    shapes.push(shape);
    return shape;
  }

  return (tokens) => {
    const spelled: unknown[] = [];
    if (!Array.isArray(tokens)) return spelled;
    for (let at = 0; at < tokens.length; ) {
      const token: unknown = tokens[at];
      at += 1;
      const shape = shapeOf(token);
      if (!shape) {
        spelled.push(token);
        continue;
      }
      room -= shape.cost;
      const { element, text, end } = readElement(shape, tokens, at);
      spelled.push(room < 0 ? element.slice(0, 1) : element, ...text);
      at = end;
    }
    return spelled;
  };
}

function shapeFrom(items: readonly unknown[]): Shape {
  const sizes = items.flat().map((item) => (typeof item === 'string' ? item.length : 1));
  return { items, cost: sizes.reduce((sum, size) => sum + size, sizes.length) };
}

function readElement({ items: [tag, ...names] }: Shape, values: readonly unknown[], from: number) {
  const element = [tag];
  let end = from;
  for (const name of names) {
    if (Array.isArray(name)) element.push(name[0], name[1]);
    else if (name !== '' && end < values.length) element.push(name, values[end++]);
  }
  if (names.at(-1) !== '') return { element, text: [], end };
  return { element, text: [...values.slice(end, end + 1), -1], end: end + 1 };
}
