import { hash } from 'node:crypto';

/** Returns a UUID that is the same for the same text. */
export function uuidOf(text: string): string {
  const hex = hash('sha256', text);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** Returns the identifier of the account with the staked amount of an asset. */
export function stakedAccountIdOf(asset: string): string {
  return uuidOf(`staked ${asset}`);
}

/** Returns the identifier of the account of an asset. */
export function accountIdOf(asset: string): string {
  return uuidOf(`account ${asset}`);
}
