/**
 * Tells data from vocabulary by the form of a single word. Both the path and the text templates rest on it, so that an id looks the
 * same wherever it turns up.
 */

const uuid = /^[\da-f]{8}(-?[\da-f]{4}){3}-?[\da-f]{12}$/i;
const ulid = /^[0-7][\dA-HJKMNP-TV-Z]{25}$/i;
const date = /^\d{4}-\d\d-\d\d(T[\dZ:.+-]+)?$/;
const month = /^\d{4}-[01]\d$/;
const hex = /^(?=.*\d)[\da-f]{8,}$/i;
/**
 * `v2`, `oauth2`, `i18n`, `H2`, `step-2`, `addressLine2`: words of a developer that happen to hold a digit or two, at their end where they are longer,
 * and of several words one: people call themselves `anna_marie87`.
 */
const versionLike =
  /^(v\d{1,3}(\.\d{1,3})*|([A-Z]|[a-z-]{1,7}[\d_]?|[a-z]+([A-Z_][a-z]{2,})+_?)\d|[a-z]?\d\d?[a-z]{1,3})$/;

/**
 * The placeholder that a word must become, or undefined where it may stay. Beyond the nine of the path rule there is `{text}`, for
 * what looks like nothing in particular but is no vocabulary either.
 */
export function placeholderOf(word: string): string | undefined {
  if (/^[+-]?\d+$/.test(word)) return '{integer}';
  if (/[^@\s]@[^@\s]/.test(word)) return '{email}';
  // Shorter ones, which most words are, are none of these.
  if (word[6]) {
    if (uuid.test(word)) return '{uuid}';
    if (ulid.test(word)) return '{ulid}';
    if (date.test(word)) return '{date}';
    if (month.test(word)) return '{month}';
    if (hex.test(word)) return '{hex}';
    if (/^ey[JI][\w-]{6,}/.test(word) || word[64] || isJumbled(word)) return '{token}';
  }
  if (/\p{Nd}/u.test(word) && !versionLike.test(word)) return word[20] ? '{token}' : '{code}';
  return undefined;
}

/** Upper and lower case change too often for camelCase (a word of it has three letters or more): random letters, as in a key. */
function isJumbled(word: string): boolean {
  return !!word[15] && word.split(/\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u).length * 5 > word.length + 5;
}
