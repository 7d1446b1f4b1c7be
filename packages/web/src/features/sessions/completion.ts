import { findSearchKey, searchKeys } from '@sightglass/wire';

/** Something that the search bar offers to write in the place of the word under the caret. */
export interface Offer {
  /** What would stand there. */
  text: string;
  says: string;
  /** How many sessions have it. */
  sessions?: number;
}
export interface Completion {
  from: number;
  to: number;
  offers: Offer[];
}
/** Values that sessions of this time have, by key. */
export type Values = Partial<Record<string, readonly { value: string; sessions: number }[]>>;

const most = 12;

/** What may be meant at the caret: names of keys, then values of the key. */
export function completionAt(search: string, caret: number, values: Values): Completion {
  const before = search.slice(0, caret);
  const word = /(?:[^\s()"]|"[^"]*(?:"|$))*$/.exec(before)?.[0] ?? '';
  const rest = /^[^\s()"]*/.exec(search.slice(caret))?.[0] ?? '';
  const sign = /^[-!]/.exec(word)?.[0] ?? '';
  const from = caret - word.length + sign.length;
  const to = caret + rest.length;
  const written = word.slice(sign.length);
  const colon = written.indexOf(':');
  if (colon === -1) return { from, to, offers: keyOffers(written) };
  const key = findSearchKey(written.slice(0, colon));
  if (!key) return { from, to, offers: [] };
  const part = written
    .slice(colon + 1)
    .replace(/^"/, '')
    .toLowerCase();
  const name = written.slice(0, colon);
  const known = values[key.name] ?? key.choices?.map((value) => ({ value, sessions: undefined })) ?? [];
  const offers = known
    .filter(({ value }) => value.toLowerCase().includes(part) && value.toLowerCase() !== part)
    .slice(0, most)
    .map(({ value, sessions }) => ({
      text: `${name}:${/[\s()"*?]/.test(value) ? JSON.stringify(value) : value} `,
      says: '',
      ...(sessions === undefined ? {} : { sessions }),
    }));
  return { from, to, offers };
}

function keyOffers(written: string): Offer[] {
  const part = written.replace(/^@/, '').toLowerCase();
  const found = searchKeys.filter(
    ({ name, also }) => name.startsWith(part) || (part.length > 1 && also.some((other) => other.startsWith(part))),
  );
  return found.slice(0, part === '' ? 8 : most).map(({ name, says }) => ({ text: `${name}:`, says }));
}
