/** Maps balances and networks of Gate. Pure functions. */
import type { Network } from '../../domain/balance.ts';
import type { BalanceReading } from '../exchange.ts';
import { joinBalances } from '../mapping/join-balances.ts';
import { mapEach, type ToSymbol } from '../mapping/map-rows.ts';
import { mapOpenNetwork } from '../mapping/network.ts';
import { isRow, type RawRow, readText, requireText } from '../mapping/raw-row.ts';
import { isFiat } from '../networks/fiat.ts';
import type { NetworkTexts } from '../networks/identify-chain.ts';

/** The lists with balances and networks. */
export interface GateBalanceRows {
  /** `spot/accounts`: the balances of the account from which withdrawals are made. */
  readonly accounts: readonly unknown[];
  /** `spot/currencies`: every currency with its chains. */
  readonly currencies: readonly unknown[];
  /** `wallet/withdraw_status`: limits of a currency, the same on all of its chains. */
  readonly limits: readonly unknown[];
}

/** Maps the spot account's available amounts with the networks of each currency. */
export function mapBalances(
  { accounts, currencies, limits }: GateBalanceRows,
  toSymbol: ToSymbol,
): BalanceReading {
  const limitsById = mapEach(
    'limits',
    limits,
    (row) => [requireText(row, 'currency'), row] as const,
    () => undefined,
  );
  const limitOf = new Map(limitsById.values);
  const reading = joinBalances({
    balances: accounts,
    assetField: 'currency',
    amountField: 'available',
    coins: currencies,
    coinField: 'currency',
    toSymbol,
    // Gate does not say which currencies are fiat.
    isFiat: (currency) =>
      isFiat(
        toSymbol(requireText(currency, 'currency')),
        null,
        listChains(currency)
          .filter((chain) => isRow(chain))
          .map((chain) => toTexts(chain)),
      ),
    // A delisted currency can often still be withdrawn, so only `withdraw_disabled` of the currency and of the chain
    // counts.
    networksOf: (currency) => (currency['withdraw_disabled'] === true ? [] : listChains(currency)),
    networkField: 'name',
    mapNetwork: (chain, asset, currency) =>
      mapNetwork(chain, limitOf.get(requireText(currency, 'currency')) ?? {}, asset),
  });
  return {
    ...reading,
    unreadable: [...reading.unreadable, ...limitsById.unreadable],
    // Gate documents neither the account from which withdrawals are made nor its withdrawable amount.
    withdrawableUnverified: true,
  };
}

function listChains(currency: RawRow): readonly unknown[] {
  return Array.isArray(currency['chains']) ? currency['chains'] : [];
}

/** Maps a chain that is open for withdrawal, with the limits of its currency. */
function mapNetwork(chain: RawRow, limit: RawRow, asset: string): Network | undefined {
  if (chain['withdraw_disabled'] !== false) return undefined;
  return mapOpenNetwork(asset, {
    id: requireText(chain, 'name'),
    contract: readText(chain, 'addr'),
    minWithdrawal: readText(limit, 'withdraw_amount_mini'),
    maxWithdrawal: readText(limit, 'withdraw_eachtime_limit'),
  });
}

function toTexts(chain: RawRow): NetworkTexts {
  const contract = chain['addr'];
  return {
    id: String(chain['name']),
    contract: typeof contract === 'string' && contract !== '' ? contract : null,
  };
}
