/** Maps balances and networks of OKX. Pure functions. */
import type { Network } from '../../domain/balance.ts';
import type { BalanceReading } from '../exchange.ts';
import { joinBalances } from '../mapping/join-balances.ts';
import type { ToSymbol } from '../mapping/map-rows.ts';
import { mapOpenNetwork } from '../mapping/network.ts';
import { type RawRow, readText } from '../mapping/raw-row.ts';
import { isFiat } from '../networks/fiat.ts';

/**
 * Maps the available amounts of the funding account, from which withdrawals are made (`asset/balances`;
 * `availBal` excludes frozen amounts, and includes credited deposits that cannot be withdrawn yet), with the
 * networks of each currency (`asset/currencies`, a row for every network of every currency).
 */
export function mapBalances(
  balances: readonly unknown[],
  currencies: readonly unknown[],
  toSymbol: ToSymbol,
): BalanceReading {
  return joinBalances({
    balances,
    assetField: 'ccy',
    amountField: 'availBal',
    coins: currencies,
    coinField: 'ccy',
    toSymbol,
    networksOf: (row) => [row],
    networkField: 'chain',
    mapNetwork,
  });
}

/**
 * Maps a network that is open for withdrawal; fiat has no network and an empty `chain`. `chain` is the
 * currency and the network (`USDT-TRC20`, `USDT-Arbitrum One`). OKX does not say which currencies are fiat.
 */
function mapNetwork(row: RawRow, asset: string): Network | undefined {
  const id = readText(row, 'chain');
  if (id === null || row['canWd'] !== true) return undefined;
  const name = id.slice(id.indexOf('-') + 1);
  const contract = readText(row, 'ctAddr');
  if (isFiat(asset, null, [{ id: name, contract }])) return undefined;
  return mapOpenNetwork(asset, {
    id,
    name,
    chainId: name,
    contract,
    minWithdrawal: readText(row, 'minWd'),
    maxWithdrawal: readText(row, 'maxWd'),
  });
}
