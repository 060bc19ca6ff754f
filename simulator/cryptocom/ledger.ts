import { DAY_MS } from '../../src/domain/duration.ts';
import type { JsonValue } from '../json-text.ts';
import type { RoutedAccount } from '../routed/account.ts';
import { codeAt } from '../routed/account.ts';
import { type ReadRoute, RequestRefused } from '../routed/description.ts';
import type { LedgerKind } from '../routed/ledger.ts';
import { OUTGOING_KINDS, type RoutedTruthRow } from '../truth.ts';

const STAKING_REWARD = 'staking reward';

/**
 * The kinds of entries of the ledger and of the list of rewards. Source:
 * "private/get-transactions".
 */
export const LEDGER_KINDS: readonly LedgerKind[] = [
  { code: 'SUBACCOUNT_TX', kind: 'transfer_in', listed: true },
  { code: 'ADJUSTMENT', kind: 'credit', listed: true },
  { code: 'ADMIN_ADJUSTMENT', kind: 'debit', listed: true },
  { code: 'MARGIN_TRADE_INTEREST', kind: 'fee', listed: true },
  { code: 'DELIST', kind: 'debit', listed: true },
  { code: 'SOFT_STAKE_REWARD', kind: 'reward', listed: true },
  { code: 'TRADING', kind: 'other', listed: false },
  { code: 'ONCHAIN_DEPOSIT', kind: 'deposit', listed: false },
  { code: STAKING_REWARD, kind: 'reward', listed: true },
];

/** The period that the ledger contains: "recent 6 months". */
export const LEDGER_REACH_MS = 180 * DAY_MS;
/** The default window; the documentation does not say if a longer one may be requested. */
const LEDGER_SPAN_MAX_MS = DAY_MS;
const LEDGER_ROWS_MAX = 100;
const REWARD_SPAN_MAX_MS = 180 * DAY_MS;
const REWARD_ROWS_MAX = 500;

/** `private/get-transactions`: times in nanoseconds, exclusive end, newest first. */
export const listTransactions: ReadRoute = (account, params, nowMs) => {
  const startMs = readNumber(params, 'start_time', /^\d{19}$/) / 1_000_000;
  const endMs = readNumber(params, 'end_time', /^\d{19}$/) / 1_000_000;
  const limit = readNumber(params, 'limit', /^\d{1,3}$/);
  if (limit > LEDGER_ROWS_MAX || endMs - startMs > LEDGER_SPAN_MAX_MS) {
    throw new RequestRefused('invalid-parameter');
  }
  const type = params.get('journal_type');
  const rows = listEvents(account, nowMs)
    .filter((row) => codeAt(row, nowMs) !== STAKING_REWARD)
    .filter((row) => type === null || codeAt(row, nowMs) === type)
    .filter(({ timestampMs }) => timestampMs >= nowMs - LEDGER_REACH_MS)
    .filter(({ timestampMs }) => timestampMs >= startMs && timestampMs < endMs);
  return { data: rows.slice(0, limit).map((row) => writeEntry(row, nowMs)) };
};

function listEvents(account: RoutedAccount, nowMs: number): readonly RoutedTruthRow[] {
  return account.listRows(['ledger'], nowMs).toReversed();
}

function readNumber(params: URLSearchParams, name: string, form: RegExp): number {
  const text = params.get(name) ?? '';
  if (!form.test(text)) throw new RequestRefused('invalid-parameter');
  return Number(text);
}

function writeEntry(row: RoutedTruthRow, nowMs: number): JsonValue {
  const sign = OUTGOING_KINDS.has(row.kind) ? '-' : '';
  return {
    account_id: '88888888-8888-8888-8888-000000000123',
    event_date: new Date(row.timestampMs).toISOString().slice(0, 10),
    journal_type: codeAt(row, nowMs),
    journal_id: row.recordId,
    transaction_qty: row.malformed ? 'abc' : `${sign}${row.amount}`,
    transaction_cost: '0',
    realized_pnl: '0',
    event_timestamp_ms: row.timestampMs,
    event_timestamp_ns: `${row.timestampMs}000000`,
    client_oid: '',
    taker_side: '',
    instrument_name: row.asset,
  };
}

/** `private/staking/get-reward-history`: inclusive bounds, newest first, no identifiers. */
export const listRewards: ReadRoute = (account, params, nowMs) => {
  const startMs = readNumber(params, 'start_time', /^\d{13}$/);
  const endMs = readNumber(params, 'end_time', /^\d{13}$/);
  const limit = readNumber(params, 'limit', /^\d{1,3}$/);
  if (limit > REWARD_ROWS_MAX || endMs - startMs > REWARD_SPAN_MAX_MS) {
    throw new RequestRefused('invalid-parameter');
  }
  const rows = listEvents(account, nowMs)
    .filter((row) => codeAt(row, nowMs) === STAKING_REWARD)
    .filter(({ timestampMs }) => timestampMs >= startMs && timestampMs <= endMs);
  return {
    data: rows.slice(0, limit).map((row) => ({
      staking_inst_name: `${row.asset}.staked`,
      underlying_inst_name: row.asset,
      reward_inst_name: `${row.asset}.staked`,
      reward_quantity: row.malformed ? 'abc' : row.amount,
      staked_balance: '100',
      event_timestamp_ms: String(row.timestampMs),
    })),
  };
};
