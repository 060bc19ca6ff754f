/** Balances and networks of Bybit, mapped. Pure. */
import type { Network } from '../../domain/balance.ts';
import type { BalanceReading } from '../exchange.ts';
import { joinBalances, rowKey, type ToNetworkCode } from '../join-balances.ts';
import { type MappedRows, mapEach, type ToSymbol } from '../map-rows.ts';
import { addressPatternOf, networkCodeOf } from '../networks/chains.ts';
import { type RawRow, readText, requireText } from '../raw-row.ts';
import { AMOUNT_FIELD } from './withdrawable.ts';

const NO_LIMIT = '-1';

/**
 * What can leave the funding account (withdrawals leave from there; {@link AMOUNT_FIELD} is without
 * what is locked) with the networks of each coin (`coin/query-info`, which lists no fiat).
 */
export function mapBalances(
  balances: readonly unknown[],
  coins: readonly unknown[],
  toSymbol: ToSymbol,
  toNetworkCode: ToNetworkCode,
): BalanceReading {
  return joinBalances({
    balances,
    assetField: 'coin',
    amountField: AMOUNT_FIELD,
    coins,
    toSymbol,
    mapNetworks: (coin, asset) => mapNetworks(coin, asset, toNetworkCode),
  });
}

/** `chainWithdraw` is "1" where withdrawals are open, "0" where they are suspended. */
function mapNetworks(
  coin: RawRow,
  asset: string,
  toNetworkCode: ToNetworkCode,
): MappedRows<Network> {
  return mapEach(
    'networks',
    Array.isArray(coin['chains']) ? coin['chains'] : [],
    (chain) => {
      const open = readText(chain, 'chainWithdraw') === '1';
      return open ? mapNetwork(coin, chain, asset, toNetworkCode) : undefined;
    },
    (chain) => rowKey('networks', coin['coin'], chain['chain']),
  );
}

function mapNetwork(
  coin: RawRow,
  chain: RawRow,
  asset: string,
  toNetworkCode: ToNetworkCode,
): Network {
  const id = requireText(chain, 'chain');
  const name = readText(chain, 'chainType') ?? id;
  const code = networkCodeOf(id, toNetworkCode(id, asset));
  return {
    id,
    code,
    name,
    displayName: name,
    minWithdrawal: readText(chain, 'withdrawMin'),
    // The chain's; where it tells none, the coin's for one transaction.
    maxWithdrawal: readLimit(readText(chain, 'withdrawMax') ?? readText(coin, 'remainAmount')),
    assetName: asset,
    addressRegex: addressPatternOf(code),
  };
}

function readLimit(limit: string | null): string | null {
  return limit === NO_LIMIT ? null : limit;
}
