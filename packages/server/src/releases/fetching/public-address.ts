import { BlockList, isIP } from 'node:net';

/** Networks that are not the public internet (IANA's special-purpose registries), and those that only wrap another address. */
const special: readonly (readonly [string, number, 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
];
/** Only what is handed out as global unicast; of that not documentation, Teredo, 6to4 and what else carries an address within. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
const refused = new BlockList();
for (const [network, bits, family] of special) refused.addSubnet(network, bits, family);
refused.addSubnet('2001::', 23, 'ipv6');
refused.addSubnet('2001:db8::', 32, 'ipv6');
refused.addSubnet('2002::', 16, 'ipv6');
refused.addSubnet('3fff::', 20, 'ipv6');

/** Whether an address may be asked by a server on behalf of somebody else: no loopback, no private network, no link-local metadata service. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !refused.check(address, 'ipv4');
  // An address of version 4 in the dress of version 6 is outside of global unicast, and so refused.
  return family === 6 && globalUnicast.check(address, 'ipv6') && !refused.check(address, 'ipv6');
}
