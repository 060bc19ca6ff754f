/** Maps balances and networks of Crypto.com. Pure functions. */
import type { Network } from '../../domain/balance.ts';
import type { BalanceReading } from '../exchange.ts';
import { joinBalances } from '../mapping/join-balances.ts';
import type { ToSymbol } from '../mapping/map-rows.ts';
import { mapOpenNetwork } from '../mapping/network.ts';
import { isRow, type RawRow, readText, requireText } from '../mapping/raw-row.ts';

/**
 * Maps the withdrawable amounts (`private/user-balance`, `max_withdrawal_balance`: the exchange refuses a
 * larger withdrawal with 30024) with the networks of each currency (`private/get-currency-networks`).
 *
 * @param wallets a wallet with an `isolation_id` contains the margin of one position and does not count.
 * @param currencies the networks by currency; `undefined` if the exchange refuses them to the key.
 */
export function mapBalances(
  wallets: readonly unknown[],
  currencies: RawRow | undefined,
  toSymbol: ToSymbol,
): BalanceReading {
  return joinBalances({
    balances: wallets.flatMap((wallet) => listPositions(wallet)),
    assetField: 'instrument_name',
    amountField: 'max_withdrawal_balance',
    coins: currencies && Object.entries(currencies).map(([coin, listed]) => ({ coin, listed })),
    toSymbol,
    networksOf: ({ listed }) => (isRow(listed) ? listed['network_list'] : []),
    networkField: 'network_id',
    mapNetwork,
  });
}

function listPositions(wallet: unknown): readonly unknown[] {
  if (!isRow(wallet) || readText(wallet, 'isolation_id') !== null) return [];
  const { position_balances: positions } = wallet;
  return Array.isArray(positions) ? positions : [];
}

/**
 * Maps a network that is open. The exchange reports neither a maximum withdrawal nor a name of a network.
 */
function mapNetwork(network: RawRow, asset: string): Network | undefined {
  if (String(network['withdraw_enabled']) !== 'true') return undefined;
  return mapOpenNetwork(asset, {
    id: requireText(network, 'network_id'),
    minWithdrawal: readText(network, 'min_withdrawal_amount'),
  });
}
