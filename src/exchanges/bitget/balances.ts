/** Maps balances and networks of Bitget. Pure functions. */
import type { Network } from '../../domain/balance.ts';
import type { BalanceReading } from '../exchange.ts';
import { joinBalances } from '../mapping/join-balances.ts';
import type { ToSymbol } from '../mapping/map-rows.ts';
import { mapOpenNetwork } from '../mapping/network.ts';
import { type RawRow, readText, requireText } from '../mapping/raw-row.ts';

/**
 * Maps the available amounts of the spot account, from which withdrawals are made (`account/assets`;
 * `available` excludes amounts that are frozen by orders, locked, or restricted to copy trading), with the
 * networks of each coin (`public/coins`; fiat has no chains).
 */
export function mapBalances(
  assets: readonly unknown[],
  coins: readonly unknown[] | undefined,
  toSymbol: ToSymbol,
): BalanceReading {
  const reading = joinBalances({
    balances: assets,
    assetField: 'coin',
    amountField: 'available',
    coins,
    toSymbol,
    networksOf: (coin) => coin['chains'],
    networkField: 'chain',
    mapNetwork,
  });
  // Bitget documents a withdrawable amount only for its unified account.
  return { ...reading, withdrawableUnverified: true };
}

/**
 * Maps a network that is open: `withdrawable` is the text "true" or "false". No maximum withdrawal is
 * reported.
 */
function mapNetwork(chain: RawRow, asset: string): Network | undefined {
  if (readText(chain, 'withdrawable') !== 'true') return undefined;
  return mapOpenNetwork(asset, {
    id: requireText(chain, 'chain'),
    contract: readText(chain, 'contractAddress'),
    minWithdrawal: readText(chain, 'minWithdrawAmount'),
  });
}
