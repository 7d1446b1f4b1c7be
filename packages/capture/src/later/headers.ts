import type { ResourceRecord } from '@sightglass/wire';
import type { KnownTexts } from '../privacy/known.ts';

/** What these hold is the server's own word on the answer, and nobody's data. */
const told =
  /^(content-(language|type|encoding|length)|age|cache-control|retry-after|x-ratelimit-(remaining|reset|limit)|sunset|deprecation)$/;
/** What these hold may name somebody. */
const named = /^(etag|location)$/;
/** A type of media, a word or number as these headers have them, or a date; a name of a file or a mark of anybody's is none. */
const plain =
  /^(?:[a-z]+\/[\w.+-]{1,64}|charset=[a-z-]{1,20}\d{0,4}(?:-\d{1,2})?|@?\d{1,12}(?:\.\d+)?|[a-z-]{1,24}(?:=\d{1,12})?|\d\d \w{3} \d{4} [\d:]{8} GMT)$/i;

/** Of an answer's headers those that say nothing of a person, and how many others there are. */
export function headersOf(
  given: Headers | string | undefined,
  known: KnownTexts,
): Pick<ResourceRecord, 'headers' | 'headersLeftOut'> | undefined {
  const headers: Record<string, string> = {};
  let headersLeftOut = 0;
  const lines = typeof given === 'string' ? [...given.matchAll(/^(.+?): (.*)/gm)].map((line) => line.slice(1)) : given;
  for (const [name = '', value = ''] of lines ?? []) {
    if (named.test(name)) headers[name] = 'present';
    else if (told.test(name))
      headers[name] = value
        .replace(/[^,;\s][^,;]*/g, (part) => (plain.test(part) && known.hide(part) === part ? part : '{text}'))
        .slice(0, 256);
    else headersLeftOut++;
  }
  return given ? { headers, ...(headersLeftOut && { headersLeftOut }) } : undefined;
}
