/**
 * Files of Binance (binance.com, Support, How to download transaction history, deposit and withdrawal history):
 * the transaction history, and the histories of deposits and withdrawals of crypto and of fiat. Their headers
 * are in BittyTax (`src/bittytax/conv/parsers/binance.py`); newer files have `Time` in place of `UTC_Time` and
 * `Date(UTC)`, in the zone that the customer has chosen, and years of two digits.
 */
import { absoluteDecimal } from '../../../domain/decimal.ts';
import type { TransactionStatus, TransactionType } from '../../../domain/transaction.ts';
import { FIAT_STATUSES } from '../../../exchanges/binance/statuses.ts';
import { readFiatAmount, readTxid } from '../../../exchanges/binance/transactions.ts';
import {
  type Direction,
  directionOf,
  typeOfBooking,
} from '../../../exchanges/mapping/booking-types.ts';
import { NO_FEE, readFeeIn } from '../../../exchanges/mapping/fee.ts';
import { lookUp } from '../../../exchanges/mapping/look-up.ts';
import {
  type RawRow,
  readText,
  requireAmount,
  requireDecimal,
  requireText,
  UnreadableRowError,
} from '../../../exchanges/mapping/raw-row.ts';
import type { StatusTable } from '../../../exchanges/mapping/status-table.ts';
import { CommandError } from '../../failure.ts';
import { parseDateFormat, readsOffset } from '../date-format.ts';
import { TimeZone } from '../time-zone.ts';
import { type Operation, OPERATIONS } from './binance-operations.ts';
import { BinancePurchases } from './binance-purchases.ts';
import type { ExportContext, ExportedRow, ExportLayout, RowMapper } from './export-layout.ts';
import { readMoney } from './export-money.ts';
import type { ExportSymbols } from './export-symbols.ts';
import { failZone, type ReadRowTime, readTimesAs } from './export-times.ts';
import { requireWord, UnknownWordsError } from './export-words.ts';
import type { WordDecisions } from './word-decisions.ts';

const LONG_YEAR_LENGTH = 'YYYY-MM-DD HH:mm:ss'.length;
/** A header of times with their offset, for example `date(utc+8)`; some files have `utcnull`. */
const TIME_WITH_OFFSET = /^date\(utc(?:null|([+-])(\d{1,2}))?\)$/;

/** @throws {CommandError} if the header does not name the zone of its times and no option does. */
function openTimes(header: readonly string[], { zone, dateFormat }: ExportContext): ReadRowTime {
  const column =
    header.find((name) => name === 'utc_time' || TIME_WITH_OFFSET.test(name)) ??
    header.find((name) => name === 'time' || name === 'date');
  if (column === undefined) throw new CommandError('invalid_import', 'there is no column of times');
  if (dateFormat !== undefined && readsOffset(dateFormat)) {
    return readTimesAs(dateFormat, undefined, column);
  }
  const named = zoneOf(column);
  if (named !== undefined && zone !== undefined && zone.name !== named.name) {
    failZone(`the header "${column}"`);
  }
  const used = named ?? zone;
  if (used === undefined) {
    throw new CommandError(
      'invalid_import',
      `the column "${column}" does not name its time zone. It is the zone that was chosen for the export; the ` +
        'name of the file may contain it, for example (UTC+2). Add it, for example --time-zone UTC or --time-zone +02:00',
    );
  }
  if (dateFormat !== undefined) return readTimesAs(dateFormat, used, column);
  const readShort = parseDateFormat('YY-MM-DD HH:mm:ss', used);
  const readLong = parseDateFormat('YYYY-MM-DD HH:mm:ss', used);
  return (row) => {
    const text = requireText(row, column);
    return (text.length < LONG_YEAR_LENGTH ? readShort : readLong)(column, text);
  };
}

/** Returns the zone that a header names. */
function zoneOf(column: string): TimeZone | undefined {
  if (column === 'utc_time') return new TimeZone('UTC');
  const match = TIME_WITH_OFFSET.exec(column);
  if (match === null) return undefined;
  const [, sign = '+', hours = '0'] = match;
  if (Number(hours) === 0) return new TimeZone('UTC');
  return new TimeZone(`${sign}${hours.padStart(2, '0')}:00`);
}

/** The account whose balance is reported. */
const SPOT = 'spot';
/**
 * The other accounts with rows of the wallet: rewards, and deposits, withdrawals and purchases of the funding account.
 * The operations of futures, margin and further accounts are not looked at: they do not change the spot account, and
 * `Fee` or `Transaction Fee` has another meaning there.
 */
