import { fromUnits, toUnits } from '../decimal-units.ts';
import type { JsonValue } from '../json-text.ts';
import type { RoutedAccount } from '../routed/account.ts';
import { codeAt } from '../routed/account.ts';
import { RequestRefused } from '../routed/description.ts';
import { writeTime } from '../routed/wire-values.ts';
import type { RoutedTruthRow } from '../truth.ts';
import { listHeld, SOURCES } from './accounts.ts';
import { isEven } from './history.ts';
import { accountIdOf, stakedAccountIdOf, uuidOf } from './identifiers.ts';
import { writePage } from './pages.ts';

/** `GET /v2/accounts/:account_id/transactions`. Source: Coinbase App, "Transactions". */
export function listTransactions(
  account: RoutedAccount,
  accountId: string,
  params: URLSearchParams,
  nowMs: number,
): JsonValue {
  const place = listHeld(account, nowMs)
    .flatMap(({ assetId }) => [
      { assetId, isStaked: false, id: accountIdOf(assetId) },
      { assetId, isStaked: true, id: stakedAccountIdOf(assetId) },
    ])
    .find(({ id }) => id === accountId);
  if (place === undefined) throw new RequestRefused('unknown-path');
  const rows = account
    .listRows(SOURCES, nowMs)
    .filter((row) => row.asset === place.assetId && isStaked(row, nowMs) === place.isStaked)
    .toReversed();
  return writePage(rows, params, `/v2/accounts/${accountId}/transactions`, idOf, (row) =>
    writeTransaction(row, accountId, nowMs),
  );
}

/** Entries of the ledger name their account after their type. */
function isStaked(row: RoutedTruthRow, nowMs: number): boolean {
  return row.source === 'ledger' && codeAt(row, nowMs).endsWith(' staked');
}

/** Identifiers by row: a page is found by comparing those of all rows before it. */
const IDS = new WeakMap<RoutedTruthRow, string>();

function idOf(row: RoutedTruthRow): string {
  const id = IDS.get(row) ?? uuidOf(`transaction ${row.source} ${row.recordId ?? ''}`);
  IDS.set(row, id);
  return id;
}

function writeTransaction(row: RoutedTruthRow, accountId: string, nowMs: number): JsonValue {
  const leaves = row.kind === 'withdrawal';
  const counterparty =
    row.address === null ? undefined : { resource: 'address', address: row.address };
  return {
    id: idOf(row),
    type: typeOf(row, nowMs),
    status: row.source === 'ledger' ? 'completed' : codeAt(row, nowMs),
    amount: { amount: writeAmount(row, nowMs), currency: row.asset },
    native_amount: { amount: '1.00', currency: 'USD' },
    created_at: writeTime(row, new Date(row.timestampMs).toISOString().replace('.000Z', 'Z')),
    resource: 'transaction',
    resource_path: `/v2/accounts/${accountId}/transactions/${idOf(row)}`,
    network: writeNetwork(row, nowMs),
    to: leaves ? counterparty : undefined,
    from: leaves ? undefined : counterparty,
  };
}

function typeOf(row: RoutedTruthRow, nowMs: number): string {
  if (row.source === 'ledger') return codeAt(row, nowMs).split(' ')[0] ?? '';
  if (!row.listed) return isEven(row) ? 'trade' : 'advanced_trade_fill';
  if (row.kind === 'reward') return 'staking_reward';
  return row.kind === 'deposit' && isEven(row) ? 'receive' : 'send';
}

const OUTGOING: ReadonlySet<string> = new Set(['staking_transfer main', 'subscription main']);

/** Returns the change of the account's balance, including the fee of the network. */
function writeAmount(row: RoutedTruthRow, nowMs: number): string {
  if (row.wire.malformation === 'garbage-amount') return 'abc';
  if (OUTGOING.has(codeAt(row, nowMs))) return `-${row.amount}`;
  if (row.kind !== 'withdrawal') return row.amount;
  return `-${fromUnits(toUnits(row.amount) + toUnits(row.fee ?? '0'))}`;
}

/**
 * Returns the details of the network. Half of the rows have the amount without the fee, as all had before
 * 2024.
 */
function writeNetwork(row: RoutedTruthRow, nowMs: number): JsonValue | undefined {
  const hash = row.txid !== null && nowMs >= row.txidFromMs ? row.txid : undefined;
  const money = (amount: string): JsonValue => ({ amount, currency: row.asset });
  if (row.kind === 'deposit') {
    return hash === undefined ? { status: 'off_blockchain' } : { status: 'confirmed', hash };
  }
  if (row.kind !== 'withdrawal') return undefined;
  return {
    status: hash === undefined ? 'pending' : 'confirmed',
    hash,
    network_name: row.wire.network === '' ? undefined : row.wire.network,
    transaction_fee: money(row.fee ?? '0'),
    transaction_amount: isEven(row) ? money(row.amount) : undefined,
  };
}
