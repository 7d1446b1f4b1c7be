import { BlockList, isIP } from 'node:net';

/** Names that stand for networks of one's own (RFC 1122, 3927 and 1918; of IPv6 RFC 4291 and 4193), which Fastify knows as well. */
const named: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** An address, a network as `10.0.0.0/8`, or the name of one. */
export function isNetwork(text: string): boolean {
  if (Object.hasOwn(named, text)) return true;
  const [address = '', bits, ...others] = text.split('/');
  const version = isIP(address);
  if (version === 0 || others.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
  );
}

/** @param networks - each one as {@link isNetwork} knows it @returns whether an address is in one of them; one of IPv4 in either way of writing it */
export function withinNetworks(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const one of networks.flatMap((name) => named[name] ?? [name])) {
    const [address = '', bits] = one.split('/');
    const family = familyOf(address);
    list.addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family);
  }
  return (address) => list.check(address, familyOf(address));
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (address.includes(':') ? 'ipv6' : 'ipv4');
