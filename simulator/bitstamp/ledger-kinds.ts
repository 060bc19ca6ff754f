import type { LedgerKind } from '../routed/ledger.ts';

/**
 * The kinds of user transactions, other than deposits and withdrawals. Source: Bitstamp v2, "User
 * transactions".
 */
export const LEDGER_KINDS: readonly LedgerKind[] = [
  { code: '14', kind: 'transfer_in', listed: true },
  { code: '26', kind: 'transfer_out', listed: true },
  { code: '27', kind: 'reward', listed: true },
  { code: '32', kind: 'reward', listed: true },
  { code: '35', kind: 'transfer_in', listed: true },
  { code: '60', kind: 'fee', listed: true },
  // Not in the documentation.
  { code: '987', kind: 'debit', listed: true },
  { code: '2', kind: 'other', listed: false },
  { code: '36', kind: 'other', listed: false },
];

/** A trade changes two balances. */
export const TRADE_CODES: ReadonlySet<string> = new Set(['2', '36']);
