/** Distinguishes public addresses from those that reach this machine or its network. */
import { BlockList, isIPv4, isIPv6 } from 'node:net';

type Network = readonly [network: string, bits: number];

/**
 * Addresses outside of the special-purpose blocks that reach services of a cloud from its own machines only. The fixed
 * addresses of other clouds are in those blocks; the test of this file lists them with their sources.
 */
const CLOUD_V4: readonly Network[] = [
  // Azure: https://learn.microsoft.com/en-us/azure/virtual-network/what-is-ip-address-168-63-129-16
  ['168.63.129.16', 32],
  // Google, restricted and private googleapis.com: https://cloud.google.com/vpc/docs/configure-private-google-access
  ['199.36.153.4', 30],
  ['199.36.153.8', 30],
  // IBM: https://cloud.ibm.com/docs/vpc?topic=vpc-service-endpoints-for-vpc
  ['161.26.0.0', 16],
  ['166.8.0.0', 14],
];
const CLOUD_V6: readonly Network[] = [
  // Google, as above.
  ['2600:2d00:2:1000::', 64],
  ['2600:2d00:2:2000::', 64],
];
/** The IPv4 blocks that are not public, of the IANA special-purpose registry, and multicast. */
const NOT_PUBLIC_V4: readonly Network[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
/**
 * The parts of 2000::/3, the global unicast addresses of IPv6, that are not public: protocol assignments with
 * Teredo, documentation, and 6to4, which contains an IPv4 address.
 */
const NOT_PUBLIC_V6: readonly Network[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];
/** IPv4-mapped addresses and the well-known prefix of NAT64: their last 32 bits are an IPv4 address. */
const WITH_IPV4: readonly Network[] = [
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
];

const notPublicV4 = createList([...NOT_PUBLIC_V4, ...CLOUD_V4], 'ipv4');
const notPublicV6 = createList([...NOT_PUBLIC_V6, ...CLOUD_V6], 'ipv6');
const globalV6 = createList([['2000::', 3]], 'ipv6');
const withIpv4 = createList(WITH_IPV4, 'ipv6');

/** Returns true if an IP address is public. A text that is not an address, or has a zone, is not. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !notPublicV4.check(address);
  if (!isIPv6(address) || address.includes('%')) return false;
  if (withIpv4.check(address, 'ipv6')) return isPublicAddress(readLastIpv4(address));
  return globalV6.check(address, 'ipv6') && !notPublicV6.check(address, 'ipv6');
}

function createList(networks: readonly Network[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [network, bits] of networks) list.addSubnet(network, bits, family);
  return list;
}

/** Returns the last 32 bits of an IPv6 address as an IPv4 address. */
function readLastIpv4(address: string): string {
  // A URL has the canonical form, without a dotted part.
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split(':');
  const [high = 0, low = 0] = groups.slice(-2).map((group) => Number.parseInt(group || '0', 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
