import { singular, wordsOf } from '@sightglass/wire';

/** Last words of fields that tell one thing from another. */
const endings = new Set(['id', 'uuid', 'guid', 'no', 'nr', 'number', 'key', 'code', 'slug', 'sku', 'handle', 'ref']);
/** Alone these name the thing itself; `code`, `key` and `number` alone are as often something else. */
const alone = new Set(['id', 'uuid', 'guid', 'slug', 'sku', 'handle', 'login', 'username']);
/** Of an envelope, not of a thing: `pageNumber`, `statusCode`. */
const ofEnvelope = new Set([
  'page',
  'pages',
  'total',
  'status',
  'error',
  'response',
  'result',
  'request',
  'trace',
  'next',
  'previous',
]);

/** `id`, `partNo`, `order_id`: a field that looks as if it identified something. */
export function isIdentifying(field: string): boolean {
  const words = wordsOf(field);
  const last = words.at(-1) ?? '';
  if (words.length === 1) return alone.has(last);
  return endings.has(last) && !ofEnvelope.has(words[0] ?? '');
}

/**
 * The field that tells one thing of this name from another: what its calls have as a variable, else its own number or id.
 *
 * @param variables - Names of the variables of calls for one of them.
 */
export function identityOf(name: string, fields: readonly string[], variables: readonly string[] = []): string | null {
  const given = variables.find((variable) => fields.includes(variable));
  if (given !== undefined) return given;
  const noun = wordsOf(singular(name)).join('');
  const own = fields.find((field) => {
    const words = wordsOf(field);
    const last = words.pop() ?? '';
    const owner = words.join('');
    // `lineNo` of an order line: the last word of its name is enough.
    return words.length > 0 && endings.has(last) && (owner === noun || noun.endsWith(owner));
  });
  return own ?? fields.find((field) => alone.has(wordsOf(field).join(''))) ?? null;
}
