import { BlockList, isIPv4, isIPv6 } from 'node:net';

/**
 * Returns the networks of a list.
 *
 * @param text addresses (`10.0.0.7`) and networks (`10.0.0.0/8`), separated by commas.
 * @returns `undefined` if an element is neither.
 */
export function parseNetworks(text: string): BlockList | undefined {
  const networks = new BlockList();
  for (const entry of text.split(',')) {
    const [address = '', prefix, ...rest] = entry.trim().split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    const bits = family === 'ipv4' ? 32 : 128;
    const length = prefix === undefined ? bits : Number(prefix);
    const isLength = prefix === undefined || /^\d{1,3}$/.test(prefix);
    if (rest.length > 0 || !isLength || length > bits) return undefined;
    if (family === 'ipv6' && !isIPv6(address)) return undefined;
    networks.addSubnet(address, length, family);
  }
  return networks;
}
