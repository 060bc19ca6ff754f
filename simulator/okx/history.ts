import { addBankTransfers } from '../routed/bank-transfers.ts';
import type { Dialect } from '../routed/dialect.ts';
import { generateRoutedHistory } from '../routed/generate.ts';
import type { RoutedHistoryOptions } from '../routed/history-options.ts';
import type { History, RoutedTruthRow } from '../truth.ts';
import { addLedger } from '../routed/ledger.ts';
import { BILL_KINDS } from './bills.ts';
import { FIAT_ASSET } from './records.ts';
import { FIAT_CODES, OKX_STATUSES } from './statuses.ts';

const DIALECT: Dialect = {
  exchange: 'okx',
  statuses: OKX_STATUSES,
  depositsWithoutId: false,
  feeInAmount: false,
};

/** The time of the oldest listed bill. Source: OKX v5, "Asset bills history". */
const BILLS_FROM_MS = Date.UTC(2021, 1, 1);

/** Generates the history of an OKX account with bills and fiat orders; see {@link generateRoutedHistory}. */
export function generateOkxHistory(options: RoutedHistoryOptions): History<RoutedTruthRow> {
  const history = generateRoutedHistory(DIALECT, options);
  const withBills = addLedger(history, {
    kinds: BILL_KINDS,
    every: 10,
    count: 1,
    fee: null,
    fromMs: BILLS_FROM_MS,
  });
  return addBankTransfers(withBills, { asset: FIAT_ASSET, codes: FIAT_CODES, account: null });
}
