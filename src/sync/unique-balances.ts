import type { AssetBalance } from '../domain/balance.ts';
import { compareDecimals } from '../domain/decimal.ts';
import type { BalanceReading, UnreadableRow } from '../exchanges/exchange.ts';

/**
 * Returns each asset once and each network of an asset once. Two balances of one asset with different
 * amounts contradict each other: none of them is reported, and the asset goes to quarantine.
 */
export function uniqueBalances({ balances, unreadable }: BalanceReading): {
  readonly balances: readonly AssetBalance[];
  readonly unreadable: readonly UnreadableRow[];
} {
  const unique: AssetBalance[] = [];
  const contradicting: UnreadableRow[] = [];
  for (const [asset, listed] of Map.groupBy(balances, (balance) => balance.asset)) {
    if (haveOneAmount(listed)) unique.push(mergeNetworks(listed));
    else contradicting.push(quarantine(asset, listed));
  }
  return { balances: unique, unreadable: [...unreadable, ...contradicting] };
}

function quarantine(asset: string, balances: readonly AssetBalance[]): UnreadableRow {
  return {
    key: `balances:${asset}`,
    raw: JSON.stringify(balances.map(({ amount }) => ({ asset, amount }))),
    reason: `${asset} has ${balances.length} balances with different amounts`,
  };
}

function haveOneAmount([first, ...others]: readonly AssetBalance[]): boolean {
  return others.every(
    ({ amount }) => first !== undefined && compareDecimals(amount, first.amount) === 0,
  );
}

function mergeNetworks(balances: readonly AssetBalance[]): AssetBalance {
  const networks = balances.flatMap((balance) => balance.networks);
  const unique = new Map(networks.map((network) => [network.id, network]));
  return Object.assign({}, ...balances, { networks: [...unique.values()] }) as AssetBalance;
}
