/** The placeholders that a browser puts in the place of id-like segments say what they are, and so are their own name. */
const tellingNames = new Set(['date', 'month', 'email']);

/**
 * Gives the variables of a path their names: `/orders/{integer}/lines/{uuid}` reads `/orders/{orderId}/lines/{lineId}`.
 * Names are bound here, when reading, so that a better rule later renames everything that is stored.
 *
 * @param path - With placeholders such as `{integer}`; a name that is one already stays.
 */
export function nameVariables(path: string): string {
  const taken = new Set<string>();
  let parent = '';
  return path
    .split('/')
    .map((segment, index) => {
      const placeholder = /^\{([^{}]*)\}$/.exec(segment)?.[1];
      if (placeholder === undefined) {
        // Several placeholders within one segment, or none: the literal letters around them are no name for what follows.
        // Before the first slash stand a method and a host.
        if (index > 0 && !segment.includes('{') && !isTechnical(segment)) parent = segment;
        return segment;
      }
      const name = free(variableName(placeholder, parent), taken);
      taken.add(name);
      return `{${name}}`;
    })
    .join('/');
}

/** Identity of a path, whatever its variables are called: `/orders/{}`. */
export function placeOf(path: string): string {
  return path.replace(/\{[^{}]*\}/g, '{}').replace(/(?<=.)\/$/, '');
}

/** Prefixes that every path of an interface shares name nothing: `/api/v1/{integer}`. */
function isTechnical(segment: string): boolean {
  return /^(?:|#|api|rest|v\d+(?:\.\d+)?)$/i.test(segment);
}

function variableName(placeholder: string, parent: string): string {
  if (tellingNames.has(placeholder)) return placeholder;
  if (/[A-Z]/.test(placeholder)) return placeholder;
  const noun = camelCase(singular(parent));
  return noun === '' ? 'id' : `${noun}Id`;
}

function free(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  let number = 2;
  while (taken.has(`${name}${number}`)) number += 1;
  return `${name}${number}`;
}

function camelCase(words: string): string {
  const [first = '', ...rest] = words.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return [
    first.charAt(0).toLowerCase() + first.slice(1),
    ...rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)),
  ].join('');
}

const irregular = new Map<string, string>(
  Object.entries({
    people: 'person',
    children: 'child',
    men: 'man',
    women: 'woman',
    indices: 'index',
    media: 'media',
  }),
);

/** Of an English noun, by rule: wrong now and then, and harmless then, since a variable's name carries no meaning of its own. */
export function singular(noun: string): string {
  const lower = noun.toLowerCase();
  const known = irregular.get(lower);
  if (known !== undefined) return known;
  if (/(?:ss|us|is|news|series|species|canvas|alias|atlas)$/i.test(noun)) return noun;
  if (/[^aeiou]ies$/i.test(noun)) return `${noun.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh|zz)es$/i.test(noun)) return noun.slice(0, -2);
  if (/(?:statuses|addresses|buses|aliases|canvases|atlases|bonuses)$/i.test(noun)) return noun.slice(0, -2);
  return /s$/i.test(noun) ? noun.slice(0, -1) : noun;
}

/**
 * A name that code or an application gave to something, without what may be somebody's own: `cart_10023` reads `cart_{integer}`.
 * Up to two digits are a developer's, as in `v2`, `i18n` and `checkout-2`; a placeholder stays what it is.
 *
 * @param name - Such as a flag's or that of a key in the browser's storage.
 */
export function nameTemplate(name: string): string {
  const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
  const emails = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
  return name
    .replace(emails, '{email}')
    .replace(uuids, '{uuid}')
    .split(/(\{[^{}]*\}|[^\p{L}\p{N}]+)/u)
    .map((word) => (word.startsWith('{') ? word : (idLike(word) ?? word)))
    .join('');
}

function idLike(word: string): string | undefined {
  const digits = word.replace(/\D/g, '').length;
  if (digits < 3) return undefined;
  if (digits === word.length) return '{integer}';
  if (/^[0-9a-f]{8,}$/i.test(word)) return '{hex}';
  const [, letters] = /^(\p{L}{3,})\d+$/u.exec(word) ?? [];
  return letters === undefined ? '{code}' : `${letters}{integer}`;
}
