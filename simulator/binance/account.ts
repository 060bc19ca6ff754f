import { BalanceSheet } from '../balance-sheet.ts';
import type { SimulatedCredentials } from '../exchange.ts';
import type { BinanceTruthRow, History } from '../truth.ts';

/** A Binance account: its key, its records by kind (ascending by time) and its balances. */
export interface BinanceAccount {
  readonly credentials: SimulatedCredentials;
  readonly rows: Readonly<Record<BinanceTruthRow['source'], readonly BinanceTruthRow[]>>;
  readonly balances: BalanceSheet;
}

/** Prepares a history for answering requests. */
export function openBinanceAccount(
  credentials: SimulatedCredentials,
  history: History<BinanceTruthRow>,
): BinanceAccount {
  const ofSource = (source: BinanceTruthRow['source']): readonly BinanceTruthRow[] =>
    history.rows
      .filter((row) => row.source === source)
      .sort((left, right) => left.timestampMs - right.timestampMs);
  return {
    credentials,
    rows: {
      deposit: ofSource('deposit'),
      withdrawal: ofSource('withdrawal'),
      'fiat-deposit': ofSource('fiat-deposit'),
      'fiat-withdrawal': ofSource('fiat-withdrawal'),
    },
    balances: new BalanceSheet(history),
  };
}
