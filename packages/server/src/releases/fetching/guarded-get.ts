import { promises as dns, type LookupAddress } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** Who may be asked. A test lets its own server in. */
export interface Guard {
  allows(address: string, port: number): boolean;
  resolve(host: string): Promise<LookupAddress[]>;
}

export type Got = { url: URL; text: string } | { fault: 'refused' | 'failed'; detail: string };

const maxRedirects = 3;
const webPorts = new Set([80, 443]);

export const publicOnly: Guard = {
  allows: (address, port) => webPorts.has(port) && isPublicAddress(address),
  resolve: (host) => dns.lookup(host, { all: true }),
};

/**
 * Reads a text from the web on behalf of somebody else. Every address that is connected to, also after a redirect, is one that was
 * resolved and looked at just before: a name cannot lead elsewhere the second time it is asked. No cookie and no credential goes along.
 */
export async function getGuarded(
  first: URL,
  guard: Guard,
  bounds: { maxBytes: number; signal: AbortSignal },
): Promise<Got> {
  let url = first;
  for (let hops = 0; hops <= maxRedirects; hops += 1) {
    const refused = refusalOf(url, guard);
    if (refused !== undefined) return { fault: 'refused', detail: refused };
    try {
      const answer = await open(url, guard, bounds.signal);
      const { statusCode = 0, headers } = answer;
      if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
        answer.destroy();
        if (!URL.canParse(headers.location, url.href)) return { fault: 'failed', detail: 'It leads to no address' };
        url = new URL(headers.location, url.href);
        continue;
      }
      if (statusCode !== 200) {
        answer.destroy();
        return { fault: 'failed', detail: `It answers ${statusCode}` };
      }
      return { url, text: await textOf(answer, bounds.maxBytes) };
    } catch (error) {
      if (error instanceof AddressRefused) return { fault: 'refused', detail: error.message };
      return { fault: 'failed', detail: reasonOf(error, bounds.signal) };
    }
  }
  return { fault: 'failed', detail: `It leads on more than ${maxRedirects} times` };
}

class AddressRefused extends Error {}
class TooLarge extends Error {}

function reasonOf(error: unknown, signal: AbortSignal): string {
  if (error instanceof TooLarge) return error.message;
  if (signal.aborted) return 'It does not answer in time';
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'Nobody knows an address for its name';
  return `It cannot be reached (${code ?? 'no connection'})`;
}

function refusalOf(url: URL, guard: Guard): string | undefined {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'Only http and https are fetched';
  if (url.username !== '' || url.password !== '') return 'An address with a password in it is not fetched';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // Node connects to an address in figures without resolving it.
  if (isIP(host) !== 0 && !guard.allows(host, portOf(url))) return notPublic;
  return undefined;
}

const notPublic = 'This address is not on the public internet, or not on port 80 or 443';
const portOf = ({ port, protocol }: URL) => Number(port) || (protocol === 'https:' ? 443 : 80);

function open(url: URL, guard: Guard, signal: AbortSignal): Promise<IncomingMessage> {
  const lookup: LookupFunction = (host, options, done) => {
    guard.resolve(host).then(
      (addresses) => {
        const [one] = addresses;
        // One address within is enough: which of them is taken would be the name's choice.
        if (!one || addresses.some(({ address }) => !guard.allows(address, portOf(url))))
          return done(new AddressRefused(notPublic), []);
        if (options.all) done(null, addresses);
        else done(null, one.address, one.family);
      },
      (error: NodeJS.ErrnoException) => done(error, []),
    );
  };
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Sightglass' };
    request(url, { lookup, signal, headers, agent: false }, resolve).once('error', reject).end();
  });
}

async function textOf(answer: IncomingMessage, maxBytes: number): Promise<string> {
  const encoding = answer.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') {
    answer.destroy();
    throw new TooLarge('It answers packed, though it was not asked to');
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new TooLarge(`It has more than ${maxBytes / 2 ** 20} MB`); // leaving the loop ends the connection
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
