import { codeAt } from '../routed/account.ts';
import type { ReadRoute } from '../routed/description.ts';
import type { LedgerKind } from '../routed/ledger.ts';
import { selectRows } from './records.ts';

/**
 * The kinds of bills, by `type` and direction. Source: OKX v5, "Asset bills history".
 */
export const BILL_KINDS: readonly LedgerKind[] = [
  { code: '130 in', kind: 'transfer_in', listed: true },
  { code: '131 out', kind: 'transfer_out', listed: true },
  { code: '89 in', kind: 'reward', listed: true },
  // A reward that was reclaimed.
  { code: '229 out', kind: 'debit', listed: true },
  // A penalty.
  { code: '84 out', kind: 'fee', listed: true },
  // A reversal.
  { code: '47 in', kind: 'credit', listed: true },
  // A loan.
  { code: '176 in', kind: 'credit', listed: true },
  // An undocumented type.
  { code: '987 out', kind: 'debit', listed: true },
  { code: '1 in', kind: 'deposit', listed: false },
  { code: '2 out', kind: 'withdrawal', listed: false },
  // A purchase.
  { code: '200 in', kind: 'other', listed: false },
];

/** `GET /api/v5/asset/bills-history`: bills of the funding account. */
export const listBills: ReadRoute = (account, params, nowMs) => {
  return selectRows(account, ['ledger'], params, nowMs).map((row) => {
    const [type, direction] = codeAt(row, nowMs).split(' ');
    const sign = direction === 'out' ? '-' : '';
    return {
      billId: row.recordId,
      ccy: row.asset,
      clientId: '',
      balChg: row.malformed ? 'abc' : `${sign}${row.amount}`,
      bal: '0',
      type,
      notes: '',
      ts: String(row.timestampMs),
    };
  });
};
