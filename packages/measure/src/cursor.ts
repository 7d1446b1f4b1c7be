import { SightglassError } from '@sightglass/wire';

/** A place in a total order, opaque to callers. */
export function writeCursor(place: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/**
 * Reads what {@link writeCursor} wrote.
 *
 * @param types - One for each part of the place.
 * @throws {SightglassError} `bad_cursor`
 */
export function readCursor<const Types extends readonly ('string' | 'number')[]>(
  cursor: string,
  types: Types,
): { [I in keyof Types]: Types[I] extends 'string' ? string : number } {
  const place = parse(cursor);
  const fits =
    Array.isArray(place) &&
    place.length === types.length &&
    place.every((part, index) => (types[index] === 'string' ? isText(part) : Number.isSafeInteger(part)));
  if (!fits) throw new SightglassError('bad_cursor');
  return place as never; // every part was held against its type just above
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch (cause) {
    throw new SightglassError('bad_cursor', undefined, { cause });
  }
}

function isText(part: unknown): boolean {
  return typeof part === 'string' && part.length <= 256;
}
