/** Maps bookings of Binance's spot account other than deposits and withdrawals. Pure functions. */
import type { ExchangeTransaction, WindowReading } from '../exchange.ts';
import type { Direction } from '../mapping/booking-types.ts';
import { mapBooking } from '../mapping/booking.ts';
import { keyById, mapRows, type ToSymbol } from '../mapping/map-rows.ts';
import {
  type RawRow,
  readText,
  requireAmount,
  requireDecimal,
  requireText,
  requireTimestampMs,
} from '../mapping/raw-row.ts';
import { readStatus } from '../mapping/status-table.ts';
import { TRANSFER_STATUSES } from './statuses.ts';

const OUTFLOW = '-1';

/**
 * Maps records of `asset/assetDividend`: interest, airdrops, rebates and other distributions
 * (developers.binance.com, Asset Dividend Record). `direction` is -1 for a reclaimed amount.
 */
export function mapDividends(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  const map = (row: RawRow): ExchangeTransaction =>
    mapBooking({
      key: `dividend:${requireText(row, 'id')}`,
      kind: 'reward',
      direction: readText(row, 'direction') === OUTFLOW ? 'out' : 'in',
      asset: toSymbol(requireText(row, 'asset')),
      amount: requireDecimal(row, 'amount'),
      timestampMs: requireTimestampMs(row, 'divTime'),
    });
  return mapRows('rewards', rows, map, (row) => keyById('dividend', 'id', row));
}

/**
 * Maps transfers of `asset/transfer` between the spot account (`MAIN`) and another account of the same user.
 * `type` names the source and the destination.
 */
export function mapTransfers(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  const map = (row: RawRow): ExchangeTransaction =>
    mapBooking({
      key: `transfer:${requireText(row, 'tranId')}`,
      kind: 'transfer',
      direction: readDirection(row),
      status: readStatus(row, 'status', TRANSFER_STATUSES),
      asset: toSymbol(requireText(row, 'asset')),
      amount: requireAmount(row, 'amount'),
      timestampMs: requireTimestampMs(row, 'timestamp'),
    });
  return mapRows('transfers', rows, map, (row) => keyById('transfer', 'tranId', row));
}

function readDirection(row: RawRow): Direction | undefined {
  const type = readText(row, 'type') ?? '';
  if (type.startsWith('MAIN_')) return 'out';
  return type.endsWith('_MAIN') ? 'in' : undefined;
}
