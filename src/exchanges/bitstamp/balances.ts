/** Balances and networks of Bitstamp, mapped. Pure. */
import type { Network } from '../../domain/balance.ts';
import type { BalanceReading } from '../exchange.ts';
import { joinBalances, rowKey } from '../mapping/join-balances.ts';
import { type MappedRows, mapEach, type ToSymbol } from '../mapping/map-rows.ts';
import { identifyNetwork } from '../networks/identify-chain.ts';
import { type RawRow, readText, requireText } from '../mapping/raw-row.ts';

/** Networks that the vocabulary does not know; ccxt's own codes of them have errors. */
const NETWORK_CODES: ReadonlyMap<string, string> = new Map([['casper', 'CSPR']]);

/**
 * What is `available` of each currency (`account_balances`; there is one account, and `reserved`
 * stands beside it) with the networks of each (`currencies`).
 *
 * @param currencies `undefined` where the exchange does not tell them.
 */
export function mapBalances(
  balances: readonly unknown[],
  currencies: readonly unknown[] | undefined,
  toSymbol: ToSymbol,
): BalanceReading {
  const reading = joinBalances({
    balances,
    assetField: 'currency',
    amountField: 'available',
    coins: currencies?.map(nameCoin),
    toSymbol,
    mapNetworks,
  });
  // Bitstamp documents what is available for trading.
  return { ...reading, withdrawableUnverified: true };
}

function nameCoin(row: unknown): unknown {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return row;
  return { ...row, coin: (row as RawRow)['currency'] };
}

/**
 * The networks on which an asset is `Enabled` for withdrawal, with the smallest one; no largest is
 * told. Fiat goes to a bank.
 */
function mapNetworks(row: RawRow, asset: string): MappedRows<Network> {
  const networks: readonly unknown[] = Array.isArray(row['networks']) ? row['networks'] : [];
  const isFiat = readText(row, 'type') === 'fiat';
  return mapEach(
    'networks',
    isFiat ? [] : networks,
    (network) => {
      if (readText(network, 'withdrawal') !== 'Enabled') return undefined;
      const id = requireText(network, 'network');
      const { code, addressRegex } = identifyNetwork(asset, { id, name: null, hints: [] });
      return {
        id,
        code: NETWORK_CODES.get(id) ?? code,
        name: id,
        displayName: id,
        minWithdrawal: readText(network, 'withdrawal_minimum_amount'),
        maxWithdrawal: null,
        assetName: asset,
        addressRegex,
      };
    },
    (network) => rowKey('networks', asset, network['network']),
  );
}
