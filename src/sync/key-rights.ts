/** Checks the rights of a key that was stored without that check, before anything is read with it. */
import { type ExchangeAccount, ExchangeError } from '../exchanges/exchange.ts';
import { listPowerfulRights, PowerfulKeyError } from '../exchanges/key-rights.ts';
import type { SyncStore, WalletLease } from '../store/sync.ts';
import type { Log } from '../telemetry/log.ts';

/** A wallet whose key is checked. */
export interface CheckedWallet {
  readonly store: Pick<SyncStore, 'recordRightsChecked'>;
  readonly lease: WalletLease;
  readonly exchange: string;
  readonly account: ExchangeAccount;
  readonly logger: Log;
}

/**
 * Checks that a key may only read. If the exchange does not respond, the next synchronisation checks it; if the key may
 * not read its own rights, they remain unknown.
 *
 * @throws {PowerfulKeyError} if the key may withdraw or trade.
 * @throws {ExchangeError} `exchange_key_refused`.
 */
export async function checkKeyRights(wallet: CheckedWallet): Promise<void> {
  const { store, lease, exchange, account, logger } = wallet;
  try {
    const rights = listPowerfulRights(await account.readPermissions?.());
    if (rights.length > 0) throw new PowerfulKeyError(exchange, rights);
  } catch (error) {
    if (!(error instanceof ExchangeError) || error.code === 'exchange_key_refused') throw error;
    const fields = { walletId: lease.walletId, exchange, reason: error.message };
    logger.warn(fields, 'the rights of the key were not checked');
    if (error.transient) return;
  }
  await store.recordRightsChecked(lease);
}
