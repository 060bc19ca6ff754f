import type { JsonValue } from '../json-text.ts';
import { codeAt } from '../routed/account.ts';
import { type ReadRoute, RequestRefused } from '../routed/description.ts';
import type { LedgerKind } from '../routed/ledger.ts';
import type { RoutedTruthRow } from '../truth.ts';
import { selectRows, writeRecordId } from './records.ts';

/**
 * The kinds of bills: `groupType` and `businessType`. Source: Bitget v2, "Get Account Bills"; for the words of Earn, rows
 * of real accounts in public projects.
 */
export const BILL_KINDS: readonly LedgerKind[] = [
  { code: 'transfer transfer_in', kind: 'transfer_in', listed: true },
  { code: 'transfer transfer_out', kind: 'transfer_out', listed: true },
  { code: 'other airdrop_rewards', kind: 'reward', listed: true },
  { code: 'financial BATCH_INTEREST_USER_IN', kind: 'reward', listed: true },
  { code: 'financial FINANCIAL_LOCK_OUT', kind: 'transfer_out', listed: true },
  { code: 'financial FINANCIAL_UNLOCK_IN', kind: 'transfer_in', listed: true },
  { code: 'financial FINANCIAL_NEW_WORD', kind: 'credit', listed: true },
  { code: 'strategy STRATEGY_TRANSFER_OUT', kind: 'transfer_out', listed: true },
  { code: 'strategy STRATEGY_TRANSFER_IN', kind: 'transfer_in', listed: true },
  { code: 'strategy BUY', kind: 'other', listed: false },
  { code: 'on_chain ON_CHAIN_TRANSFER_OUT', kind: 'transfer_out', listed: true },
  { code: 'on_chain ON_CHAIN_TRANSFER_REFUND', kind: 'transfer_in', listed: true },
  { code: 'on_chain CHAIN_TRADE', kind: 'other', listed: false },
  { code: 'transaction buy', kind: 'other', listed: false },
  { code: 'other user_lock', kind: 'other', listed: false },
  { code: 'deposit deposit', kind: 'deposit', listed: false },
];

/** Matches words of bills that reduce the balance. */
const OUTGOING = /_(out|lock)$/i;

const PAGE_SIZES = { max: 500, fallback: 100 };

/** `GET /api/v2/spot/account/bills`. */
export const listBills: ReadRoute = (account, params, nowMs) => {
  const group = params.get('groupType');
  if (group !== null && !/^[a-z0-9_]+$/.test(group)) throw new RequestRefused('invalid-parameter');
  const wanted = (row: RoutedTruthRow): boolean =>
    group === null || codeAt(row, nowMs).startsWith(`${group} `);
  const rows = selectRows(account.listRows(['ledger'], nowMs).filter(wanted), params, PAGE_SIZES);
  return rows.map((row) => writeBill(row, nowMs));
};

function writeBill(row: RoutedTruthRow, nowMs: number): JsonValue {
  const [groupType = '', businessType = ''] = codeAt(row, nowMs).split(' ');
  const sign = OUTGOING.test(businessType) ? '-' : '';
  return {
    billId: writeRecordId(row),
    coin: row.asset,
    groupType,
    businessType,
    size: row.malformed ? 'abc' : `${sign}${row.amount}`,
    balance: '1',
    fees: row.fee,
    cTime: String(row.timestampMs),
  };
}
