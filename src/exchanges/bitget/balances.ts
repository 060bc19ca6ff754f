/** Balances and networks of Bitget, mapped. Pure. */
import type { Network } from '../../domain/balance.ts';
import type { BalanceReading } from '../exchange.ts';
import { joinBalances, rowKey } from '../mapping/join-balances.ts';
import { type MappedRows, mapEach, type ToSymbol } from '../mapping/map-rows.ts';
import { identifyNetwork } from '../networks/identify-chain.ts';
import { type RawRow, readText, requireText } from '../mapping/raw-row.ts';

/**
 * What the spot account has available (`account/assets`, `available`: withdrawals leave from there;
 * what orders freeze, locks hold and copy trading restricts stands beside it) with the networks of
 * each coin (`public/coins`; fiat has no chains).
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
    mapNetworks,
  });
  // Bitget documents a withdrawable amount of its unified account alone.
  return { ...reading, withdrawableUnverified: true };
}

/** `withdrawable` is the text "true" or "false". No longest withdrawal is told. */
function mapNetworks(coin: RawRow, asset: string): MappedRows<Network> {
  return mapEach(
    'networks',
    Array.isArray(coin['chains']) ? coin['chains'] : [],
    (chain) => {
      if (readText(chain, 'withdrawable') !== 'true') return undefined;
      const id = requireText(chain, 'chain');
      const contract = readText(chain, 'contractAddress');
      const texts = { id, name: null, hints: [], contract };
      const { code, addressRegex } = identifyNetwork(asset, texts);
      return {
        id,
        code,
        name: id,
        displayName: id,
        minWithdrawal: readText(chain, 'minWithdrawAmount'),
        maxWithdrawal: null,
        assetName: asset,
        addressRegex,
      };
    },
    (chain) => rowKey('networks', coin['coin'], chain['chain']),
  );
}
