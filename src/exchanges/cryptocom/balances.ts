/** Balances and networks of Crypto.com, mapped. Pure. */
import type { Network } from '../../domain/balance.ts';
import type { BalanceReading } from '../exchange.ts';
import { joinBalances, rowKey } from '../mapping/join-balances.ts';
import { type MappedRows, mapEach, type ToSymbol } from '../mapping/map-rows.ts';
import { identifyNetwork } from '../networks/identify-chain.ts';
import { type RawRow, readText, requireText } from '../mapping/raw-row.ts';

/**
 * What can be withdrawn (`private/user-balance`, `max_withdrawal_balance`: a withdrawal above it
 * is refused with 30024) with the networks of each currency (`private/get-currency-networks`).
 *
 * @param wallets of which those with an `isolation_id` hold the margin of one position.
 * @param currencies by currency, or `null` where the key is not told them.
 */
export function mapBalances(
  wallets: readonly unknown[],
  currencies: RawRow | null,
  toSymbol: ToSymbol,
): BalanceReading {
  const reading = joinBalances({
    balances: wallets.flatMap((wallet) => listPositions(wallet)),
    assetField: 'instrument_name',
    amountField: 'max_withdrawal_balance',
    coins: Object.entries(currencies ?? {}).map(([coin, told]) => ({ coin, told })),
    toSymbol,
    mapNetworks,
  });
  if (currencies !== null) return reading;
  const balances = reading.balances.map((row) => ({ ...row, networksUnknown: true }) as const);
  return { ...reading, balances };
}

function listPositions(wallet: unknown): readonly unknown[] {
  if (!isObject(wallet) || readText(wallet, 'isolation_id') !== null) return [];
  return listOf(wallet['position_balances']);
}

/** No longest withdrawal is told, and no name of a network beside its identifier. */
function mapNetworks({ coin, told }: RawRow, asset: string): MappedRows<Network> {
  return mapEach(
    'networks',
    isObject(told) ? listOf(told['network_list']) : [],
    (network) => {
      if (String(network['withdraw_enabled']) !== 'true') return undefined;
      const id = requireText(network, 'network_id');
      const { code, addressRegex } = identifyNetwork(asset, { id, name: null, hints: [] });
      return {
        id,
        code,
        name: id,
        displayName: id,
        minWithdrawal: readText(network, 'min_withdrawal_amount'),
        maxWithdrawal: null,
        assetName: asset,
        addressRegex,
      };
    },
    (network) => rowKey('networks', coin, network['network_id']),
  );
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isObject(value: unknown): value is RawRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
