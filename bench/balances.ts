/** Writes balances of a wallet with many assets and networks. */
import type { AssetBalance, Network } from '../src/domain/balance.ts';
import { parseDecimal } from '../src/domain/decimal.ts';
import type { Store } from '../src/store/store.ts';

export const BALANCE_ASSETS = 60;
export const BALANCE_NETWORKS = 300;
const LEASE_MS = 60_000;

/** Writes balances to a wallet, as a synchronisation does. */
export async function writeBalances(store: Store, walletId: string): Promise<void> {
  const nowMs = Date.now();
  const lease = await store.claimWallet({ nowMs, untilMs: nowMs + LEASE_MS, walletId });
  if (lease === undefined) throw new Error(`${walletId} has a lease`);
  const balances = Array.from({ length: BALANCE_ASSETS }, (_, index) => makeBalance(index));
  await store.recordBalances(lease, { readAtMs: nowMs, balances, quarantined: [] });
  const outcome = { nextRunAtMs: nowMs, syncedAtMs: nowMs, historyComplete: true };
  await store.recordOutcome(lease, outcome);
  await store.releaseLease(lease);
}

function makeBalance(index: number): AssetBalance {
  const asset = `ASSET${index}`;
  const length = BALANCE_NETWORKS / BALANCE_ASSETS;
  const networks = Array.from({ length }, (_, network) => makeNetwork(asset, network));
  return { asset, amount: parseDecimal(`${index}.00012500`), networks };
}

function makeNetwork(assetName: string, index: number): Network {
  return {
    id: `NET${index}`,
    code: `CHAIN${index}`,
    name: `Chain ${index}`,
    displayName: `Chain number ${index}`,
    minWithdrawal: '0.001',
    maxWithdrawal: '100000',
    assetName,
    addressRegex: '^(0x)[0-9A-Fa-f]{40}$',
  };
}
