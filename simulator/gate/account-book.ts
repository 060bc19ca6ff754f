import { codeAt } from '../routed/account.ts';
import type { ReadRoute } from '../routed/description.ts';
import type { LedgerKind } from '../routed/ledger.ts';
import { readNumber } from '../routed/wire-values.ts';
import { selectWindow } from './records.ts';

/** The kinds of entries of the account book. Source: Gate API v4, "AccountBook type". */
export const BOOK_KINDS: readonly LedgerKind[] = [
  { code: 'perp_in', kind: 'transfer_in', listed: true },
  { code: 'subaccount_trf', kind: 'transfer_in', listed: true },
  { code: 'airdrop', kind: 'reward', listed: true },
  { code: 'interest_out', kind: 'fee', listed: true },
  { code: 'borrow', kind: 'credit', listed: true },
  { code: 'buy_cl', kind: 'credit', listed: true },
  { code: 'order_fill', kind: 'other', listed: false },
  { code: 'deposit', kind: 'deposit', listed: false },
];

const PAGE_SIZES = { max: 1000, fallback: 100 };
const OUTGOING = /_out$|_fill$/;

/**
 * `GET /api/v4/spot/account_book`. Source: Gate API v4, "Query spot account transaction history".
 */
export const listAccountBook: ReadRoute = (account, params, nowMs) => {
  const { rows, limit } = selectWindow(account, ['ledger'], params, nowMs, PAGE_SIZES);
  const begin = ((readNumber(params, 'page') ?? 1) - 1) * limit;
  return rows.slice(begin, begin + limit).map((row) => {
    const type = codeAt(row, nowMs);
    return {
      id: `${row.timestampMs}${row.recordId ?? ''}`,
      time: row.timestampMs,
      currency: row.asset,
      change: row.malformed ? 'abc' : `${OUTGOING.test(type) ? '-' : ''}${row.amount}`,
      balance: '1',
      type,
      code: '1',
      text: '',
    };
  });
};
