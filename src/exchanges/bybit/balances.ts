/** Maps balances and networks of Bybit. Pure functions. */
import type { Network } from '../../domain/balance.ts';
import type { BalanceReading } from '../exchange.ts';
import { joinBalances } from '../mapping/join-balances.ts';
import type { WithdrawableFields } from '../mapping/limit-amounts.ts';
import type { ToSymbol } from '../mapping/map-rows.ts';
import { mapOpenNetwork } from '../mapping/network.ts';
import { type RawRow, readDecimal, readText, requireText } from '../mapping/raw-row.ts';

const NO_LIMIT = '-1';

/**
 * The fields of `withdraw/withdrawable-amount`. A deposit with few confirmations, or bought crypto, can be
 * transferred, but not withdrawn for some time (bybit-exchange.github.io/docs/v5/asset/balance/delay-amount).
 */
export const WITHDRAWABLE_FIELDS: WithdrawableFields = {
  nameField: 'coin',
  amountField: 'transferBalance',
  heldField: 'limitAmountUsd',
  readAmount: (response) => {
    const wallets = response['withdrawableAmount'] as RawRow | undefined;
    return readDecimal((wallets?.['FUND'] ?? {}) as RawRow, 'withdrawableAmount');
  },
};

/**
 * Maps the transferable amounts of the funding account, from which withdrawals are made (`transferBalance`
 * excludes locked amounts), with the networks of each coin (`coin/query-info`, which lists no fiat).
 */
export function mapBalances(
  balances: readonly unknown[],
  coins: readonly unknown[],
  toSymbol: ToSymbol,
): BalanceReading {
  return joinBalances({
    balances,
    assetField: WITHDRAWABLE_FIELDS.nameField,
    amountField: WITHDRAWABLE_FIELDS.amountField,
    coins,
    toSymbol,
    networksOf: (coin) => coin['chains'],
    networkField: 'chain',
    mapNetwork,
  });
}

/**
 * Maps a network that is open: `chainWithdraw` is "1" for open and "0" for suspended withdrawals, and an empty
 * `withdrawFee` means that withdrawals are not supported (bybit-exchange.github.io/docs/v5/asset/coin-info).
 */
function mapNetwork(chain: RawRow, asset: string): Network | undefined {
  if (readText(chain, 'chainWithdraw') !== '1' || chain['withdrawFee'] === '') return undefined;
  return mapOpenNetwork(asset, {
    id: requireText(chain, 'chain'),
    name: readText(chain, 'chainType'),
    contract: readText(chain, 'contractAddress'),
    minWithdrawal: readText(chain, 'withdrawMin'),
    // Bybit deprecated the coin's own maximum, `remainAmount` (docs/v5/asset/coin-info).
    maxWithdrawal: readLimit(readText(chain, 'withdrawMax')),
  });
}

function readLimit(limit: string | null): string | null {
  return limit === NO_LIMIT ? null : limit;
}
