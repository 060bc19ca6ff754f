/** Balances of Coinbase, mapped. Pure. */
import { addDecimals, type Decimal } from '../../domain/decimal.ts';
import type { BalanceReading } from '../exchange.ts';
import { mapEach } from '../map-rows.ts';
import { type RawRow, readText, requireAmount, requireText } from '../raw-row.ts';
import type { ToSymbol } from './rows.ts';

/** Accounts that withdrawals leave from; a vault and futures have to be left first. */
const WITHDRAWABLE_TYPES: ReadonlySet<string | null> = new Set([
  'ACCOUNT_TYPE_CRYPTO',
  'ACCOUNT_TYPE_FIAT',
]);

/**
 * What can be withdrawn: `available_balance` of `brokerage/accounts`, summed by asset. It is without
 * what orders and transfers hold, and staked amounts are not listed; `balance` of `v2/accounts` has
 * both in it. No endpoint tells an account's networks: `currencies/crypto` has an address pattern
 * for an asset, but neither networks nor limits, so `networks` is empty.
 */
export function mapBalances(accounts: readonly unknown[], toSymbol: ToSymbol): BalanceReading {
  const mapped = mapEach(
    'balances',
    accounts,
    (row) => mapAccount(row, toSymbol),
    ({ uuid }) => (typeof uuid === 'string' && uuid !== '' ? `balances:${uuid}` : undefined),
  );
  const amounts = new Map<string, Decimal>();
  for (const { asset, amount } of mapped.values) {
    const sum = amounts.get(asset);
    amounts.set(asset, sum === undefined ? amount : addDecimals(sum, amount));
  }
  return {
    balances: [...amounts].map(([asset, amount]) => ({ asset, amount, networks: [] })),
    unreadable: mapped.unreadable,
  };
}

function mapAccount(
  row: RawRow,
  toSymbol: ToSymbol,
): { asset: string; amount: Decimal } | undefined {
  if (!WITHDRAWABLE_TYPES.has(readText(row, 'type'))) return undefined;
  const money = row['available_balance'];
  const amount = requireAmountOf(typeof money === 'object' && money !== null ? money : {});
  return { asset: toSymbol(requireText(row, 'currency')), amount };
}

function requireAmountOf(money: object): Decimal {
  return requireAmount({ available_balance: (money as RawRow)['value'] }, 'available_balance');
}
