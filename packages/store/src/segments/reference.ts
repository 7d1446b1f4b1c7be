/** Bytes that make the first dictionary: about one first snapshot without its style sheets. */
const firstBytes = 32 * 1024;
/** More gains next to nothing (one session's worth came within 1 % of ten) and is read for every segment. */
export const maxDictionaryBytes = 1024 * 1024;
/** Segments that a ratio is measured over. */
const sampleSize = 200;
/** A dictionary is replaced when segments pack worse than in its first days by a third. */
const worseBy = 2 / 3;
/** What packs better than this has nothing to teach; what is smaller is mostly pointers. */
const novelShare = 1 / 12;
export const minNovelBytes = 512;

/** Of one segment a dictionary holds its beginning at most. */
export const maxTakenBytes = maxDictionaryBytes / 2;

export interface Reference {
  /** Tells of one segment as it was packed. Returns the next dictionary when it is time for one. */
  packed(payload: Buffer, packedBytes: number): Buffer | undefined;
}

/**
 * Chooses what a project's dictionary is made of: segments that the current one packs badly, until they are as many bytes as it
 * has itself (so it doubles, and few are made), at most {@link maxDictionaryBytes}. Starts over when the ratio has fallen.
 *
 * @param current - The dictionary in use; empty when there is none.
 */
export function createReference(current: Buffer): Reference {
  let dictionary = current;
  let novel: Buffer[] = [];
  let novelBytes = 0;
  let starting = false;
  let first: number | undefined;
  let segments = 0;
  let rawBytes = 0;
  let packedBytes = 0;

  function packed(payload: Buffer, bytes: number): Buffer | undefined {
    measure(payload.length, bytes);
    if (!starting && dictionary.length >= maxDictionaryBytes) return undefined;
    if (payload.length < minNovelBytes || bytes < payload.length * novelShare) return undefined;
    const taken = payload.subarray(0, maxTakenBytes);
    novel.push(taken);
    novelBytes += taken.length;
    if (novelBytes < Math.max(firstBytes, starting ? maxDictionaryBytes / 4 : dictionary.length)) return undefined;
    return next();
  }

  function next(): Buffer {
    // The newest bytes stand last, where a match costs least.
    const parts = starting ? novel : [dictionary, ...novel];
    const whole = Buffer.concat(parts);
    dictionary = whole.subarray(Math.max(0, whole.length - maxDictionaryBytes));
    novel = [];
    novelBytes = 0;
    starting = false;
    first = undefined;
    segments = rawBytes = packedBytes = 0;
    return dictionary;
  }

  function measure(raw: number, bytes: number): void {
    segments += 1;
    rawBytes += raw;
    packedBytes += bytes;
    if (segments < sampleSize) return;
    const ratio = rawBytes / packedBytes;
    if (first !== undefined && ratio < first * worseBy && dictionary.length >= maxDictionaryBytes) starting = true;
    first ??= ratio;
    segments = rawBytes = packedBytes = 0;
  }

  return { packed };
}
