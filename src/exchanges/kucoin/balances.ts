/** Maps balances and networks of KuCoin. Pure functions. */
import type { Network } from '../../domain/balance.ts';
import type { BalanceReading } from '../exchange.ts';
import { joinBalances } from '../mapping/join-balances.ts';
import type { WithdrawableFields } from '../mapping/limit-amounts.ts';
import type { ToSymbol } from '../mapping/map-rows.ts';
import { mapOpenNetwork } from '../mapping/network.ts';
import { type RawRow, readDecimal, readText, requireText } from '../mapping/raw-row.ts';

/** The funding account. */
const MAIN = 'main';

/**
 * The fields of `withdrawals/quotas`. KuCoin may lock a part of the balance against withdrawals
 * (kucoin.com/docs-new, Get Withdrawal Quotas: `lockedAmount` of all currencies, `availableAmount` of the
 * requested currency).
 */
export const WITHDRAWABLE_FIELDS: WithdrawableFields = {
  nameField: 'currency',
  amountField: 'available',
  heldField: 'lockedAmount',
  readAmount: (response) => readDecimal(response, 'availableAmount'),
};

/**
 * Maps the available amounts of the main account, from which withdrawals are made (`v1/accounts`; `available`
 * excludes the amounts of pending withdrawals), with the networks of each currency (`v3/currencies`; fiat has
 * no chains).
 */
export function mapBalances(
  accounts: readonly unknown[],
  currencies: readonly unknown[],
  toSymbol: ToSymbol,
): BalanceReading {
  return joinBalances({
    balances: accounts,
    assetField: WITHDRAWABLE_FIELDS.nameField,
    amountField: WITHDRAWABLE_FIELDS.amountField,
    coins: currencies,
    coinField: 'currency',
    toSymbol,
    networksOf: (coin) => coin['chains'],
    networkField: 'chainId',
    mapNetwork,
  });
}

/** Returns the main account. Other accounts in the response do not count. */
export function chooseMain(accounts: readonly unknown[]): readonly unknown[] {
  const main = accounts.filter((row) => (row as RawRow | null)?.['type'] === MAIN);
  return main.length > 0 ? main : accounts;
}

/** Maps a network that is open. A withdrawal names `chainId`; `maxWithdraw` is empty if there is no maximum. */
function mapNetwork(chain: RawRow, asset: string): Network | undefined {
  if (chain['isWithdrawEnabled'] !== true) return undefined;
  return mapOpenNetwork(asset, {
    id: requireText(chain, 'chainId'),
    name: readText(chain, 'chainName'),
    contract: readText(chain, 'contractAddress'),
    minWithdrawal: readText(chain, 'withdrawalMinSize'),
    maxWithdrawal: readText(chain, 'maxWithdraw'),
  });
}
