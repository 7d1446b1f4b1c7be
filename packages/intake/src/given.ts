/** An object of JSON whose fields are nobody's promise. */
export type Given = Record<string, unknown>;

const noFields: Given = Object.freeze({});

/** The value as an object; one without fields where it is none. */
export function fieldsOf(value: unknown): Given {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Given) : noFields;
}

/** The value as a list of objects, at most `most`; empty where it is none. */
export function listOf(value: unknown, most: number): Given[] {
  return Array.isArray(value) ? value.slice(0, most).map(fieldsOf) : [];
}

/** A text that says something. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** A whole number from 0 on, such as a size or a status. */
export function countOf(value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : numberOf(value);
  return number !== undefined && number >= 0 ? Math.round(number) : undefined;
}

/** The first that is there. */
export function firstOf<T>(...values: (T | undefined)[]): T | undefined {
  return values.find((value) => value !== undefined);
}

/** Before this, a time is in seconds: as milliseconds it would be in 1973. */
const leastMs = 1e11;

/** A time in seconds with a fraction, in milliseconds, or as ISO 8601; as whole milliseconds since 1970. */
export function timeOf(value: unknown): number | undefined {
  const given = typeof value === 'string' ? Date.parse(value.slice(0, 40)) : numberOf(value);
  if (given === undefined || Number.isNaN(given) || given <= 0) return undefined;
  return Math.round(typeof value === 'number' && given < leastMs ? given * 1_000 : given);
}

/** From one time to another in milliseconds, 0 and more. Both as {@link timeOf} takes them, so that fractions are not lost. */
export function spanMs(from: unknown, until: unknown): number | undefined {
  const start = numberOf(from);
  const end = numberOf(until);
  if (start === undefined || end === undefined) return undefined;
  const apart = end < leastMs ? (end - start) * 1_000 : end - start;
  return Math.max(0, inTenths(apart));
}

/** Milliseconds as finely as anybody reads them. */
export const inTenths = (ms: number): number => Math.round(ms * 10) / 10;
