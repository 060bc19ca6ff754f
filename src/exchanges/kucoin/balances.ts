/** Balances and networks of KuCoin, mapped. Pure. */
import type { Network } from '../../domain/balance.ts';
import type { BalanceReading } from '../exchange.ts';
import { joinBalances, rowKey } from '../mapping/join-balances.ts';
import { type MappedRows, mapEach, type ToSymbol } from '../mapping/map-rows.ts';
import { identifyNetwork } from '../networks/identify-chain.ts';
import { type RawRow, readText, requireText } from '../mapping/raw-row.ts';
import { AMOUNT_FIELD } from './withdrawable.ts';

/** The funding account. */
const MAIN = 'main';

/**
 * What can leave the main account (`v1/accounts`: withdrawals leave from there, and what they hold
 * stands beside it) with the networks of each currency (`v3/currencies`; fiat has no chains).
 */
export function mapBalances(
  accounts: readonly unknown[],
  currencies: readonly unknown[],
  toSymbol: ToSymbol,
): BalanceReading {
  return joinBalances({
    balances: accounts,
    assetField: 'currency',
    amountField: AMOUNT_FIELD,
    coins: currencies.map((row) => nameCoin(row)),
    toSymbol,
    mapNetworks,
  });
}

/** The response is asked for the main account; where it tells others beside it, they do not count. */
export function chooseMain(accounts: readonly unknown[]): readonly unknown[] {
  const main = accounts.filter((row) => (row as RawRow | null)?.['type'] === MAIN);
  return main.length > 0 ? main : accounts;
}

/** The currency under the name that joins it with its balance. */
function nameCoin(row: unknown): unknown {
  const isObject = typeof row === 'object' && row !== null && !Array.isArray(row);
  return isObject ? { ...row, coin: (row as RawRow)['currency'] } : row;
}

/** `chainId` is what a withdrawal names; `maxWithdraw` is empty where there is no longest one. */
function mapNetworks(coin: RawRow, asset: string): MappedRows<Network> {
  return mapEach(
    'networks',
    Array.isArray(coin['chains']) ? coin['chains'] : [],
    (chain) => {
      if (chain['isWithdrawEnabled'] !== true) return undefined;
      const id = requireText(chain, 'chainId');
      const name = readText(chain, 'chainName') ?? id;
      const contract = readText(chain, 'contractAddress');
      const texts = { id, name, hints: [], contract };
      const { code, addressRegex } = identifyNetwork(asset, texts);
      return {
        id,
        code,
        name,
        displayName: name,
        minWithdrawal: readText(chain, 'withdrawalMinSize'),
        maxWithdrawal: readText(chain, 'maxWithdraw'),
        assetName: asset,
        addressRegex,
      };
    },
    (chain) => rowKey('networks', coin['currency'], chain['chainId']),
  );
}
