import { BalanceSheet } from '../balance-sheet.ts';
import type { AccountOptions, SimulatedCredentials, SimulatedPermissions } from '../exchange.ts';
import { RowList } from '../row-list.ts';
import type { RoutedTruthRow } from '../truth.ts';
import { stateAt } from '../truth.ts';

/** An account, prepared for responding to requests. */
export interface RoutedAccount {
  readonly credentials: SimulatedCredentials;
  readonly permissions: SimulatedPermissions;
  readonly isSubAccount: boolean;
  readonly balances: BalanceSheet;
  /** Returns the records of these sources that the lists contain at a Unix time in milliseconds, ascending by time. */
  listRows(sources: readonly RoutedTruthRow['source'][], nowMs: number): readonly RoutedTruthRow[];
}

/** Prepares a history for responding to requests. */
export function openRoutedAccount({
  credentials,
  history,
  permissions = {},
  isSubAccount = false,
}: AccountOptions<RoutedTruthRow>): RoutedAccount {
  const lists = new Map<string, RowList<RoutedTruthRow>>();
  return {
    credentials,
    permissions,
    isSubAccount,
    balances: new BalanceSheet(history),
    listRows: (sources, nowMs) => {
      const key = sources.join();
      let list = lists.get(key);
      if (list === undefined) {
        list = new RowList(history.rows.filter((row) => sources.includes(row.source)));
        lists.set(key, list);
      }
      return list.at(nowMs);
    },
  };
}

/** Returns the exchange's code of a record's status at a Unix time in milliseconds. */
export function codeAt(row: RoutedTruthRow, nowMs: number): string {
  return stateAt(row, nowMs)?.code ?? '';
}
