import { BalanceSheet } from '../balance-sheet.ts';
import type { AccountOptions, SimulatedCredentials, SimulatedPermissions } from '../exchange.ts';
import type { JsonValue } from '../json-text.ts';
import type { BinanceTruthRow } from '../truth.ts';

/** A Binance account: its key, its records by kind (ascending by time), and its balances. */
export interface BinanceAccount {
  readonly credentials: SimulatedCredentials;
  readonly permissions: SimulatedPermissions;
  readonly rows: Readonly<Record<BinanceTruthRow['source'], readonly BinanceTruthRow[]>>;
  readonly balances: BalanceSheet;
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
  const ofSource = (source: BinanceTruthRow['source']): readonly BinanceTruthRow[] =>
    history.rows
      .filter((row) => row.source === source)
      .sort((left, right) => left.timestampMs - right.timestampMs);
  return {
    credentials,
    permissions,
    rows: {
      deposit: ofSource('deposit'),
      withdrawal: ofSource('withdrawal'),
      'fiat-deposit': ofSource('fiat-deposit'),
      'fiat-withdrawal': ofSource('fiat-withdrawal'),
      dividend: ofSource('dividend'),
      transfer: ofSource('transfer'),
    },
    balances: new BalanceSheet(history),
  };
}
