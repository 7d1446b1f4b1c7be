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
/** Values of the key at the caret that sessions of this time have. */
export type Values = readonly { value: string; sessions: number; says?: string | undefined }[];

const most = 12;

/** What of a value is written at the caret: values of this key are wanted there. */
export interface Wanted {
  /** As it is written. */
  key: string;
  part: string;
}

/** What may be meant at the caret: names of keys, then values of the key. */
export function completionAt(search: string, caret: number, values: Values): Completion {
  const { from, to, written } = wordAt(search, caret);
  const wanted = wantedIn(written);
  if (wanted === undefined) return { from, to, offers: keyOffers(written) };
  const key = findSearchKey(wanted.key);
  if (!key) return { from, to, offers: [] };
  const part = wanted.part.toLowerCase();
  const known = key.choices?.map((value) => ({ value, sessions: undefined, says: undefined })) ?? values;
  const offers = known
    .filter(({ value, says = '' }) => `${value} ${says}`.toLowerCase().includes(part) && value.toLowerCase() !== part)
    .slice(0, most)
    .map(({ value, sessions, says = '' }) => ({
      text: `${wanted.key}:${quoted(value)} `,
      says,
      ...(sessions === undefined ? {} : { sessions }),
    }));
  return { from, to, offers };
}

/** Which values are wanted at the caret; undefined where a name is still being written. */
export function wantedAt(search: string, caret: number): Wanted | undefined {
  return wantedIn(wordAt(search, caret).written);
}

function wantedIn(written: string): Wanted | undefined {
  const colon = written.indexOf(':');
  if (colon === -1) return undefined;
  return { key: written.slice(0, colon), part: written.slice(colon + 1).replace(/^"|"$/g, '') };
}

/** The word under the caret, without a sign before it. */
function wordAt(search: string, caret: number): { from: number; to: number; written: string } {
  const word = /(?:[^\s()"]|"[^"]*(?:"|$))*$/.exec(search.slice(0, caret))?.[0] ?? '';
  const rest = /^[^\s()"]*/.exec(search.slice(caret))?.[0] ?? '';
  const sign = /^[-!]/.exec(word)?.[0] ?? '';
  return { from: caret - word.length + sign.length, to: caret + rest.length, written: word.slice(sign.length) };
}

const quoted = (value: string): string => (/[\s()"*?]/.test(value) ? JSON.stringify(value) : value);

/** What people ask for most, where nothing is written yet. */
const first = [
  'has',
  'screen',
  'route',
  'action',
  'error',
  'status',
  'call',
  'frustration',
  'role',
  'visitor',
  'duration',
  'took',
];

function keyOffers(written: string): Offer[] {
  const part = written.replace(/^@/, '').toLowerCase();
  if (part === '') return first.flatMap((name) => findSearchKey(name) ?? []).map(offerOf);
  const found = searchKeys.filter(
    ({ name, also }) => name.startsWith(part) || (part.length > 1 && also.some((other) => other.startsWith(part))),
  );
  return found.slice(0, most).map(offerOf);
}

const offerOf = ({ name, says }: { name: string; says: string }): Offer => ({ text: `${name}:`, says });
