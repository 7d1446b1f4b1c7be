/** Keys and tokens: by the beginnings that their makers gave them, by the word before them, or because nobody would write such a word. */

/** Two parts, a name and a place with letters at its end; `%40` as addresses write it. What begins with a version is a package: `web@1.4.0-rc.main`. */
const email =
  /[\p{L}\d._%+'-]{1,64}(?:@|%40)(?!v?\d+\.\d)(?:[\p{L}\d](?:[\p{L}\d-]{0,62})\.){1,8}\p{L}{2,24}(?![\p{L}\d]|:[\w~/])/gu;
/** `logo@2x.png`, `start@app.js`: files and functions. */
const file =
  /\.(png|jpe?g|gif|svg|webp|avif|ico|m?js|cjs|jsx|tsx?|css|s[ac]ss|less|vue|svelte|json|html?|map|woff2?|ttf|wasm|mp4|webm)$/i;

const known =
  /\b(?:(?:sk|rk|pk)_(?:live|test)_[A-Za-z\d]{10,}|sk-(?:[a-z]+-)*[A-Za-z\d_-]{20,}|gh[pousr]_[A-Za-z\d]{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abeoprs]-[\w-]{10,}|(?:AKIA|ASIA)[A-Z\d]{16}|AIza[\w-]{30,}|ya29\.[\w-]{20,}|SG\.[\w-]{16,}\.[\w-]{16,}|npm_[A-Za-z\d]{30,}|dop_v1_[a-f\d]{40,}|shp(?:at|ca|pa|ss)_[a-fA-F\d]{20,}|hf_[A-Za-z\d]{20,}|whsec_[A-Za-z\d+/=]{20,}|eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?)/g;
const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*-----|$)/g;
/** `Bearer …`, `password=…`, `"refreshToken": "…"`, `X-Amz-Signature=…`; short names count as words of their own only. */
const named =
  /\b((?:bearer|basic)\s+|(?:[\w-]{0,30}(?:passw(?:or)?d|secret|token|(?:api|access|private)[_-]?key|signature)|(?:[\w-]{0,30}[_-])?(?:pass|pwd|auth(?:orization)?|session(?:[_-]?id)?|sid|csrf|otp|pin|sig))["']?\s?[=:]\s?["']?)(?!\{)([\w+/.~-]{6,}={0,2})/gi;
/** `postgres://app:kestrel@host`. */
const person = /(?<=:\/\/)[^\s/@:"']{0,64}:[^\s/@"']{1,256}(?=@)/g;
const long = /(?<![\w+/=-])[\w+-]{20,512}={0,2}(?![\w])/g;

/** Puts `{email}` and `{token}` in their place. @param words - Long odd words go too; not where names of code and files stand. */
export function hideTokens(text: string, words: boolean): string {
  let hidden = text;
  if (hidden.includes('@')) hidden = hidden.replace(person, '{token}');
  if (/@|%40/.test(hidden)) hidden = hidden.replace(email, (found) => (file.test(found) ? found : '{email}'));
  if (hidden.includes('PRIVATE KEY')) hidden = hidden.replace(privateKey, '{token}');
  hidden = hidden.replace(known, '{token}');
  hidden = hidden.replace(named, (whole, name: string, value: string) =>
    /\d/.test(value) || (/^(bearer|basic)/i.test(name) && value.length > 19) ? `${name}{token}` : whole,
  );
  return words ? hidden.replace(long, (word) => (isRandom(word) ? '{token}' : word)) : hidden;
}

/**
 * Capitals, small letters and digits take turns too often for words: of 20,000 random ones of 24 signs, 4 in 1,000 have fewer turns,
 * and names that developers write have half as many.
 */
function isRandom(word: string): boolean {
  const signs = word.replace(/[^A-Za-z\d]/g, '');
  if (signs.length < 20 || !/[A-Z]/.test(signs) || !/[a-z]/.test(signs) || !/\d/.test(signs)) return false;
  return (signs.match(/[A-Z]?[a-z]+|[A-Z]+|\d+/g)?.length ?? 0) > signs.length * 0.3;
}
