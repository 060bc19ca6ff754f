import { BalanceSheet } from '../balance-sheet.ts';
import type { AccountOptions, SimulatedCredentials, SimulatedPermissions } from '../exchange.ts';
import type { JsonValue } from '../json-text.ts';
import { RowList } from '../row-list.ts';
import type { BinanceTruthRow } from '../truth.ts';

/** A Binance account, prepared for responding to requests. */
export interface BinanceAccount {
  readonly credentials: SimulatedCredentials;
  readonly permissions: SimulatedPermissions;
  readonly balances: BalanceSheet;
  /** Returns the records of a kind that the lists contain at a Unix time in milliseconds, ascending by time. */
  listRows(source: BinanceTruthRow['source'], nowMs: number): readonly BinanceTruthRow[];
}

/** Returns what an account has for a signed request. */
export type ReadRoute = (
  account: BinanceAccount,
  params: URLSearchParams,
  nowMs: number,
) => JsonValue;

/** Prepares a history for responding to requests. */
export function openBinanceAccount({
  credentials,
  history,
  permissions = {},
}: AccountOptions<BinanceTruthRow>): BinanceAccount {
  const ofSource = (source: BinanceTruthRow['source']): RowList<BinanceTruthRow> =>
    new RowList(
      history.rows
        .filter((row) => row.source === source)
        .sort((left, right) => left.timestampMs - right.timestampMs),
    );
  const lists = {
    deposit: ofSource('deposit'),
    withdrawal: ofSource('withdrawal'),
    'fiat-deposit': ofSource('fiat-deposit'),
    'fiat-withdrawal': ofSource('fiat-withdrawal'),
    dividend: ofSource('dividend'),
    transfer: ofSource('transfer'),
  };
  return {
    credentials,
    permissions,
    balances: new BalanceSheet(history),
    listRows: (source, nowMs) => lists[source].at(nowMs),
  };
}
