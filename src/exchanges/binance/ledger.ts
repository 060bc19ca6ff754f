/** What moves Binance's spot account beside deposits and withdrawals, mapped. Pure. */
import { absoluteDecimal } from '../../domain/decimal.ts';
import type { ExchangeTransaction, WindowReading } from '../exchange.ts';
import { type Direction, typeOfBooking } from '../mapping/booking-types.ts';
import { mapRows, type ToSymbol } from '../mapping/map-rows.ts';
import {
  type RawRow,
  readText,
  requireAmount,
  requireDecimal,
  requireText,
  requireTimestampMs,
} from '../mapping/raw-row.ts';
import { readStatus } from '../mapping/status-table.ts';
import { keyById } from './transactions.ts';
import { TRANSFER_STATUSES } from './statuses.ts';

const OUTFLOW = '-1';
const NEITHER_CHAIN_NOR_FEE = {
  txid: null,
  address: null,
  feeCost: null,
  feeCurrency: null,
} as const;

/**
 * Records of `asset/assetDividend`: interest, airdrops, rebates and other distributions
 * (developers.binance.com, Asset Dividend Record). `direction` is -1 for what is taken back.
 */
export function mapDividends(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  const map = (row: RawRow): ExchangeTransaction => ({
    key: `dividend:${requireText(row, 'id')}`,
    type: typeOfBooking('reward', readText(row, 'direction') === OUTFLOW ? 'out' : 'in'),
    status: 'completed',
    asset: toSymbol(requireText(row, 'asset')),
    amount: absoluteDecimal(requireDecimal(row, 'amount')),
    timestampMs: requireTimestampMs(row, 'divTime'),
    ...NEITHER_CHAIN_NOR_FEE,
  });
  return mapRows('rewards', rows, map, (row) => keyById('dividend', 'id', row));
}

/**
 * Transfers of `asset/transfer`: between the spot account (`MAIN`) and another one of the same user.
 * `type` names the account that is left and the one that is reached.
 */
export function mapTransfers(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  const map = (row: RawRow): ExchangeTransaction => ({
    key: `transfer:${requireText(row, 'tranId')}`,
    type: typeOfBooking('transfer', readDirection(row)),
    status: readStatus(row, 'status', TRANSFER_STATUSES),
    asset: toSymbol(requireText(row, 'asset')),
    amount: requireAmount(row, 'amount'),
    timestampMs: requireTimestampMs(row, 'timestamp'),
    ...NEITHER_CHAIN_NOR_FEE,
  });
  return mapRows('transfers', rows, map, (row) => keyById('transfer', 'tranId', row));
}

function readDirection(row: RawRow): Direction | undefined {
  const type = readText(row, 'type') ?? '';
  if (type.startsWith('MAIN_')) return 'out';
  return type.endsWith('_MAIN') ? 'in' : undefined;
}
