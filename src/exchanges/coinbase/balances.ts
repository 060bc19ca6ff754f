/** Maps balances of Coinbase. Pure functions. */
import { addDecimals, type Decimal } from '../../domain/decimal.ts';
import type { BalanceReading } from '../exchange.ts';
import { markNetworks } from '../mapping/join-balances.ts';
import { keyById, mapEach, type ToSymbol } from '../mapping/map-rows.ts';
import {
  type RawRow,
  readObject,
  readText,
  requireAmount,
  requireText,
} from '../mapping/raw-row.ts';

/**
 * Types of accounts from which withdrawals are made. Funds in a vault or in futures have to be moved there
 * first.
 */
const WITHDRAWABLE_TYPES: ReadonlySet<unknown> = new Set([
  'ACCOUNT_TYPE_CRYPTO',
  'ACCOUNT_TYPE_FIAT',
]);

/**
 * The platform of spot accounts; an account may also have none. Money at US Derivatives (`CFM_CONSUMER`) or at
 * the International Exchange (`INTX`) has to be moved to a spot account first (docs.cdp.coinbase.com, List
 * Accounts).
 */
const WITHDRAWABLE_PLATFORMS: ReadonlySet<unknown> = new Set([
  undefined,
  null,
  '',
  'ACCOUNT_PLATFORM_CONSUMER',
]);

/**
 * Maps `available_balance` of `brokerage/accounts`, summed by asset. It excludes amounts held by orders and
 * transfers, and the list omits staked amounts; `balance` of `v2/accounts` includes both. No endpoint returns
 * the networks of an asset: `currencies/crypto` has one address pattern for all of its networks, without
 * names.
 */
export function mapBalances(accounts: readonly unknown[], toSymbol: ToSymbol): BalanceReading {
  const amounts = new Map<string, Decimal>();
  const crypto = new Set<string>();
  const { unreadable } = mapEach(
    'balances',
    uniqueByUuid(accounts),
    (row) => {
      const account = mapAccount(row, toSymbol);
      if (account === undefined) return;
      const { asset, amount, type } = account;
      if (type === 'ACCOUNT_TYPE_CRYPTO') crypto.add(asset);
      const sum = amounts.get(asset);
      amounts.set(asset, sum === undefined ? amount : addDecimals(sum, amount));
    },
    (row) => keyById('balances', 'uuid', row),
  );
  return {
    balances: [...amounts].map(([asset, amount]) =>
      markNetworks({ asset, amount, networks: [] }, !crypto.has(asset)),
    ),
    unreadable,
    // Coinbase documents the available amount, but may restrict withdrawals of a part of it.
    withdrawableUnverified: true,
  };
}

/** Returns the identifiers of the accounts of `brokerage/accounts` that count for the balance. */
export function listReportedIds(accounts: readonly unknown[]): ReadonlySet<unknown> {
  const rows = accounts as readonly (RawRow | null)[];
  return new Set(
    rows.flatMap((row) =>
      isWithdrawable(row?.['type'], row?.['platform']) ? [row?.['uuid']] : [],
    ),
  );
}

function isWithdrawable(type: unknown, platform: unknown): boolean {
  return WITHDRAWABLE_TYPES.has(type) && WITHDRAWABLE_PLATFORMS.has(platform);
}

/** Returns each account once: pages may list an account twice. */
function uniqueByUuid(accounts: readonly unknown[]): unknown[] {
  const uuidOf = (row: unknown): unknown => (row as RawRow | null)?.['uuid'] ?? row;
  return [...new Map(accounts.map((row) => [uuidOf(row), row])).values()];
}

function mapAccount(
  row: RawRow,
  toSymbol: ToSymbol,
): { asset: string; amount: Decimal; type: string | null } | undefined {
  const type = readText(row, 'type');
  if (!isWithdrawable(type, readText(row, 'platform'))) return undefined;
  const { value } = readObject(row, 'available_balance');
  const amount = requireAmount({ available_balance: value }, 'available_balance');
  return { asset: toSymbol(requireText(row, 'currency')), amount, type };
}
