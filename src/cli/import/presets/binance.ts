/**
 * Files of Binance (binance.com, Support, How to download transaction history, deposit and withdrawal history):
 * the transaction history, and the histories of deposits and withdrawals of crypto and of fiat. Their headers
 * are in BittyTax (`src/bittytax/conv/parsers/binance.py`); newer files have `Time` in place of `UTC_Time` and
 * `Date(UTC)`, in the zone that the customer has chosen, and years of two digits.
 */
import { absoluteDecimal, isNegativeDecimal } from '../../../domain/decimal.ts';
import type { TransactionStatus, TransactionType } from '../../../domain/transaction.ts';
import { FIAT_STATUSES } from '../../../exchanges/binance/statuses.ts';
import { readTxid } from '../../../exchanges/binance/transactions.ts';
import { directionOf, typeOfBooking } from '../../../exchanges/mapping/booking-types.ts';
import { NO_FEE, readFeeIn } from '../../../exchanges/mapping/fee.ts';
import { lookUp } from '../../../exchanges/mapping/look-up.ts';
import {
  type RawRow,
  readText,
  requireAmount,
  requireDecimal,
  requireText,
} from '../../../exchanges/mapping/raw-row.ts';
import { CommandError } from '../../failure.ts';
import { parseDateFormat } from '../date-format.ts';
import { TimeZone } from '../time-zone.ts';
import { OPERATIONS } from './binance-operations.ts';
import {
  type ExportContext,
  type ExportedRow,
  type ExportLayout,
  failUnknown,
} from './export-layout.ts';
import { readLocalTime } from './local-time-cell.ts';

type ReadRowTime = (row: RawRow) => number;

const LONG_YEAR_LENGTH = 'YYYY-MM-DD HH:mm:ss'.length;
/** A header of times with their offset, for example `date(utc+8)`; some files have `utcnull`. */
const TIME_WITH_OFFSET = /^date\(utc(?:null|([+-])(\d{1,2}))?\)$/;

/** @throws {CommandError} if the header does not name the zone of its times and no option does. */
function openTimes(header: readonly string[], { zone }: ExportContext): ReadRowTime {
  const column =
    header.find((name) => name === 'utc_time' || TIME_WITH_OFFSET.test(name)) ??
    header.find((name) => name === 'time' || name === 'date');
  if (column === undefined) throw new CommandError('invalid_import', 'there is no column of times');
  const named = zoneOf(column);
  if (named !== undefined && zone !== undefined) {
    throw new CommandError(
      'invalid_import',
      `the times are in the zone of the header "${column}": omit --time-zone`,
    );
  }
  const used = named ?? zone;
  if (used === undefined) {
    throw new CommandError(
      'invalid_import',
      `the column "${column}" does not name its time zone. It is the zone that was chosen for the export; the ` +
        'name of the file may contain it, for example (UTC+2). Add it, for example --time-zone UTC or --time-zone +02:00',
    );
  }
  const readers = ['YY-MM-DD HH:mm:ss', 'YYYY-MM-DD HH:mm:ss'].map((format) =>
    parseDateFormat(format, used),
  );
  return (row) => {
    const text = requireText(row, column);
    const read = readers[text.length < LONG_YEAR_LENGTH ? 0 : 1];
    return read === undefined ? Number.NaN : readLocalTime(read, column, text);
  };
}

/** Returns the zone that a header names. */
function zoneOf(column: string): TimeZone | undefined {
  if (column === 'utc_time') return new TimeZone('UTC');
  const match = TIME_WITH_OFFSET.exec(column);
  if (match === null) return undefined;
  const [, sign = '+', hours = '0'] = match;
  return new TimeZone(`${sign}${hours.padStart(2, '0')}:00`);
}

/** Rows of other accounts do not change the spot account, whose balance is reported. */
const SPOT = 'spot';
const EXTERNAL_ACCOUNTS = new Set([SPOT, 'funding']);

/** Maps a row of the transaction history. */
function mapHistoryRow(row: RawRow, line: number, readTime: ReadRowTime): readonly ExportedRow[] {
  const word = requireText(row, 'operation');
  const account = requireText(row, 'account');
  const operation = OPERATIONS.get(word.toLowerCase()) ?? failUnknown('operation', word);
  if (operation === 'trade') return [{ line, skipped: `${word}: a trade` }];
  const isCounted =
    operation === 'reward' ||
    account.toLowerCase() === SPOT ||
    (operation === 'external' && EXTERNAL_ACCOUNTS.has(account.toLowerCase()));
  if (!isCounted) return [{ line, skipped: `${word}: not in the spot account` }];
  const change = requireDecimal(row, 'change');
  const type: TransactionType =
    operation === 'external'
      ? isNegativeDecimal(change)
        ? 'withdrawal'
        : 'deposit'
      : typeOfBooking(operation, directionOf(change));
  const transaction = {
    type,
    asset: requireText(row, 'coin'),
    amount: absoluteDecimal(change),
    timestampMs: readTime(row),
    status: 'completed' as const,
    txid: null,
    address: null,
    ...NO_FEE,
  };
  return [{ line, transaction }];
}

