/** Maps balances and networks of Crypto.com. Pure functions. */
import type { Network } from '../../domain/balance.ts';
import type { BalanceReading } from '../exchange.ts';
import { joinBalances, onlyCoinsHaveNetworks } from '../mapping/join-balances.ts';
import { isRow, keyByTexts, type MappedRows, mapEach, type ToSymbol } from '../mapping/map-rows.ts';
import { mapOpenNetwork } from '../mapping/network.ts';
import { type RawRow, readText, requireText } from '../mapping/raw-row.ts';

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
    isFiat: onlyCoinsHaveNetworks,
    mapNetworks,
  });
}

function listPositions(wallet: unknown): readonly unknown[] {
  if (!isRow(wallet) || readText(wallet, 'isolation_id') !== null) return [];
  return listOf(wallet['position_balances']);
}

/**
 * Maps the networks of a currency. The exchange reports neither a maximum withdrawal nor a name of a network.
 */
function mapNetworks({ coin, listed }: RawRow, asset: string): MappedRows<Network> {
  return mapEach(
    'networks',
    isRow(listed) ? listOf(listed['network_list']) : [],
    (network) => {
      if (String(network['withdraw_enabled']) !== 'true') return undefined;
      return mapOpenNetwork(asset, {
        id: requireText(network, 'network_id'),
        minWithdrawal: readText(network, 'min_withdrawal_amount'),
      });
    },
    (network) => keyByTexts('networks', coin, network['network_id']),
  );
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
