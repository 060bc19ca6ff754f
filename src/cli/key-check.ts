/** Checks before a key is stored that the exchange accepts it and that it only has the right to read. */
import { checkExchangeKey, type KeyCheck } from '../compose/check-exchange-key.ts';
import type { ExchangeCredentials } from '../domain/sealed-credentials.ts';
import type { ExchangeError, KeyPermissions } from '../exchanges/exchange.ts';
import type { ExchangeProfile } from '../exchanges/profile.ts';
import { explainExchangeError } from '../sync/sync-failure.ts';
import { CommandError } from './failure.ts';
import { note, type Session } from './runtime.ts';
import { makePrintable } from './table.ts';

/** The checks that are skipped. */
export interface KeyCheckOptions {
  readonly allowWithdrawPermission?: true;
  readonly unchecked?: true;
}

/**
 * Checks at the exchange that it accepts a key and that the key may only read. If a check fails for another
 * reason, writes a warning.
 *
 * @throws {CommandError} `credentials_rejected` if the exchange refuses the key or its access to
 * balances, `key_not_read_only` if the key may withdraw or trade.
 */
export async function requireUsableKey(
  session: Session,
  exchange: ExchangeProfile,
  credentials: ExchangeCredentials,
  options: KeyCheckOptions,
): Promise<void> {
  if (options.unchecked === true) return;
  const check = await checkExchangeKey(session.config, exchange.name, credentials, session.now);
  refuseRejected(exchange, check);
  const { permissions, permissionsError, error } = check;
  if (options.allowWithdrawPermission !== true) requireReadOnly(exchange, permissions);
  if (error !== undefined) warn(session, 'the key was not checked', error);
  else if (permissionsError !== undefined) {
    warn(session, "the key's permissions were not checked", permissionsError);
  } else if (!exchange.facts.reportsPermissions) {
    const { title } = exchange.facts;
    note(
      session,
      `${title} does not report the permissions of a key: use a key that may only read.`,
    );
  }
}

function refuseRejected({ facts }: ExchangeProfile, { permissionsError, error }: KeyCheck): void {
  const rejected = [permissionsError, error].find((each) => each?.code === 'exchange_key_refused');
  const refusal = rejected ?? (error?.permanent === true ? error : undefined);
  if (refusal === undefined) return;
  const reason = makePrintable(refusal.message);
  const what = rejected === undefined ? 'does not let the key read balances' : 'rejects the key';
  throw new CommandError(
    'credentials_rejected',
    `${facts.title} ${what}: ${reason}. Correct the credentials or the rights of the key ` +
      `("${facts.readOnlyKey}"), or use --unchecked to store it anyway`,
  );
}

function requireReadOnly(
  { facts }: ExchangeProfile,
  permissions: KeyPermissions | undefined,
): void {
  if (permissions === undefined) return;
  const { withdraw, trade } = permissions;
  if (!withdraw && !trade) return;
  const rights = [...(withdraw ? ['withdraw'] : []), ...(trade ? ['trade'] : [])].join(' and ');
  throw new CommandError(
    'key_not_read_only',
    `the key may ${rights}, and wallet-teller only reads: create a key at ${facts.title} with ` +
      `only "${facts.readOnlyKey}", or use --allow-withdraw-permission`,
  );
}

function warn(session: Session, what: string, error: ExchangeError): void {
  const reason = error.code === 'exchange_clock' ? explainExchangeError(error) : error.message;
  note(session, `warning: ${what}: ${makePrintable(reason)}`);
}
