import { SECOND_MS, DAY_MS } from '../../src/domain/duration.ts';
import { addBankTransfers, type BankTransfers } from '../routed/bank-transfers.ts';
import type { Dialect } from '../routed/dialect.ts';
import { generateRoutedHistory } from '../routed/generate.ts';
import { addLedger, type LedgerDialect } from '../routed/ledger.ts';
import type { RoutedHistoryOptions } from '../routed/history-options.ts';
import type { History, RoutedTruthRow } from '../truth.ts';
import { LEDGER_KINDS, LEDGER_REACH_MS } from './ledger.ts';
import { CRYPTOCOM_STATUSES, FIAT_CODES } from './statuses.ts';

const DIALECT: Dialect = {
  exchange: 'cryptocom',
  statuses: CRYPTOCOM_STATUSES,
  // Recorded times are whole seconds.
  timeStepMs: {
    deposit: SECOND_MS,
    'internal-deposit': SECOND_MS,
    withdrawal: SECOND_MS,
    'internal-withdrawal': SECOND_MS,
  },
  depositsWithoutId: false,
  feeInAmount: false,
};

/** The ledger has an entry of every kind with each deposit. */
const LEDGER: LedgerDialect = {
  kinds: LEDGER_KINDS,
  every: 1,
  count: LEDGER_KINDS.length,
  fee: null,
};
const LEDGER_MARGIN_MS = 40 * DAY_MS;

/** The currency of bank transfers. */
export const FIAT_ASSET = 'EUR';
const BANK_TRANSFERS: BankTransfers = {
  asset: FIAT_ASSET,
  codes: FIAT_CODES,
  account: 'XX00123456789012345678',
};

/**
 * Generates the history of a Crypto.com account; see {@link generateRoutedHistory}. Deposits have a fee of
 * zero, internal transfers no address, and some deposits are accompanied by a bank transfer. The ledger has
 * entries in the part of the history that it still contains some weeks after the end.
 */
export function generateCryptoComHistory(options: RoutedHistoryOptions): History<RoutedTruthRow> {
  const history = generateRoutedHistory(DIALECT, options);
  const ledgerFromMs = options.toMs - LEDGER_REACH_MS + LEDGER_MARGIN_MS;
  const recent = history.rows.filter(({ timestampMs }) => timestampMs >= ledgerFromMs);
  const { rows: withLedger } = addLedger({ ...history, rows: recent }, LEDGER);
  const crypto = history.rows.map((row) => ({
    ...row,
    fee: row.kind === 'deposit' ? '0' : row.fee,
    address: row.source === 'internal-withdrawal' ? null : row.address,
  }));
  const withFiat = addBankTransfers({ ...history, rows: crypto }, BANK_TRANSFERS);
  return {
    ...withFiat,
    rows: [...withFiat.rows, ...withLedger.filter(({ source }) => source === 'ledger')].sort(
      (left, right) => left.timestampMs - right.timestampMs,
    ),
  };
}