/** The words for the statuses of `exchanges/binance/statuses.ts`, in lower case. */
const STATUSES: Readonly<Record<string, TransactionStatus>> = {
  completed: 'completed',
  success: 'completed',
  successful: 'completed',
  credited: 'completed',
  pending: 'pending',
  processing: 'pending',
  'email sent': 'pending',
  'awaiting approval': 'pending',
  canceled: 'canceled',
  cancelled: 'canceled',
  rejected: 'failed',
  failed: 'failed',
  failure: 'failed',
};

/** Maps a row of the deposit or withdrawal history. The amount of a withdrawal excludes the fee. */
function mapMovement(
  row: RawRow,
  line: number,
  type: 'deposit' | 'withdrawal',
  readTime: ReadRowTime,
): readonly ExportedRow[] {
  const asset = requireText(row, 'coin');
  const word = requireText(row, 'status');
  const source = type === 'deposit' ? readText(row, 'sourceaddress') : null;
  const feeColumn = readText(row, 'fee') === null ? 'transactionfee' : 'fee';
  const transaction = {
    type,
    asset,
    amount: requireAmount(row, 'amount'),
    timestampMs: readTime(row),
    status: lookUp(STATUSES, word.toLowerCase()) ?? failUnknown('status', word),
    txid: readTxid({ txId: row['txid'] }),
    address: source ?? readText(row, 'address'),
    // Deposits have no fee; older files contain a zero, which the API does not report.
    ...(type === 'deposit' ? NO_FEE : readFeeIn(asset, row, feeColumn)),
  };
  return [{ line, transaction }];
}

/** Maps a row of the fiat history, which has the order number of the API. */
function mapFiatRow(
  row: RawRow,
  line: number,
  type: 'deposit' | 'withdrawal',
  readTime: ReadRowTime,
): readonly ExportedRow[] {
  const asset = requireText(row, 'coin');
  const word = requireText(row, 'status');
  const transaction = {
    type,
    asset,
    amount: requireAmount(row, 'amount'),
    timestampMs: readTime(row),
    status: lookUp(FIAT_STATUSES, word) ?? failUnknown('status', word),
    txid: null,
    address: null,
    ...readFeeIn(asset, row, 'fee'),
  };
  return [{ line, transaction, key: `fiat:${requireText(row, 'order id')}` }];
}

/** Returns the direction of a file whose columns do not show it. */
function directionOfFile({ fileName }: ExportContext): 'deposit' | 'withdrawal' {
  const isDeposit = /deposit/i.test(fileName ?? '');
  if (isDeposit !== /withdraw/i.test(fileName ?? '')) return isDeposit ? 'deposit' : 'withdrawal';
  throw new CommandError(
    'invalid_import',
    'deposits and withdrawals have the same columns in this layout: name the file like the export, ' +
      'with "deposit" or "withdraw" in its name',
  );
}

const MOVEMENT_COLUMNS = ['coin', 'amount', 'address', 'txid', 'status'];

export const BINANCE_LAYOUTS: readonly ExportLayout[] = [
  {
    name: 'Binance transaction history',
    columns: ['account', 'operation', 'coin', 'change', 'remark'],
    caution:
      'deposits and withdrawals have no txid in this export, and withdrawals include the fee; the deposit and ' +
      'withdrawal histories have both',
    open: (header, context) => {
      const readTime = openTimes(header, context);
      return { map: (row, line) => mapHistoryRow(row, line, readTime) };
    },
  },
  {
    name: 'Binance deposit or withdrawal history (older layout)',
    columns: [...MOVEMENT_COLUMNS, 'transactionfee'],
    open: (header, context) => {
      const readTime = openTimes(header, context);
      const type = directionOfFile(context);
      return { map: (row, line) => mapMovement(row, line, type, readTime) };
    },
  },
  {
    name: 'Binance withdrawal history',
    columns: [...MOVEMENT_COLUMNS, 'fee'],
    open: (header, context) => {
      const readTime = openTimes(header, context);
      return { map: (row, line) => mapMovement(row, line, 'withdrawal', readTime) };
    },
  },
  {
    name: 'Binance deposit history',
    columns: MOVEMENT_COLUMNS,
    open: (header, context) => {
      const readTime = openTimes(header, context);
      return { map: (row, line) => mapMovement(row, line, 'deposit', readTime) };
    },
  },
  {
    name: 'Binance fiat deposit or withdrawal history',
    columns: ['coin', 'amount', 'status', 'payment method', 'fee', 'order id'],
    open: (header, context) => {
      const readTime = openTimes(header, context);
      const type = directionOfFile(context);
      return { map: (row, line) => mapFiatRow(row, line, type, readTime) };
    },
  },
];
