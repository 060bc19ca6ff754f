/** The remote address of a connection, for limits per address. */
import { BlockList, isIP, isIPv4 } from 'node:net';

const MAPPED_IPV4 = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;
/** Groups of an IPv6 address that identify a network: one caller has all addresses of a /64. */
const NETWORK_GROUPS = 4;
const GROUPS = 8;
/** Maximum entries of `x-forwarded-for` that are read, from the end. */
const FORWARDED_MAX = 16;
const NO_PROXIES = new BlockList();

/**
 * Returns the key for limits per address: an IPv4 address, or the /64 network of an IPv6 address; `undefined`
 * for a trusted proxy, because its connections carry requests of many callers.
 */
export function clientOf(address: string | undefined, trusted: BlockList): string | undefined {
  if (address === undefined) return undefined;
  const [plain = ''] = address.split('%', 1);
  const ipv4 = MAPPED_IPV4.exec(plain)?.[1] ?? plain;
  if (isIPv4(ipv4)) return trusted.check(ipv4, 'ipv4') ? undefined : ipv4;
  return trusted.check(plain, 'ipv6') ? undefined : networkOf(plain);
}

/** Returns true if the address is that of a trusted proxy. */
export function isTrustedProxy(address: string | undefined, trusted: BlockList): boolean {
  return address !== undefined && clientOf(address, trusted) === undefined;
}

/**
 * Returns the key for limits of the caller of a request: as {@link clientOf}, but behind a trusted proxy the last
 * address of `x-forwarded-for` that is not a trusted proxy itself. Earlier ones are what the caller claims. Without such
 * an address, all requests of the proxy count as those of one caller.
 *
 * @param forwardedFor the header, with repeated ones joined by commas.
 */
export function callerOf(
  address: string | undefined,
  forwardedFor: string | undefined,
  trusted: BlockList,
): string | undefined {
  if (!isTrustedProxy(address, trusted)) return clientOf(address, trusted);
  let rest = forwardedFor ?? '';
  for (let count = 0; count < FORWARDED_MAX && rest !== ''; count += 1) {
    const comma = rest.lastIndexOf(',');
    const forwarded = removePort(rest.slice(comma + 1).trim());
    if (isIP(forwarded) === 0) break;
    const caller = clientOf(forwarded, trusted);
    if (caller !== undefined) return caller;
    rest = rest.slice(0, Math.max(comma, 0));
  }
  return clientOf(address, NO_PROXIES);
}

/** Removes the port of an entry: `192.0.2.7:1234`, `[2001:db8::1]:1234`; without one, `192.0.2.7`, `2001:db8::1`. */
function removePort(entry: string): string {
  if (entry.startsWith('[')) return entry.slice(1).split(']', 1)[0] ?? '';
  const [host = '', ...ports] = entry.split(':', 3);
  return ports.length === 1 ? host : entry;
}

function networkOf(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('::', 2);
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const last = tail === '' ? [] : tail.split(':');
    while (groups.length + last.length < GROUPS) groups.push('0');
    groups.push(...last);
  }
  return `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`;
}
