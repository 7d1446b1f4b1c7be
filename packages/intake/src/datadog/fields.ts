/** What an event holds, asked for without trust: an absent or wrong field is undefined, and the record does without it. */
export type Fields = Record<string, unknown>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What stands at a path of keys. They are this code's own words: none is a name that every object inherits. */
export function at(value: unknown, ...path: string[]): unknown {
  let held = value;
  for (let step = 0; step < path.length; step += 1) {
    if (!isFields(held)) return undefined;
    held = held[path[step] ?? ''];
  }
  return held;
}

export function fieldsAt(value: unknown, ...path: string[]): Fields {
  const held = at(value, ...path);
  return isFields(held) ? held : {};
}

/** Not empty. */
export function textAt(value: unknown, ...path: string[]): string | undefined {
  const held = at(value, ...path);
  return typeof held === 'string' && held !== '' ? held : undefined;
}

/** Finite. */
export function numberAt(value: unknown, ...path: string[]): number | undefined {
  const held = at(value, ...path);
  return typeof held === 'number' && Number.isFinite(held) ? held : undefined;
}

export function countAt(value: unknown, ...path: string[]): number | undefined {
  const held = numberAt(value, ...path);
  return held !== undefined && held >= 0 ? Math.round(held) : undefined;
}

/** Datadog tells every duration in nanoseconds; ours are milliseconds, with a tenth at most. */
export function msAt(value: unknown, ...path: string[]): number | undefined {
  const held = numberAt(value, ...path);
  return held !== undefined && held >= 0 ? Math.round(held / 100_000) / 10 : undefined;
}

export function textsAt(value: unknown, ...path: string[]): string[] {
  const held = at(value, ...path);
  return Array.isArray(held) ? held.filter((item) => typeof item === 'string') : [];
}
