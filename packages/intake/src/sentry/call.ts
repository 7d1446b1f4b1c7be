import type { ResourceRecord } from '@sightglass/wire';
import { placeOf, queryOf, takeApart } from '../privacy/index.ts';
import type { Page } from './visit.ts';

type Told = Omit<ResourceRecord, 'kind' | 'host' | 'path' | 'query' | 'method'>;

const codeTypes = new Set<ResourceRecord['type']>(['script', 'style', 'font']);

/** A call or an asset. undefined: its address is none of the network's. */
export function resourceOf(
  url: string,
  method: string | undefined,
  page: Page | undefined,
  told: Told,
): ResourceRecord | undefined {
  const place = placeOf(url, page?.address, codeTypes.has(told.type));
  if (place === undefined) return undefined;
  const query = queryOf(place.query);
  return {
    kind: 'resource',
    method: (method ?? 'GET').toUpperCase().slice(0, 16),
    host: place.host,
    path: place.path,
    ...(query === undefined ? {} : { query }),
    ...told,
  };
}

/** What a call is known by; a path alone is on the page's own host. */
export const addressOf = (url: string, page: Page | undefined) =>
  takeApart(url, page?.address) ?? (url.startsWith('/') ? takeApart(`http://page${url}`) : undefined);
