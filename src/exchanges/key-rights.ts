/** Which keys may do more than read. wallet-teller only stores keys that read, unless the operator allows others. */
import { requireExchange } from './catalogue.ts';
import type { KeyPermissions } from './exchange.ts';

const POWERFUL_RIGHTS = ['withdraw', 'trade'] as const;

/** A right with which a key can do more than read. */
export type PowerfulRight = (typeof POWERFUL_RIGHTS)[number];

/** Returns the rights of a key with which it can do more than read. */
export function listPowerfulRights(
  permissions: KeyPermissions | undefined,
): readonly PowerfulRight[] {
  return POWERFUL_RIGHTS.filter((right) => permissions?.[right] === true);
}

/** Returns why a key with these rights is refused, and which key to create instead. */
export function explainPowerfulKey(exchange: string, rights: readonly PowerfulRight[]): string {
  const { facts } = requireExchange(exchange);
  return (
    `the key may ${rights.join(' and ')}, and wallet-teller only reads: create a key at ` +
    `${facts.title} with only "${facts.readOnlyKey}"`
  );
}

/** Thrown during a synchronisation for a key that may do more than read. */
export class PowerfulKeyError extends Error {
  readonly code = 'credentials_too_powerful';

  constructor(exchange: string, rights: readonly PowerfulRight[]) {
    super(explainPowerfulKey(exchange, rights));
    this.name = 'PowerfulKeyError';
  }
}
