/**
 * Bitvavo's transaction history (support.bitvavo.com, Download your transaction history). The header is that of
 * the converters of dickwolff/Export-To-Ghostfolio and of others, which read exports of 2022 to 2026: the newer
 * one has `Quote Currency` and `Received / Paid Amount`, the older one `Price (EUR)`; this preset needs neither.
 */
import { absoluteDecimal, isNegativeDecimal, subtractDecimals } from '../../../domain/decimal.ts';
import { KINDS } from '../../../exchanges/bitvavo/ledger.ts';
import { STATUSES } from '../../../exchanges/bitvavo/statuses.ts';
import { directionOf, typeOfBooking } from '../../../exchanges/mapping/booking-types.ts';
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
import { parseDateFormat, type ReadTime } from '../date-format.ts';
import { TimeZone } from '../time-zone.ts';
import {
  type ExportedRow,
  type ExportLayout,
  failUnknown,
  type RowMapper,
} from './export-layout.ts';
import { readLocalTime } from './local-time-cell.ts';

const TRADES = new Set(['buy', 'sell']);
/** A cancelled withdrawal has this row besides its own, whose status is `canceled`. */
const CANCELLATION = 'withdrawal_cancelled';
/** Maximum zones of one file. */
const ZONES_MAX = 100;

class HistoryMapper implements RowMapper {
  readonly #readers = new Map<string, ReadTime>();

  map(row: RawRow, line: number): readonly ExportedRow[] {
    const word = requireText(row, 'type').toLowerCase();
    if (TRADES.has(word)) return [{ line, skipped: `${word}: a trade` }];
    if (word === CANCELLATION) return [{ line, skipped: `${word}: the withdrawal has the status` }];
    const asset = requireText(row, 'currency');
    const change = requireDecimal(row, 'amount');
    const type = readType(word, change);
    const fee = feeOf(readFee(row, 'fee amount'), readText(row, 'fee currency'));
    const gross = absoluteDecimal(change);
    // The amount of a withdrawal includes a fee in the same asset; the API's amount excludes it.
    const isNet = type === 'withdrawal' && fee.feeCost !== null && fee.feeCurrency === asset;
    const amount = isNet ? subtractDecimals(gross, fee.feeCost) : gross;
    if (isNegativeDecimal(amount)) throw new UnreadableRowError('fee amount is above amount');
    const transaction = {
      type,
      asset,
      amount,
      timestampMs: this.#readTime(row),
      status: readStatus(requireText(row, 'status')),
      txid: null,
      address: readText(row, 'address'),
      ...fee,
    };
    return [{ line, transaction }];
  }

  #readTime(row: RawRow): number {
    const zone = requireText(row, 'timezone');
    const time = requireText(row, 'time');
    const format = time.includes('.') ? 'YYYY-MM-DD HH:mm:ss.SSS' : 'YYYY-MM-DD HH:mm:ss';
    const key = `${format} ${zone}`;
    let read = this.#readers.get(key);
    if (read === undefined) {
      if (this.#readers.size >= ZONES_MAX) {
        throw new UnreadableRowError(`timezone: the file has more than ${ZONES_MAX} zones`);
      }
      read = parseDateFormat(format, openZone(zone));
      this.#readers.set(key, read);
    }
    return readLocalTime(read, 'time', `${requireText(row, 'date')} ${time}`);
  }
}

function openZone(name: string): TimeZone {
  try {
    return new TimeZone(name);
  } catch {
    throw new UnreadableRowError(`timezone "${name.slice(0, 64)}" is unknown`);
  }
}

function readType(word: string, change: Parameters<typeof directionOf>[0]) {
  if (word === 'deposit' || word === 'withdrawal') return word;
  const kind = lookUp(KINDS, word) ?? failUnknown('type', word);
  return typeOfBooking(kind, directionOf(change));
}

function readStatus(word: string) {
  const status = lookUp(STATUSES, word.toLowerCase().replaceAll(' ', '_'));
  return status ?? failUnknown('status', word);
}

export const BITVAVO_LAYOUTS: readonly ExportLayout[] = [
  {
    name: 'Bitvavo transaction history',
    columns: ['timezone', 'date', 'time', 'type', 'currency', 'amount', 'status', 'address'],
    caution: 'deposits and withdrawals of crypto have no txid in this export',
    open: () => new HistoryMapper(),
  },
];
