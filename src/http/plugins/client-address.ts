/** The address for limits per address. */
import { type BlockList, isIP, isIPv4 } from 'node:net';

import type { FastifyRequest } from 'fastify';

const MAPPED_IPV4 = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;
/** Groups of an IPv6 address that identify a network: one caller has all addresses of a /64. */
const NETWORK_GROUPS = 4;
const GROUPS = 8;

/** Returns the function with which Fastify decides whose `x-forwarded-for` it reads (`trustProxy`). */
export function trustProxies(trusted: BlockList): (address: string) => boolean {
  return (address) => {
    const plain = plainAddress(address);
    const family = isIP(plain);
    return family !== 0 && trusted.check(plain, family === 4 ? 'ipv4' : 'ipv6');
  };
}

/**
 * Returns the caller for limits per address. Without an address of the caller, all requests of a proxy count as those of
 * one caller.
 */
export function callerOf({ ip, raw }: FastifyRequest): string | undefined {
  return clientOf(ip) ?? clientOf(raw.socket.remoteAddress);
}

/**
 * Returns the key for limits per address: an IPv4 address, or the /64 network of an IPv6 address; `undefined` for
 * any other text.
 */
export function clientOf(address: string | undefined): string | undefined {
  const plain = plainAddress(address ?? '');
  if (isIP(plain) === 0) return undefined;
  return isIPv4(plain) ? plain : networkOf(plain);
}

/** Removes what systems add: `::ffff:192.0.2.7`, `fe80::1%eth0`. */
function plainAddress(address: string): string {
  const [plain = ''] = address.split('%', 1);
  return MAPPED_IPV4.exec(plain)?.[1] ?? plain;
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
