/**
 * Joins deposits, withdrawals and bookings of Bitstamp. Pure functions. A withdrawal is in three lists, a
 * deposit in two. `user_transactions` contains all settled bookings since the beginning, with their fees.
 * `withdrawal-requests` contains withdrawals from their request on, with status, address and txid; its `txid`
 * is the `id` of the user transaction. `crypto-transactions` has txid and address of movements on a chain,
 * without a link to the other lists.
 */
import type { ExchangeTransaction, WindowReading } from '../exchange.ts';
import { feeOf } from '../mapping/fee.ts';
import { keyById, mapEach, mapRows, type ToSymbol } from '../mapping/map-rows.ts';
import { type Movement, pairMovements } from '../mapping/pair-movements.ts';
import {
  type RawRow,
  readText,
  requireAmount,
  requireText,
  requireTimestampSeconds,
  requireUtcText,
} from '../mapping/raw-row.ts';
import { readStatus } from '../mapping/status-table.ts';
import { type LedgerEntry, readLedgerEntry } from './ledger.ts';
import { REQUEST_STATUSES } from './statuses.ts';

/** The rows of the three lists. */
export interface BitstampRows {
  /** Rows of `user_transactions`. */
  readonly ledger: readonly unknown[];
  /** Rows of `withdrawal-requests`. */
  readonly requests: readonly unknown[];
  /** Rows of `crypto-transactions`. */
  readonly deposits: readonly unknown[];
  readonly withdrawals: readonly unknown[];
}

/** A movement on a chain. */
interface ChainMovement extends Movement {
  readonly txid: string | null;
  readonly address: string | null;
}

/**
 * Maps each movement once. A withdrawal has the key of its request, which is listed first and remains. A
 * withdrawal without a request, and every other row, has the key of its user transaction.
 */
export function joinBitstampRows(rows: BitstampRows, toSymbol: ToSymbol): WindowReading {
  const ledger = mapEach(
    'transactions',
    rows.ledger,
    (row) => readLedgerEntry(row, toSymbol),
    ledgerKeyOf,
  );
  const requestKeys = linkRequests(ledger.values, rows.requests, toSymbol);
  const entryOf = new Map([...requestKeys].map(([entry, key]) => [key, entry]));
  const requests = mapRows(
    'withdrawals',
    rows.requests,
    (row) => mapRequest(row, entryOf.get(requestKey(row)), toSymbol),
    requestKeyOf,
  );
  // If a request cannot be read, its booking is mapped instead.
  const mapped = new Set(requests.transactions.map(({ key }) => key));
  const remaining = ledger.values.filter((entry) => !mapped.has(requestKeys.get(entry) ?? ''));
  const chain = pairWithChain(remaining, rows, toSymbol);
  const booked = remaining.map((entry) =>
    mapEntry(entry, requestKeys.get(entry), chain.movements.get(entry)),
  );
  return {
    transactions: [...requests.transactions, ...booked],
    unreadable: [...ledger.unreadable, ...requests.unreadable, ...chain.unreadable],
  };
}

/** Statuses of requests without a booking: canceled, failed. */
const UNBOOKED: ReadonlySet<string | null> = new Set(['3', '4']);

/**
 * Returns the key of the request of each booked withdrawal. Rows of earlier years have no `txid` and are
 * joined by their content.
 */
function linkRequests(
  entries: readonly LedgerEntry[],
  requests: readonly unknown[],
  toSymbol: ToSymbol,
): ReadonlyMap<LedgerEntry, string> {
  const withdrawals = entries.filter(({ type }) => type === 'withdrawal');
  const byId = new Map(withdrawals.map((entry) => [entry.id, entry]));
  const linked = new Map<LedgerEntry, string>();
  const readLink = (row: RawRow): (Movement & { key: string }) | undefined => {
    const entry = byId.get(readText(row, 'txid') ?? '');
    if (entry !== undefined) linked.set(entry, requestKey(row));
    const mayBeBooked = entry === undefined && !UNBOOKED.has(readText(row, 'status'));
    return mayBeBooked ? { ...readRequested(row, toSymbol), key: requestKey(row) } : undefined;
  };
  const unlinked = mapEach('withdrawals', requests, readLink, requestKeyOf).values;
  const rest = withdrawals.filter((entry) => !linked.has(entry));
  for (const [entry, { key }] of pairMovements(rest, unlinked)) linked.set(entry, key);
  return linked;
}

