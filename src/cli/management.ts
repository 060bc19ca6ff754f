/** Connects commands with the functions of `src/manage/`. */
import { checkExchangeKey } from '../compose/check-exchange-key.ts';
import { loadMasterKey } from '../compose/load-master-key.ts';
import type { ExchangeProfile } from '../exchanges/profile.ts';
import type { ManageContext } from '../manage/context.ts';
import { ManageError } from '../manage/errors.ts';
import { requireExchangeProfile } from '../manage/exchanges.ts';
import type { KeyPolicy } from '../manage/key-check.ts';
import type { StoredKey } from '../manage/wallets.ts';
import type { Store } from '../store/store.ts';
import { UsageError } from './failure.ts';
import { note, type Session } from './runtime.ts';

/** The checks of a key that are skipped. */
export interface KeyCheckOptions {
  readonly allowWithdrawPermission?: true;
  readonly unchecked?: true;
}

/** Returns the context of a command's changes. @param command its words, for the audit log. */
export function manageAs(session: Session, store: Store, command: string): ManageContext {
  const { config, now, randomBytes } = session;
  return {
    store,
    actor: { kind: 'command', id: command },
    now,
    randomBytes,
    loadMasterKey: () => loadMasterKey(config, store, randomBytes),
  };
}

/** Returns which keys a command stores. It checks them in this process, which loads the exchange library. */
export function keyPolicyOf(
  { config, now }: Session,
  { unchecked, allowWithdrawPermission }: KeyCheckOptions,
): KeyPolicy {
  return {
    checkKey:
      unchecked === true
        ? undefined
        : (exchange, credentials) => checkExchangeKey(config, exchange, credentials, now),
    addresses: config.exchangeAddresses,
    allowPowerful: allowWithdrawPermission,
  };
}

/** Writes what is unknown about a key that was stored. */
export function noteStoredKey(session: Session, { warnings, sameKeyAs }: StoredKey): void {
  for (const { code, message } of warnings) {
    note(session, code === 'permissions_not_reported' ? message : `warning: ${message}`);
  }
  if (sameKeyAs === null) return;
  note(
    session,
    `warning: ${sameKeyAs} of this project has the same key; both wallets would have the same ` +
      `history. To replace the key of a wallet: teller wallet credentials ${sameKeyAs}`,
  );
}

/** Returns the profile of an exchange. @throws {UsageError} if it is not supported. */
export function parseExchange(name: string): ExchangeProfile {
  try {
    return requireExchangeProfile(name);
  } catch (error) {
    throw error instanceof ManageError ? new UsageError(error.message) : error;
  }
}
