/** The check of least privilege: a wallet's key should only read. */
import { readKeyPermissions } from '../compose.ts';
import type { ExchangeCredentials } from '../domain/sealed-credentials.ts';
import { ExchangeError, type KeyPermissions } from '../exchanges/exchange.ts';
import type { ExchangeProfile } from '../exchanges/profile.ts';
import { CommandError } from './failure.ts';
import { note, type Session } from './runtime.ts';
import { makePrintable } from './table.ts';

/**
 * Asks the exchange what the key may do, where it tells that. An exchange that does not answer is
 * no reason to refuse the wallet; that the key was not checked is said.
 *
 * @throws {CommandError} `key_not_read_only` for a key that may withdraw or trade.
 */
export async function requireReadOnlyKey(
  session: Session,
  exchange: ExchangeProfile,
  credentials: ExchangeCredentials,
): Promise<void> {
  const { title, tellsPermissions } = exchange.facts;
  if (!tellsPermissions) {
    note(session, `${title} does not tell what a key may do: use one that only reads.`);
    return;
  }
  const permissions = await tryReadPermissions(session, exchange, credentials);
  if (permissions === undefined) return;
  const { withdraw, trade } = permissions;
  if (!withdraw && !trade) return;
  const rights = [...(withdraw ? ['withdraw'] : []), ...(trade ? ['trade'] : [])].join(' and ');
  throw new CommandError(
    'key_not_read_only',
    `the key may ${rights}, and wallet-teller only reads: make a key at ${title} that has no more ` +
      `than "${exchange.facts.readOnlyKey}", or use --allow-withdraw-permission`,
  );
}

async function tryReadPermissions(
  session: Session,
  exchange: ExchangeProfile,
  credentials: ExchangeCredentials,
): Promise<KeyPermissions | undefined> {
  try {
    return await readKeyPermissions(session.config, exchange.name, credentials, session.now);
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error;
    note(
      session,
      `warning: the key's permissions were not checked: ${makePrintable(error.message)}`,
    );
    return undefined;
  }
}
