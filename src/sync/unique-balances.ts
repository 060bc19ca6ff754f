import type { AssetBalance, Network } from '../domain/balance.ts';
import { compareDecimals } from '../domain/decimal.ts';
import type { BalanceReading, UnreadableRow } from '../exchanges/exchange.ts';

/**
 * Returns each asset once and each network of an asset once. Two balances of one asset with different
 * amounts contradict each other: none of them is reported, and the asset goes to quarantine. If two different
 * networks of an asset have one identifier, callers can address only one of them: the first is reported, the
 * others go to quarantine, and the networks of the asset are unknown.
 */
export function uniqueBalances({ balances, unreadable }: BalanceReading): {
  readonly balances: readonly AssetBalance[];
  readonly unreadable: readonly UnreadableRow[];
} {
  const unique: AssetBalance[] = [];
  const contradicting: UnreadableRow[] = [];
  for (const [asset, listed] of Map.groupBy(balances, (balance) => balance.asset)) {
    if (haveOneAmount(listed)) {
      const merged = mergeNetworks(asset, listed);
      unique.push(merged.balance);
      contradicting.push(...merged.contradicting);
    } else contradicting.push(quarantine(asset, listed));
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

function mergeNetworks(
  asset: string,
  balances: readonly AssetBalance[],
): { readonly balance: AssetBalance; readonly contradicting: readonly UnreadableRow[] } {
  const unique = new Map<string, Network>();
  const contradicting: UnreadableRow[] = [];
  for (const network of balances.flatMap(({ networks }) => networks)) {
    const raw = JSON.stringify(network);
    const known = unique.get(network.id);
    if (known === undefined) unique.set(network.id, network);
    else if (JSON.stringify(known) !== raw) {
      const key = `networks:${asset}:${network.id}`;
      contradicting.push({ key, raw, reason: 'two networks have this id' });
    }
  }
  const balance = Object.assign({}, ...balances, {
    networks: [...unique.values()],
  }) as AssetBalance;
  return {
    balance: contradicting.length === 0 ? balance : { ...balance, networksUnknown: true },
    contradicting,
  };
}