const OTHER_ACCOUNTS: Readonly<Record<string, readonly Operation[]>> = {
  earn: ['reward'],
  savings: ['reward'],
  pool: ['reward'],
  funding: ['reward', 'external', 'purchase'],
};

/** Maps the rows of the transaction history. */
class HistoryMapper implements RowMapper {
  readonly #readTime: ReadRowTime;
  readonly #decisions: WordDecisions;
  readonly #purchases = new BinancePurchases();

  constructor(header: readonly string[], context: ExportContext) {
    this.#readTime = openTimes(header, context);
    this.#decisions = context.decisions;
  }

  map(row: RawRow, line: number): readonly ExportedRow[] {
    const type = readHistoryType(row, this.#decisions);
    if (typeof type !== 'string') return [{ line, ...type }];
    const transaction = {
      type: type === 'purchase' ? ('deposit' as const) : type,
      asset: requireText(row, 'coin'),
      amount: absoluteDecimal(requireDecimal(row, 'change')),
      timestampMs: this.#readTime(row),
      status: 'completed' as const,
      txid: null,
      address: null,
      ...NO_FEE,
    };
    const exported = { line, transaction };
    return type === 'purchase' ? this.#purchases.take(row, exported) : [exported];
  }

  end(): readonly ExportedRow[] {
    return this.#purchases.end();
  }
}

/** Returns the type of a row, or why it is not a transaction of the wallet. */
function readHistoryType(
  row: RawRow,
  decisions: WordDecisions,
): TransactionType | 'purchase' | { readonly skipped: string } {
  const account = requireWord(row, 'account');
  const elsewhere = { skipped: `account ${account}: not the spot account` };
  const isSpot = account.toLowerCase() === SPOT;
  const counted = isSpot ? [] : lookUp(OTHER_ACCOUNTS, account.toLowerCase());
  if (counted === undefined) return elsewhere;
  const word = requireWord(row, 'operation');
  const readDirection = (): Direction | undefined => directionOf(requireDecimal(row, 'change'));
  const decided = decisions.typeOf(word, readDirection);
  if (decided !== undefined) return decided;
  const operation = OPERATIONS.get(word.toLowerCase());
  if (!isSpot && (operation === undefined || !counted.includes(operation))) return elsewhere;
  if (operation === 'trade') return { skipped: `${word}: a trade` };
  if (operation === 'purchase') return operation;
  const direction = readDirection();
  if (operation === undefined) {
    throw new UnknownWordsError([{ column: 'operation', word, decides: 'type', direction }]);
  }
  if (operation !== 'external') return typeOfBooking(operation, direction);
  return direction === 'out' ? 'withdrawal' : 'deposit';
}

/** @throws {UnknownWordsError} if the status is unknown. */
function readStatus(
  row: RawRow,
  statuses: StatusTable,
  decisions: WordDecisions,
): TransactionStatus {
  const word = requireWord(row, 'status');
  const status = decisions.statusOf(word) ?? lookUp(statuses, word.toLowerCase());
  if (status !== undefined) return status;
  throw new UnknownWordsError([
    { column: 'status', word, decides: 'status', direction: undefined },
  ]);
}

/** The words for the statuses of `exchanges/binance/statuses.ts`, in lower case. */
const STATUSES: StatusTable = {
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

/** Statuses of the fiat history, in lower case. */
const FIAT_WORDS: StatusTable = Object.fromEntries(
  Object.entries(FIAT_STATUSES).map(([word, status]) => [word.toLowerCase(), status]),
);

/** Maps a row of the deposit or withdrawal history. The amount of a withdrawal excludes the fee. */
function mapMovement(
  row: RawRow,
  line: number,
  type: 'deposit' | 'withdrawal',
  readTime: ReadRowTime,
  decisions: WordDecisions,
): readonly ExportedRow[] {
  const asset = requireText(row, 'coin');
  const source = type === 'deposit' ? readText(row, 'sourceaddress') : null;
  const feeColumn = readText(row, 'fee') === null ? 'transactionfee' : 'fee';
  const status = readStatus(row, STATUSES, decisions);
  const txid = readTxid({ txId: row['txid'] });
  // With its later txid, it would be another row.
  if (status === 'pending' && txid === null) {
    return [{ line, skipped: `${type} that is not settled: it has no txid` }];
  }
  const transaction = {
    type,
    asset,
    amount: requireAmount(row, 'amount'),
    timestampMs: readTime(row),
    status,
    txid,
    address: source ?? readText(row, 'address'),
    // Deposits have no fee; older files contain a zero, which the API does not report.
    ...(type === 'deposit' ? NO_FEE : readFeeIn(asset, row, feeColumn)),
  };
  return [{ line, transaction }];
}

/** Maps a row of the fiat history. */
function mapFiatRow(
  row: RawRow,
  line: number,
  type: 'deposit' | 'withdrawal',
  readTime: ReadRowTime,
  decisions: WordDecisions,
): readonly ExportedRow[] {
  const asset = requireText(row, 'coin');
  const fee = readFeeIn(asset, row, 'fee');
  const transaction = {
    type,
    asset,
    amount: readFiatAmount(row, type, 'indicated amount', fee),
    timestampMs: readTime(row),
    status: readStatus(row, FIAT_WORDS, decisions),
    txid: null,
    address: null,
    ...fee,
  };
  // The number of the API's order. It is not known whether the id of the newer layout is the same number.
  const key = 'order id' in row ? { key: `fiat:${requireText(row, 'order id')}` } : {};
  return [{ line, transaction, ...key }];
}

/** Returns a row of the newer fiat history with the cells of the older one. */
function splitMoney(row: RawRow): RawRow {
  const paid = readMoney(row, 'deposit amount');
  const received = readMoney(row, 'receive amount');
  const fee = readText(row, 'fee') === null ? null : readMoney(row, 'fee');
  if ([received, fee].some((each) => each !== null && each.currency !== paid.currency)) {
    throw new UnreadableRowError('deposit amount, receive amount and fee have several currencies');
  }
  return {
    ...row,
    coin: paid.currency,
    'indicated amount': paid.amount,
    amount: received.amount,
    fee: fee?.amount,
  };
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
const SYMBOLS: ExportSymbols = { YOYO: 'YOYOW' };
const MOVEMENT_CELLS = {
  words: ['status'],
  symbols: SYMBOLS,
  numbers: /^(?:(?:indicated |deposit |receive )?amount|fee|transactionfee)$/,
};

export const BINANCE_LAYOUTS: readonly ExportLayout[] = [
  {
    name: 'Binance transaction history',
    columns: ['account', 'operation', 'coin', 'change', 'remark'],
    words: ['operation'],
    symbols: SYMBOLS,
    numbers: /^change$/,
    caution:
      'deposits and withdrawals have no txid in this export, and withdrawals include the fee; the deposit and ' +
      'withdrawal histories have both',
    open: (header, context) => new HistoryMapper(header, context),
  },
  {
    name: 'Binance deposit or withdrawal history (older layout)',
    columns: [...MOVEMENT_COLUMNS, 'transactionfee'],
    ...MOVEMENT_CELLS,
    open: (header, context) => {
      const readTime = openTimes(header, context);
      const type = directionOfFile(context);
      return { map: (row, line) => mapMovement(row, line, type, readTime, context.decisions) };
    },
  },
  {
    name: 'Binance withdrawal history',
    columns: [...MOVEMENT_COLUMNS, 'fee'],
    ...MOVEMENT_CELLS,
    open: (header, context) => {
      const readTime = openTimes(header, context);
      return {
        map: (row, line) => mapMovement(row, line, 'withdrawal', readTime, context.decisions),
      };
    },
  },
  {
    name: 'Binance deposit history',
    columns: MOVEMENT_COLUMNS,
    ...MOVEMENT_CELLS,
    open: (header, context) => {
      const readTime = openTimes(header, context);
      return { map: (row, line) => mapMovement(row, line, 'deposit', readTime, context.decisions) };
    },
  },
  {
    name: 'Binance fiat deposit or withdrawal history',
    columns: ['coin', 'amount', 'status', 'payment method', 'fee', 'order id'],
    ...MOVEMENT_CELLS,
    open: (header, context) => {
      const readTime = openTimes(header, context);
      const type = directionOfFile(context);
      return { map: (row, line) => mapFiatRow(row, line, type, readTime, context.decisions) };
    },
  },
  {
    name: 'Binance fiat deposit or withdrawal history (newer layout)',
    columns: ['method', 'deposit amount', 'receive amount', 'fee', 'status', 'transaction id'],
    caution:
      'it is unknown whether this export has the ids and times of the orders that synchronisation reads',
    ...MOVEMENT_CELLS,
    open: (header, context) => {
      const readTime = openTimes(header, context);
      const type = directionOfFile(context);
      return {
        map: (row, line) => mapFiatRow(splitMoney(row), line, type, readTime, context.decisions),
      };
    },
  },
];
