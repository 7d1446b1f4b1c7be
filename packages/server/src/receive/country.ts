import type { IncomingMessage } from 'node:http';
import { withinNetworks } from '../networks.ts';

/** Where a country is told, and by whom. */
export interface CountryHeader {
  /** In small letters, as Node names headers: `cf-ipcountry`. */
  name: string;
  /** Of the proxies that may tell it. */
  networks: readonly string[];
}

/** Two capital letters (ISO 3166-1 alpha-2); empty: nobody told, or nobody who may. */
export type CountryOf = (request: IncomingMessage) => string;

/** What proxies say where they do not know; ISO 3166-1 leaves it to its users. */
const unknown = 'XX';

/** Reads the country that a proxy tells. */
export function createCountryReader(header: CountryHeader | undefined): CountryOf {
  if (header === undefined) return () => '';
  const isTrusted = withinNetworks(header.networks);
  return ({ headers, socket: { remoteAddress } }) => {
    const told = headers[header.name];
    if (typeof told !== 'string' || !/^[a-z]{2}$/i.test(told)) return '';
    const country = told.toUpperCase();
    return country !== unknown && remoteAddress !== undefined && isTrusted(remoteAddress) ? country : '';
  };
}
