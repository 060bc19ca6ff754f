/** Maps transactions of Coinbase. Pure functions. */
import {
  absoluteDecimal,
  type Decimal,
  isNegativeDecimal,
  subtractDecimals,
} from '../../domain/decimal.ts';
import { parseInstantFloor } from '../../domain/instant.ts';
import type { RereadWindow } from '../client/list-scan.ts';
import type { ExchangeTransaction, WindowReading } from '../exchange.ts';
import { type Direction, directionOf } from '../mapping/booking-types.ts';
import { feeOf, NO_FEE } from '../mapping/fee.ts';
import { keyById, mapRows, type ToSymbol } from '../mapping/map-rows.ts';
import {
  type RawRow,
  readFee,
  readObject,
  readText,
  requireDecimal,
  requireInstant,
  requireText,
  UnreadableRowError,
} from '../mapping/raw-row.ts';
import { readStatus } from '../mapping/status-table.ts';
import { isOwnMove, transactionTypeOf } from './ledger.ts';
import { type AccountRow, findOwnMoves } from './own-moves.ts';
import { STATUSES } from './statuses.ts';

/** How the rows were read. */
export interface Scan {
  /** The exchange's time when the first account was listed (Unix ms). */
  readonly startedAtMs: number;
  /** Returns the range that is re-read for a row that cannot be mapped. */
  readonly windowOf: (row: unknown) => RereadWindow;
}

/**
 * Maps transactions of `accounts/:account_id/transactions` of all accounts, without the trades among them.
 * A move between two accounts of the customer is one transaction.
 */
export function mapTransactions(
  rows: readonly AccountRow[],
  toSymbol: ToSymbol,
  { startedAtMs, windowOf }: Scan,
): WindowReading {
  const moves = findOwnMoves(rows, startedAtMs);
  return mapRows(
    'transactions',
    rows.map(({ row }) => row),
    (row) => mapTransaction(row, moves, toSymbol),
    (row) => keyById('transaction', 'id', row),
    windowOf,
  );
}

/** Returns the time when a row was created (Unix ms); `undefined` if it has none. */
export function createdAtOf(row: unknown): number | undefined {
  if (typeof row !== 'object' || row === null) return undefined;
  const text = (row as RawRow)['created_at'];
  return typeof text === 'string' ? parseInstantFloor(text) : undefined;
}

/** Returns true if any row is a move between two accounts of the customer. */
export function hasOwnMoves(rows: readonly unknown[]): boolean {
  return rows.some((row) => isOwnMove(String((row as RawRow | null)?.['type'])));
}

function mapTransaction(
  row: RawRow,
  moves: ReadonlyMap<unknown, Direction | null>,
  toSymbol: ToSymbol,
): ExchangeTransaction | undefined {
  const money = readObject(row, 'amount');
  const signed = requireDecimal(money, 'amount');
  const leaves = isNegativeDecimal(signed);
  const word = requireText(row, 'type');
  const direction = isOwnMove(word) ? moves.get(row) : directionOf(signed);
  const type = transactionTypeOf(word, direction ?? undefined);
  if (type === undefined) return undefined;
  const timestampMs = requireInstant(row, 'created_at');
  const assetId = requireText(money, 'currency');
  // The row of the source account represents this one.
  if (isOwnMove(word) && !moves.has(row)) return undefined;
  const network = readObject(row, 'network');
  const fee = readNetworkFee(network, assetId);
  return {
    key: `transaction:${requireText(row, 'id')}`,
    type,
    status: readStatus(row, 'status', STATUSES),
    asset: toSymbol(assetId),
    amount: leaves ? readSent(signed, network, fee, assetId) : signed,
    timestampMs,
    // The identifier on the network; `id` is Coinbase's own.
    txid: readText(network, 'hash'),
    address: readText(readObject(row, leaves ? 'to' : 'from'), 'address'),
    ...(fee === undefined ? NO_FEE : feeOf(fee.cost, toSymbol(fee.assetId))),
  };
}

interface NetworkFee {
  readonly cost: Decimal;
  readonly assetId: string;
}

/** Returns `network.transaction_fee`, which only rows that were sent on a chain have. */
function readNetworkFee(network: RawRow, assetId: string): NetworkFee | undefined {
  const money = readObject(network, 'transaction_fee');
  const cost = readFee(money, 'amount');
  return cost === null ? undefined : { cost, assetId: readText(money, 'currency') ?? assetId };
}

/**
 * Returns the amount that the receiver gets. `amount` leaves the account, and includes the fee if the fee is
 * paid in the same asset (Coinbase.Net, issue 4; in ccxt's sample 14.008308 leave, 10.000000 arrive and
 * 4.008308 are the fee). `network.transaction_amount` excludes the fee, and newer rows do not have it.
 */
function readSent(
  signed: Decimal,
  network: RawRow,
  fee: NetworkFee | undefined,
  assetId: string,
): Decimal {
  const net = readFee(readObject(network, 'transaction_amount'), 'amount');
  if (net !== null) return net;
  const gross = absoluteDecimal(signed);
  if (fee === undefined || fee.assetId !== assetId) return gross;
  const amount = subtractDecimals(gross, fee.cost);
  if (isNegativeDecimal(amount)) throw new UnreadableRowError(`fee is above amount: ${gross}`);
  return amount;
}
