/**
 * Bitvavo's transaction history (support.bitvavo.com, Download your transaction history). The header is that of
 * the converters of dickwolff/Export-To-Ghostfolio and of others, which read exports of 2022 to 2026: the newer
 * one has `Quote Currency` and `Received / Paid Amount`, the older one `Price (EUR)`; this preset needs neither.
 */
import { absoluteDecimal } from '../../../domain/decimal.ts';
import { parseInstantFloor } from '../../../domain/instant.ts';
import type { TransactionStatus, TransactionType } from '../../../domain/transaction.ts';
import { KINDS } from '../../../exchanges/bitvavo/ledger.ts';
import { STATUSES } from '../../../exchanges/bitvavo/statuses.ts';
import {
  type Direction,
  directionOf,
  typeOfBooking,
} from '../../../exchanges/mapping/booking-types.ts';
import { feeOf } from '../../../exchanges/mapping/fee.ts';
import { lookUp } from '../../../exchanges/mapping/look-up.ts';
import {
  type RawRow,
  readFee,
  readText,
  requireDecimal,
  requireText,
  UnreadableRowError,
} from '../../../exchanges/mapping/raw-row.ts';
import type { StatusTable } from '../../../exchanges/mapping/status-table.ts';
import { parseDateFormat, readsOffset, type ReadTime } from '../date-format.ts';
import { TimeZone } from '../time-zone.ts';
import type { ExportContext, ExportedRow, ExportLayout, RowMapper } from './export-layout.ts';
import { subtractFee } from './export-fees.ts';
import { requireWord, type UnknownWord, UnknownWordsError } from './export-words.ts';

const TRADES = new Set(['buy', 'sell']);
/** A cancelled withdrawal has this row besides its own, whose status is `canceled`. */
const CANCELLATION = 'withdrawal_cancelled';
/** Words of the export for the statuses of the API; rewards are `Distributed`. */
const EXPORT_STATUSES: StatusTable = {
  ...STATUSES,
  distributed: 'completed',
  pending: 'pending',
};
/** Maximum zones of one file. */
export const ZONES_MAX = 100;
const DATE_FORMAT = 'YYYY-MM-DD';
/** Matches a format that has the hour. */
const WITH_HOUR = /h/i;

class HistoryMapper implements RowMapper {
  readonly #context: ExportContext;
  readonly #readers = new Map<string, ReadTime>();

  constructor(context: ExportContext) {
    this.#context = context;
  }

  map(row: RawRow, line: number): readonly ExportedRow[] {
    const { decisions } = this.#context;
    const typeWord = requireWord(row, 'type');
    const statusWord = requireWord(row, 'status');
    const readDirection = (): Direction | undefined => directionOf(requireDecimal(row, 'amount'));
    const decided = decisions.typeOf(typeWord, readDirection);
    const reason = decided === undefined ? whySkipped(typeWord) : undefined;
    if (reason !== undefined) return [{ line, skipped: reason }];
    const type = decided ?? typeOf(typeWord, readDirection);
    const status = decisions.statusOf(statusWord) ?? statusOf(statusWord);
    if (type === undefined || status === undefined) {
      throw new UnknownWordsError([
        ...(type === undefined ? [unknownType(typeWord, readDirection())] : []),
        ...(status === undefined ? [unknownStatus(statusWord)] : []),
      ]);
    }
    const asset = requireText(row, 'currency');
    const fee = feeOf(readFee(row, 'fee amount'), readText(row, 'fee currency'));
    const gross = absoluteDecimal(requireDecimal(row, 'amount'));
    const transaction = {
      type,
      asset,
      // The amount of a withdrawal includes a fee in the same asset; the API's amount excludes it.
      amount: type === 'withdrawal' ? subtractFee(gross, asset, fee) : gross,
      timestampMs: this.#readTime(row),
      status,
      txid: null,
      address: readText(row, 'address'),
      ...fee,
    };
    return [{ line, transaction }];
  }

  #readTime(row: RawRow): number {
    const date = requireText(row, 'date');
    const exact = readExact(date) ?? readExact(readText(row, 'time'));
    if (exact !== undefined) return exact;
    const zone = requireText(row, 'timezone');
    const time = requireText(row, 'time');
    const { dateFormat = DATE_FORMAT } = this.#context;
    const timeFormat = time.includes('.') ? 'HH:mm:ss.SSS' : 'HH:mm:ss';
    const format = WITH_HOUR.test(dateFormat) ? dateFormat : `${dateFormat} ${timeFormat}`;
    const key = `${format} ${zone}`;
    let read = this.#readers.get(key);
    if (read === undefined) {
      if (this.#readers.size >= ZONES_MAX) {
        throw new UnreadableRowError(`timezone: the file has more than ${ZONES_MAX} zones`);
      }
      read = parseDateFormat(format, readsOffset(format) ? undefined : this.#openZone(zone));
      this.#readers.set(key, read);
    }
    return read('time', `${date} ${time}`);
  }

  #openZone(name: string): TimeZone {
    const { zone } = this.#context;
    if (zone !== undefined && zone.name !== name) {
      throw new UnreadableRowError(
        `timezone "${name.slice(0, 64)}" contradicts --time-zone ${zone.name}: omit the option`,
      );
    }
    try {
      return new TimeZone(name);
    } catch {
      throw new UnreadableRowError(`timezone "${name.slice(0, 64)}" is unknown`);
    }
  }
}

/** Returns the time of a cell that has the date and the offset too, as a local time that occurs twice needs. */
function readExact(cell: string | null): number | undefined {
  return cell?.includes('T') === true ? parseInstantFloor(cell) : undefined;
}

/** Returns why rows of a type are not transactions; `undefined` if they are. */
function whySkipped(word: string): string | undefined {
  const name = word.toLowerCase();
  if (TRADES.has(name)) return `${name}: a trade`;
  return name === CANCELLATION ? `${name}: the withdrawal has the status` : undefined;
}

function typeOf(
  word: string,
  readDirection: () => Direction | undefined,
): TransactionType | undefined {
  const name = word.toLowerCase();
  if (name === 'deposit' || name === 'withdrawal') {
    const direction = readDirection();
    const usual = name === 'deposit' ? 'in' : 'out';
    return direction === undefined || direction === usual
      ? name
      : typeOfBooking('booking', direction);
  }
  const kind = lookUp(KINDS, name);
  return kind === undefined ? undefined : typeOfBooking(kind, readDirection());
}

function statusOf(word: string): TransactionStatus | undefined {
  return lookUp(EXPORT_STATUSES, word.toLowerCase().replaceAll(' ', '_'));
}

function unknownType(word: string, direction: Direction | undefined): UnknownWord {
  return { column: 'type', word, decides: 'type', direction };
}

function unknownStatus(word: string): UnknownWord {
  return { column: 'status', word, decides: 'status', direction: undefined };
}

export const BITVAVO_LAYOUTS: readonly ExportLayout[] = [
  {
    name: 'Bitvavo transaction history',
    columns: ['timezone', 'date', 'time', 'type', 'currency', 'amount', 'status', 'address'],
    caution: 'deposits and withdrawals of crypto have no txid in this export',
    words: ['type', 'status'],
    symbols: { MIOTA: 'IOTA' },
    numbers: /^(?:amount|fee amount)$/,
    open: (_header, context) => new HistoryMapper(context),
  },
];
