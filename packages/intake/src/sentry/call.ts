import type { ResourceRecord } from '@sightglass/wire';
import { isToDoor } from '../foreign/index.ts';
import { type Address, type Place, placeOf, queryOf, takeApart } from '../privacy/index.ts';
import { remember } from '../remember.ts';

type Told = Omit<ResourceRecord, 'kind' | 'host' | 'path' | 'query' | 'method'>;

const codeTypes = new Set<ResourceRecord['type']>(['script', 'style', 'font']);
/** A path alone is on the page's own host, whichever that is. */
const somePage: Address = { host: 'page', path: '/', query: '', hash: '' };

/** The page that called, or any of its origin. */
export interface Home {
  address: Address;
}

const ownPage = (url: string, page: Home | undefined): Address | undefined =>
  page?.address ?? (/^\/(?!\/)/.test(url) ? somePage : undefined);

/** A call or an asset. undefined: its address is none of the network's, or an SDK's own. */
export function resourceOf(
  url: string,
  method: string | undefined,
  page: Home | undefined,
  told: Told,
): ResourceRecord | undefined {
  const { place, query } = whereIs(`${codeTypes.has(told.type) ? 'f' : 'p'} ${ownPage(url, page)?.host ?? ''} ${url}`);
  if (place === undefined) return undefined;
  return {
    kind: 'resource',
    method: methodOf(method),
    host: place.host,
    path: place.path,
    ...(query === undefined ? {} : { query: { ...query } }),
    ...told,
  };
}

/** By whether names of files stay, the page's host, and the address. */
const whereIs = remember(5_000, (key): { place: Place | undefined; query: Record<string, string> | undefined } => {
  const [files, host = '', ...url] = key.split(' ');
  if (isToDoor(key)) return { place: undefined, query: undefined };
  const own = host === '' ? undefined : { host, path: '/', query: '', hash: '' };
  const place = placeOf(url.join(' '), own, files === 'f');
  return { place, query: place && queryOf(place.query) };
});

/** The address of a call, taken apart, by which it is known again. */
export const addressOf = (url: string, page: Home | undefined): Address | undefined =>
  takeApart(url, ownPage(url, page));

export const methodOf = (method: string | undefined): string => (method ?? 'GET').toUpperCase().slice(0, 16);
