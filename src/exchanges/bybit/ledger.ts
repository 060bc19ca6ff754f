/** Maps transfers between the accounts of one user at Bybit. Pure functions. */
import type { ExchangeTransaction, WindowReading } from '../exchange.ts';
import type { Direction } from '../mapping/booking-types.ts';
import { mapBooking } from '../mapping/booking.ts';
import { keyById, mapRows, type ToSymbol } from '../mapping/map-rows.ts';
import {
  type RawRow,
  readText,
  requireAmount,
  requireText,
  requireTimestampMs,
} from '../mapping/raw-row.ts';
import { readStatus } from '../mapping/status-table.ts';
import { TRANSFER_STATUSES } from './statuses.ts';

/**
 * Maps transfers of `transfer/query-inter-transfer-list`, between the accounts of one user. A transfer
 * between two accounts other than the funding account has no direction.
 */
export function mapTransfers(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  const map = (row: RawRow): ExchangeTransaction =>
    mapBooking({
      key: `transfer:${requireText(row, 'transferId')}`,
      kind: 'transfer',
      direction: readDirection(row),
      asset: toSymbol(requireText(row, 'coin')),
      amount: requireAmount(row, 'amount'),
      timestampMs: requireTimestampMs(row, 'timestamp'),
      status: readStatus(row, 'status', TRANSFER_STATUSES),
    });
  return mapRows('transfers', rows, map, (row) => keyById('transfer', 'transferId', row));
}

const FUNDING = 'FUND';

function readDirection(row: RawRow): Direction | undefined {
  const leaves = readText(row, 'fromAccountType') === FUNDING;
  const arrives = readText(row, 'toAccountType') === FUNDING;
  if (leaves === arrives) return undefined;
  return leaves ? 'out' : 'in';
}