/** Reads the movement of a request. */
function readRequested(row: RawRow, toSymbol: ToSymbol): Movement {
  return {
    asset: toSymbol(requireText(row, 'currency')),
    amount: requireAmount(row, 'amount'),
    timestampMs: requireUtcText(row, 'datetime'),
  };
}

/** Maps a request, with amount and fee of its booking if there is one. */
function mapRequest(
  row: RawRow,
  entry: LedgerEntry | undefined,
  toSymbol: ToSymbol,
): ExchangeTransaction {
  const { asset, amount, timestampMs } = readRequested(row, toSymbol);
  return {
    key: requestKey(row),
    type: 'withdrawal',
    asset,
    amount: entry?.amount ?? amount,
    timestampMs,
    status: readStatus(row, 'status', REQUEST_STATUSES),
    // `txid` is Bitstamp's own identifier.
    txid: readText(row, 'transaction_id'),
    address: readAddress(row, 'address'),
    ...feeOf(entry?.fee ?? null, asset),
  };
}

/** Maps a user transaction without a request. */
function mapEntry(
  entry: LedgerEntry,
  requestKeyOfEntry: string | undefined,
  movement: ChainMovement | undefined,
): ExchangeTransaction {
  const { id, type, asset, amount, timestampMs, fee } = entry;
  return {
    key: requestKeyOfEntry ?? `transaction:${id}`,
    type,
    asset,
    amount,
    timestampMs,
    status: 'completed',
    txid: movement?.txid ?? null,
    address: movement?.address ?? null,
    ...feeOf(fee, asset),
  };
}

/** Returns the movements on chains of booked deposits and withdrawals. */
function pairWithChain(
  entries: readonly LedgerEntry[],
  { deposits, withdrawals }: BitstampRows,
  toSymbol: ToSymbol,
) {
  const map = (row: RawRow): ChainMovement | undefined => mapChainRow(row, toSymbol);
  const into = mapEach('crypto-transactions', deposits, map, () => undefined);
  const out = mapEach('crypto-transactions', withdrawals, map, () => undefined);
  const ofType = (wanted: string): LedgerEntry[] => entries.filter(({ type }) => type === wanted);
  return {
    movements: new Map([
      ...pairMovements(ofType('deposit'), into.values),
      ...pairMovements(ofType('withdrawal'), out.values),
    ]),
    unreadable: [...into.unreadable, ...out.unreadable],
  };
}

/**
 * Reads a movement on a chain. Returns `undefined` for a deposit that waits for details of its sender, which
 * is neither credited nor booked.
 */
function mapChainRow(row: RawRow, toSymbol: ToSymbol): ChainMovement | undefined {
  if (readText(row, 'status') === 'PENDING') return undefined;
  return {
    asset: toSymbol(requireText(row, 'currency')),
    amount: requireAmount(row, 'amount'),
    timestampMs: requireTimestampSeconds(row, 'datetime'),
    txid: readText(row, 'txid'),
    address: readAddress(row, 'destinationAddress'),
  };
}

/** Returns an address without the tag that Bitstamp appends to it: `r…?dt=1455`. */
function readAddress(row: RawRow, field: string): string | null {
  return readText(row, field)?.split('?')[0] ?? null;
}

function requestKey(row: RawRow): string {
  return `withdrawal:${requireText(row, 'id')}`;
}

function requestKeyOf(row: RawRow): string | undefined {
  return keyById('withdrawal', 'id', row);
}

function ledgerKeyOf(row: RawRow): string | undefined {
  return keyById('transaction', 'id', row);
}
