/** Warns if two wallets of a project have the same exchange key. */
import { createHash, timingSafeEqual } from 'node:crypto';

import type { MasterKey } from '../domain/master-key.ts';
import { type ExchangeCredentials, tryOpenCredentials } from '../domain/sealed-credentials.ts';
import type { WalletRecord } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { note, type Session } from './runtime.ts';

/** Maximum wallets whose key is compared. */
const COMPARED_MAX = 10_000;

/**
 * Writes a warning if another wallet of the project at the same exchange has the same key, because both
 * would have the same history. It is not an error, because the wallets may have different imports.
 */
export async function warnOfSameKey(
  session: Session,
  store: Store,
  masterKey: MasterKey,
  added: { readonly wallet: WalletRecord; readonly credentials: ExchangeCredentials },
): Promise<void> {
  const { id, projectId, exchange } = added.wallet;
  const wallets = (await store.listWallets(projectId)).filter(
    (wallet) => wallet.id !== id && wallet.exchange === exchange && !wallet.importsOnly,
  );
  const digest = digestKey(added.credentials);
  for (const wallet of wallets.slice(0, COMPARED_MAX)) {
    const opened = tryOpenCredentials(await store.readCredentials(wallet.id), wallet.id, masterKey);
    if (opened === undefined || !timingSafeEqual(digestKey(opened), digest)) continue;
    note(
      session,
      `warning: ${wallet.id} of this project has the same key; both wallets would have the same ` +
        `history. To replace the key of a wallet: teller wallet credentials ${wallet.id}`,
    );
    return;
  }
}

/** Returns a hash of the fields that identify an account at the exchange. It is never shown. */
function digestKey({ apiKey, walletAddress, secret }: ExchangeCredentials): Buffer {
  const key = apiKey ?? walletAddress ?? secret ?? '';
  return createHash('sha256').update(key).digest();
}
