/** Balances and networks of Bybit, mapped. Pure. */
import type { Network } from '../../domain/balance.ts';
import type { BalanceReading } from '../exchange.ts';
import { joinBalances, rowKey } from '../mapping/join-balances.ts';
import { type MappedRows, mapEach, type ToSymbol } from '../mapping/map-rows.ts';
import { identifyNetwork } from '../networks/identify-chain.ts';
import { type RawRow, readText, requireText } from '../mapping/raw-row.ts';
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
): BalanceReading {
  return joinBalances({
    balances,
    assetField: 'coin',
    amountField: AMOUNT_FIELD,
    coins,
    toSymbol,
    mapNetworks,
  });
}

/** `chainWithdraw` is "1" where withdrawals are open, "0" where they are suspended. */
function mapNetworks(coin: RawRow, asset: string): MappedRows<Network> {
  return mapEach(
    'networks',
    Array.isArray(coin['chains']) ? coin['chains'] : [],
    (chain) => {
      const open = readText(chain, 'chainWithdraw') === '1';
      return open ? mapNetwork(coin, chain, asset) : undefined;
    },
    (chain) => rowKey('networks', coin['coin'], chain['chain']),
  );
}

function mapNetwork(coin: RawRow, chain: RawRow, asset: string): Network {
  const id = requireText(chain, 'chain');
  const name = readText(chain, 'chainType') ?? id;
  const contract = readText(chain, 'contractAddress');
  const texts = { id, name, hints: [], contract };
  const { code, addressRegex } = identifyNetwork(asset, texts);
  return {
    id,
    code,
    name,
    displayName: name,
    minWithdrawal: readText(chain, 'withdrawMin'),
    // The chain's; where it tells none, the coin's for one transaction.
    maxWithdrawal: readLimit(readText(chain, 'withdrawMax') ?? readText(coin, 'remainAmount')),
    assetName: asset,
    addressRegex,
  };
}

function readLimit(limit: string | null): string | null {
  return limit === NO_LIMIT ? null : limit;
}
