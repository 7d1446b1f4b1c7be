import type { Evaluator } from './evaluator.ts';
import { type Entry, type Frame, optionsOf, type Spot, type Value, type ValueOf } from './value.ts';
import { nameOfKey, type ObjectNode } from './walk.ts';

/** An object literal with what is spread into it. Its properties are worked out when asked for. */
export function entriesOf(spot: Spot, node: ObjectNode, frame: Frame | undefined, { worth, apply }: Evaluator): Value {
  const { unit } = spot;
  const entries = new Map<string, Entry>();
  const rest: Value[] = [];
  let open = false;
  for (const property of node.properties) {
    if (property.type === 'SpreadElement') {
      // What may be spread in under a condition is told as if it were: that it can be there is what counts.
      for (const spread of optionsOf(worth(unit, property.argument, frame))) {
        if (spread.is === 'object') for (const [key, entry] of spread.entries) entries.set(key, entry);
        if (spread.is === 'object') rest.push(...(spread.rest ?? []));
        if (spread.is === 'unknown' && spread.parameters.length > 0) rest.push(spread);
        if (spread.is === 'unknown' || (spread.is === 'object' && spread.open)) open = true;
      }
      continue;
    }
    const key = nameOfKey(property.key, property.computed) ?? computedKey(worth(unit, property.key, frame));
    if (key === undefined) {
      open = true;
      continue;
    }
    const { value, kind } = property;
    const at = { unit, node: property };
    // `get children() {…}`, as compilers write what is worked out later, is what it gives back.
    const given = () => (kind === 'get' ? apply(worth(unit, value, frame), [], at) : worth(unit, value, frame));
    entries.set(key, { key, spot: at, value: once(given) });
  }
  return { is: 'object', entries, open, spot, ...(rest.length > 0 ? { rest } : {}) };
}

function computedKey(key: Value): string | undefined {
  if (key.is !== 'text') return undefined;
  return key.parts.every((part) => typeof part === 'string') ? key.parts.join('') : undefined;
}

export function once(work: () => Value): () => Value {
  let known: Value | undefined;
  return () => {
    known ??= work();
    return known;
  };
}

/** All of an object but what was taken out of it by name. */
export function without(object: ValueOf<'object'>, taken: readonly string[] = []): Value {
  const entries = new Map([...object.entries].filter(([key]) => !taken.includes(key)));
  return { ...object, entries, open: true };
}
