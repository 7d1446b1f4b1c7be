/** Values out of JSON as what they should be. Never `String()` or `Number()`: an object may say of itself that it is neither. */

/** Texts, numbers and truth values as texts; anything else says nothing. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? `${value}` : '';
}

export function numberOf(value: unknown, otherwise = 0): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}

export function pairOf(value: unknown): [number, number] {
  return Array.isArray(value) ? [numberOf(value[0]), numberOf(value[1])] : [0, 0];
}

/** A position: a whole number from 0. */
export function isPosition(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}
