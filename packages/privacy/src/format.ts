import type { LengthBucket, TextFormat } from '@sightglass/wire';

/** Tried in order; the first that fits tells what a text looks like. */
const formats: [TextFormat, RegExp][] = [
  ['empty', /^\s*$/],
  ['boolean', /^(true|false)$/i],
  ['integer', /^[+-]?\d{1,18}$/],
  ['number', /^[+-]?\d+([.,]\d+)+$/],
  ['uuid', /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i],
  ['ulid', /^(?=.*\d)[0-7][\dA-HJKMNP-TV-Z]{25}$/],
  ['date-time', /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/],
  ['date', /^(\d{4}-\d{2}(-\d{2})?|\d{1,2}[./]\d{1,2}[./]\d{2,4})$/],
  ['time', /^\d{2}:\d{2}(:\d{2})?(\.\d+)?$/],
  ['email', /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
  ['jwt', /^ey[\w-]+\.[\w-]+\.[\w-]*$/],
  ['url', /^[a-z][a-z\d+.-]*:\/\/\S+$/i],
  ['path', /^\.{0,2}\/\S*$/],
  ['iban', /^[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){3,7}(?: ?[A-Z\d]{1,3})?$/],
  ['phone', /^\+?[\d\s()/-]{7,20}$/],
  ['hex', /^(?=.*\d)(0x)?[\da-f]{8,}$/i],
  ['language', /^[a-z]{2}-[A-Z]{2}$/],
  ['country', /^[A-Z]{2}$/],
  ['currency', /^[A-Z]{3}$/],
  ['code', /^(?=.*\d)[A-Z\d]+([-_./][A-Z\d]+)*$|^[A-Z\d]+(_[A-Z\d]+)+$/],
  ['base64', /^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)[A-Za-z\d+/_-]{16,}={0,2}$/],
  ['slug', /^[a-z\d]+([-_][a-z\d]+)+$/],
  ['word', /^[\p{L}\p{M}\d_.'-]+$/u],
];

/** What a text looks like. Texts longer than 512 characters are sentences, whatever they hold. */
export function formatOf(text: string): TextFormat {
  // Most with a blank in it are none of the others: they begin with a word.
  if (text[512] || /^[A-Z]?[a-z].*\s/s.test(text)) return 'sentence';
  return formats.find(([, pattern]) => pattern.test(text))?.[0] ?? 'sentence';
}

const buckets: LengthBucket[] = [201, 41, 11, 4, 1];

export function bucketOf(length: number): LengthBucket {
  return buckets.find((least) => length >= least) ?? 0;
}
