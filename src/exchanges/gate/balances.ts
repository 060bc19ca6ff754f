/** Maps balances and networks of Gate. Pure functions. */
import type { Network } from '../../domain/balance.ts';
import type { BalanceReading } from '../exchange.ts';
import { isRow, keyByTexts, type MappedRows, mapEach, type ToSymbol } from '../mapping/map-rows.ts';
import { mapOpenNetwork } from '../mapping/network.ts';
import { type RawRow, readText, requireAmount, requireText } from '../mapping/raw-row.ts';
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
  const networks = new Map<string, readonly Network[]>();
  const mapped = mapEach(
    'networks',
    currencies,
    (currency) => {
      const id = requireText(currency, 'currency');
      const limit = limitOf.get(id) ?? {};
      const found = mapNetworks(currency, limit, toSymbol(id));
      networks.set(toSymbol(id), found.values);
      return found.unreadable;
    },
    (currency) => keyByTexts('networks', currency['currency']),
  );
  const amounts = mapEach(
    'balances',
    accounts,
    (row) => ({
      asset: toSymbol(requireText(row, 'currency')),
      amount: requireAmount(row, 'available'),
    }),
    (row) => keyByTexts('balances', row['currency']),
  );
  return {
    balances: amounts.values.map((row) => ({ ...row, networks: networks.get(row.asset) ?? [] })),
    unreadable: [
      ...amounts.unreadable,
      ...limitsById.unreadable,
      ...mapped.unreadable,
      ...mapped.values.flat(),
    ],
    // Gate documents neither the account from which withdrawals are made nor its withdrawable amount.
    withdrawableUnverified: true,
  };
}

/**
 * Maps the chains that are open for withdrawal. A delisted currency can often still be withdrawn, so only
 * `withdraw_disabled` of the currency and of the chain counts.
 */
function mapNetworks(currency: RawRow, limit: RawRow, asset: string): MappedRows<Network> {
  const closed = currency['withdraw_disabled'] === true;
  const chains = Array.isArray(currency['chains']) && !closed ? currency['chains'] : [];
  const mapped = mapEach(
    'networks',
    chains,
    (chain) => {
      if (chain['withdraw_disabled'] !== false) return undefined;
      return mapOpenNetwork(asset, {
        id: requireText(chain, 'name'),
        contract: readText(chain, 'addr'),
        minWithdrawal: readText(limit, 'withdraw_amount_mini'),
        maxWithdrawal: readText(limit, 'withdraw_eachtime_limit'),
      });
    },
    (chain) => keyByTexts('networks', currency['currency'], chain['name']),
  );
  // Gate does not say which currencies are fiat.
  const texts = chains.filter((chain) => isRow(chain)).map((chain) => toTexts(chain));
  return isFiat(asset, null, texts) ? { ...mapped, values: [] } : mapped;
}

function toTexts(chain: RawRow): NetworkTexts {
  const contract = chain['addr'];
  return {
    id: String(chain['name']),
    name: null,
    hints: [],
    contract: typeof contract === 'string' && contract !== '' ? contract : null,
  };
}
